/** An order to be paid by its customer: before the card payment and after it. */
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
  /** Below the order: other methods to pay, or its receipts. */
  otherwise?: ReactNode;
  /** The reader returns from the card payment: nothing may look like a second payment. */
  isBack?: boolean;
}

export function OwnOrder({ loft, order, title, children, otherwise, isBack }: OwnOrderProps) {
  const { t } = useTranslation();
  return (
    <div className={`wrap ${styles.own} ${styles.narrow}`}>
      <AdminHead title={title} lead={<bdi>{loft.name}</bdi>} />
      <section className={panel.panel} aria-label={t('due_date.payment')}>
        <div className={styles.message}>{children}</div>
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
