/** What a bird in the air needs: until when, or by which place, it keeps the place it would have now. */
import { firstIndex } from '#domain/first-index.ts';
import { isByTime, type Landing } from './flight-value.ts';
import type { SeasonRanking } from './ranking.ts';

export interface PlaceKept {
  /** The place in the ranking, against what is home. */
  place: number;
  /** Rules by time: home within this net time; rules by place: with this place of the flight. */
  by: 'net_ms' | 'rank';
  /** The last time or place with which it is kept. */
  last: number;
  /** The last one that is possible keeps it too. */
  always: boolean;
}

export interface InTheAir {
  pigeon_id: number;
  flight_id: number;
  /** What it would have if it landed now. */
  landing: Landing;
  /** The last that is possible: the place of the last bird basketed, the net time of the closing. */
  latest: Landing;
  /** Times are compared in steps of this many ms. */
  step_ms: number;
}

/**
 * “Home before 15:42:10 keeps 3rd”: holds against the birds that are home, of which others may still come in between.
 * @param home the ranking without birds in the air, see `homeOnly`
 * @returns null where the bird takes no part, or would not be ranked
 */
export function placeKept(home: SeasonRanking, bird: InTheAir): PlaceKept | null {
  const { pigeon_id, flight_id, landing, latest, step_ms } = bird;
  const what = isByTime(home.rule.measure) ? 'net_ms' : 'rank';
  const step = what === 'net_ms' ? step_ms : 1;
  const placeAt = (later: number) =>
    home.ifLanded(pigeon_id, flight_id, { ...landing, [what]: landing[what] + later * step })?.place ?? Infinity;
  const place = placeAt(0);
  if (place === Infinity) return null;
  const steps = Math.max(0, Math.floor((latest[what] - landing[what]) / step));
  // Landing later is never better, so the place is kept up to some step and from there on lost.
  const lost = firstIndex(steps + 1, (later) => placeAt(later) > place);
  return { place, by: what, last: landing[what] + (lost - 1) * step, always: lost > steps };
}
