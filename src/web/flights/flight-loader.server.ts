/** Fetches what the page of a race is made of. */
import { wholeResult } from '#domain/arrivals/choice.ts';
import { readArrivals, readResult } from '#domain/arrivals/contract.ts';
import { readBasketing } from '#domain/basketing/contract.ts';
import { readFlight, readLoft } from '#domain/flights/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { type Head, titled } from '#web/lib/head.ts';
import { formatSpeed } from '#web/lib/intl.ts';
import { answers, idFrom, oneOf, pageFrom } from '#web/lib/loader.ts';
import { flightPath } from '#web/lib/paths.ts';
import type { Route } from './+types/FlightPage.ts';
import { choiceFrom, tabs } from './flight-data.ts';

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
    const [{ flight, read_at }, { loft }, result, basketing] = await Promise.all([
      call(readFlight, { params: key }),
      call(readLoft, { params: { loft_id: key.loft_id } }),
      call(readResult, { params: key, query: asked_for }),
      tab === 'basketing' ? basketingPage() : null,
    ]);
    return { flight, read_at, loft, result, basketing };
  });
  const { leader } = result;
  const shown = tab === 'arrivals' ? result : { ...result, rows: [], latest: [], countries: [] };
  return {
    tab,
    choice,
    flight,
    loft,
    read_at,
    result: { ...shown, per_page: asked.per_page },
    basketing,
    stale: false,
    head: headOf(),
  };

  async function basketingPage() {
    const [{ pigeons }, { rows }] = await Promise.all([
      call(readBasketing, { params: key }),
      call(readArrivals, { params: key, query: { after: 0 } }),
    ]);
    const home = new Set(rows.flatMap(([, pigeon_id, time_ms]) => (time_ms === null ? [] : pigeon_id)));
    const page_count = Math.max(1, Math.ceil(pigeons.length / asked.per_page));
    const page = Math.min(asked.page, page_count);
    const before = (page - 1) * asked.per_page;
    const shown = pigeons.slice(before, before + asked.per_page);
    return {
      page,
      page_count,
      per_page: asked.per_page,
      total: pigeons.length,
      before,
      pigeons: shown.map((pigeon) => ({ ...pigeon, home: home.has(pigeon.pigeon_id) })),
    };
  }

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
