/** The reader's own statement: charges and payments in all lofts and seasons. */
import { readOwnStatement } from '#domain/payments/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatMoney, formatNamedDay } from '#web/lib/intl.ts';
import { answers } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import panel from '#web/ui/panel.module.css';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/StatementPage.ts';
import { Entry } from './Entry.tsx';
import { ownAmount } from './money-words.ts';
import styles from './payments.module.css';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const view = await answers(() => context.get(callContext)(readOwnStatement, {}));
  const head = pageHead({ context, params, pattern }, [t('admin.statement')], t('pay.statement_lead'));
  return { ...view, head };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function StatementPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { lines, open } = loaderData;
  return (
    <div className={`wrap ${styles.own}`}>
      <AdminHead title={t('admin.statement')} lead={t('pay.statement_lead')} />
      <section className={panel.panel} aria-labelledby="list">
        <div className={panel.head}>
          <h2 id="list">{t('admin.statement')}</h2>
          {lines.length > 0 && <DownloadLinks path="/registrations/statement" />}
        </div>
        <dl className={styles.balances}>
          {open.flatMap(({ currency, to_pay_cents, owed_cents }) => [
            <div key={`${currency} to pay`}>
              <dt>{t('money.to_pay')}</dt>
              <dd>
                <bdi className="num">{formatMoney(locale, to_pay_cents, currency)}</bdi>
              </dd>
            </div>,
            <div key={`${currency} owed`}>
              <dt>{t('money.owed')}</dt>
              <dd>
                <bdi className="num">{formatMoney(locale, owed_cents, currency)}</bdi>
              </dd>
            </div>,
          ])}
        </dl>
        {lines.length === 0 ? (
          <Empty title={t('pay.none')} text={t('pay.none_text')} />
        ) : (
          <Table caption={t('admin.statement')} cards className={styles.lines}>
            <thead>
              <tr>
                <th scope="col">{t('pay.order')}</th>
                <th scope="col">{t('sheet.date')}</th>
                <th scope="col">{t('admin.state')}</th>
                <th scope="col" className={table.figure}>
                  {t('pay.amount')}
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map(({ id, at, kind, label, loft, time_zone, season, currency, paid_on, postings }) => (
                <tr key={id}>
                  <td>
                    <span>
                      <bdi dir="ltr" className="num">
                        {label}
                      </bdi>{' '}
                      <small>
                        <bdi>{loft}</bdi>
                        {season && (
                          <>
                            {t('rows.comma')}
                            <bdi>{season}</bdi>
                          </>
                        )}
                      </small>
                    </span>
                  </td>
                  <td data-label={t('sheet.date')}>
                    <time dateTime={at} suppressHydrationWarning>
                      {formatNamedDay(locale, Date.parse(at), time_zone)}
                    </time>
                  </td>
                  <td data-label={t('admin.state')}>
                    <Entry kind={kind} postings={postings} paid_on={paid_on} />
                  </td>
                  <td data-label={t('pay.amount')} className={table.figure}>
                    <bdi className="num">{formatMoney(locale, ownAmount(postings), currency)}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </section>
    </div>
  );
}
