/** The progress of an order as a line of steps: done, current, ahead. */
import type { OrderView } from '#domain/orders/contract.ts';
import { placesOfOrder, type Step, stepsOf } from '#domain/orders/timeline.ts';
import { formatCalendarDay, formatNumber, isoDay } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon, type IconName } from '#web/ui/Icon.tsx';
import styles from './orders.module.css';

const icons: Readonly<Record<Step['step'], IconName>> = {
  sent: 'check',
  confirmed: 'hourglass',
  pay: 'money',
  enter: 'pigeon',
  arrive: 'loft',
  activated: 'check',
  rejected: 'close',
  cancelled: 'close',
};

export function OrderProgress({ order }: { order: OrderView }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const day = (at: string) => formatCalendarDay(locale, isoDay(Date.parse(at), order.loft.time_zone), 'short');
  const word = ({ step, state, birds }: Step) => {
    // Birds are in transit, and none has arrived yet.
    if (
      step === 'arrive' &&
      state === 'now' &&
      birds === null &&
      order.pigeons.some(({ location }) => location === 'in_transit')
    )
      return t('pigeon_status.in_transit');
    if (step === 'confirmed' && state === 'now') return t('orders.pending');
    if (step === 'pay' && state === 'now' && order.cash) return t('money.to_approve');
    if (step === 'pay' && state === 'done') return t('orders.paid');
    if (step === 'confirmed' || step === 'rejected' || step === 'cancelled') return t(`orders.${step}`);
    if (step === 'activated') return t('activations.activated');
    return t(`orders.step_${step}`);
  };
  const beside = ({ step, state, at, by, birds }: Step) => {
    if (birds !== null)
      return t('orders.birds', {
        birds: formatNumber(locale, birds),
        places: formatNumber(locale, placesOfOrder(order)),
      });
    if (at !== null)
      return by === null || step === 'sent' ? (
        day(at)
      ) : (
        // A name keeps its own direction, whatever scripts it is written in.
        <>
          {day(at)}
          {t('rows.comma')}
          <bdi>{by}</bdi>
        </>
      );
    if (step === 'pay' && state === 'now' && order.cash) return day(order.cash.at);
    if (step === 'pay' && state === 'now' && order.to_pay)
      return formatCalendarDay(locale, order.to_pay.last_day, 'short');
    return null;
  };
  return (
    <ol className={styles.track}>
      {stepsOf(order).map((step) => (
        <li key={step.step} data-state={step.state} aria-current={step.state === 'now' ? 'step' : undefined}>
          <i>
            <Icon name={step.state === 'done' ? 'check' : icons[step.step]} size={16} />
          </i>
          <b>{word(step)}</b>
          <small suppressHydrationWarning>{beside(step)}</small>
        </li>
      ))}
    </ol>
  );
}
