/** The state of a device as a word and a sign. */
import type { DeviceState as State } from '#domain/devices/device.ts';
import { useTranslation } from '#web/lib/translation.ts';
import chip from './chip.module.css';
import { Icon, type IconName } from './Icon.tsx';

const looks: Readonly<Record<State, { icon: IconName; look: string | undefined }>> = {
  online: { icon: 'check', look: chip.home },
  silent: { icon: 'alert', look: chip.bad },
  off: { icon: 'pause', look: chip.mute },
  unseen: { icon: 'antenna', look: chip.dashed },
  revoked: { icon: 'lock', look: chip.mute },
};

export function DeviceState({ state }: { state: State }) {
  const { t } = useTranslation();
  const { icon, look } = looks[state];
  return (
    <span className={`${chip.chip} ${look}`}>
      <Icon name={icon} size={15} />
      {t(`devices.${state}`)}
    </span>
  );
}
