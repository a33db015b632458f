/** Why the birds of a request are not collected now, or not brought to the loft, and what its agent does about it. */
import type { ListedTransport } from '#domain/transports/agent-contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './transports.module.css';
import { waitsForLoft } from './waits-for-loft.ts';

export function WhatIsWrong({ transport }: { transport: ListedTransport }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { to_give_back } = transport;
  if (to_give_back === 0 && !waitsForLoft(transport)) return null;
  return (
    <p className={styles.attention} role="note">
      <Icon name={to_give_back > 0 ? 'alert' : 'hourglass'} size={18} />
      <span>
        {to_give_back > 0
          ? t('transports.give_back_why', { n: formatNumber(locale, to_give_back) })
          : t('refusals.order_not_confirmed')}
      </span>
    </p>
  );
}
