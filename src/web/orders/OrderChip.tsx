/** The state of an order in a word and a sign; dashed while something is still to come. */
import type { OrderStatus } from '#domain/orders/order.ts';
import { orderStates } from '#web/lib/order-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import chip from '#web/ui/chip.module.css';
import { Icon, type IconName } from '#web/ui/Icon.tsx';
import styles from './orders.module.css';

const looks: Readonly<Record<OrderStatus, { icon: IconName; look: string | undefined }>> = {
  pending: { icon: 'hourglass', look: styles.wait },
  confirmed: { icon: 'money', look: styles.wait },
  payment_pending: { icon: 'money', look: styles.wait },
  revoked: { icon: 'money', look: styles.wait },
  paid: { icon: 'check', look: chip.home },
  rejected: { icon: 'close', look: chip.bad },
  cancelled: { icon: 'close', look: chip.mute },
};

interface OrderChipProps {
  status: OrderStatus;
  /** An agent took cash that the loft has to approve: shown instead of the state. */
  hasCash?: boolean;
  /** A step of its history, not the state in which it is now. */
  isStep?: boolean;
}

export function OrderChip({ status, hasCash = false, isStep = false }: OrderChipProps) {
  const { t } = useTranslation();
  if (hasCash)
    return (
      <span className={`${chip.chip} ${styles.wait}`}>
        <Icon name="hourglass" size={15} />
        {t('money.to_approve')}
      </span>
    );
  const { icon, look } = looks[status];
  return (
    <span className={`${chip.chip} ${look}`}>
      <Icon name={icon} size={15} />
      {t(isStep ? `orders.${status}` : orderStates[status])}
    </span>
  );
}

/** Whether an order awaits payment again after a failed one: a refused card, or cash that never arrived. */
export const isPaymentFailed = (history: readonly { status: OrderStatus }[], i: number): boolean =>
  history[i]?.status === 'confirmed' && history[i - 1]?.status === 'payment_pending';
