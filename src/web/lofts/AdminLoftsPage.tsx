/** The lofts that somebody looks after (2.15): searched, by country and package, each leading to its desk. */
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { listAdministered } from '#domain/lofts/contract.ts';
import { packageTypes } from '#domain/lofts/package.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, titled } from '#web/lib/head.ts';
import { countryName, formatNumber } from '#web/lib/intl.ts';
import { answers, oneOf, pageFrom, perPages } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { DeskHead } from '#web/ui/DeskHead.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/AdminLoftsPage.ts';
import styles from './desk.module.css';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const asked = new URL(request.url).searchParams;
  const country = asked.get('country') ?? '';
  const type = oneOf(['', ...packageTypes], asked.get('package'));
  const query = {
    q: (asked.get('q') ?? '').slice(0, 100),
    ...pageFrom(asked),
    ...(/^[A-Z]{2}$/.test(country) && { country }),
    ...(type !== '' && { package: type }),
  };
  const list = await answers(() => context.get(callContext)(listAdministered, { query }));
  const head = {
    title: titled(t('lofts.title')),
    description: t('loft_desk.lead'),
    url: `${public_url}/admin/lofts`,
  };
  return { ...list, per_page: query.per_page, type, head };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function AdminLoftsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [search] = useSearchParams();
  const { lofts, countries, type, ...list } = loaderData;
  const narrowed = ['q', 'country', 'package'].some((name) => search.get(name));
  return (
    <div className="wrap">
      <DeskHead
        way={[{ name: t('nav.home'), to: '/' }, { name: t('lofts.title') }]}
        title={t('lofts.title')}
        lead={t('loft_desk.lead')}
        deeds={
          <Link className={panel.button_primary} to="/admin/lofts/create">
            {t('loft_desk.new')}
          </Link>
        }
      />
      <section className={panel.panel} aria-labelledby="list">
        <div className={panel.head}>
          <h2 id="list">{t('lofts.title')}</h2>
          <small role="status">{t('lofts.found', { count: list.total })}</small>
        </div>
        <SearchForm hint={t('search.lofts')} own={['country', 'package']}>
          <select
            key={`country ${search.get('country')}`}
            className={styles.choice}
            name="country"
            aria-label={t('lofts.country')}
            defaultValue={search.get('country') ?? ''}
          >
            <option value="">{t('lofts.all_countries')}</option>
            {countries.map((code) => (
              <option key={code} value={code} suppressHydrationWarning>
                {countryName(locale, code)}
              </option>
            ))}
          </select>
          <select
            key={`package ${type}`}
            className={styles.choice}
            name="package"
            aria-label={t('desk.packages')}
            defaultValue={type}
          >
            <option value="">{t('loft_desk.all_packages')}</option>
            {packageTypes.map((one) => (
              <option key={one} value={one}>
                {t(`loft_desk.${one}`)}
              </option>
            ))}
          </select>
        </SearchForm>
        {lofts.length ? (
          <>
            <table className={table.table}>
              <caption className="visually-hidden">{t('lofts.title')}</caption>
              <thead>
                <tr>
                  <th scope="col">{t('loft.loft')}</th>
                  <th scope="col">{t('desk.packages')}</th>
                  <th scope="col" className={`${table.figure} ${table.spare}`}>
                    {t('rights.merchants')}
                  </th>
                  <th scope="col" className={`${table.figure} ${table.spare}`}>
                    {t('rights.people')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {lofts.map(({ id, name, country, latest_loft_type, merchant_count, people_count }) => (
                  <tr key={id}>
                    <td>
                      <div className={table.flagged}>
                        <Flag country={country} />
                        <Link to={`/admin/lofts/${id}`}>
                          <bdi>{name}</bdi>
                        </Link>
                      </div>
                    </td>
                    <td>{t(`loft_desk.${latest_loft_type.package.type}`)}</td>
                    <td className={`${table.figure} ${table.spare}`}>
                      <bdi className="num">{formatNumber(locale, merchant_count)}</bdi>
                    </td>
                    <td className={`${table.figure} ${table.spare}`}>
                      <bdi className="num">{formatNumber(locale, people_count)}</bdi>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <Paging {...list} sizes={perPages} />
          </>
        ) : narrowed ? (
          <Empty title={t('search.none')} text={t('lofts.none_text')}>
            <Link className={panel.button} to="?">
              {t('search.clear')}
            </Link>
          </Empty>
        ) : (
          <Empty title={t('lofts.empty')} text={t('lofts.empty_text')} />
        )}
      </section>
    </div>
  );
}
