/** Loads the replay of a flown race: its field with the time of each bird, and what happened in it. */
import { readArrivals } from '#domain/arrivals/contract.ts';
import { readLateBirds } from '#domain/arrivals/late-contract.ts';
import { readStory } from '#domain/arrivals/story-contract.ts';
import { readBasketing } from '#domain/basketing/contract.ts';
import { readFlight } from '#domain/flights/contract.ts';
import { hasReplay } from '#domain/flights/flight.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import type { Route } from './+types/ReplayPage.ts';
import { packField } from './replay-field.ts';

export async function loadReplay(args: Route.LoaderArgs) {
  const { context, params } = args;
  const call = context.get(callContext);
  const { locale } = context.get(pageContext);
  const key = { loft_id: idFrom(params.loft_id), flight_id: idFrom(params.flight_id) };
  const loaded = await answers(async () => {
    const { flight, loft, read_at } = await call(readFlight, { params: key });
    // Where the season hides a part of the rows there is nothing to put into them, and without a distance no ranking.
    if (!hasReplay(flight.status) || !flight.goes_live || flight.release_time === null || flight.distance_m === null)
      return { flight, loft, read_at, field: null, events: [], disqualified: [] };
    const [basketing, arrivals, story, late] = await Promise.all([
      call(readBasketing, { params: key }),
      call(readArrivals, { params: key, query: { after: 0 } }),
      call(readStory, { params: key }),
      call(readLateBirds, { params: key }),
    ]);
    const homes = new Map<number, number | null>();
    for (const [, pigeon_id, time_ms] of arrivals.rows) homes.set(pigeon_id, time_ms);
    const field = packField({
      birds: basketing.pigeons,
      times: basketing.pigeons.map(({ pigeon_id }) => homes.get(pigeon_id) ?? null),
      released: basketing.released_later,
    });
    const disqualified = late.disqualified.map(({ pigeon_id }) => pigeon_id);
    return { flight, loft, read_at, field, events: story.events, disqualified };
  });
  const { t } = speaker(locale);
  const { flight, loft } = loaded;
  /** `field` is null where the race is not over, or the season hides too much. */
  return { ...loaded, head: pageHead(args, [t('race_replay.title'), flight.name, loft.name]) };
}

export type ReplayData = Awaited<ReturnType<typeof loadReplay>>;
