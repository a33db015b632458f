/** The state of a bird as a word and a sign. */
import { type Health, isGone, type Location } from '#domain/pigeons/status.ts';
import { useTranslation } from '#web/lib/translation.ts';
import chip from '#web/ui/chip.module.css';
import { Icon, type IconName } from './Icon.tsx';

const looks: Readonly<Record<Health, { icon: IconName; look: string | undefined }>> = {
  unassigned: { icon: 'alert', look: chip.dashed },
  assigned: { icon: 'list', look: chip.dashed },
  active: { icon: 'check', look: chip.home },
  reserve: { icon: 'pause', look: chip.provisional },
  activated_reserve: { icon: 'check', look: chip.home },
  injured: { icon: 'alert', look: chip.bad },
  lost: { icon: 'search', look: chip.bad },
  died: { icon: 'close', look: chip.mute },
  for_sale: { icon: 'box', look: chip.replay },
  quarantine: { icon: 'lock', look: chip.mute },
  held_back: { icon: 'pause', look: chip.mute },
  breeding: { icon: 'loft', look: chip.mute },
  disqualified: { icon: 'close', look: chip.bad },
};

export function HealthChip({ health }: { health: Health }) {
  const { t } = useTranslation();
  const { icon, look } = looks[health];
  return (
    <span className={`${chip.chip} ${look}`}>
      <Icon name={icon} size={15} />
      {t(`pigeon_status.${health}`)}
    </span>
  );
}

const places: Readonly<Record<Location, { icon: IconName; look: string | undefined }>> = {
  at_home: { icon: 'user', look: chip.mute },
  in_transit: { icon: 'truck', look: chip.dashed },
  at_loft: { icon: 'loft', look: chip.home },
};

/** With a number: how many birds have this state. */
export function LocationWord({ location, count }: { location: Location; count?: string }) {
  const { t } = useTranslation();
  const { icon, look } = places[location];
  return (
    <span className={`${chip.chip} ${look}`}>
      <Icon name={icon} size={15} />
      {count !== undefined && <bdi className="num">{count}</bdi>}
      {t(`pigeon_status.${location}`)}
    </span>
  );
}

interface BirdPlaceProps {
  bird: { health: Health; location: Location };
  /** Whether the state of the bird stands beside it, and says already that it is lost or dead. */
  besideHealth?: boolean;
}

/** Where a bird is. One that is lost or dead is nowhere: where it was last is not said. */
export function BirdPlace({ bird: { health, location }, besideHealth = false }: BirdPlaceProps) {
  if (!isGone(health)) return <LocationWord location={location} />;
  return besideHealth ? null : <HealthChip health={health} />;
}
