/** The small head of a race while the large one is scrolled out of sight: its state, its name, its clock. */
import { memo } from 'react';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { skyAt } from '#web/lib/intl.ts';
import { raceTime } from '#web/lib/now.ts';
import { RaceClock } from '#web/ui/RaceClock.tsx';
import { StatusChip } from '#web/ui/StatusChip.tsx';
import sky from '#web/ui/sky.module.css';
import styles from './strip.module.css';

export interface MiniHeaderProps {
  flight: Flight;
  loft: Loft;
  read_at: string;
  shown: boolean;
}

export const MiniHeader = memo(function MiniHeader({ flight, loft, read_at, shown }: MiniHeaderProps) {
  const flying = flight.status === 'released';
  const now_ms = Date.parse(read_at);
  return (
    <div
      className={`${sky.sky} ${styles.mini} ${shown ? styles.shown : ''}`}
      data-sky={skyAt(flying ? raceTime(flight, now_ms) : now_ms, loft.time_zone)}
      aria-hidden="true"
    >
      {/* A hidden second clock and pulse would only cost processor time. */}
      {shown && (
        <div className={`wrap ${styles.mini_in}`}>
          <StatusChip status={flight.status} />
          <b>
            <bdi>{flight.name}</bdi>
          </b>
          {flying && flight.release_time && (
            <RaceClock release_time={flight.release_time} replay_factor={flight.replay_factor} read_at={read_at} />
          )}
        </div>
      )}
    </div>
  );
});
