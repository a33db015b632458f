/** The way of the lorry to the release point, as it was noted on it. */
import type { FlightLog } from '#domain/flights/contract.ts';
import type { Observation } from '#domain/flights/release-contract.ts';

export interface WayOfLorry {
  /** When it last left a place, epoch ms. */
  departed_ms: number | null;
  /** Since when it stands, epoch ms; null on the road, so that birds that are driven on begin their rest again. */
  arrived_ms: number | null;
  /** Kilometres by road since the loft. */
  driven_km: number | null;
}

/** The way of the lorry by what was observed, the latest last. What nobody noted is null. */
export function wayOfLorry(noted: readonly { at: string; observed: Observation }[]): WayOfLorry {
  const way: WayOfLorry = { departed_ms: null, arrived_ms: null, driven_km: null };
  for (const { at, observed } of noted) {
    if (observed.kind === 'departed') {
      way.departed_ms = Date.parse(at);
      way.arrived_ms = null;
    }
    // A second note of one arrival changes nothing: the birds rest since the first.
    if (observed.kind === 'arrived') way.arrived_ms ??= Date.parse(at);
    if (observed.kind === 'driven') way.driven_km = observed.km;
  }
  return way;
}

/** The way of the lorry by the log that everybody reads, which has no kilometres. */
export const wayInLog = (log: FlightLog): WayOfLorry =>
  wayOfLorry(
    log.flatMap(({ kind, at }) => (kind === 'departed' || kind === 'arrived' ? { at, observed: { kind } } : [])),
  );
