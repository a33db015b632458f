/** The arc home under a sky, from the truck at the release point to the loft. Solid is done, dashed is not. */
import type { CSSProperties, ReactNode } from 'react';
import { arcParts, arcView, type OnArc } from '#web/lib/field-line.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Horizon } from './Horizon.tsx';
import { Icon } from './Icon.tsx';
import styles from './sky.module.css';

export interface ArcProps {
  loft_id: number;
  /** The names of the two ends; a release point may have none yet. */
  from: string | null;
  to: string;
  /** The part of the arc that is solid, from the loft outward, 0 to 1. */
  solid: number;
  /** Whether the mark of evaluation stands in place of the loft (4.15). */
  evaluated: boolean;
  children?: ReactNode;
}

export function Arc({ loft_id, from, to, solid, evaluated, children }: ArcProps) {
  const { t } = useTranslation();
  const { out, home } = arcParts(inSteps(solid));
  return (
    <div className={styles.line}>
      <Horizon loft_id={loft_id} />
      <svg
        className={styles.arc}
        viewBox={`0 0 ${arcView.width} ${arcView.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {out && (
          <>
            <path className={styles.casing} d={out} />
            <path className={styles.dashed} d={out} />
          </>
        )}
        {home && (
          <>
            <path className={styles.solid_casing} d={home} />
            <path className={styles.solid} d={home} />
          </>
        )}
      </svg>
      {children}
      <div className={`${styles.pin} ${styles.truck}`}>
        <Icon name="truck" size={19} />
      </div>
      <p className={styles.from}>
        <bdi>{from ?? t('race.release_point')}</bdi>
      </p>
      <div className={`${styles.pin} ${styles.loft}`}>
        <Icon name={evaluated ? 'evaluated' : 'flag'} size={18} />
      </div>
      <p className={styles.to}>
        <bdi>{to}</bdi>
      </p>
    </div>
  );
}

/** A thousandth of the arc is less than a pixel: of thousands of birds not each one draws it again. */
const inSteps = (share: number): number => (share <= 0 ? 0 : Math.max(1, Math.floor(share * 1000)) / 1000);

/** The place of a thing on the arc, for its style: from the start of the line in percent, from its lower edge in px. */
export const standing = ({ x, y }: OnArc): CSSProperties =>
  ({
    '--x': `${((x / arcView.width) * 100).toFixed(2)}%`,
    '--up': `${(arcView.height - y).toFixed(1)}px`,
  }) as CSSProperties;
