/** Loads a flight as it is told. */
import { readResult } from '#domain/arrivals/contract.ts';
import { readExpectedTimes } from '#domain/arrivals/expected-contract.ts';
import { behind } from '#domain/arrivals/race-story.ts';
import { wholeResult } from '#domain/arrivals/result-filter.ts';
import { readStory } from '#domain/arrivals/story-contract.ts';
import { readFlight } from '#domain/flights/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import type { Route } from './+types/StoryPage.ts';
import { pageLine } from './board-line.ts';
import type { StoryBird } from './story-words.ts';

/** The first birds, of which the page says how far behind the winner they were. */
const mostInFront = 8;

export async function loadStory(args: Route.LoaderArgs) {
  const { context, params } = args;
  const call = context.get(callContext);
  const { locale } = context.get(pageContext);
  const key = { loft_id: idFrom(params.loft_id), flight_id: idFrom(params.flight_id) };
  const [{ flight, loft, read_at }, result, story, expected] = await answers(() =>
    Promise.all([
      call(readFlight, { params: key }),
      call(readResult, { params: key, query: { ...wholeResult, page: 1, per_page: 25 } }),
      call(readStory, { params: key }),
      call(readExpectedTimes, { params: key, query: {} }),
    ]),
  );
  const { leader } = result;
  const front = story.is_shown && leader ? result.rows.slice(0, mostInFront) : [];
  const { t } = speaker(locale);
  return {
    flight,
    loft,
    read_at,
    story: {
      ...story,
      birds: story.birds.map(
        ({ pigeon_id, ring, team_id, team, fancier, country }): StoryBird => ({
          pigeon_id,
          ring,
          team_id,
          team,
          fancier,
          country,
        }),
      ),
    },
    expected,
    leader: leader && pageLine(leader),
    front: front.flatMap(({ net_ms, ...row }) =>
      net_ms === null || leader?.net_ms == null || flight.distance_m === null
        ? []
        : {
            ...pageLine({ net_ms, ...row }),
            behind_m: behind({ net_ms }, { net_ms: leader.net_ms }, flight.distance_m),
          },
    ),
    countries: result.countries,
    home_count: result.home_count,
    head: pageHead(args, [t('story.title'), flight.name, loft.name]),
  };
}

export type StoryData = Awaited<ReturnType<typeof loadStory>>;
