/** Fetches what the page of a race is made of. */
import { wholeResult } from '#domain/arrivals/choice.ts';
import { type ResultRow, readResult } from '#domain/arrivals/contract.ts';
import { readFlight } from '#domain/flights/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { type Head, titled } from '#web/lib/head.ts';
import { formatSpeed } from '#web/lib/intl.ts';
import { answers, idFrom, oneOf, pageFrom } from '#web/lib/loader.ts';
import { flightPath } from '#web/lib/paths.ts';
import type { Route } from './+types/FlightPage.ts';
import { basketingFrom } from './basketing-loader.server.ts';
import { landedLine, type PageLanded, pageLine } from './board-line.ts';
import { choiceFrom } from './choice.ts';
import { tabs } from './flight-data.ts';

export async function loadFlight({ context, params, request }: Route.LoaderArgs) {
  const call = context.get(callContext);
  const { locale, public_url } = context.get(pageContext);
  const search = new URL(request.url).searchParams;
  const tab = oneOf(tabs, search.get('tab'));
  const asked = pageFrom(search);
  const choice = choiceFrom(search);
  const key = { loft_id: idFrom(params.loft_id), flight_id: idFrom(params.flight_id) };
  const { flight, read_at, loft, result, basketing } = await answers(async () => {
    const asked_for = tab === 'arrivals' ? { ...choice, ...asked } : { ...wholeResult, page: 1, per_page: 25 as const };
    const [{ flight, loft, read_at }, result, basketing] = await Promise.all([
      call(readFlight, { params: key }),
      call(readResult, { params: key, query: asked_for }),
      tab === 'basketing' ? basketingFrom(call, key, search) : null,
    ]);
    return { flight, read_at, loft, result, basketing };
  });
  const { leader } = result;
  const shown = tab === 'arrivals' ? result : { ...result, rows: [], latest: [], countries: [] };
  // A bird that stands here twice is sent once.
  const lines = new Map(shown.rows.map((row) => [row.pigeon_id, pageLine(row)]));
  const same = (row: ResultRow) => lines.get(row.pigeon_id) ?? pageLine(row);
  return {
    tab,
    choice,
    flight,
    loft,
    read_at,
    result: {
      ...shown,
      per_page: asked.per_page,
      rows: shown.rows.map(same),
      latest:
        flight.status === 'released'
          ? shown.latest.map((row): PageLanded => lines.get(row.pigeon_id) ?? landedLine(row))
          : [],
      leader: leader && same(leader),
    },
    basketing,
    stale: false,
    head: headOf(),
  };

  function headOf(): Head {
    const { t } = speaker(locale);
    const home = t('flight.description', {
      flight: flight.name,
      loft: loft.name,
      home: result.home_count,
      total: flight.basketed_count,
    });
    const first =
      leader?.speed == null
        ? ''
        : ` ${t('flight.description_first', {
            ring: leader.ring,
            team: leader.team ?? leader.fancier ?? '',
            speed: formatSpeed(locale, leader.speed, flight.rules.speed),
            unit: t(flight.rules.speed.unit === 'm/min' ? 'unit.m_min' : 'unit.yd_min'),
          })}`;
    return {
      title: titled(flight.name, loft.name),
      description: home + first,
      url: public_url + flightPath(flight),
    };
  }
}
