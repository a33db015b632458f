/** Rankings as they stood with a flight, for its page and its presentation: with it, and with those flown before it. */
import { type FlightRanking, linesWithFlight, type ShortLine } from '#domain/rankings/contract.ts';
import { movement, rankSeason, seasonRanking } from '#domain/rankings/ranking.ts';
import { beforeLastFlight, withFlight } from '#domain/rankings/ranking-season.ts';
import type { View } from '#server/seasons/visibility.ts';
import type { CurrentRanking } from './current.ts';
import type { StoredRanking } from './rankings.ts';
import { rankingView } from './views.ts';

/** What the lines of a ranking with a flight are read from. */
export type RankingWithFlight = CurrentRanking & { flown: number };

/** Rankings with an earlier flight that are kept; the least recently read one is dropped first. */
const mostCached = 8;

/**
 * Ranks a season as it stood with a flight; null where the flight does not count, or is not released. With the last
 * flight that was flown it is the current ranking; with an earlier one it is kept until something of it changes.
 */
export function createRankingsWithFlight() {
  const cache = new Map<string, { version: string; made: Pick<CurrentRanking, 'ranking' | 'moved'> }>();
  return ({ id, rule }: StoredRanking, current: CurrentRanking, flight_id: number): RankingWithFlight | null => {
    const facts = current.ranking.flights();
    const flown = facts.filter((flight) => flight.flown).map((flight) => flight.flight_id);
    const until = new Set(flown.slice(0, flown.indexOf(flight_id) + 1));
    const counted = current.flights.filter((flight) => until.has(flight.id));
    if (counted.at(-1)?.id !== flight_id) return null;
    if (flown.at(-1) === flight_id) return { ...current, flown: counted.length };
    const key = `${id} ${flight_id}`;
    const version = JSON.stringify([
      current.birds.version,
      counted.map(({ epoch, seq, status }) => [epoch, seq, status]),
      facts.map(({ results: _results, air: _air, ...fact }) => fact),
    ]);
    const known = cache.get(key);
    const made = known?.version === version ? known.made : rankedWith();
    cache.delete(key);
    cache.set(key, { version, made });
    if (cache.size > mostCached) cache.delete(cache.keys().next().value!);
    return { ...current, ...made, flown: counted.length, is_complete: false };

    function rankedWith() {
      const season = withFlight({ birds: current.birds.ranked, flights: facts }, flight_id);
      const ranking = seasonRanking(rule, season);
      const before = beforeLastFlight(season);
      return { ranking, moved: movement(ranking.rows(), before ? rankSeason(rule, before) : []) };
    }
  };
}

/**
 * The first lines of a ranking with a flight as a reader may see them, and those of the birds that the reader follows;
 * null where the season does not show whom it is about.
 * @param keys the subjects of the birds that are followed
 */
export function flightRankingView(
  with_flight: RankingWithFlight,
  view: View,
  keys: ReadonlySet<string | number | null>,
): Omit<FlightRanking, 'ranking'> | null {
  const shown = rankingView(with_flight, view);
  const rows = shown.rows();
  if (rows.length === 0) return null;
  const short = (row: (typeof rows)[number]): ShortLine => {
    const { cells: _cells, ...line } = shown.line(row);
    return line;
  };
  return {
    is_frozen: with_flight.is_complete,
    ranked: rows.length,
    flown: with_flight.flown,
    flights: with_flight.flights.length,
    lines: rows.slice(0, linesWithFlight).map(short),
    followed: keys.size === 0 ? [] : rows.filter(({ key }) => keys.has(key)).map(short),
  };
}
