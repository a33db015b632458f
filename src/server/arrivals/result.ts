/** The result and the basketing list of a flight: a page of either, whole or searched. */

import type { PrizesShown, readResult } from '#domain/arrivals/contract.ts';
import { type DropList, dropLines, dropStarts } from '#domain/arrivals/drops.ts';
import { latestFirst, type Ranked } from '#domain/arrivals/rank.ts';
import { chooseBirds, chooseLines, latestCount, leavesOut } from '#domain/arrivals/result-filter.ts';
import type { ListedBird, searchBasketing } from '#domain/basketing/contract.ts';
import type { InputOf, ReplyOf } from '#domain/contract.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import { birdsInPrizes, type Finish, type PrizePlan, prizesOf } from '#domain/seasons/prizes.ts';
import { shows, showsHome } from '#domain/seasons/visibility.ts';
import type { RankedFlight } from '#server/flights/flights.ts';
import type { View } from '#server/seasons/visibility.ts';
import type { WithoutPlace } from './late.ts';
import type { Standing } from './standings.ts';
import { type Birds, shownLine, shownOrder } from './visible-results.ts';

/** A flight's ranking and its birds in a list, as visible to a reader. */
export interface FlightLists {
  standing: Standing;
  birds: Birds;
  view: View;
  release_groups: RankedFlight['release_groups'];
}

/** The prizes of a flight, what they depend on, and the currency of its season. */
export type FlightPrizes = PrizePlan & { finish: Finish; currency: string };

/** The chosen lines of a flight's ranking, with their birds and their neighbours. */
export function resultPage(
  { standing: { epoch, seq, ranked }, birds, view, release_groups }: FlightLists,
  { page, per_page, ...wanted }: InputOf<typeof readResult>['query'],
  prizes: FlightPrizes | null,
): Omit<ReplyOf<typeof readResult>, 'read_at'> {
  const { hidden } = view;
  const placed = shows(hidden, 'results.rank');
  const timed = shows(hidden, 'results.time');
  // With hidden ranks the other order would reveal who came last.
  const choice = placed ? wanted : { ...wanted, order: 'rank' as const };
  const lines = chooseLines(shownOrder(view, ranked, birds), (pigeon_id) => birds.get(pigeon_id), choice);
  const { from, to, ...place } = placeIn(lines, page, per_page);
  // Of neighbours that were not released together the times say nothing about drops.
  const isRailed = !leavesOut(choice) && placed && timed && release_groups.length === 0;
  const rowOf = (line: Ranked) => ({ ...birds.get(line.pigeon_id)!, ...shownLine(view, line) });
  const { home_count, countries } = countedFor(ranked, birds).counts;
  const shown = lines.slice(from, to);
  return {
    epoch,
    seq,
    ...place,
    rows: shown.map(rowOf),
    leader: placed && ranked[0] ? rowOf(ranked[0]) : null,
    latest: placed && timed ? countedFor(ranked, birds).latest.map(rowOf) : [],
    prizes: placed && prizes ? prizesIn(ranked, prizes, shown) : null,
    drops: isRailed
      ? dropStarts(countedFor(ranked, birds).drops, { from, to, backwards: choice.order === 'latest' })
      : null,
    home_count,
    countries,
  };
}

function prizesIn(ranked: readonly Ranked[], plan: FlightPrizes, shown: readonly Ranked[]): PrizesShown {
  const { lost, is_together } = plan.finish;
  const birds = birdsInPrizes(plan, ranked, plan.finish);
  const { values } = prizesOf(plan, ranked, plan.finish);
  const of = new Map(values.map((value, index) => [ranked[index]!.pigeon_id, value]));
  return { ...plan, finish: { lost, is_together }, birds, rows: shown.map(({ pigeon_id }) => of.get(pigeon_id) ?? 0) };
}

/**
 * The chosen birds of a basketing list, each with its number in the whole list.
 * @param without the birds that have no place though they are not out
 */
export function basketingPage(
  { standing: { ranked }, birds, view }: FlightLists,
  { page, per_page, state, ...choice }: InputOf<typeof searchBasketing>['query'],
  without: ReadonlyMap<number, WithoutPlace>,
): Omit<ReplyOf<typeof searchBasketing>, 'read_at' | 'pigeons'> & {
  pigeons: Omit<ListedBird, 'crate' | 'basketed_at'>[];
} {
  const { home, ids, numbers, counts } = countedFor(ranked, birds);
  const isShown = showsHome(view.hidden);
  const isHome = (bird: Bird) => (isShown ? home.has(ids.get(bird)!) : null);
  const chosen = chooseBirds([...birds.values()], choice).filter(
    (bird) => state === '' || (isHome(bird) === (state === 'home') && !without.has(ids.get(bird)!)),
  );
  const { from, to, ...place } = placeIn(chosen, page, per_page);
  const pigeons = chosen.slice(from, to).map((bird) => ({
    ...bird,
    number: numbers.get(ids.get(bird)!)!,
    home: isHome(bird),
    without_place: without.get(ids.get(bird)!) ?? null,
  }));
  return { ...place, pigeons, ...counts };
}

/** The range of a page in a list; a page beyond the end gives the last one. */
function placeIn(list: readonly unknown[], asked: number, per_page: number | 'all') {
  const size = per_page === 'all' ? Math.max(1, list.length) : per_page;
  const page_count = Math.max(1, Math.ceil(list.length / size));
  const page = Math.min(asked, page_count);
  const from = (page - 1) * size;
  return { match_count: list.length, page, page_count, from, to: from + size };
}

interface Counted {
  birds: Birds;
  home: ReadonlySet<number>;
  /** The real id of a bird: the one that is shown may be a pseudonym. */
  ids: ReadonlyMap<Bird, number>;
  /** The number of each bird in the basketing list. */
  numbers: ReadonlyMap<number, number>;
  /** The landings of a flight whose birds were released together. */
  drops: DropList;
  /** The last ones home, the latest first. */
  latest: readonly Ranked[];
  counts: { home_count: number; countries: { country: string; home: number; basketed: number }[] };
}

/** Counts that do not depend on the search, computed once for each ranking. */
const counted = new WeakMap<readonly Ranked[], Counted>();

function countedFor(ranked: readonly Ranked[], birds: Birds): Counted {
  let known = counted.get(ranked);
  if (known?.birds !== birds) {
    const home = new Set(ranked.map(({ pigeon_id }) => pigeon_id));
    const numbers = new Map([...birds.keys()].map((pigeon_id, index) => [pigeon_id, index + 1]));
    const ids = new Map([...birds].map(([id, bird]) => [bird, id]));
    const latest = latestFirst(ranked).slice(0, latestCount);
    const times = ranked.map(({ time_ms }) => time_ms);
    known = {
      birds,
      home,
      ids,
      numbers,
      latest,
      drops: { times, lines: dropLines(times) },
      counts: { home_count: ranked.length, countries: byCountry(home, birds) },
    };
    counted.set(ranked, known);
  }
  return known;
}

function byCountry(home: ReadonlySet<number>, birds: Birds) {
  const counts = new Map<string, { country: string; home: number; basketed: number }>();
  for (const [pigeon_id, { country }] of birds) {
    if (country === null) continue;
    const count = counts.get(country) ?? { country, home: 0, basketed: 0 };
    counts.set(country, count);
    count.basketed += 1;
    if (home.has(pigeon_id)) count.home += 1;
  }
  return [...counts.values()].sort(
    (a, b) => b.basketed - a.basketed || b.home - a.home || (a.country < b.country ? -1 : 1),
  );
}
