/** The prizes of a flight: of its places, and special ones. */
import { sql } from 'kysely';
import { hasReplay } from '#domain/flights/flight.ts';
import type { FlightKey } from '#domain/keys.ts';
import type { Finish, PrizePlan } from '#domain/seasons/prizes.ts';
import { divisionOf, prizedFlights } from '#domain/seasons/rulebook-parts.ts';
import { type SpecialBird, type SpecialWin, specialWins } from '#domain/seasons/special-prizes.ts';
import type { SpecialPrize } from '#domain/seasons/special-prizes-rule.ts';
import type { Tx } from '#server/db/database.ts';
import type { FlownFlight } from '#server/flights/flights.ts';
import { rulebookOf } from '#server/seasons/rulebook.ts';

/** The prizes of a flight: of its places, and special ones. */
export interface FlightPlan extends PrizePlan {
  special: readonly SpecialPrize[];
}

/** The prizes of a flight by its rulebook; null for one without prizes. */
export async function prizesOfFlight(
  tx: Tx,
  flight: Pick<FlownFlight, 'loft_id' | 'id' | 'kind'>,
): Promise<FlightPlan | null> {
  const kind = prizedFlights.find((one) => one === flight.kind);
  if (!kind) return null;
  const rulebook = await rulebookOf(tx, flight);
  const template = rulebook.prizes[kind];
  if (!template) return null;
  return {
    template,
    ties_share: rulebook.ties_share_prizes,
    division: divisionOf(rulebook),
    special: rulebook.special?.[kind] ?? [],
  };
}

/** A special prize that is won, by its birds. */
export interface WonSpecial extends Omit<SpecialWin, 'winners'> {
  winners: { pigeon_id: number; rank: number; cents: number }[];
}

/** The special prizes of a flight by its ranking. */
export async function specialsOf(
  tx: Tx,
  { loft_id }: Pick<FlownFlight, 'loft_id'>,
  plan: FlightPlan,
  ranked: readonly { pigeon_id: number; rank: number }[],
): Promise<WonSpecial[]> {
  if (plan.special.length === 0 || ranked.length === 0) return [];
  const { rows } = await sql<{ id: number; sex: SpecialBird['sex']; country: string | null }>`
    select p.id, p.sex, t.country from pigeons p
    left join teams t on t.loft_id = p.loft_id and t.id = p.team_id
    where p.loft_id = ${loft_id} and p.id = any(${ranked.map(({ pigeon_id }) => pigeon_id)}::bigint[])`.execute(tx);
  const facts = new Map(rows.map((row) => [row.id, row]));
  const birds = ranked.map(({ pigeon_id, rank }) => ({ rank, ...facts.get(pigeon_id)! }));
  return specialWins(plan.special, birds, plan).map(({ winners, ...win }) => ({
    ...win,
    winners: winners.map(({ index, cents }) => ({ ...ranked[index]!, cents })),
  }));
}

/** What each bird wins of special prizes, in cents; of those in kind nothing. */
export function specialCents(wins: readonly WonSpecial[]): Map<number, number> {
  const of = new Map<number, number>();
  for (const { pigeon_id, cents } of wins.flatMap(({ winners }) => winners))
    if (cents > 0) of.set(pigeon_id, (of.get(pigeon_id) ?? 0) + cents);
  return of;
}

/** Birds that are not home, for prizes that they share by some rules. */
export interface FlownFinish extends Finish {
  lost_ids: readonly number[];
}

/** What the prizes of a flight depend on beside its ranking. */
export async function finishOf(
  tx: Tx,
  flight: Pick<FlownFlight, 'loft_id' | 'id' | 'status' | 'release_groups'>,
  { division }: Pick<PrizePlan, 'division'>,
  ranked: readonly { pigeon_id: number }[],
): Promise<FlownFinish> {
  const is_together = flight.release_groups.length === 0;
  if (!hasReplay(flight.status)) return { is_together, lost: null, lost_ids: [] };
  const { loft_id, id: flight_id } = flight;
  const lost_ids =
    division.undistributed === 'winners_or_basketed' ? await birdsNotHome(tx, { loft_id, flight_id }, ranked) : [];
  return { is_together, lost: lost_ids.length, lost_ids };
}

/** The birds of a flight that are neither home nor disqualified. */
export async function birdsNotHome(
  tx: Tx,
  { loft_id, flight_id }: FlightKey,
  ranked: readonly { pigeon_id: number }[],
): Promise<number[]> {
  const rows = await tx
    .selectFrom('baskets')
    .select('pigeon_id')
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .where('disqualified_by', 'is', null)
    .orderBy('pigeon_id')
    .execute();
  const home = new Set(ranked.map(({ pigeon_id }) => pigeon_id));
  return rows.flatMap(({ pigeon_id }) => (home.has(pigeon_id) ? [] : pigeon_id));
}
