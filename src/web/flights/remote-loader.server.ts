/** Loads the page of a phone that leads a screen: the flight that the screen presents. */
import { readFlight } from '#domain/flights/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import type { Route } from './+types/RemotePage.ts';

export async function loadRemote(args: Route.LoaderArgs) {
  const { context, params } = args;
  const key = { loft_id: idFrom(params.loft_id), flight_id: idFrom(params.flight_id) };
  const { flight, loft } = await answers(() => context.get(callContext)(readFlight, { params: key }));
  const { t } = speaker(context.get(pageContext).locale);
  return {
    flight: { id: flight.id, loft_id: flight.loft_id, name: flight.name },
    loft_name: loft.name,
    head: pageHead(args, [t('present.remote'), flight.name, loft.name]),
  };
}
