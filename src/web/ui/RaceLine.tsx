/**
 * The line home, from the truck at the release point to the flag at the loft. Dashed is expected, solid is done: the
 * marker of the estimated position moves along it, and at its end the mark of evaluation replaces the loft.
 */
import { type CSSProperties, memo, useEffect, useState } from 'react';
import { runningSince } from '#domain/arrivals/clock.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { noteServerTime, serverNow } from '#web/lib/now.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Horizon } from './Horizon.tsx';
import { Icon } from './Icon.tsx';
import styles from './sky.module.css';

export interface LineOfRace {
  loft_id: number;
  from: string | null;
  to: string;
  release_time: string | null;
  distance_m: number | null;
  distance: number | null;
  unit: 'km' | 'mile';
  /** Metres per minute; without it there is no estimate. */
  average_speed: number | null;
  replay_factor: number | null;
  flying: boolean;
  over: boolean;
  read_at: string;
  /** Whether the marker has no label, where there is no space for it. */
  wordless?: boolean;
}

/** The interval at which the marker is moved; the transition in between is as long (4.14). */
const refresh_ms = 2500;

export const RaceLine = memo(function RaceLine(line: LineOfRace) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const progress = useProgress(line);
  const arrived = line.over || progress === 1;
  const part = progress ?? 0;
  // Beside the marker, and above it where the loft's name is beside it.
  const nearHome = part > 0.78;
  const marker = { x: 150 + 1140 * part, y: 86 - 272 * part * (1 - part) };
  const place = { '--x': (marker.x / 14.4).toFixed(3), '--y': (marker.y / 1.4).toFixed(3) } as CSSProperties;
  return (
    <div className={styles.line}>
      <Horizon loft_id={line.loft_id} />
      <svg className={styles.arc} viewBox="0 0 1440 140" preserveAspectRatio="none" aria-hidden="true">
        <path className={styles.casing} d="M150 86Q720 -50 1290 86" />
        <path className={arrived ? styles.solid : styles.dashed} d="M150 86Q720 -50 1290 86" />
      </svg>
      <div className={styles.pin} style={{ insetInlineStart: '10.417%', top: '61.43%' }}>
        <Icon name="truck" size={19} />
      </div>
      <p className={styles.from}>
        <bdi>{line.from ?? t('race.release_point')}</bdi>
      </p>
      {progress !== null && progress < 1 && !line.over && (
        <>
          <div className={`${styles.pin} ${styles.estimated}`} style={place}>
            <Icon name="pigeon" size={24} />
          </div>
          {!line.wordless && (
            <p className={`${styles.estimate} ${nearHome ? styles.above : ''}`} style={place}>
              <b>{t('race.estimated')}</b>
              {line.distance !== null &&
                t('race.estimated_of', {
                  done: formatNumber(locale, Math.floor(part * line.distance)),
                  distance: `${formatNumber(locale, Math.round(line.distance))} ${t(`unit.${line.unit}`)}`,
                })}
            </p>
          )}
        </>
      )}
      <div className={styles.pin} style={{ insetInlineStart: '89.583%', top: '61.43%' }}>
        <Icon name={arrived ? 'evaluated' : 'flag'} size={18} />
      </div>
      <p className={styles.to}>
        <bdi>{line.to}</bdi>
      </p>
    </div>
  );
});

/** The share of the distance that an average bird has flown, 0 to 1 (4.14); null without an average. */
function useProgress(line: LineOfRace): number | null {
  const { release_time, distance_m, average_speed, replay_factor, flying, read_at } = line;
  const [now_ms, setNow] = useState(() => Date.parse(read_at));
  const moving = flying && average_speed !== null && average_speed > 0 && distance_m !== null && release_time !== null;
  useEffect(() => {
    if (!moving) return;
    noteServerTime(read_at);
    const timer = setInterval(() => setNow(serverNow()), refresh_ms);
    return () => clearInterval(timer);
  }, [moving, read_at]);
  if (!moving) return null;
  const running_ms = runningSince(Date.parse(release_time), now_ms, replay_factor ?? 1) ?? 0;
  return Math.min(1, Math.max(0, ((running_ms / 60_000) * average_speed) / distance_m));
}
