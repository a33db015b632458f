/** The money of a season: amounts due with their days, payments, refunds. */
import { redirect, useSearchParams } from 'react-router';
import { asTyped } from '#domain/money.ts';
import { highestAgentLimit, limitAgents, listPayments } from '#domain/payments/contract.ts';
import { Refusal } from '#domain/refusal.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, type RefusedForm, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatCalendarDay, formatMoney, formatNumber } from '#web/lib/intl.ts';
import { answers, idFrom, perPages } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { readPrice } from '#web/lib/price.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Field, Wrong } from '#web/ui/Field.tsx';
import { Link } from '#web/ui/Link.tsx';
import parts from '#web/ui/list-parts.module.css';
import { MoneyChip } from '#web/ui/MoneyChip.tsx';
import { NoRows } from '#web/ui/NoRows.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { RowKeys } from '#web/ui/RowKeys.tsx';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { SortHead } from '#web/ui/SortHead.tsx';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/SeasonPaymentsPage.ts';
import styles from './payments.module.css';
import { paymentsQueryFrom } from './payments-list.ts';

function readList({ context, params, request }: Pick<Route.LoaderArgs, 'context' | 'params' | 'request'>) {
  const query = paymentsQueryFrom(new URL(request.url).searchParams);
  const season_id = idFrom(params.season_id);
  const list = answers(() => context.get(callContext)(listPayments, { params: { season_id }, query }));
  return { query, season_id, list };
}

export async function loader(args: Route.LoaderArgs) {
  const { t } = speaker(args.context.get(pageContext).locale);
  const { query, list } = readList(args);
  const page = await list;
  const head = pageHead(args, [t('admin.payments'), page.season.name], page.loft.name);
  return { ...page, query, head };
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData();
  const { season_id, list } = readList(args);
  const { loft } = await list;
  return actOn(form, async () => {
    const { cents: agent_limit_cents, wrong } = readPrice(textIn(form, 'agent_limit'), highestAgentLimit);
    if (wrong) throw new Refusal('bad_input', {}, { agent_limit: [wrong] });
    await args.context.get(callContext)(limitAgents, { params: { loft_id: loft.id }, body: { agent_limit_cents } });
    return redirect(`${seasonAdminPath(season_id)}/payments`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SeasonPaymentsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [search] = useSearchParams();
  const { season, currency, rows: list, sums, query, agent_limit_cents, ...page } = loaderData;
  const at = `${seasonAdminPath(season.id)}/payments`;
  return (
    <>
      <AdminHead
        title={t('admin.payments')}
        actions={
          <Link className={panel.button} to={`${seasonAdminPath(season.id)}/statement`}>
            {t('admin.statement')}
          </Link>
        }
      />
      <div className={styles.body}>
        <section className={panel.panel} aria-labelledby="list">
          <div className={panel.head}>
            <h2 id="list">{t('admin.payments')}</h2>
            <small role="status">{t('pay.found', { n: formatNumber(locale, page.total) })}</small>
            <RowKeys />
            {page.total > 0 && <DownloadLinks path={at} query={`${search}`} />}
          </div>
          {sums.length > 0 && (
            <nav className={parts.sums} aria-label={t('admin.state')}>
              {sums.map(({ state, count, amount_cents }) => (
                <Link
                  key={state}
                  to={state === query.state ? '?' : `?state=${state}`}
                  aria-current={state === query.state ? 'true' : undefined}
                >
                  <MoneyChip state={state} />
                  <bdi className="num">{formatNumber(locale, count)}</bdi>
                  <bdi className={`num ${styles.amount}`}>{formatMoney(locale, amount_cents, currency)}</bdi>
                </Link>
              ))}
            </nav>
          )}
          {sums.length > 0 && <SearchForm hint={t('pay.search')} />}
          {list.length === 0 ? (
            <NoRows own={['state']} title={t('pay.none')} text={t('pay.none_text')} />
          ) : (
            <>
              <Table caption={t('admin.payments')} cards>
                <thead>
                  <tr>
                    <SortHead by="number" order={query.sort}>
                      {t('pay.order')}
                    </SortHead>
                    <SortHead by="customer" order={query.sort}>
                      {t('people.customer')}
                    </SortHead>
                    <SortHead by="amount" order={query.sort} largest className={table.figure}>
                      {t('pay.amount')}
                    </SortHead>
                    <SortHead by="state" order={query.sort}>
                      {t('admin.state')}
                    </SortHead>
                    <th scope="col">{t('pay.how')}</th>
                    <SortHead by="last_day" order={query.sort}>
                      {t('pay.until')}
                    </SortHead>
                  </tr>
                </thead>
                <tbody>
                  {list.map(({ order_id, label, customer, amount_cents, state, method, last_day, days_left }) => (
                    <tr key={order_id}>
                      <td>
                        <Link to={`${at}/${order_id}`}>
                          <bdi dir="ltr" className="num">
                            {label}
                          </bdi>
                        </Link>
                      </td>
                      <td data-label={t('people.customer')}>
                        <bdi>{nameOf(customer)}</bdi>
                      </td>
                      <td data-label={t('pay.amount')} className={table.figure}>
                        <bdi className="num">{formatMoney(locale, amount_cents, currency)}</bdi>
                      </td>
                      <td data-label={t('admin.state')}>
                        <MoneyChip state={state} />
                      </td>
                      <td data-label={t('pay.how')}>{method && t(`pay.${method}`)}</td>
                      <td data-label={t('pay.until')}>
                        {last_day && (
                          <span>
                            <time dateTime={last_day}>{formatCalendarDay(locale, last_day, 'short')}</time>
                            {days_left! > 0 && (
                              <small className={styles.left}>{t('due_date.working_days', { count: days_left! })}</small>
                            )}
                          </span>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </Table>
              <Paging {...page} per_page={query.per_page} sizes={perPages} />
            </>
          )}
        </section>
        <Limit cents={agent_limit_cents} currency={currency} answer={actionData} />
      </div>
    </>
  );
}

function Limit({ cents, currency, answer }: { cents: number; currency: string; answer: RefusedForm | undefined }) {
  const { t } = useTranslation();
  return (
    <section className={panel.panel} aria-label={t('pay.limit')}>
      <form method="post" className={styles.form} noValidate>
        <Wrong refused={answer?.refused} />
        <Field
          label={`${t('pay.limit')} (${currency})`}
          hint={t('pay.limit_hint')}
          name="agent_limit"
          inputMode="decimal"
          required
          defaultValue={answer?.typed.agent_limit ?? asTyped(cents)}
          errors={answer?.refused.errors?.agent_limit}
        />
        <div className={styles.actions}>
          <button type="submit" className={panel.button}>
            {t('identity.save')}
          </button>
        </div>
      </form>
    </section>
  );
}
