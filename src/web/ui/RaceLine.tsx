/**
 * The road home of one average bird: its marker rides the arc from the truck to the loft, where the mark of evaluation
 * replaces both (4.14, 4.15).
 */
import { memo, useEffect, useState } from 'react';
import { runningSince } from '#domain/arrivals/clock.ts';
import { placeOnArc } from '#web/lib/field-line.ts';
import { noteServerTime, serverNow } from '#web/lib/now.ts';
import { Arc, standing } from './Arc.tsx';
import { Icon } from './Icon.tsx';
import styles from './sky.module.css';

export interface LineOfRace {
  loft_id: number;
  from: string | null;
  to: string;
  release_time: string;
  distance_m: number | null;
  /** Metres per minute; without it there is no estimate. */
  average_speed: number | null;
  over: boolean;
  read_at: string;
}

/** The interval at which the marker is moved (4.14). */
const refresh_ms = 2500;

export const RaceLine = memo(function RaceLine(line: LineOfRace) {
  const { loft_id, from, to, over } = line;
  const progress = useProgress(line);
  const evaluated = over || progress === 1;
  return (
    <Arc loft_id={loft_id} from={from} to={to} solid={over ? 1 : 0} evaluated={evaluated}>
      {progress !== null && !evaluated && (
        <div className={`${styles.pin} ${styles.estimated}`} style={standing(placeOnArc(1 - progress))}>
          <Icon name="pigeon" size={24} />
        </div>
      )}
    </Arc>
  );
});

/** The share of the distance that an average bird has flown, 0 to 1 (4.14); null without an average. */
function useProgress({ release_time, distance_m, average_speed, read_at }: LineOfRace): number | null {
  const [now_ms, setNow] = useState(() => Date.parse(read_at));
  const moving = average_speed !== null && average_speed > 0 && distance_m !== null;
  useEffect(() => {
    if (!moving) return;
    noteServerTime(read_at);
    const timer = setInterval(() => setNow(serverNow()), refresh_ms);
    return () => clearInterval(timer);
  }, [moving, read_at]);
  if (!moving) return null;
  const running_ms = runningSince(Date.parse(release_time), now_ms) ?? 0;
  return Math.min(1, Math.max(0, ((running_ms / 60_000) * average_speed) / distance_m));
}
