/**
 * The way home along the foot of a slide. While nobody is home the estimated position rides on it (4.14); then its end at
 * the loft is solid by the share of the field that is home.
 */
import { isUnflown } from '#domain/flights/flight.ts';
import { arcParts, arcView, placeOnArc } from '#web/lib/field-line.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import sky from '#web/ui/sky.module.css';
import { useProgress } from './PresentMap.tsx';
import styles from './present.module.css';
import type { PresentData } from './present-loader.server.ts';

interface LineProps extends Pick<PresentData, 'flight' | 'loft' | 'read_at'> {
  home: number;
  /** Whether both ends have their names. */
  named?: boolean;
}

export function PresentLine({ flight, loft, read_at, home, named = false }: LineProps) {
  const { t } = useTranslation();
  const estimated = useProgress(flight, flight.distance_m, read_at);
  const progress = home === 0 ? estimated : null;
  const isOver = !isUnflown(flight) && flight.status !== 'released';
  const share = flight.basketed_count > 0 ? Math.min(1, home / flight.basketed_count) : 0;
  const { out, home: solid } = arcParts(share);
  return (
    <div className={styles.line}>
      <svg
        viewBox={`0 0 ${arcView.width} ${arcView.height}`}
        preserveAspectRatio="none"
        className={styles.arc}
        aria-hidden="true"
      >
        {out && (
          <g className={styles.out}>
            <path className={sky.casing} d={out} />
            <path className={sky.dashed} d={out} />
          </g>
        )}
        {solid && (
          <g>
            <path className={sky.solid_casing} d={solid} />
            <path className={sky.solid} d={solid} />
          </g>
        )}
      </svg>
      <End at={1} name={named ? (flight.release_point ?? t('race.release_point')) : null} icon="truck" />
      {progress !== null && <End at={1 - progress} name={null} icon="pigeon" />}
      <End at={0} name={named ? loft.name : null} icon={isOver ? 'evaluated' : 'flag'} />
    </div>
  );
}

/** @param at the share of the arc between the loft and it */
function End({ at, name, icon }: { at: number; name: string | null; icon: 'truck' | 'flag' | 'evaluated' | 'pigeon' }) {
  const { x, y } = placeOnArc(at);
  return (
    <div
      className={styles.end}
      style={{ insetInlineStart: `${(x / arcView.width) * 100}%`, top: `${(y / arcView.height) * 100}%` }}
    >
      <i className={styles.pin} data-icon={icon}>
        <Icon name={icon} size={24} />
      </i>
      {name && <bdi>{name}</bdi>}
    </div>
  );
}
