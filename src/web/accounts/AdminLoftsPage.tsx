/** The lofts that somebody looks after, each leading to who may do what there. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listAdministered } from '#domain/accounts/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, titled } from '#web/lib/head.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { answers } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { Crumbs } from '#web/ui/Crumbs.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import panel from '#web/ui/panel.module.css';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/AdminLoftsPage.ts';
import { permissionsPath } from './paths.ts';
import styles from './permissions.module.css';

export async function loader({ context }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const { lofts } = await answers(() => context.get(callContext)(listAdministered, {}));
  const head = {
    title: titled(t('rights.lofts')),
    description: t('rights.lofts_lead'),
    url: `${public_url}/admin/lofts`,
  };
  return { lofts, head };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function AdminLoftsPage({ loaderData: { lofts } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <div className="wrap">
      <div className={styles.head}>
        <Crumbs way={[{ name: t('nav.home'), to: '/' }, { name: t('rights.lofts') }]} />
        <h1>{t('rights.lofts')}</h1>
        <p>{t('rights.lofts_lead')}</p>
      </div>
      <section className={panel.panel}>
        {lofts.length ? (
          <table className={table.table}>
            <caption className="visually-hidden">{t('rights.lofts')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('loft.loft')}</th>
                <th scope="col" className={table.figure}>
                  {t('rights.merchants')}
                </th>
                <th scope="col" className={table.figure}>
                  {t('rights.people')}
                </th>
              </tr>
            </thead>
            <tbody>
              {lofts.map(({ id, name, country, merchant_count, people_count }) => (
                <tr key={id}>
                  <td>
                    <div className={table.flagged}>
                      <Flag country={country} />
                      <Link to={permissionsPath(id)}>
                        <bdi>{name}</bdi>
                      </Link>
                    </div>
                  </td>
                  <td className={table.figure}>
                    <bdi className="num">{formatNumber(locale, merchant_count)}</bdi>
                  </td>
                  <td className={table.figure}>
                    <bdi className="num">{formatNumber(locale, people_count)}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <Empty title={t('lofts.empty')} text={t('lofts.empty_text')} />
        )}
      </section>
    </div>
  );
}
