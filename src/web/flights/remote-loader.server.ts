/** Loads the page of a phone that leads a screen: the flight that the screen presents. */
import { readFlight } from '#domain/flights/contract.ts';
import { listRankings } from '#domain/rankings/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { pageHead } from '#web/lib/head.ts';
import { answers, foundOr, idFrom } from '#web/lib/loader.ts';
import { rankingName } from '#web/lib/ranking-words.ts';
import type { Route } from './+types/RemotePage.ts';

export async function loadRemote(args: Route.LoaderArgs) {
  const { context, params } = args;
  const key = { loft_id: idFrom(params.loft_id), flight_id: idFrom(params.flight_id) };
  const call = context.get(callContext);
  const { flight, loft } = await answers(() => call(readFlight, { params: key }));
  const { rankings } = await foundOr({ rankings: [] }, () =>
    call(listRankings, { params: { loft_id: key.loft_id }, query: { season_id: flight.season_id } }),
  );
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  return {
    flight: { id: flight.id, loft_id: flight.loft_id, name: flight.name },
    loft_name: loft.name,
    rankings: rankings.map((one) => ({ id: one.id, name: rankingName(locale, one) })),
    head: pageHead(args, [t('present.remote'), flight.name, loft.name]),
  };
}
