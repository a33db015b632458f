/** The certificate of a place in an official flight. A corrected result prints its new version. */
import type { CertificatePaper } from '#domain/arrivals/certificate.ts';
import { secondDecimals } from '#domain/arrivals/clock.ts';
import type { readOfficialResult } from '#domain/arrivals/official-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { certifiedBird, certifiedPlace, evidence, ofPigeons } from '#web/lib/certificates.server.ts';
import type { PageFacts } from '#web/lib/context.ts';
import { clockTime, formatCalendarDay, formatDistance, formatSpeed, isoDay } from '#web/lib/intl.ts';
import { placePath } from '#web/lib/paths.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';
import type { PlaceData } from './place-loader.server.ts';

export type Certified = Pick<PlaceData, 'flight' | 'loft' | 'bird'> & { place: NonNullable<PlaceData['place']> };

/**
 * @param official the signed result, or null: it was never signed, or a part of it is hidden
 * @param said what the loft says of its own
 */
export function flightCertificate(
  { locale, public_url }: Pick<PageFacts, 'locale' | 'public_url'>,
  { flight, loft, bird, place }: Certified,
  official: ReplyOf<typeof readOfficialResult> | null,
  said: Pick<CertificatePaper, 'greeting' | 'signature'>,
): CertificatePaper {
  const { t } = speaker(locale);
  const { release_time } = place;
  const day = (at: string) => formatCalendarDay(locale, isoDay(Date.parse(at), loft.time_zone), 'words');
  const time = (at: string, decimals: number) => {
    const clocked = clockTime(Date.parse(at), loft.time_zone);
    return decimals ? `${clocked.time}.${clocked.ms.slice(0, decimals)}` : clocked.time;
  };
  const decimals = secondDecimals(flight.resolution_ms, flight.rules.precision_ms);
  return {
    loft: loft.name,
    loft_country: loft.country,
    heading: flight.name,
    lead: [t('certificate.title'), day(release_time)].join(t('rows.comma')),
    from: flight.release_point ?? '',
    to: loft.name,
    place: certifiedPlace(t, locale, place.rank, ofPigeons(t, locale, place.basketed_count)),
    ...certifiedBird(t, bird),
    facts: [
      ...(place.speed === null
        ? []
        : [
            {
              name: t('bird.speed'),
              value: formatSpeed(locale, place.speed, flight.rules.speed),
              unit: t(speedUnit(flight.rules.speed)),
            },
          ]),
      { name: t('certificate.clocked'), value: time(place.time, decimals), unit: '' },
      ...(flight.distance === null
        ? []
        : [{ name: t('bird.distance'), value: formatDistance(locale, flight.distance), unit: t(`unit.${loft.unit}`) }]),
      { name: t('place.released'), value: time(release_time, 0), unit: '' },
    ],
    official: official && {
      title: t('certificate.version', { n: official.version }),
      day: day(official.made_at),
    },
    ...said,
    check: t('certificate.check'),
    ...evidence(public_url + placePath(flight, bird.pigeon_id), official?.fingerprint),
  };
}
