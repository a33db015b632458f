/**
 * The certificate of a bird whose result is official, as a PDF in the reader's language (mock 32). A corrected result
 * prints its new version.
 */
import { renderSVG } from 'uqr';
import type { CertificatePaper } from '#domain/arrivals/certificate.ts';
import { secondDecimals } from '#domain/arrivals/clock.ts';
import { fileHeaders } from '#domain/csv.ts';
import { localeFacts } from '#domain/locales.ts';
import { ringParts } from '#domain/pigeons/ring.ts';
import { makeAs } from '#domain/table.ts';
import { aboutInLine, factText } from '#web/lib/bird-facts.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { clockTime, formatCalendarDay, formatDistance, formatNumber, formatSpeed, isoDay } from '#web/lib/intl.ts';
import { answers, notFound } from '#web/lib/loader.ts';
import { placePath } from '#web/lib/paths.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';
import type { Route } from './+types/certificate.ts';
import { officialOf } from './flight-loader.server.ts';
import { loadPlace } from './place-loader.server.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { locale, public_url } = args.context.get(pageContext);
  const { t } = speaker(locale);
  const { flight, loft, bird, place } = await loadPlace(args);
  if (flight.status !== 'official' || !place) notFound();
  const { release_time } = place;
  const call = args.context.get(callContext);
  const official = await answers(() => officialOf(call, { loft_id: loft.id, flight_id: flight.id }));
  const day = (at: string) => formatCalendarDay(locale, isoDay(Date.parse(at), loft.time_zone), 'words');
  const time = (at: string, decimals: number) => {
    const clocked = clockTime(Date.parse(at), loft.time_zone);
    return decimals ? `${clocked.time}.${clocked.ms.slice(0, decimals)}` : clocked.time;
  };
  const decimals = secondDecimals(flight.resolution_ms, flight.rules.precision_ms);
  const address = public_url + placePath(flight, bird.pigeon_id);
  const { lang, dir } = localeFacts[locale];
  const title = [t('certificate.title'), bird.ring, flight.name].join(' ');
  const paper: CertificatePaper = {
    title,
    loft: loft.name,
    flight: flight.name,
    lead: [t('certificate.title'), day(release_time)].join(t('rows.comma')),
    from: flight.release_point ?? '',
    to: loft.name,
    place: {
      label: t('bird.place'),
      rank: formatNumber(locale, place.rank),
      of: t('bird.of', { total: formatNumber(locale, place.basketed_count) }),
      medal: place.rank <= 3 ? (place.rank as 1 | 2 | 3) : null,
    },
    name: bird.pigeon_name,
    ring: ringParts(bird.ring),
    looks: [aboutInLine(t, { ...bird, pigeon_name: null }), factText(t, 'sex', bird)]
      .filter(Boolean)
      .join(t('rows.comma')),
    owner: [...new Set([bird.team, bird.fancier])].filter((one) => one !== null),
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
    check: t('certificate.check'),
    fingerprint: official ? official.fingerprint.slice(0, 8).replace(/(.{4})/, '$1 ') : '',
    code: renderSVG(address, { border: 0 }),
    address,
    lang,
    dir,
  };
  return Response.json(paper, { headers: { ...fileHeaders(title, 'pdf'), [makeAs]: 'certificate' } });
}
