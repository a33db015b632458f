/** How a device stands, in a word and a sign. */
import { useTranslation } from 'react-i18next';
import type { DeviceState } from '#domain/devices/device.ts';
import chip from '#web/ui/chip.module.css';
import { Icon, type IconName } from '#web/ui/Icon.tsx';

const looks: Readonly<Record<DeviceState, { icon: IconName; look: string | undefined }>> = {
  online: { icon: 'check', look: chip.home },
  silent: { icon: 'alert', look: chip.bad },
  off: { icon: 'pause', look: chip.mute },
  unseen: { icon: 'antenna', look: chip.dashed },
  revoked: { icon: 'lock', look: chip.mute },
};

export function StateChip({ state }: { state: DeviceState }) {
  const { t } = useTranslation();
  const { icon, look } = looks[state];
  return (
    <span className={`${chip.chip} ${look}`}>
      <Icon name={icon} size={15} />
      {t(`devices.${state}`)}
    </span>
  );
}
