/** Within which distance most of the birds that are out are expected, for the words under the line of the field. */
import { useEffect, useState } from 'react';
import type { Flight } from '#domain/flights/contract.ts';
import { mostWithin } from '#domain/flights/field.ts';
import { netTime } from '#domain/flights/night.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { distanceInUnit, yards } from '#domain/units.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { raceTime, serverNow } from '#web/lib/now.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';

/** How often the words follow the clock while nobody lands. */
const refresh_ms = 30_000;

interface RaceNow {
  flight: Flight;
  loft: Loft;
  read_at: string;
  home_count: number;
  leader: { speed: number | null } | null;
}

/** `60 km`; null where nothing is known, and for birds that were not released together. */
export function useMostWithin({ flight, loft, read_at, home_count, leader }: RaceNow): string | null {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [now_ms, setNow] = useState(() => raceTime(flight, Date.parse(read_at)));
  const flying = flight.status === 'released';
  useEffect(() => {
    if (!flying) return;
    const timer = setInterval(() => setNow(raceTime(flight, serverNow())), refresh_ms);
    return () => clearInterval(timer);
  }, [flying, flight]);
  const { release_time, distance_m, release_groups, closed_intervals, estimated_average_speed: average } = flight;
  if (!flying || release_time === null || distance_m === null || release_groups.length > 0) return null;
  // In a closed night nobody knows who flies on.
  if (closed_intervals.some(({ from, to }) => from <= now_ms && now_ms < to)) return null;
  const speed = leader?.speed ?? null;
  const within_m = mostWithin({
    distance_m,
    flown_ms: netTime(Date.parse(release_time), now_ms, closed_intervals),
    home: home_count,
    basketed: flight.basketed_count,
    average,
    first: speed !== null && flight.rules.speed.unit === 'yd/min' ? speed * (distance_m / yards(distance_m)) : speed,
  });
  if (within_m === null) return null;
  const within = roundedUp(distanceInUnit(within_m, loft.unit));
  if (within >= distanceInUnit(distance_m, loft.unit)) return null;
  return `${formatNumber(locale, within)} ${t(`unit.${loft.unit}`)}`;
}

/** In steps that a guess deserves. */
function roundedUp(distance: number): number {
  const step = distance <= 20 ? 5 : distance <= 100 ? 10 : 50;
  return Math.max(step, Math.ceil(distance / step) * step);
}
