/** The question before an order is cancelled. */
import { Form } from 'react-router';
import type { OrderView } from '#domain/orders/contract.ts';
import { placesOfOrder } from '#domain/orders/timeline.ts';
import { orderPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import styles from './orders.module.css';

interface OrderActionProps {
  order: Pick<OrderView, 'id' | 'number' | 'pigeons_active' | 'pigeons_reserve'>;
  intent: 'change' | 'cancel';
}

/**
 * Cancelling an order, alone or to register again, with a confirmation and the way out of it; without a script a press
 * opens the question.
 */
export function OrderAction({ order, intent }: OrderActionProps) {
  const { t } = useTranslation();
  const sure =
    intent === 'cancel' && placesOfOrder(order) === 0 ? 'cancel_sure_no_places' : (`${intent}_sure` as const);
  return (
    // The question opens below the button, on a phone below the screen.
    <details
      className={styles.action}
      onKeyDown={(event) => {
        if (event.key === 'Escape') fold(event.currentTarget);
      }}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) currentTarget.scrollIntoView({ block: 'nearest' });
      }}
    >
      <summary className={intent === 'cancel' ? styles.quiet : panel.button}>{t(`orders.${intent}`)}</summary>
      <Form method="post" action={orderPath(order.id)}>
        <p>{t(`orders.${sure}`, { number: order.number })}</p>
        <div className={styles.sure}>
          <button type="submit" name="intent" value={intent} className={panel.button_primary}>
            {t(`orders.${intent}`)}
          </button>
          {/* Without a script the page is shown anew, with the question folded. */}
          <a
            className={panel.button}
            href={orderPath(order.id)}
            onClick={(event) => {
              event.preventDefault();
              fold(event.currentTarget);
            }}
          >
            {t('orders.keep')}
          </a>
        </div>
      </Form>
    </details>
  );
}

/** Folds the question around an element, and gives the focus back to what opened it. */
function fold(within: Element): void {
  const question = within.closest('details');
  if (!question?.open) return;
  question.open = false;
  question.querySelector('summary')?.focus();
}
