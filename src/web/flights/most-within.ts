/** Within which distance of the loft most birds that are still out are expected, in words: under the line, and on the map. */
import { useEffect, useState } from 'react';
import type { Flight } from '#domain/flights/contract.ts';
import { fieldAt, mostWithin } from '#domain/flights/field.ts';
import type { Locale } from '#domain/locales.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { distanceInUnit } from '#domain/units.ts';
import type { Words } from '#web/lib/catalogue.ts';
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

/** {@link mostWithinWords} of now. */
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
  if (!flying) return null;
  const field = fieldAt(flight, { now_ms, home: home_count, first_speed: leader?.speed ?? null });
  return mostWithinWords({ t, locale }, loft, field);
}

/** `60 km`; null where nothing is known. */
export function mostWithinWords(
  { t, locale }: { t: Words; locale: Locale },
  loft: Loft,
  field: ReturnType<typeof fieldAt>,
): string | null {
  const within_m = field && mostWithin(field);
  if (within_m === null) return null;
  const within = roundedUp(distanceInUnit(within_m, loft.unit));
  if (within >= distanceInUnit(field!.distance_m, loft.unit)) return null;
  return `${formatNumber(locale, within)} ${t(`unit.${loft.unit}`)}`;
}

/** In steps that a guess deserves. */
function roundedUp(distance: number): number {
  const step = distance <= 20 ? 5 : distance <= 100 ? 10 : 50;
  return Math.max(step, Math.ceil(distance / step) * step);
}
