/** The way of a flight on a slide: a map that nobody moves, with the estimated position (2.33). */
import { useEffect, useState } from 'react';
import { lorryStands } from '#domain/flights/lorry-stands.ts';
import { estimatedProgress, isEvaluated, refresh_ms } from '#domain/flights/progress.ts';
import { raceTime, serverNow } from '#web/lib/now.ts';
import { DrawnMap, type MapLook } from './DrawnMap.tsx';
import styles from './present.module.css';
import type { PresentData } from './present-loader.server.ts';

/** Names on it are half as large as the words beside it. */
const views: readonly MapLook[] = [
  { size: { width: 600, height: 524 }, most: 11, padding: { top: 70, right: 90, bottom: 80, left: 90 } },
];

interface PresentMapProps extends Pick<PresentData, 'flight' | 'loft' | 'read_at' | 'lorry'> {
  map: NonNullable<PresentData['map']>;
}

export function PresentMap({ flight, loft, read_at, lorry, map: { section, line } }: PresentMapProps) {
  const progress = useProgress(flight, line.distance_m, read_at);
  return (
    <div className={styles.map}>
      <DrawnMap {...{ section, line, flight, loft, views }} progress={progress} lorry={lorryStands(lorry)} />
    </div>
  );
}

/** How far the pigeons are by the loft's estimate (4.14); null: before the release, at the loft, or not estimated. */
export function useProgress(flight: PresentData['flight'], straight_m: number | null, read_at: string): number | null {
  const { status, release_time, estimated_average_speed: average } = flight;
  const [now_ms, setNow] = useState(() => Date.parse(read_at));
  const isMoving = status === 'released' && release_time !== null && straight_m !== null && !!average;
  useEffect(() => {
    if (!isMoving) return;
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), refresh_ms.estimated);
    return () => clearInterval(timer);
  }, [isMoving]);
  if (!isMoving) return null;
  const progress = estimatedProgress({
    release_ms: Date.parse(release_time),
    now_ms: raceTime(flight, now_ms),
    average,
    straight_m,
  });
  return isEvaluated(progress) ? null : progress;
}
