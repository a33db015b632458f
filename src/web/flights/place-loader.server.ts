/** Loads the page that explains the place of a bird; the panel beside the board shows the same. */
import { readPlace } from '#domain/arrivals/place-contract.ts';
import { type Flight, readFlight } from '#domain/flights/contract.ts';
import { callContext } from '#web/lib/context.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import type { Route } from './+types/PlacePage.ts';

export async function loadPlace({ context, params }: Pick<Route.LoaderArgs, 'context' | 'params'>) {
  const call = context.get(callContext);
  const key = { loft_id: idFrom(params.loft_id), flight_id: idFrom(params.flight_id) };
  const pigeon_id = idFrom(params.pigeon_id);
  const [{ flight, loft }, explained] = await answers(() =>
    Promise.all([call(readFlight, { params: key }), call(readPlace, { params: { ...key, pigeon_id } })]),
  );
  return { flight, loft, ...explained };
}

/** The panel beside the board knows the flight without its season. */
export type PlaceData = Omit<Awaited<ReturnType<typeof loadPlace>>, 'flight'> & { flight: Flight };
