/** The calendar of a loft, of a season or of one flight, in the language of the address (RFC 5545). */
import { type Release, readReleases } from '#domain/flights/releases-contract.ts';
import { type CalendarEvent, calendarText } from '#domain/icalendar.ts';
import { type Locale, localeFacts } from '#domain/locales.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { formatDistance } from '#web/lib/intl.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { calendarPath, flightPath } from '#web/lib/paths.ts';
import type { Route } from './+types/releases-ics.ts';

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const { locale, public_url } = context.get(pageContext);
  const loft_id = idFrom(params.loft_id);
  const asked = {
    ...('season_id' in params && { season_id: idFrom(params.season_id) }),
    ...('flight_id' in params && { flight_id: idFrom(params.flight_id) }),
  };
  const { loft, season_name, releases } = await answers(() =>
    context.get(callContext)(readReleases, { params: { loft_id }, query: asked }),
  );
  const { t } = speaker(locale);
  const name = [t('calendar.of', { loft: loft.name }), season_name].filter(Boolean).join(' · ');
  const text = calendarText({
    name: 'flight_id' in params ? releases[0]!.name : name,
    url: public_url + calendarPath({ loft_id, ...asked }, locale),
    lang: localeFacts[locale].lang,
    events: releases.map((release) => eventOf(release, { loft, locale, public_url })),
  });
  return new Response(text, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="releases.ics"',
      // A postponed release may be seen so much later; with its tag a calendar is sent again only when it differs.
      'cache-control': 'public, max-age=300',
    },
  });
}

interface Shown {
  loft: Loft;
  locale: Locale;
  public_url: string;
}

function eventOf(release: Release, { loft, locale, public_url }: Shown): CalendarEvent {
  const { t } = speaker(locale);
  const { distance, status } = release;
  const url = `${public_url}${flightPath(release)}?lang=${locale}`;
  const facts = [
    t(`kind.${release.kind}`),
    distance !== null && `${formatDistance(locale, distance)} ${t(`unit.${loft.unit}`)}`,
    release.season_name,
    t(`status.${status}`),
  ];
  return {
    uid: `flight-${release.id}.loft-${release.loft_id}@${new URL(public_url).hostname}`,
    starts_ms: Date.parse(release.release_time),
    ends_ms: release.ends_at === null ? null : Date.parse(release.ends_at),
    changed_ms: Date.parse(release.changed_at),
    sequence: release.revision,
    is_cancelled: status === 'annulled',
    summary: `${release.name} · ${loft.name}`,
    description: `${facts.filter(Boolean).join(' · ')}\n${url}`,
    location: release.release_point,
    latitude: release.release_latitude,
    longitude: release.release_longitude,
    url,
  };
}
