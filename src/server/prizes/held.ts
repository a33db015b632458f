/** Assigns prizes that are held because nobody had the account of a team to whoever has the bird or the team by now. */
import { sql } from 'kysely';
import { claimsAssigned, claimsHeldAgain, postingsOfClaims, type Won } from '#domain/prizes/prize.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { type ItemsOptions, type Job, workOff } from '#server/jobs/items.ts';
import type { TeamTakenBack } from '#server/people/consequences.ts';
import { firstOwner } from '#server/pigeons/rights.ts';
import { lockRanking } from '#server/rankings/rankings.ts';
import { fundOf, type PrizedKey } from './funds.ts';
import { claimOf, postPrizes, prizesOfSeason } from './journal.ts';
import { notifyClaims } from './notices.ts';

/** A fund that holds prizes of birds and teams that are somebody's by now. */
type ToAssign = PrizedKey & { fund_id: number };

/**
 * Assign what is held for birds and teams that are somebody's by now, a fund in a transaction each: from then on it is
 * owed. Of several processes only one assigns it: each locks the flight or the ranking before it reads what is held.
 * @returns the funds of which something was assigned
 */
export async function assignHeldPrizes(
  db: Database,
  now_ms: number,
  options?: Omit<ItemsOptions, 'now_ms'>,
): Promise<number[]> {
  const { rows: due } = await sql<ToAssign>`
    select distinct f.loft_id, f.flight_id, f.ranking_id, f.id as fund_id
    from (select loft_id, fund_id, pigeon_id, team_id from prize_postings where account = 'held'
      group by loft_id, fund_id, pigeon_id, team_id having sum(amount_cents) <> 0) held
    join prize_funds f on f.loft_id = held.loft_id and f.id = held.fund_id
    left join pigeons p on p.loft_id = held.loft_id and p.id = held.pigeon_id
    left join teams own on own.loft_id = held.loft_id and own.id = held.team_id
    where case when held.pigeon_id is null then own.user_id else ${firstOwner} end is not null
    order by f.loft_id, f.id`.execute(db);
  const job: Job<ToAssign> = {
    queue: 'held_prizes',
    nameOf: ({ fund_id, loft_id, flight_id }) => ({
      key: fund_id,
      loft_id,
      flight_id,
    }),
    work: (fund) => transact(db, (tx) => assignHeld(tx, fund, { now_ms })),
  };
  const { done } = await workOff(db, job, due, { now_ms, ...options });
  return done.map(({ fund_id }) => fund_id);
}

/** Assign what a flight or a ranking holds for birds and teams that are somebody's by now. @returns whether there was any */
export async function assignHeld(tx: Tx, key: PrizedKey, { now_ms }: { now_ms: number }): Promise<boolean> {
  const { loft_id } = key;
  await (key.flight_id === null ? lockRanking(tx, key) : lockFlight(tx, key));
  const fund = await fundOf(tx, key);
  if (!fund) return false;
  const { season_id, currency } = fund;
  const prizes = await prizesOfSeason(tx, { loft_id, season_id }, { fund_id: fund.id });
  const held = prizes.map(claimOf).filter(({ account }) => account === 'held');
  const changed = claimsAssigned(held, await ownersOf(tx, key, held));
  if (changed.length === 0) return false;
  const of = { fund_id: fund.id, result_version: null };
  const at = new Date(now_ms).toISOString();
  const entry_id = await postPrizes(tx, { loft_id, season_id, of, currency, at }, postingsOfClaims(fund.id, changed));
  const assigned = changed.filter(({ account }) => account === 'owed');
  await notifyClaims(tx, fund, `assigned:${entry_id}`, { was: [], is: assigned, changed: assigned });
  return true;
}

/**
 * Hold again what an account won with a team that it held by mistake, and with birds that are nobody's without it. All
 * flights and rankings in which the team or its birds won are locked first, so that neither a payout nor an assignment
 * comes between.
 * @throws Refusal `claim_prize_paid` where any of it was paid
 */
export async function holdPrizesAgain(
  tx: Tx,
  { loft_id, season_id, team_id, user_id, now_ms }: TeamTakenBack,
): Promise<void> {
  const { rows: funds } = await sql<ToAssign>`
    select f.loft_id, f.flight_id, f.ranking_id, f.id as fund_id from prize_funds f
    where f.loft_id = ${loft_id} and f.season_id = ${season_id} and exists (
      select from prize_postings o left join pigeons p on p.loft_id = o.loft_id and p.id = o.pigeon_id
      where o.loft_id = f.loft_id and o.fund_id = f.id and coalesce(o.team_id, p.team_id) = ${team_id})
    order by f.flight_id nulls last, f.ranking_id`.execute(tx);
  for (const fund of funds) await (fund.flight_id === null ? lockRanking(tx, fund) : lockFlight(tx, fund));
  for (const key of funds) {
    const fund = (await fundOf(tx, key))!;
    const prizes = await prizesOfSeason(tx, { loft_id, season_id }, { user_ids: [user_id], fund_id: fund.id });
    const won = prizes.filter((prize) => prize.account === 'owed' && prize.team_id === team_id);
    const owners = await ownersOf(tx, key, won);
    const granted = await grantedTo(tx, { loft_id, user_id });
    const owed = won
      .filter((prize) => owners(prize) === null && !granted.has(prize.pigeon_id))
      .map((prize) => ({ ...claimOf(prize), paid_cents: prize.paid_cents }));
    const changed = claimsHeldAgain(owed);
    if (changed.length === 0) continue;
    const of = { fund_id: fund.id, result_version: null };
    const at = new Date(now_ms).toISOString();
    const { currency } = fund;
    const entry_id = await postPrizes(tx, { loft_id, season_id, of, currency, at }, postingsOfClaims(fund.id, changed));
    const lost = changed.filter(({ account }) => account === 'owed');
    await notifyClaims(tx, fund, `held:${entry_id}`, { was: owed, is: [], changed: lost });
  }
}

/** The birds of a loft in which a person was given rights: what these won is theirs without the team. */
async function grantedTo(tx: Tx, { loft_id, user_id }: { loft_id: number; user_id: number }) {
  const rows = await tx
    .selectFrom('pigeon_rights')
    .select('pigeon_id')
    .where('loft_id', '=', loft_id)
    .where('user_id', '=', user_id)
    .execute();
  return new Set<number | null>(rows.map(({ pigeon_id }) => pigeon_id));
}

/** Whose these birds and teams are by now. */
async function ownersOf(
  tx: Tx,
  { loft_id }: { loft_id: number },
  won: readonly Won[],
): Promise<(one: Won) => number | null> {
  const pigeon_ids = won.flatMap(({ pigeon_id }) => pigeon_id ?? []);
  const { rows: birds } = await sql<{ id: number; owner: number | null }>`
    select p.id, ${firstOwner} as owner from pigeons p
    where p.loft_id = ${loft_id} and p.id = any(${pigeon_ids}::bigint[])`.execute(tx);
  const teams = await accountsOf(
    tx,
    { loft_id },
    won.flatMap(({ team_id }) => team_id ?? []),
  );
  const owners = new Map(birds.map(({ id, owner }) => [id, owner]));
  return ({ pigeon_id, team_id }) => (pigeon_id === null ? teams.get(team_id!) : owners.get(pigeon_id)) ?? null;
}

/** The accounts of these teams; null for one that has none. */
export async function accountsOf(
  tx: Tx,
  { loft_id }: { loft_id: number },
  team_ids: readonly number[],
): Promise<Map<number, number | null>> {
  if (team_ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('teams')
    .select(['id', 'user_id'])
    .where('loft_id', '=', loft_id)
    .where('id', 'in', team_ids)
    .execute();
  return new Map(rows.map(({ id, user_id }) => [id, user_id]));
}
