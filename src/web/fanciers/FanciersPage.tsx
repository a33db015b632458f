/** A loft's own list of its fanciers (4.12, 6.11): searched, taken over from the teams, taken along as a file. */
import { useTranslation } from 'react-i18next';
import { Form, Link, redirect, useSearchParams } from 'react-router';
import { listFanciers, takeFanciers } from '#domain/fanciers/contract.ts';
import { readLoftDesk } from '#domain/seasons/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, titled } from '#web/lib/head.ts';
import { listFrom } from '#web/lib/list.ts';
import { answers, idFrom, perPages } from '#web/lib/loader.ts';
import { DeskHead } from '#web/ui/DeskHead.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { NoRows } from '#web/ui/NoRows.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { TakeAlong } from '#web/ui/TakeAlong.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/FanciersPage.ts';
import styles from './fanciers.module.css';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const loft_id = idFrom(params.loft_id);
  const asked = new URL(request.url).searchParams;
  const query = listFrom(asked);
  const call = context.get(callContext);
  const [{ loft }, list] = await answers(() =>
    Promise.all([call(readLoftDesk, { params: { loft_id } }), call(listFanciers, { params: { loft_id }, query })]),
  );
  const head = {
    title: titled(t('desk.fanciers'), loft.name),
    description: t('fanciers.lead'),
    url: `${public_url}/admin/lofts/${loft_id}/fanciers`,
  };
  return { loft, ...list, per_page: query.per_page, head };
}

export async function action({ context, params }: Route.ActionArgs) {
  const loft_id = idFrom(params.loft_id);
  await answers(() => context.get(callContext)(takeFanciers, { params: { loft_id }, body: {} }));
  return redirect(`/admin/lofts/${loft_id}/fanciers`);
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function FanciersPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { loft, fanciers, untaken, ...list } = loaderData;
  const at = `/admin/lofts/${loft.id}/fanciers`;
  const wanted = search.get('q') ?? '';
  return (
    <>
      <DeskHead
        way={[
          { name: t('nav.home'), to: '/' },
          { name: t('lofts.title'), to: '/admin/lofts' },
          { name: loft.name, to: `/admin/lofts/${loft.id}` },
          { name: t('desk.fanciers') },
        ]}
        title={t('desk.fanciers')}
        lead={t('fanciers.lead')}
        deeds={
          <Link className={panel.button_primary} to={`${at}/create`}>
            {t('fanciers.add')}
          </Link>
        }
      />
      <section className={panel.panel} aria-labelledby="list">
        <div className={panel.head}>
          <h2 id="list">{t('desk.fanciers')}</h2>
          <small role="status">{t('fanciers.found', { count: list.total })}</small>
          {list.total > 0 && <TakeAlong path={at} query={`${new URLSearchParams({ q: wanted })}`} />}
        </div>
        {untaken > 0 && (
          <Form method="post" className={styles.untaken}>
            <p>{t('fanciers.untaken', { count: untaken })}</p>
            <button type="submit" className={panel.button}>
              {t('fanciers.take')}
            </button>
          </Form>
        )}
        {(fanciers.length > 0 || wanted !== '') && <SearchForm hint={t('fanciers.search')} />}
        {fanciers.length ? (
          <>
            <table className={table.table}>
              <caption className="visually-hidden">{t('desk.fanciers')}</caption>
              <thead>
                <tr>
                  <th scope="col">{t('loft_desk.name')}</th>
                  <th scope="col" className={table.spare}>
                    {t('loft_desk.contact')}
                  </th>
                  <th scope="col">{t('loft.teams')}</th>
                </tr>
              </thead>
              <tbody>
                {fanciers.map(({ id, name, country, city, email, phone, teams }) => (
                  <tr key={id}>
                    <td>
                      <div className={table.flagged}>
                        <Flag country={country} />
                        <span>
                          <Link to={`${at}/${id}`}>
                            <bdi>{name}</bdi>
                          </Link>
                          {city && (
                            <small>
                              <bdi>{city}</bdi>
                            </small>
                          )}
                        </span>
                      </div>
                    </td>
                    <td className={table.spare}>
                      {email && <bdi>{email}</bdi>}
                      {phone && (
                        <small>
                          <bdi>{phone}</bdi>
                        </small>
                      )}
                    </td>
                    <td>
                      <bdi>{teams.join(', ')}</bdi>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <Paging {...list} sizes={perPages} />
          </>
        ) : (
          <NoRows title={t('fanciers.empty')} text={t('fanciers.empty_text')} />
        )}
      </section>
    </>
  );
}
