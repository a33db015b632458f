/** An order with its progress, the next step and its actions; the same in the list and on its own page. */
import { Fragment } from 'react';
import type { CollectedBy, OrderView } from '#domain/orders/contract.ts';
import { holdsPlaces, isPayable, takesPigeons, teamNames } from '#domain/orders/order.ts';
import { isCancellable, lacksPigeons, placesOfOrder } from '#domain/orders/timeline.ts';
import { formatCalendarDay, formatMoney, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { loftPath, orderPath, seasonPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { CashTaken } from '#web/ui/CashTaken.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Horizon } from '#web/ui/Horizon.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import sky from '#web/ui/sky.module.css';
import { OrderAction } from './OrderAction.tsx';
import { OrderBirds } from './OrderBirds.tsx';
import { OrderChip } from './OrderChip.tsx';
import { OrderProgress } from './OrderProgress.tsx';
import { OrderTransport } from './OrderTransport.tsx';
import styles from './orders.module.css';

export interface OrderCardProps {
  order: OrderView;
  /** The agent who collects its birds, or no longer does; not said in a list. */
  collection?: CollectedBy | null;
  /** On its own page the order has no link to itself. */
  alone?: boolean;
  /** False: another customer's order, read only. */
  is_mine?: boolean;
}

export function OrderCard({ order, collection = null, alone = false, is_mine = true }: OrderCardProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { id, number, loft, season, status, currency } = order;
  const named = [...order.activates, ...order.buys];
  const amount = formatMoney(locale, order.amount_cents, currency);
  const Title = alone ? 'h1' : 'h2';
  const path = orderPath(id);
  return (
    <article className={`${panel.panel} ${styles.order} ${alone ? '' : styles.listed}`} aria-labelledby={`order-${id}`}>
      <div className={styles.order_head}>
        <div className={`${sky.sky} ${styles.sky}`} data-sky="dawn">
          <Horizon loft_id={loft.id} />
        </div>
        <div>
          <Title id={`order-${id}`}>
            <Link
              to={!alone ? path : season ? seasonPath({ loft_id: loft.id, season_id: season.id }) : loftPath(loft.id)}
            >
              <bdi>{loft.name}</bdi> {season && <bdi>{season.name}</bdi>}
            </Link>
          </Title>
          <p className={styles.meta}>
            <Flag country={loft.country} width={20} />
            <span>
              {t('orders.order', { number })}
              {teamNames(order).map((name) => (
                <Fragment key={name}>
                  {' · '}
                  <bdi>{name}</bdi>
                </Fragment>
              ))}
              {' · '}
              {named.length > 0
                ? order.positions.map(({ name }) => name).join(t('rows.comma'))
                : t('register.birds', { active: order.pigeons_active, reserve: order.pigeons_reserve })}
            </span>
          </p>
        </div>
        <div className={styles.amount}>
          <bdi className="num">{amount}</bdi>
          <OrderChip status={status} hasCash={order.cash !== null} />
        </div>
      </div>
      <div className={styles.order_body}>
        <OrderProgress order={order} />
        {named.length > 0 && (
          <ul className={styles.rings} aria-label={t('admin.pigeons')}>
            {named.map(({ pigeon_id, ring }) => (
              <li key={pigeon_id}>
                <Ring ring={ring} />
              </li>
            ))}
          </ul>
        )}
        <Callout order={order} amount={amount} is_mine={is_mine} />
        {is_mine && <NextStep order={order} />}
        <OrderBirds order={order} />
        {collection && (
          <p className={styles.transport}>
            <Icon name="truck" />
            <span>
              <OrderTransport order={order} collection={collection} />{' '}
              {is_mine && collection.status === 'rejected' && holdsPlaces(status) && (
                <Link to={`${path}/shipments`}>{t('transports.choose_again')}</Link>
              )}
            </span>
          </p>
        )}
        <div className={styles.acts}>
          {is_mine && takesPigeons(status) && placesOfOrder(order) > 0 && (
            <>
              {!isNextToEnter(order) && (
                <a className={panel.button} href={`${path}/pigeons`}>
                  <Icon name="pigeon" />
                  {t(lacksPigeons(order) ? 'orders.step_enter' : 'loft.pigeons')}
                </a>
              )}
              {!isPayable(status) && (
                <Link className={panel.button} to={`${path}/activations`}>
                  <Icon name="swap" />
                  {t('admin.activations')}
                </Link>
              )}
            </>
          )}
          {is_mine && holdsPlaces(status) && !named.length && placesOfOrder(order) > 0 && (
            <Link className={panel.button} to={`${path}/shipments`}>
              <Icon name="truck" />
              {t('register.transport')}
            </Link>
          )}
          <a className={panel.button} href={`/registrations/download/confirmation/${id}`}>
            <Icon name="document" />
            {t(status === 'pending' ? 'orders.pdf_pending' : 'orders.pdf')}
          </a>
          {is_mine && isCancellable(status) && !order.cash && (
            <>
              {status === 'pending' && <OrderAction order={order} intent="change" />}
              <OrderAction order={order} intent="cancel" />
            </>
          )}
        </div>
      </div>
    </article>
  );
}

/** Whether nothing is left for its customer but to enter pigeons. */
const isNextToEnter = (order: OrderView) => lacksPigeons(order) && !isPayable(order.status);

/** What comes next where nothing is to be paid: the pigeons, or the loft's confirmation. */
function NextStep({ order }: { order: OrderView }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (isNextToEnter(order)) {
    const [entered, places] = [order.pigeons.length, placesOfOrder(order)];
    return (
      <div className={styles.callout}>
        <div>
          <b className={styles.due}>{t('orders.next_enter')}</b>
          <p>
            {t('entries.of_places', { entered: formatNumber(locale, entered), places: formatNumber(locale, places) })}
          </p>
        </div>
        <a className={panel.button_primary} href={`${orderPath(order.id)}/pigeons`}>
          <Icon name="pigeon" />
          {t('orders.step_enter')}
        </a>
      </div>
    );
  }
  if (order.status !== 'pending') return null;
  return (
    <div className={styles.callout} data-calm="true">
      <div>
        <b className={styles.due}>{t('orders.next_wait')}</b>
        <p>{t(placesOfOrder(order) > 0 ? 'orders.next_wait_text' : 'orders.next_wait_pay')}</p>
      </div>
    </div>
  );
}

const returnWord = { owed: 'pay.owed_text', sent: 'pay.returning_text', paid: 'money.returned' } as const;

/** The next step of an order, or why it ended. */
function Callout({ order, amount, is_mine }: { order: OrderView; amount: string; is_mine: boolean }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { status, number, to_pay, history, loft_email, id } = order;
  const reason = history.at(-1)?.reason;
  if (order.cash) {
    const note = status === 'paid' ? 'twice' : is_mine ? 'customer' : undefined;
    return (
      <div className={styles.cash}>
        <CashTaken cash={order.cash} currency={order.currency} time_zone={order.loft.time_zone} note={note} />
      </div>
    );
  }
  if (to_pay)
    return (
      <div className={styles.callout}>
        <div>
          <b className={styles.due} suppressHydrationWarning>
            {t('orders.pay_by', { amount, day: formatCalendarDay(locale, to_pay.last_day, 'words') })}
          </b>
          <p>
            {t('due_date.working_days', { count: to_pay.working_days_left })}.{' '}
            {t(placesOfOrder(order) > 0 ? 'orders.unpaid' : 'orders.unpaid_no_places')}
          </p>
          {status === 'payment_pending' && <p>{t('pay.begun_text')}</p>}
          {status === 'revoked' && reason && <p>{reason}</p>}
        </div>
        {is_mine && (
          <a className={panel.button_primary} href={`${orderPath(id)}/pay`}>
            <Icon name="money" />
            {t('orders.pay', { amount })}
          </a>
        )}
      </div>
    );
  const { returns } = order;
  if (!returns && status !== 'rejected' && status !== 'cancelled') return null;
  if (!returns && !reason && status === 'cancelled') return null;
  return (
    <div className={styles.callout} data-calm="true">
      <div>
        {reason && (
          <b className={styles.due}>
            <bdi>{reason}</bdi>
          </b>
        )}
        {returns ? (
          <p>{t(returnWord[returns])}</p>
        ) : (
          !history.some((row) => row.status === 'paid') && <p>{t('orders.nothing_charged')}</p>
        )}
      </div>
      {is_mine && loft_email && (
        <a
          className={panel.button}
          href={`mailto:${loft_email}?subject=${encodeURIComponent(t('orders.order', { number }))}`}
        >
          {t('orders.write')}
        </a>
      )}
    </div>
  );
}
