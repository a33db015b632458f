/** Rankings as they stand now: each is kept by the process and follows its flights, one arrival at a time. */
import type { SeasonKey } from '#domain/keys.ts';
import { countsBy } from '#domain/rankings/flight-value.ts';
import { movement, rankSeason, type SeasonRanking, seasonRanking } from '#domain/rankings/ranking.ts';
import type { RankingRule } from '#domain/rankings/ranking-rule.ts';
import { beforeLastFlight, homeOnly, type RankingFlight, type SubjectKey } from '#domain/rankings/ranking-season.ts';
import type { Standings } from '#server/arrivals/standings.ts';
import type { Tx } from '#server/db/database.ts';
import type { FlownFlight } from '#server/flights/flights.ts';
import { namedBirds } from './named-birds.ts';
import type { StoredRanking } from './rankings.ts';
import { createSeasonBirds, type SeasonBirds } from './season-birds.ts';
import { type SeasonFlight, seasonFlights } from './season-flights.ts';

/** A ranking as it stands. It is valid until the next await: others follow the same flights. */
export interface CurrentRanking {
  ranking: SeasonRanking;
  /** The same without birds in the air: what is home. */
  home: SeasonRanking;
  /** By how many places each line has moved up since the last flight; null: it was not ranked. */
  moved: ReadonlyMap<SubjectKey, number | null>;
  birds: SeasonBirds;
  /** The flights that count. */
  flights: FlownFlight[];
  /** Whether all of them are official, so that nothing can change any more. */
  is_complete: boolean;
}

type Asked = Pick<StoredRanking, 'id' | 'rule'>;

/** Reads rankings of a season, which is read once for all of them. */
export type ReadRankings = (
  tx: Tx,
  season: SeasonKey,
  rankings: readonly Asked[],
  now_ms: number,
) => Promise<CurrentRanking[]>;

/** What a process keeps of a ranking. */
interface Kept {
  /** The rule, the birds and the flights, which are ranked anew when they change. */
  frame: string;
  versions: Map<number, string>;
  now: SeasonRanking;
  home: SeasonRanking;
  before: { version: string; rows: ReturnType<typeof rankSeason> };
}

/** Rankings that are kept; the least recently read one is dropped first. */
const mostCached = 32;

/** Reads rankings as they stand; a process keeps them for the next readers. */
export function createCurrentRankings(standings: Standings): ReadRankings {
  const birdsOf = createSeasonBirds();
  const cache = new Map<number, Kept>();
  return async (tx, key, rankings, now_ms) => {
    if (rankings.length === 0) return [];
    const birds = await birdsOf(tx, key);
    const flights = await seasonFlights(tx, key, standings);
    const named = rankings.some(({ rule }) => asksForNames(rule)) ? await namedBirds(tx, key) : null;
    // From here on nothing is awaited: what is kept follows as a whole.
    return rankings.map(({ id, rule }) => {
      const own = named && asksForNames(rule) ? withNamed(birds, named.get(id) ?? new Set()) : birds;
      const kept = followed(cache.get(id), { rule, birds: own, flights, now_ms });
      cache.delete(id);
      cache.set(id, kept);
      if (cache.size > mostCached) cache.delete(cache.keys().next().value!);
      return {
        ranking: kept.now,
        home: kept.home,
        moved: movement(kept.now.rows(), kept.before.rows),
        birds: own,
        flights: flights.flatMap(({ flight, at }) => (countsBy(rule, at(now_ms)) ? flight : [])),
        is_complete: isComplete(rule, flights),
      };
    });
  };
}

const asksForNames = ({ subject }: RankingRule): boolean => subject.of !== 'pigeon' && subject.named;

/** The birds of a season, as some of them were named for a ranking. */
function withNamed(birds: SeasonBirds, named: ReadonlySet<number>): SeasonBirds {
  return {
    ...birds,
    version: `${birds.version} ${[...named].join()}`,
    ranked: birds.ranked.map((bird) => ({ ...bird, named: named.has(bird.pigeon_id) })),
  };
}

/** A ranking of a season that nobody else asks for: one that is frozen, or, without an id, a rule that is tried. */
export async function rankOnce(
  tx: Tx,
  { rule, id = 0, ...key }: Pick<StoredRanking, 'loft_id' | 'season_id' | 'rule'> & { id?: number },
  { standings, now_ms }: { standings: Standings; now_ms: number },
): Promise<CurrentRanking> {
  const [current] = await createCurrentRankings(standings)(tx, key, [{ id, rule }], now_ms);
  return current!;
}

/** Whether a ranking is final: at least one flight counts, and all that do are official. */
function isComplete(rule: RankingRule, flights: readonly SeasonFlight[]): boolean {
  const counting = flights.filter(({ at }) => countsBy(rule, at(0)));
  return counting.length > 0 && counting.every(({ flight }) => flight.status === 'official');
}

function followed(
  known: Kept | undefined,
  { rule, birds, flights, now_ms }: { rule: RankingRule; birds: SeasonBirds; flights: SeasonFlight[]; now_ms: number },
): Kept {
  const frame = JSON.stringify([rule, birds.version, flights.map(({ flight }) => [flight.id, flight.release_time])]);
  const versions = new Map(flights.map(({ flight, version }) => [flight.id, version]));
  const season = () => ({ birds: birds.ranked, flights: flights.map(({ at }) => at(now_ms)) });
  if (known?.frame !== frame) {
    const all = season();
    const now = seasonRanking(rule, all);
    return {
      frame,
      versions,
      now,
      home: seasonRanking(rule, homeOnly(all)),
      before: rowsBefore(rule, flights, season),
    };
  }
  for (const { flight, version, at } of flights) {
    const is_same = known.versions.get(flight.id) === version;
    const state = at(now_ms);
    if (!is_same) known.home.follow(withoutAir(state));
    // Time passes for the birds in the air.
    if (!is_same || state.air) known.now.follow(state);
  }
  const before = rowsBefore(rule, flights, season, known.before);
  return { ...known, versions, before };
}

const withoutAir = (flight: RankingFlight): RankingFlight => ({ ...flight, air: null });

/** The ranking before the last flight, made again only when an earlier flight has changed. */
function rowsBefore(
  rule: RankingRule,
  flights: readonly SeasonFlight[],
  season: () => Parameters<typeof beforeLastFlight>[0],
  known?: Kept['before'],
): Kept['before'] {
  const flown = flights.filter(({ at }) => at(0).flown);
  const version = JSON.stringify([flown.at(-1)?.flight.id ?? null, flown.slice(0, -1).map((one) => one.version)]);
  if (known?.version === version) return known;
  const before = beforeLastFlight(season());
  return { version, rows: before ? rankSeason(rule, before) : [] };
}
