/** The calls about readings, arrivals and results. */

import { closeMarks } from '#domain/arrivals/close-times.ts';
import { readCloseBirds } from '#domain/arrivals/close-times-contract.ts';
import { readArrivals, readResult } from '#domain/arrivals/contract.ts';
import { readExpectedTimes } from '#domain/arrivals/expected-contract.ts';
import { readLateBirds } from '#domain/arrivals/late-contract.ts';
import { readPlace } from '#domain/arrivals/place-contract.ts';
import { readPodium } from '#domain/arrivals/podium-contract.ts';
import { readStory, readStoryBirds } from '#domain/arrivals/story-contract.ts';
import { findBasketed, readBasketing, searchBasketing } from '#domain/basketing/contract.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import type { FlightKey } from '#domain/keys.ts';
import type { Actor } from '#domain/policy.ts';
import { Refusal } from '#domain/refusal.ts';
import {
  type BirdList,
  explainsPlaces,
  goesLive,
  shows,
  showsBirdPages,
  showsTeamPages,
} from '#domain/seasons/visibility.ts';
import {
  basketedBirds,
  basketedPigeons,
  basketingVersion,
  birdsNotBasketed,
  createBasketingLists,
} from '#server/basketing/basketing.ts';
import type { Tx } from '#server/db/database.ts';
import { type FlownFlight, findFlownFlight } from '#server/flights/flights.ts';
import { shownBird, shownBirds } from '#server/pigeons/visible-birds.ts';
import { type Route, route } from '#server/route.ts';
import { currencyOf } from '#server/seasons/seasons.ts';
import { type View, viewFor } from '#server/seasons/visibility.ts';
import { arrivalsVersion, arrivalsView, laterIn } from './arrivals.ts';
import { createCloseBirds } from './close-times.ts';
import { abilitiesOf, type ReadExpectation } from './expected-times.ts';
import { birdsWithoutPlace, disqualifiedBirds, lateBirds, type WithoutPlace } from './late.ts';
import { placeOf, takenOutBy } from './place.ts';
import { podiumOf } from './podium.ts';
import { finishOf, prizesOfFlight } from './prizes.ts';
import { basketingPage, type FlightLists, resultPage } from './result.ts';
import type { Standings } from './standings.ts';
import { createStories, rulingsVersion } from './story.ts';
import { shownBirdsOf } from './visible-results.ts';

async function loadFlight(tx: Tx, { params }: { params: FlightKey }) {
  const flight = await findFlownFlight(tx, params);
  if (!flight) throw new Refusal('not_found');
  return flight;
}

/** Whether a basketing list shows in which crate a bird is: its ring is public. */
const showsCrates = ({ hidden }: View) => showsBirdPages(hidden) && shows(hidden, 'baskets.ringDescriptor');

/** When a desk basketed a bird, where the season shows it. */
const shownTime = ({ hidden }: View, basketed_at: string | null) =>
  shows(hidden, 'baskets.time') ? basketed_at : null;

export function arrivalRoutes(standings: Standings, expected: ReadExpectation, keep_ms: number): Route[] {
  const lists = createBasketingLists(keep_ms);
  const closeBirds = createCloseBirds(keep_ms);
  const stories = createStories();
  return [
    route(readBasketing, {
      load: loadFlight,
      // A change of the hidden fields changes the epoch.
      version: async (tx, { epoch }, { params }) => `${epoch}-${await basketingVersion(tx, params)}`,
      act: async (tx, flight, { params }, { actor }) => {
        const view = viewFor(actor, flight);
        const later = goesLive(view.hidden) ? await laterIn(tx, flight) : [];
        return {
          pigeons: [...shownBirds(view, 'baskets', await basketedPigeons(tx, params), flight.id)],
          // By the real ids, which live arrivals have too.
          released_later: Array.from(later, ([id, ms]): [number, number] => [
            id,
            Date.parse(flight.release_time!) + ms,
          ]),
        };
      },
    }),
    route(findBasketed, {
      load: loadFlight,
      act: async (tx, flight, { params, query }, { actor }) => {
        const view = viewFor(actor, flight);
        if (!showsCrates(view)) return { birds: [], others: [] };
        const teams = showsTeamPages(view.hidden) ? query.teams : undefined;
        const asked = { pigeons: query.pigeons ?? [], teams: teams ?? [] };
        const found = await basketedBirds(tx, params, asked);
        const others = await birdsNotBasketed(tx, { ...params, season_id: flight.season_id }, asked);
        return {
          others: others.map((raw) => shownBird(view, 'baskets', raw, flight.id)),
          birds: found.map(({ crate, crate_number, basketed_at, ...raw }) => ({
            ...shownBird(view, 'baskets', raw, flight.id),
            crate,
            crate_number,
            basketed_at: shownTime(view, basketed_at),
          })),
        };
      },
    }),
    route(readArrivals, {
      load: loadFlight,
      // The whole stream is asked for by many; a tail by one browser.
      version: async (tx, _flight, { params, query }) => (query.after === 0 ? arrivalsVersion(tx, params) : null),
      act: (tx, _flight, { params, query }) => arrivalsView(tx, params, query.after),
    }),
    route(readResult, {
      load: loadFlight,
      act: async (tx, flight, { query }, { actor, now_ms }) => {
        const flightLists = await listsOf(tx, flight, actor, 'results');
        const plan = await prizesOfFlight(tx, flight);
        const prizes = plan && {
          template: plan.template,
          ties_share: plan.ties_share,
          division: plan.division,
          finish: await finishOf(tx, flight, plan, flightLists.standing.ranked),
          currency: await currencyOf(tx, flight),
        };
        return { ...resultPage(flightLists, query, prizes), read_at: new Date(now_ms).toISOString() };
      },
    }),
    route(readPodium, {
      load: loadFlight,
      act: async (tx, flight, _input, { actor }) => podiumOf(tx, flight, await listsOf(tx, flight, actor, 'results')),
    }),
    route(readPlace, {
      load: loadFlight,
      act: async (tx, flight, { params }, { actor, now_ms }) => {
        const { standing, birds, view } = await listsOf(tx, flight, actor, 'results');
        const bird = birds.get(params.pigeon_id);
        if (!bird || !explainsPlaces(view.hidden)) throw new Refusal('not_found');
        const place = await placeOf(tx, flight, standing.ranked, params.pigeon_id, view);
        const late = place
          ? undefined
          : (await lateBirds(tx, params)).find(({ pigeon_id }) => pigeon_id === params.pigeon_id);
        return {
          bird,
          place,
          is_disqualified: (await disqualifiedBirds(tx, params)).includes(params.pigeon_id),
          late_at: late ? new Date(late.time_ms).toISOString() : null,
          taken_out_by: place ? [] : await takenOutBy(tx, params),
          read_at: new Date(now_ms).toISOString(),
        };
      },
    }),
    route(readCloseBirds, {
      load: loadFlight,
      act: async (tx, flight, _input, { actor, now_ms }) => {
        const { standing, birds, view } = await listsOf(tx, flight, actor, 'results');
        if (!explainsPlaces(view.hidden)) return { birds: [] };
        const close = await closeBirds(tx, flight, standing.ranked, now_ms);
        const marks = closeMarks(close, standing.ranked).filter(([pigeon_id]) => birds.has(pigeon_id));
        return { birds: marks.map((mark): [number, number, number] => [...mark]) };
      },
    }),
    route(readExpectedTimes, {
      load: loadFlight,
      act: async (tx, flight, { query }, { actor, now_ms }) => {
        const { hidden } = viewFor(actor, flight);
        const pigeons = explainsPlaces(hidden) ? (query.pigeons ?? []) : [];
        return {
          ...(await expected(tx, flight, hidden, now_ms)),
          abilities: await abilitiesOf(tx, flight, pigeons),
        };
      },
    }),
    route(readStory, {
      load: loadFlight,
      version: async (tx, { status, closes_at, basketed_count }, { params }) =>
        [await arrivalsVersion(tx, params), await rulingsVersion(tx, params), status, closes_at, basketed_count].join(),
      act: async (tx, flight, _input, { actor, now_ms }) => ({
        ...(await stories.storyOf(tx, flight, await listsOf(tx, flight, actor, 'results'))),
        read_at: new Date(now_ms).toISOString(),
      }),
    }),
    route(readStoryBirds, {
      load: loadFlight,
      act: async (tx, flight, { query: { pigeons = [], teams = [] } }, { actor }) =>
        stories.birdsOf(tx, flight, await listsOf(tx, flight, actor, 'results'), { pigeons, teams }),
    }),
    route(readLateBirds, {
      load: loadFlight,
      act: async (tx, flight, { params }, { actor }) => {
        const { birds, view } = await listsOf(tx, flight, actor, 'results');
        if (!explainsPlaces(view.hidden)) return { birds: [], disqualified: [] };
        const late = await lateBirds(tx, params);
        return {
          birds: late.flatMap(({ pigeon_id, time_ms }) => {
            const bird = birds.get(pigeon_id);
            return bird ? { ...bird, time: new Date(time_ms).toISOString() } : [];
          }),
          disqualified: (await disqualifiedBirds(tx, params)).flatMap((pigeon_id) => birds.get(pigeon_id) ?? []),
        };
      },
    }),
    route(searchBasketing, {
      load: loadFlight,
      act: async (tx, flight, { params, query }, { actor, now_ms }) => {
        const flightLists = await listsOf(tx, flight, actor, 'baskets');
        const isExplained = flight.release_time !== null && explainsPlaces(flightLists.view.hidden);
        const without = isExplained ? await birdsWithoutPlace(tx, params) : new Map<number, WithoutPlace>();
        const { pigeons, ...page } = basketingPage(flightLists, query, without);
        const { view } = flightLists;
        // With their rings the birds have their own numbers.
        const pigeon_ids = pigeons.map(({ pigeon_id }) => pigeon_id);
        const isAsked = isBeforeRelease(flight.status) && showsCrates(view);
        const found = isAsked ? await basketedBirds(tx, params, { pigeons: pigeon_ids, teams: [] }) : [];
        const crates = new Map(found.map((bird) => [bird.pigeon_id, bird]));
        return {
          ...page,
          pigeons: pigeons.map((bird) => {
            const { crate = null, basketed_at = null } = crates.get(bird.pigeon_id) ?? {};
            return { ...bird, crate, basketed_at: shownTime(view, basketed_at) };
          }),
          read_at: new Date(now_ms).toISOString(),
        };
      },
    }),
  ];

  async function listsOf(tx: Tx, flight: FlownFlight, actor: Actor, list: BirdList): Promise<FlightLists> {
    const key = { loft_id: flight.loft_id, flight_id: flight.id };
    const standing = await standings(tx, flight, flight);
    let birds = await lists(tx, key);
    // A bird basketed a moment ago may be home already, when a wrong list was corrected.
    if (!standing.ranked.every(({ pigeon_id }) => birds.has(pigeon_id))) birds = await lists(tx, key, true);
    const view = viewFor(actor, flight);
    const shown = shownBirdsOf(view, list, birds, flight.id);
    return { standing, birds: shown, view, release_groups: flight.release_groups };
  }
}
