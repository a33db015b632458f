/** What the documents of a flight say that have no script: when it was released and how far it is, and who is home. */
import type { Flight } from '#domain/flights/contract.ts';
import type { Locale } from '#domain/locales.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { clockTime, formatDistance, formatNamedDay, formatNumber, formatShare } from '#web/lib/intl.ts';

export interface FlightWords {
  flight: Flight;
  loft: Loft;
  locale: Locale;
}

/** `Sat, 4 July 2026 07:30:00 · 442.913 km`. */
export function ReleaseAndDistance({ flight, loft, locale, weekday = false }: FlightWords & { weekday?: boolean }) {
  const { t } = speaker(locale);
  const { release_time, distance } = flight;
  const at_ms = release_time === null ? null : Date.parse(release_time);
  return (
    <>
      {at_ms === null ? (
        t('flights.no_time')
      ) : (
        <>
          {formatNamedDay(locale, at_ms, loft.time_zone, weekday)}{' '}
          <bdi dir="ltr">{clockTime(at_ms, loft.time_zone).time}</bdi>
        </>
      )}
      {distance !== null && (
        <>
          {' · '}
          <bdi dir="ltr">{formatDistance(locale, distance)}</bdi> {t(`unit.${loft.unit}`)}
        </>
      )}
    </>
  );
}

/** Which share of the birds is home, and how many are not; only where birds were basketed. */
export function homeWords(
  { basketed_count, status }: Pick<Flight, 'basketed_count' | 'status'>,
  home: number,
  locale: Locale,
): string {
  const { t } = speaker(locale);
  const out = Math.max(0, basketed_count - home);
  if (out === 0) return t('race.all_home');
  const share = formatShare(locale, Math.floor((100 * home) / basketed_count) * 100);
  const isOut = status === 'released' ? 'race.still_out' : 'race.not_home';
  return `${t('race.share_home', { share })} ${t(isOut, { count: out, n: formatNumber(locale, out) })}`;
}
