/** The file names of the downloads of a flight. */
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { isoDay } from '#web/lib/intl.ts';

/** By flight, day and list: `Serra Alta Final 2026-09-12 Arrivals`. */
export function fileName({ name, release_time }: Flight, { time_zone }: Loft, list: string): string {
  const day = release_time === null ? [] : isoDay(Date.parse(release_time), time_zone);
  return [name, ...[day].flat(), list].join(' ');
}

/** An official result, by loft, flight and version: `official-result-1-18-v2.txt`. */
export const officialFileName = ({ loft_id, id }: Pick<Flight, 'loft_id' | 'id'>, version: number): string =>
  `official-result-${loft_id}-${id}-v${version}.txt`;
