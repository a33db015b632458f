/**
 * The lofts that the reader administers (2.15): searched, by country and package, each with a link to its admin pages.
 */
import { listAdministered } from '#domain/lofts/contract.ts';
import { packageTypes } from '#domain/lofts/package.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { listFrom } from '#web/lib/list.ts';
import { answers, oneOf, perPages } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { CountryFilter } from '#web/ui/CountryFilter.tsx';
import { Filter } from '#web/ui/Filter.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import { NoRows } from '#web/ui/NoRows.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/AdminLoftsPage.ts';

/** URL parameters of the list's filters. */
const narrowing = ['country', 'package'];

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const search = new URL(request.url).searchParams;
  const country = search.get('country') ?? '';
  const type = oneOf(['', ...packageTypes], search.get('package'));
  const query = {
    ...listFrom(search),
    ...(/^[A-Z]{2}$/.test(country) && { country }),
    ...(type !== '' && { package: type }),
  };
  const list = await answers(() => context.get(callContext)(listAdministered, { query }));
  const head = pageHead({ context, params, pattern }, [t('lofts.title')], t('loft_admin.lead'));
  return { ...list, per_page: query.per_page, head };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function AdminLoftsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { lofts, countries, ...list } = loaderData;
  return (
    <div className="wrap">
      <AdminHead
        title={t('lofts.title')}
        lead={t('loft_admin.lead')}
        actions={
          <Link className={panel.button_primary} to="/admin/lofts/create">
            {t('loft_admin.new')}
          </Link>
        }
      />
      <section className={panel.panel} aria-labelledby="list">
        <div className={panel.head}>
          <h2 id="list">{t('lofts.title')}</h2>
          <small role="status">{t('lofts.found', { count: list.total })}</small>
        </div>
        <SearchForm hint={t('search.lofts')} own={narrowing}>
          <CountryFilter countries={countries} />
          <Filter
            name="package"
            label={t('admin.packages')}
            all={t('loft_admin.all_packages')}
            options={packageTypes.map((value) => ({ value, word: t(`loft_admin.${value}`) }))}
          />
        </SearchForm>
        {lofts.length ? (
          <>
            <Table caption={t('lofts.title')}>
              <thead>
                <tr>
                  <th scope="col">{t('loft.loft')}</th>
                  <th scope="col">{t('admin.packages')}</th>
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
                    <td>{t(`loft_admin.${latest_loft_type.package.type}`)}</td>
                    <td className={`${table.figure} ${table.spare}`}>
                      <bdi className="num">{formatNumber(locale, merchant_count)}</bdi>
                    </td>
                    <td className={`${table.figure} ${table.spare}`}>
                      <bdi className="num">{formatNumber(locale, people_count)}</bdi>
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
            <Paging {...list} sizes={perPages} />
          </>
        ) : (
          <NoRows own={narrowing} title={t('lofts.empty')} text={t('lofts.empty_text')} />
        )}
      </section>
    </div>
  );
}
