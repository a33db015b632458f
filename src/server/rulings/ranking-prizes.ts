/** What a ruling moves in the prizes of the rankings for which its flight counts. */
import { sql } from 'kysely';
import type { Ranked } from '#domain/arrivals/rank.ts';
import { hasReplay } from '#domain/flights/flight.ts';
import { countsBy } from '#domain/rankings/flight-value.ts';
import { seasonRanking } from '#domain/rankings/ranking.ts';
import { prizesOfRanking } from '#domain/rankings/ranking-prizes.ts';
import type { SubjectKey } from '#domain/rankings/ranking-season.ts';
import type { RulingEffect } from '#domain/rulings/contract.ts';
import { createStandings } from '#server/arrivals/standings.ts';
import type { Tx } from '#server/db/database.ts';
import type { LockedFlight } from '#server/flights/locked-flight.ts';
import { type CurrentRanking, rankOnce } from '#server/rankings/current.ts';
import { rankingsOf, type StoredRanking } from '#server/rankings/rankings.ts';
import { currencyOf } from '#server/seasons/seasons.ts';

/** A ranking of a flight, and the distance that it was made with. */
interface RankedAt {
  ranked: readonly Ranked[];
  distance_m: number | null;
}

/**
 * The prizes that move in the published rankings of a season whose flights are all over: as long as one is to come,
 * nobody has won anything yet.
 */
export async function rankingPrizesMoved(
  tx: Tx,
  flight: LockedFlight,
  before: RankedAt,
  after: RankedAt,
): Promise<RulingEffect['moved']> {
  if (flight.replay_factor !== null || !hasReplay(flight.status)) return [];
  const { loft_id, season_id } = flight;
  const currency = await currencyOf(tx, { loft_id, season_id });
  const standings = createStandings();
  const moved: RulingEffect['moved'] = [];
  for (const ranking of await rankingsOf(tx, { loft_id, season_id })) {
    const { prizes, rule, name, names } = ranking;
    if (ranking.published_at === null || prizes === null) continue;
    // No bird is in the air in a flight that is over, so the time is nobody's.
    const current = await rankOnce(tx, ranking, { standings, now_ms: 0 });
    const counting = current.ranking.flights().filter((one) => countsBy(rule, one));
    if (!counting.some((one) => one.flight_id === flight.id)) continue;
    if (current.flights.some(({ status }) => !hasReplay(status))) continue;
    const fund_cents = await fundOfRanking(tx, ranking);
    const amountsWith = ({ ranked, distance_m }: RankedAt) => {
      const flights = current.ranking
        .flights()
        .map((one) =>
          one.flight_id === flight.id ? { ...one, results: ranked, distance_m: distance_m ?? one.distance_m } : one,
        );
      const rows = seasonRanking(rule, { birds: current.birds.ranked, flights }).rows();
      return prizesOfRanking(rule, prizes, rows, fund_cents);
    };
    const [was, is] = [amountsWith(before), amountsWith(after)];
    const nameOf = namesIn(current);
    const lines = [...new Set([...was.keys(), ...is.keys()])]
      .map((key) => ({ ...nameOf(key), before_cents: was.get(key) ?? 0, after_cents: is.get(key) ?? 0 }))
      .filter(({ before_cents, after_cents }) => before_cents !== after_cents);
    if (lines.length > 0) moved.push({ what: 'ranking', name, names, currency, lines });
  }
  return moved;
}

/** Of a pigeon its ring and its team, of a team or a fancier the name. */
function namesIn({
  ranking,
  birds,
}: CurrentRanking): (key: SubjectKey) => { ring: string | null; name: string | null } {
  const { of } = ranking.rule.subject;
  const first = new Map<SubjectKey, number>();
  for (const { pigeon_id } of birds.ranked) {
    const key = of === 'pigeon' ? pigeon_id : ranking.subjectOf(pigeon_id);
    if (key !== null && !first.has(key)) first.set(key, pigeon_id);
  }
  return (key) => {
    const bird = birds.raw.get(first.get(key)!);
    if (of === 'pigeon') return { ring: bird?.ring ?? null, name: bird?.team ?? null };
    return { ring: null, name: (of === 'team' ? bird?.team : bird?.fancier) ?? null };
  };
}

/** What the shares of a ranking are of, cents: as it was when it was frozen first, or what the entries have paid by now. */
async function fundOfRanking(tx: Tx, { loft_id, season_id, id }: StoredRanking): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce((select fund_cents from prize_funds where loft_id = ${loft_id} and ranking_id = ${id}),
      (select sum(amount_cents) from orders where loft_id = ${loft_id} and season_id = ${season_id}
        and kind = 'registration' and status = 'paid'), 0)::bigint as cents`.execute(tx);
  return rows[0]!.cents;
}
