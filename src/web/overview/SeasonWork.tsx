/** The open work of a season: its figures as a strip, the orders to confirm, and payments with their due dates. */
import type { ReplyOf } from '#domain/contract.ts';
import { dueDays, dueSteps } from '#domain/overview/open-work.ts';
import type { readSeasonOverview } from '#domain/overview/season-contract.ts';
import { extraPlaceKinds } from '#domain/pigeons/admin-bird.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { formatAge, formatCalendarDay, formatMoney, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Decision } from '#web/orders/Decision.tsx';
import { OrderRows } from '#web/orders/OrderRows.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { FoldedPanel } from '#web/ui/FoldedPanel.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { RowKeys } from '#web/ui/RowKeys.tsx';
import { Activations } from './Activations.tsx';
import { Collections } from './Collections.tsx';
import styles from './season-work.module.css';

type Work = ReplyOf<typeof readSeasonOverview>;

/** Places taken, orders to confirm, unpaid orders, payments received: each is a link to its list. */
export function SeasonFigures({ work }: { work: Work }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { places, extra, to_confirm, to_pay, received, transports_waiting, currency } = work;
  const money = (cents: number) => formatMoney(locale, cents, currency);
  return (
    <dl className={`${panel.panel} ${styles.figures}`}>
      <div>
        <dt>{t('overview.places')}</dt>
        <dd>
          <bdi className="num">{formatNumber(locale, places.taken)}</bdi>{' '}
          {places.max === null ? (
            <small className={styles.below}>{t('overview.no_limit')}</small>
          ) : (
            <>
              <small>{t('overview.of', { all: formatNumber(locale, places.max) })}</small>
              <Meter part={places.taken} of={places.max} />
            </>
          )}
          {extraPlaceKinds
            .filter((kind) => extra[kind] > 0)
            .map((kind) => (
              <small key={kind} className={styles.below}>
                <Link to={`${seasonAdminPath(work.season.id)}/pigeons?extra=${kind}`}>
                  {t(`entries.${kind}`)}: {formatNumber(locale, extra[kind])}
                </Link>
              </small>
            ))}
        </dd>
      </div>
      <div>
        <dt>{t('overview.to_confirm')}</dt>
        <dd>
          <bdi className="num">{formatNumber(locale, to_confirm.count)}</bdi>
          {to_confirm.oldest_at !== null && (
            <small className={styles.below} suppressHydrationWarning>
              {t('overview.oldest', {
                age: formatAge(locale, Date.parse(work.read_at) - Date.parse(to_confirm.oldest_at)),
              })}
            </small>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('money.to_pay')}</dt>
        <dd>
          <bdi className="num">{formatNumber(locale, to_pay.count)}</bdi>
          <small className={styles.below}>
            <bdi className="num">{money(to_pay.amount_cents)}</bdi>
          </small>
        </dd>
      </div>
      <div>
        <dt>{t('overview.received')}</dt>
        <dd>
          <bdi className="num">{money(received.amount_cents)}</bdi>{' '}
          <small>{t('overview.of', { all: money(received.expected_cents) })}</small>
          <Meter part={received.amount_cents} of={received.expected_cents} isMoney />
        </dd>
      </div>
      <div>
        <dt>{t('overview.in_transit')}</dt>
        <dd>
          <bdi className="num">{formatNumber(locale, work.pigeons_in_transit)}</bdi>
          {transports_waiting > 0 && (
            <small className={styles.below}>
              {t('transports.pending')}: <bdi className="num">{formatNumber(locale, transports_waiting)}</bdi>
            </small>
          )}
        </dd>
      </div>
    </dl>
  );
}

/** Hidden from screen readers: the figure above it has the same value. */
function Meter({ part, of, isMoney = false }: { part: number; of: number; isMoney?: boolean }) {
  const share = of > 0 ? Math.min(100, (100 * part) / of) : 0;
  return (
    <span className={isMoney ? styles.meter_money : styles.meter} aria-hidden="true">
      <i style={{ inlineSize: `${share.toFixed(1)}%` }} />
    </span>
  );
}

export interface SeasonWorkProps {
  work: Work;
  /** Whether the site has a page to enter a payment. */
  hasPaymentPage: boolean;
}

/** Orders to confirm, with the buttons for it; activations, and unpaid orders, the most urgent first. */
export function SeasonWork({ work, hasPaymentPage }: SeasonWorkProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { season, to_confirm, currency, read_at } = work;
  const at = `${seasonAdminPath(season.id)}/orders`;
  return (
    <div className={styles.work}>
      <div className={styles.column}>
        <section className={panel.panel} aria-labelledby="to-confirm">
          <div className={panel.head}>
            <h2 id="to-confirm">{t('overview.to_confirm')}</h2>
            <small>
              <bdi className="num">{formatNumber(locale, to_confirm.count)}</bdi>
            </small>
            {to_confirm.orders.length > 0 && (
              <RowKeys
                actions={[
                  { key: 'c', word: t('order_admin.confirm') },
                  { key: 'r', word: t('order_admin.reject') },
                ]}
              />
            )}
            <Link className={panel.take} to={at}>
              {t('overview.all_orders')}
            </Link>
          </div>
          {to_confirm.orders.length === 0 ? (
            <p className={styles.quiet}>{t('overview.nothing')}</p>
          ) : (
            // The list of all orders shows the outcome.
            <Decision orders={to_confirm.orders} currency={currency} answer={undefined} to={`${at}?status=pending`}>
              <OrderRows
                caption={t('overview.to_confirm')}
                orders={to_confirm.orders}
                currency={currency}
                at={at}
                now_ms={Date.parse(read_at)}
              />
            </Decision>
          )}
        </section>
        <Activations work={work} />
      </div>
      <div className={styles.column}>
        <Cash work={work} hasPaymentPage={hasPaymentPage} />
        <Due work={work} hasPaymentPage={hasPaymentPage} />
        <Collections work={work} />
      </div>
    </div>
  );
}

/**
 * Cash that agents took and the loft has to confirm, the oldest first, each with buttons for yes and no; nothing where
 * there is none.
 */
function Cash({ work: { season, cash, currency, read_at }, hasPaymentPage }: SeasonWorkProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const at = seasonAdminPath(season.id);
  if (!cash.count) return null;
  return (
    <section className={panel.panel} aria-labelledby="cash">
      <div className={panel.head}>
        <h2 id="cash">{t('overview.cash')}</h2>
        <small>
          <bdi className="num">{formatNumber(locale, cash.count)}</bdi>
        </small>
        {hasPaymentPage && (
          <Link className={panel.take} to={`${at}/payments?state=to_approve`}>
            {t('overview.all_payments')}
          </Link>
        )}
      </div>
      <ul className={styles.payers}>
        {cash.orders.map((order) => (
          <li key={order.id}>
            <Flag country={order.team?.country ?? null} width={20} />
            <span className={styles.who}>
              <bdi>{nameOf(order.customer) ?? t('rights.unnamed')}</bdi>
              <small>
                <Link to={`${at}/orders/${order.id}`}>
                  <bdi dir="ltr" className="num">
                    {order.number}
                  </bdi>
                </Link>
                {order.cash && (
                  <>
                    {t('rows.comma')}
                    {t('order_admin.agent', { agent: order.cash.by })}
                    {t('rows.comma')}
                    <span suppressHydrationWarning>
                      {formatAge(locale, Date.parse(read_at) - Date.parse(order.cash.at))}
                    </span>
                    <br />
                    <bdi>{order.cash.reason}</bdi>
                  </>
                )}
              </small>
            </span>
            <bdi className="num">{formatMoney(locale, order.amount_cents, currency)}</bdi>
            {hasPaymentPage && (
              <form method="post" action={`${at}/payments/${order.id}`} className={styles.answers}>
                {(['approve', 'decline'] as const).map((intent) => (
                  <button
                    key={intent}
                    type="submit"
                    name="intent"
                    value={intent}
                    className={intent === 'approve' ? panel.button_primary : panel.button}
                    aria-label={`${t(`pay.${intent}`)}: ${order.number}`}
                  >
                    {t(`pay.${intent}`)}
                  </button>
                ))}
              </form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Due({ work: { season, to_pay, currency }, hasPaymentPage }: SeasonWorkProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const at = seasonAdminPath(season.id);
  const word = (step: (typeof dueSteps)[number]) => {
    const [from, to] = dueDays[step];
    if (step === 'last_day') return t('overview.last_day');
    return to === null ? t('overview.later') : t('overview.days', { from, to });
  };
  return (
    <FoldedPanel
      id="due"
      title={t('admin.payments')}
      about={<bdi className="num">{formatNumber(locale, to_pay.count)}</bdi>}
      link={hasPaymentPage && <Link to={`${at}/payments`}>{t('overview.all_payments')}</Link>}
    >
      <dl className={styles.due}>
        {dueSteps.map((step) => (
          <div key={step} data-step={step}>
            <dd>
              <bdi className="num">{formatNumber(locale, to_pay.due[step])}</bdi>
            </dd>
            <dt>{word(step)}</dt>
          </div>
        ))}
      </dl>
      {to_pay.orders.length === 0 ? (
        <p className={styles.quiet}>{t('overview.nothing_due')}</p>
      ) : (
        <ul className={styles.payers}>
          {to_pay.orders.map((order) => (
            <li key={order.id}>
              <Flag country={order.team?.country ?? null} width={20} />
              <span className={styles.who}>
                <bdi>{nameOf(order.customer) ?? t('rights.unnamed')}</bdi>
                <small>
                  <Link to={`${at}/orders/${order.id}`}>
                    <bdi dir="ltr" className="num">
                      {order.number}
                    </bdi>
                  </Link>
                  {order.to_pay && (
                    <>
                      {t('rows.comma')}
                      <span suppressHydrationWarning>
                        {t('order_admin.pay_by', { day: formatCalendarDay(locale, order.to_pay.last_day, 'short') })}
                      </span>
                    </>
                  )}
                </small>
              </span>
              <bdi className="num">{formatMoney(locale, order.amount_cents, currency)}</bdi>
              {hasPaymentPage && (
                <Link
                  className={panel.button}
                  to={`${at}/payments/${order.id}`}
                  aria-label={`${t('overview.mark_paid')}: ${order.number}`}
                >
                  {t('overview.mark_paid')}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </FoldedPanel>
  );
}
