/** The journal of a season: every posting, and the balances of the accounts. */
import { useSearchParams } from 'react-router';
import { inFours } from '#domain/bank.ts';
import { readSeasonStatement } from '#domain/payments/contract.ts';
import { accounts, shownAmounts } from '#domain/payments/journal.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatMoney, formatNamedDay } from '#web/lib/intl.ts';
import { answers, idFrom, perPages } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Link } from '#web/ui/Link.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/SeasonStatementPage.ts';
import { Entry } from './Entry.tsx';
import { accountWord } from './money-words.ts';
import styles from './payments.module.css';
import { statementQueryFrom } from './payments-list.ts';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const season_id = idFrom(params.season_id);
  const query = statementQueryFrom(new URL(request.url).searchParams);
  const view = await answers(() => context.get(callContext)(readSeasonStatement, { params: { season_id }, query }));
  const head = pageHead({ context, params, pattern }, [t('admin.statement'), view.season.name], view.loft.name);
  return { ...view, query, head };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SeasonStatementPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [search] = useSearchParams();
  const { loft, season, currency, bank, balances, query, ...page } = loaderData;
  const at = seasonAdminPath(season.id);
  const lines = loaderData.lines.map((line) => ({ ...line, amounts: shownAmounts(line.postings) }));
  const sums = shownAmounts(balances);
  const used = accounts.filter((account) => lines.some(({ amounts }) => amounts[account] !== undefined));
  return (
    <>
      <AdminHead title={t('admin.statement')} />
      <section className={panel.panel} aria-labelledby="list">
        <div className={panel.head}>
          <h2 id="list">{t('admin.statement')}</h2>
          {page.total > 0 && <DownloadLinks path={`${at}/statement`} query={`${search}`} />}
        </div>
        <dl className={styles.balances}>
          {accounts.map((account) => (
            <div key={account}>
              <dt>{t(accountWord[account])}</dt>
              <dd>
                <bdi className="num">{formatMoney(locale, sums[account] ?? 0, currency)}</bdi>
                {account === 'bank' && bank && (
                  <small>
                    <bdi>{bank.holder}</bdi>
                    <bdi dir="ltr" className="num">
                      {inFours(bank.iban)}
                    </bdi>
                  </small>
                )}
              </dd>
            </div>
          ))}
        </dl>
        {(page.total > 0 || query.q !== '') && <SearchForm hint={t('pay.search')} />}
        {lines.length === 0 ? (
          <Empty
            title={query.q ? t('search.none') : t('pay.none')}
            text={query.q ? t('search.none_text', { q: query.q }) : t('pay.none_text')}
          />
        ) : (
          <>
            <Table caption={t('admin.statement')} cards className={styles.lines}>
              <thead>
                <tr>
                  <th scope="col">{t('pay.order')}</th>
                  <th scope="col">{t('sheet.date')}</th>
                  <th scope="col">{t('admin.state')}</th>
                  <th scope="col">{t('people.customer')}</th>
                  {used.map((account) => (
                    <th key={account} scope="col" className={table.figure}>
                      {t(accountWord[account])}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {lines.map(({ id, at: when, kind, order_id, label, customer, paid_on, postings, amounts }) => (
                  <tr key={id}>
                    <td>
                      <Link to={`${at}/payments/${order_id}`}>
                        <bdi dir="ltr" className="num">
                          {label}
                        </bdi>
                      </Link>
                    </td>
                    <td data-label={t('sheet.date')}>
                      <time dateTime={when} suppressHydrationWarning>
                        {formatNamedDay(locale, Date.parse(when), loft.time_zone)}
                      </time>
                    </td>
                    <td data-label={t('admin.state')}>
                      <Entry kind={kind} postings={postings} paid_on={paid_on} />
                    </td>
                    <td data-label={t('people.customer')}>
                      <bdi>{nameOf(customer)}</bdi>
                    </td>
                    {used.map((account) => (
                      <td key={account} data-label={t(accountWord[account])} className={table.figure}>
                        {amounts[account] !== undefined && (
                          <bdi className="num">{formatMoney(locale, amounts[account], currency)}</bdi>
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </Table>
            <Paging {...page} per_page={query.per_page} sizes={perPages} />
          </>
        )}
      </section>
    </>
  );
}
