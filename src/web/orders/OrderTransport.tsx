/** How the birds of an order come to the loft: the agent who collects them, or no longer does; or by themselves. */
import type { CollectedBy, OrderView } from '#domain/orders/contract.ts';
import { placesOfOrder } from '#domain/orders/timeline.ts';
import { nothingHandedOver } from '#domain/transports/transport.ts';
import { formatCalendarDay, formatMoney } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';

export interface OrderTransportProps {
  order: OrderView;
  /** Null: they travel without an agent. */
  collection: CollectedBy | null;
}

export function OrderTransport({ order, collection }: OrderTransportProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (!collection) return t('order_admin.own_transport');
  const { status, reason, not_entered, agent, place, day, from_time, to_time, price_cents, currency } = collection;
  return (
    <>
      {t('rights.agent')}: <bdi>{agent}</bdi>
      {t('rows.comma')}
      <bdi>{place}</bdi>
      {t('rows.comma')}
      <span suppressHydrationWarning>{formatCalendarDay(locale, day, 'words')}</span>
      {t('rows.comma')}
      <bdi dir="ltr" className="num">{`${from_time}–${to_time}`}</bdi>
      {' · '}
      {status === 'rejected' ? (
        <b>
          {t('transports.not_collected')}{' '}
          <bdi>{reason === nothingHandedOver ? t('transports.nothing_handed_over') : reason}</bdi>
        </b>
      ) : (
        <>
          {t('transports.hand_over')}:{' '}
          <bdi className="num">{formatMoney(locale, price_cents * placesOfOrder(order), currency)}</bdi>
          {' · '}
          {t(`transports.${status}`)}
        </>
      )}
      {not_entered > 0 && (
        <>
          {' · '}
          <b>{t('transports.not_entered_count', { n: not_entered })}</b>
        </>
      )}
    </>
  );
}
