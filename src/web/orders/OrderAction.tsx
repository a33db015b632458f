/** Cancelling an order, alone or to register again, after a question. */
import type { OrderView } from '#domain/orders/contract.ts';
import { placesOfOrder } from '#domain/orders/timeline.ts';
import { orderPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Question } from './Question.tsx';

interface OrderActionProps {
  order: Pick<OrderView, 'id' | 'number' | 'pigeons_active' | 'pigeons_reserve'>;
  intent: 'change' | 'cancel';
}

export function OrderAction({ order, intent }: OrderActionProps) {
  const { t } = useTranslation();
  const path = orderPath(order.id);
  const sure =
    intent === 'cancel' && placesOfOrder(order) === 0 ? 'cancel_sure_no_places' : (`${intent}_sure` as const);
  return (
    <Question
      name={t(`orders.${intent}`)}
      question={t(`orders.${sure}`, { number: order.number })}
      keep={{ name: t('orders.keep'), to: path }}
      action={path}
      isQuiet={intent === 'cancel'}
    >
      <input type="hidden" name="intent" value={intent} />
    </Question>
  );
}
