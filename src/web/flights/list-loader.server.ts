/** Loads a list of a flight for printing and for files: all selected birds on one page. */
import { readResult } from '#domain/arrivals/contract.ts';
import { readBasketing, searchBasketing } from '#domain/basketing/contract.ts';
import { readFlight } from '#domain/flights/contract.ts';
import { callContext } from '#web/lib/context.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import type { Route } from './+types/ResultSheetPage.ts';
import { basketingChoiceFrom, choiceFrom } from './choice.ts';

type ListRequest = Pick<Route.LoaderArgs, 'context' | 'params' | 'request'>;

function requestOf({ context, params, request }: ListRequest) {
  return {
    call: context.get(callContext),
    key: { loft_id: idFrom(params.loft_id), flight_id: idFrom(params.flight_id) },
    search: new URL(request.url).searchParams,
  };
}

/** The selected result of a flight, without paging. */
export async function loadResult(args: ListRequest) {
  const { call, key, search } = requestOf(args);
  const choice = choiceFrom(search);
  const [{ flight, loft, read_at }, result] = await answers(() =>
    Promise.all([
      call(readFlight, { params: key }),
      call(readResult, { params: key, query: { ...choice, per_page: 'all' } }),
    ]),
  );
  const { rows, leader, home_count, drops, prizes } = result;
  const { released_later } = flight.release_groups.length
    ? await answers(() => call(readBasketing, { params: key }))
    : { released_later: [] };
  return { flight, loft, read_at, choice, rows, leader, home_count, drops, prizes, released_later };
}

/** The selected birds of a basketing list, without paging. */
export async function loadBasketing(args: ListRequest) {
  const { call, key, search } = requestOf(args);
  const choice = basketingChoiceFrom(search);
  const [{ flight, loft, read_at }, { pigeons, home_count }] = await answers(() =>
    Promise.all([
      call(readFlight, { params: key }),
      call(searchBasketing, { params: key, query: { ...choice, per_page: 'all' } }),
    ]),
  );
  return { flight, loft, read_at, choice, pigeons, home_count };
}
