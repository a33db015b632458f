/** The days on which birds can be put up and bought, or why they cannot be. */
import type { ReplyOf } from '#domain/contract.ts';
import type { readSale } from '#domain/sales/contract.ts';
import { formatCalendarDay } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './sales.module.css';

export function SaleWindow({ sale }: { sale: ReplyOf<typeof readSale>['sale'] }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const day = (date: string) => formatCalendarDay(locale, date, 'words');
  if (sale?.from && sale.to && (sale.state === 'open' || sale.state === 'ahead'))
    return (
      <p className={styles.window} suppressHydrationWarning>
        <Icon name="calendar" size={18} />
        {t('due_date.pigeon_sale')}: {t('due_date.range', { from: day(sale.from), to: day(sale.to) })}
      </p>
    );
  return (
    <p className={`${panel.notice} ${styles.window}`}>
      <Icon name="alert" size={18} />
      {sale === null ? t('refusals.sale_product_missing') : t('sale.closed')}
    </p>
  );
}
