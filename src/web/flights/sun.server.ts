/** The sun on the day of a planned flight. */
import { sunOn } from '#domain/flights/closed-nights.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';

type Planned = Pick<Flight, 'release_time' | 'release_latitude' | 'release_longitude'>;

/** Sunrise where the birds are released and sunset where they come home, epoch ms; null without a planned release. */
export function sunOfFlight({ release_time, release_latitude, release_longitude }: Planned, loft: Loft) {
  if (release_time === null) return null;
  const sunAt = (latitude: number | null, longitude: number | null) =>
    latitude === null || longitude === null
      ? null
      : sunOn(Date.parse(release_time), { latitude, longitude, time_zone: loft.time_zone });
  const rise_ms = sunAt(release_latitude, release_longitude)?.rise_ms ?? null;
  const set_ms = sunAt(loft.latitude, loft.longitude)?.set_ms ?? null;
  return { rise_ms, set_ms };
}
