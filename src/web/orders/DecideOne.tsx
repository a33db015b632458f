/**
 * The decision on one order: confirm it where it is pending, reject it with a reason where that is allowed, take a
 * rejection back; and the way to its payments. The money of a paid one goes back first: since the rejection it is the
 * customer’s.
 */
import { Form } from 'react-router';
import type { OrderView } from '#domain/orders/contract.ts';
import { isPayable, orderMachine } from '#domain/orders/order.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { useTranslation } from '#web/lib/translation.ts';
import forms from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { RejectReason } from '#web/ui/RejectReason.tsx';
import styles from './season-orders.module.css';
import { seenOf } from './season-orders.ts';

export interface DecideOneProps {
  order: Pick<OrderView, 'id' | 'number' | 'kind' | 'status' | 'returns'>;
  /** The page of its payments; null for who may not see it. */
  payments: string | null;
  answer: RefusedForm | undefined;
}

export function DecideOne({ order, payments, answer }: DecideOneProps) {
  const { t } = useTranslation();
  const { number, status, returns } = order;
  if (status === 'rejected' && (returns === 'owed' || returns === 'sent'))
    return (
      <section className={panel.panel} aria-label={t('admin.state')}>
        <div className={`${forms.form} ${styles.decide}`}>
          <p>{t(`order_admin.reopen_${returns}`, { number })}</p>
          {payments && <Payments path={payments} />}
        </div>
      </section>
    );
  return (
    <section className={panel.panel} aria-label={t('admin.state')}>
      <Form method="post" className={`${forms.form} ${styles.decide}`} preventScrollReset noValidate>
        <input type="hidden" name="chosen" value={order.id} />
        <input type="hidden" {...seenOf(order)} />
        {'confirm' in orderMachine.steps[status] && (
          <button type="submit" name="intent" value="confirm" className={panel.button_primary}>
            <Icon name="check" />
            {t('order_admin.confirm')}
          </button>
        )}
        {payments && isPayable(status) && (
          <Link className={panel.button_primary} to={payments}>
            <Icon name="money" />
            {t('pay.mark')}
          </Link>
        )}
        {payments && status === 'paid' && <Payments path={payments} />}
        {'reopen' in orderMachine.steps[status] && (
          <details open={answer?.typed.intent === 'reopen'}>
            <summary className={panel.button}>{`${t('order_admin.reopen')}…`}</summary>
            <div className={styles.more}>
              <p>{t('order_admin.reopen_ask', { number })}</p>
              <RejectReason answer={answer} />
              <button type="submit" name="intent" value="reopen" className={panel.button_primary}>
                {t('order_admin.reopen')}
              </button>
            </div>
          </details>
        )}
        {'reject' in orderMachine.steps[status] && (
          <details open={answer?.typed.intent === 'reject'}>
            <summary className={`${panel.button} ${forms.danger}`}>{`${t('order_admin.reject')}…`}</summary>
            <div className={styles.more}>
              <p>
                {t('order_admin.reject_ask', { number })}
                {status === 'paid' && ` ${t('order_admin.reject_paid')}`}
                {order.kind === 'registration' && ` ${t('order_admin.reject_back')}`}
              </p>
              <RejectReason answer={answer} />
              <button type="submit" name="intent" value="reject" className={`${panel.button} ${forms.danger}`}>
                {t('order_admin.reject')}
              </button>
            </div>
          </details>
        )}
      </Form>
    </section>
  );
}

function Payments({ path }: { path: string }) {
  const { t } = useTranslation();
  return (
    <Link className={panel.button} to={path}>
      <Icon name="money" />
      {t('admin.payments')}
    </Link>
  );
}
