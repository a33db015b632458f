/** The state of a request in a word and a sign; dashed while its agent has not answered. */
import type { TransportStatus } from '#domain/transports/transport.ts';
import { useTranslation } from '#web/lib/translation.ts';
import chip from '#web/ui/chip.module.css';
import { Icon, type IconName } from '#web/ui/Icon.tsx';
import styles from './transports.module.css';

const looks: Readonly<Record<TransportStatus, { icon: IconName; look: string | undefined }>> = {
  pending: { icon: 'hourglass', look: styles.wait },
  confirmed: { icon: 'check', look: chip.home },
  rejected: { icon: 'close', look: chip.bad },
  cancelled: { icon: 'close', look: chip.mute },
};

export function TransportChip({ status }: { status: TransportStatus }) {
  const { t } = useTranslation();
  const { icon, look } = looks[status];
  return (
    <span className={`${chip.chip} ${look}`}>
      <Icon name={icon} size={15} />
      {t(`transports.${status}`)}
    </span>
  );
}
