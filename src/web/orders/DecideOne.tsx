/** The decision on one order: confirm it where it is pending, reject it with a reason where that is allowed. */
import { Form } from 'react-router';
import type { OrderView } from '#domain/orders/contract.ts';
import { orderMachine } from '#domain/orders/order.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Area } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './season-orders.module.css';

export interface DecideOneProps {
  order: Pick<OrderView, 'id' | 'status'>;
  answer: RefusedForm | undefined;
}

export function DecideOne({ order, answer }: DecideOneProps) {
  const { t } = useTranslation();
  return (
    <section className={panel.panel} aria-label={t('admin.state')}>
      <Form method="post" className={`${forms.form} ${styles.decide}`} preventScrollReset noValidate>
        <input type="hidden" name="chosen" value={order.id} />
        {'confirm' in orderMachine.steps[order.status] && (
          <button type="submit" name="intent" value="confirm" className={panel.button_primary}>
            <Icon name="check" />
            {t('order_admin.confirm')}
          </button>
        )}
        <Area
          label={t('order_admin.reason')}
          name="reason"
          rows={2}
          maxLength={1000}
          defaultValue={answer?.typed.reason}
          errors={answer?.refused.errors?.reason}
        />
        <button type="submit" name="intent" value="reject" className={`${panel.button} ${forms.danger}`}>
          {t('order_admin.reject')}
        </button>
      </Form>
    </section>
  );
}
