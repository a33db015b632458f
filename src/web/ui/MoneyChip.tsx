/** The payment state of something as a word and a sign. */
import type { MoneyState } from '#domain/payments/state.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './chip.module.css';
import { Icon, type IconName } from './Icon.tsx';

const looks: Readonly<Record<MoneyState, { icon: IconName; look: string | undefined }>> = {
  to_pay: { icon: 'calendar', look: styles.dashed },
  begun: { icon: 'replay', look: styles.dashed },
  to_approve: { icon: 'hourglass', look: styles.wait },
  paid: { icon: 'check', look: styles.home },
  owed: { icon: 'alert', look: styles.bad },
  returning: { icon: 'hourglass', look: styles.wait },
  returned: { icon: 'check', look: styles.mute },
  ended: { icon: 'close', look: styles.mute },
};

export function MoneyChip({ state }: { state: MoneyState }) {
  const { t } = useTranslation();
  const { icon, look } = looks[state];
  return (
    <span className={`${styles.chip} ${look}`}>
      <Icon name={icon} size={15} />
      {t(`money.${state}`)}
    </span>
  );
}
