/** The stops of a route, in order: name, address, phone, birds, what is to be paid; on paper without the buttons. */
import { Form } from 'react-router';
import type { Stop } from '#domain/transports/route-contract.ts';
import { formatMoney, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { MoveButtons } from '#web/ui/MoveButtons.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './route.module.css';
import { TransportChip } from './TransportChip.tsx';

/** Read without a network, a route is only read: its buttons need the server. */
export function RouteStops({ stops, isOffline = false }: { stops: readonly Stop[]; isOffline?: boolean }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const birds = stops.reduce((sum, { places }) => sum + places, 0);
  const isDone = ({ at_home, in_transit, at_loft }: Stop) => at_home === 0 && in_transit + at_loft > 0;
  return (
    <>
      <p className={styles.sum} role="status">
        {t('transports.route_sum', {
          done: formatNumber(locale, stops.filter(isDone).length),
          stops: formatNumber(locale, stops.length),
          birds: formatNumber(locale, birds),
        })}
      </p>
      <ol className={styles.stops}>
        {stops.map((stop, n) => (
          <li key={stop.id} className={panel.panel} data-done={isDone(stop) ? '' : undefined}>
            <StopFacts stop={stop} n={n + 1} isDone={isDone(stop)} />
            {!isOffline && (
              <StopActs stop={stop} isDone={isDone(stop)} ends={{ isFirst: n === 0, isLast: n === stops.length - 1 }} />
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function StopFacts({ stop, n, isDone }: { stop: Stop; n: number; isDone: boolean }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { id, customer, order, status, collection, phone, street, zipcode, city, places } = stop;
  const town = [zipcode, city].filter(Boolean).join(' ');
  const address = [street, town].filter(Boolean).join(', ');
  const wanted = encodeURIComponent(address || collection.place);
  return (
    <div className={styles.facts}>
      <h2>
        <bdi className="num">{formatNumber(locale, n)}</bdi>
        <Link to={`/transports/${id}`}>
          <bdi>{customer}</bdi>
        </Link>
        {isDone ? (
          <span className={styles.done}>
            <Icon name="check" />
            {t('transports.collected')}
          </span>
        ) : (
          status === 'pending' && <TransportChip status={status} />
        )}
      </h2>
      <address>
        {address && <bdi>{address}</bdi>}
        <small>
          <bdi>{collection.place}</bdi>
          {', '}
          <bdi dir="ltr" className="num">{`${collection.from_time}–${collection.to_time}`}</bdi>
        </small>
      </address>
      <p className={styles.reach}>
        {phone && (
          <a className={panel.button} href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
            <Icon name="call" />
            <bdi dir="ltr">{phone}</bdi>
          </a>
        )}
        <a className={`${panel.button} ${styles.app}`} href={`geo:0,0?q=${wanted}`}>
          <Icon name="pin" />
          {t('transports.map_app')}
        </a>
        <a
          className={styles.on_screen}
          href={`https://www.openstreetmap.org/search?query=${wanted}`}
          target="_blank"
          rel="noreferrer"
        >
          {t('map.open')}
        </a>
      </p>
      <dl>
        <div>
          <dt>{t('pigeons.title')}</dt>
          <dd>
            <bdi className="num">{formatNumber(locale, places)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('transports.for_transport')}</dt>
          <dd>
            <bdi className="num">{formatMoney(locale, stop.transport_cents, collection.currency)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('transports.by_hand')}</dt>
          <dd>
            {stop.to_pay ? (
              <bdi className="num">{formatMoney(locale, stop.to_pay.amount_cents, stop.to_pay.currency)}</bdi>
            ) : (
              t(stop.has_cash ? 'money.to_approve' : 'transports.nothing_due')
            )}
          </dd>
        </div>
        <div>
          <dt>{t('order_admin.number')}</dt>
          <dd>
            <bdi dir="ltr" className="num">
              {order.number}
            </bdi>
            {' · '}
            <bdi>{order.loft.name}</bdi>
          </dd>
        </div>
      </dl>
    </div>
  );
}

interface StopActsProps {
  stop: Stop;
  isDone: boolean;
  ends: { isFirst: boolean; isLast: boolean };
}

function StopActs({ stop: { id, customer, status, at_home, in_transit, can_put_back }, isDone, ends }: StopActsProps) {
  const { t } = useTranslation();
  return (
    <Form method="post" className={styles.acts} preventScrollReset>
      <input type="hidden" name="chosen" value={id} />
      {status === 'pending' && (
        <button type="submit" name="intent" value="confirm" className={panel.button}>
          {t('order_admin.confirm')}
        </button>
      )}
      {status === 'confirmed' && !isDone && at_home > 0 && (
        <button type="submit" name="intent" value="pick_up" className={panel.button_primary}>
          <Icon name="check" />
          {t('transports.collected')}
        </button>
      )}
      {can_put_back && (
        <button type="submit" name="intent" value="put_back" className={panel.button}>
          <Icon name="undo" />
          {t('basketing_desk.undo')}
        </button>
      )}
      {status === 'confirmed' && at_home + in_transit === 0 && !isDone && <small>{t('transports.none_entered')}</small>}
      <span className={styles.move}>
        <MoveButtons name={customer} {...ends} />
      </span>
    </Form>
  );
}
