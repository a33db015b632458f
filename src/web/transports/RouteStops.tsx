/** The stops of a route, in order: name, address, phone, birds, what is to be paid; on paper without the buttons. */
import type { ReactNode } from 'react';
import type { Stop } from '#domain/transports/route-contract.ts';
import { addressLine } from '#web/lib/address.ts';
import { formatMoney, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './route.module.css';
import { TransportChip } from './TransportChip.tsx';
import { WhatIsWrong } from './WhatIsWrong.tsx';

export interface StopOfRoute {
  stop: Stop;
  isDone: boolean;
  ends: { isFirst: boolean; isLast: boolean };
}

export interface RouteStopsProps {
  stops: readonly Stop[];
  /** What can be done at a stop. Read without a network, a route is only read: its buttons need the server. */
  acts?: (one: StopOfRoute) => ReactNode;
}

export function RouteStops({ stops, acts }: RouteStopsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const birds = stops.reduce((sum, { places }) => sum + places, 0);
  const isDone = ({ at_home, collected, to_give_back }: Stop) => at_home === 0 && collected > 0 && to_give_back === 0;
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
            {acts?.({ stop, isDone: isDone(stop), ends: { isFirst: n === 0, isLast: n === stops.length - 1 } })}
          </li>
        ))}
      </ol>
    </>
  );
}

function StopFacts({ stop, n, isDone }: { stop: Stop; n: number; isDone: boolean }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { id, customer, order, status, collection, phone, places } = stop;
  const address = addressLine(locale, t, stop);
  // The birds are handed over where the customer has booked, wherever they live.
  const wanted = encodeURIComponent(collection.place);
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
          status !== 'confirmed' && <TransportChip status={status} />
        )}
      </h2>
      <WhatIsWrong transport={stop} />
      <address>
        <span>
          <bdi>{collection.place}</bdi>
          {t('rows.comma')}
          <bdi dir="ltr" className="num">{`${collection.from_time}–${collection.to_time}`}</bdi>
        </span>
        {address && (
          <small>
            <bdi suppressHydrationWarning>{address}</bdi>
          </small>
        )}
      </address>
      <p className={styles.reach}>
        {phone && (
          <a className={panel.button} href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
            <Icon name="call" />
            <bdi dir="ltr">{phone}</bdi>
          </a>
        )}
        <a className={`${panel.button} ${styles.app}`} href={`geo:0,0?q=${wanted}`}>
          <Icon name="map" />
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
            {stop.at_loft > 0 && (
              <>
                {' · '}
                {t('pigeon_status.at_loft')}: <bdi className="num">{formatNumber(locale, stop.at_loft)}</bdi>
              </>
            )}
            {stop.not_entered > 0 && (
              <>
                {' · '}
                {t('transports.not_entered_count', { n: stop.not_entered })}
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('transports.for_transport')}</dt>
          <dd>
            <bdi className="num">{formatMoney(locale, stop.transport_cents, collection.currency)}</bdi>{' '}
            <small>
              <bdi dir="ltr" className="num">
                {`${formatNumber(locale, stop.collected || places)} × ${formatMoney(locale, collection.price_cents, collection.currency)}`}
              </bdi>
            </small>
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
