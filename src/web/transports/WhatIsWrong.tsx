/** Why the birds of a request are not collected now, and what its agent does about it. */
import type { ListedTransport } from '#domain/transports/agent-contract.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { waitsForLoft } from './PickUp.tsx';
import styles from './transports.module.css';

export function WhatIsWrong({ transport }: { transport: ListedTransport }) {
  const { t } = useTranslation();
  if (!waitsForLoft(transport)) return null;
  return (
    <p className={styles.attention} role="note">
      <Icon name="hourglass" size={18} />
      <span>{t('refusals.order_not_confirmed')}</span>
    </p>
  );
}
