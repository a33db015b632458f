/** An order to its customer as far as its money goes: on the way to the card, and back. */
import type { ReactNode } from 'react';
import type { Loft } from '#domain/lofts/contract.ts';
import type { OrderMoney } from '#domain/payments/contract.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { PayOrder } from '#web/ui/PayOrder.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './payments.module.css';

interface OwnOrderProps {
  loft: Loft;
  order: OrderMoney;
  title: string;
  children: ReactNode;
  /** How else it can be paid. */
  otherwise?: ReactNode;
  /** The reader comes back from the card, so nothing may look as if it was to be paid once more. */
  isBack?: boolean;
}

export function OwnOrder({ loft, order, title, children, otherwise, isBack }: OwnOrderProps) {
  const { t } = useTranslation();
  return (
    <div className={`wrap ${styles.own} ${styles.narrow}`}>
      <AdminHead
        under={[
          { name: t('nav.registrations'), to: '/registrations' },
          { name: order.label, to: `/registrations/${order.order_id}` },
        ]}
        title={title}
        lead={<bdi>{loft.name}</bdi>}
      />
      <section className={panel.panel} aria-label={t('due_date.payment')}>
        <div className={styles.said}>{children}</div>
        <PayOrder order={order} isBack={isBack} />
      </section>
      {otherwise}
      <p>
        <Link to="/registrations/statement" className={styles.link}>
          <Icon name="list" size={18} />
          {t('admin.statement')}
        </Link>
      </p>
    </div>
  );
}
