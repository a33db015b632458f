/** The days on which a product is sold: a bar inside its due date with a line for today, and its state in words. */
import { daysBetween } from '#domain/calendar.ts';
import type { Product } from '#domain/seasons/product-contract.ts';
import { formatNamedDay } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './products.module.css';

export interface AvailabilityProps {
  sale: Product['sale'];
  due_date: { starts_at: string; ends_at: string } | null;
  today: string;
}

export function Availability({ sale, due_date, today }: AvailabilityProps) {
  const { from, to } = sale;
  return (
    <div className={styles.availability}>
      {due_date && from !== null && to !== null && from <= to && (
        <Bar from={from} to={to} due_date={due_date} today={today} />
      )}
      <SaleWords sale={sale} />
    </div>
  );
}

function Bar({
  from,
  to,
  due_date,
  today,
}: {
  from: string;
  to: string;
  due_date: NonNullable<AvailabilityProps['due_date']>;
  today: string;
}) {
  const { starts_at, ends_at } = due_date;
  const days = daysBetween(starts_at, ends_at) + 1;
  const share = (day: string) => `${(100 * daysBetween(starts_at, day)) / days}%`;
  return (
    // Time runs from left to right in every language, as on every chart.
    <div className={styles.bar} dir="ltr" aria-hidden="true">
      <span style={{ insetInlineStart: share(from), inlineSize: `${(100 * (daysBetween(from, to) + 1)) / days}%` }} />
      {today >= starts_at && today <= ends_at && <i style={{ insetInlineStart: share(today) }} />}
    </div>
  );
}

/** The days on which a product can be bought, and the quantity left. */
export function SaleWords({ sale: { state, from, to, remaining } }: { sale: Product['sale'] }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const day = (text: string) => formatNamedDay(locale, Date.parse(`${text}T12:00:00Z`), 'UTC');
  return (
    <p className={styles.sale}>
      {from !== null && to !== null && from <= to && <bdi>{t('product.range', { from: day(from), to: day(to) })}</bdi>}
      {state === 'unset' && <small>{t('product.unset')}</small>}
      {state === 'over' && <small>{t('product.over')}</small>}
      {state === 'sold_out' && <small>{t('product.sold_out')}</small>}
      {(state === 'open' || state === 'ahead') && remaining !== null && (
        <small>{t('product.left', { count: remaining })}</small>
      )}
    </p>
  );
}
