/** The single prizes that the sum of a pigeon is made of, and those that are won in kind. */
import { sql } from 'kysely';
import { dayAt } from '#domain/day.ts';
import type { SeasonKey } from '#domain/keys.ts';
import type { PrizeAward, PrizeInKind } from '#domain/prizes/contract.ts';
import { awardsOf } from '#domain/prizes/prize.ts';
import type { WonSpecial } from '#server/arrivals/prizes.ts';
import type { Tx } from '#server/db/database.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import { holdersOf } from '#server/pigeons/rights.ts';
import type { PrizeRow } from './journal.ts';
import { type PrizedFlight, prizedFlights, wonSpecials } from './prized-flights.ts';

/** The official flights of a season that have special prizes, with those that are won. */
export type SeasonSpecials = readonly (PrizedFlight & { specials: readonly WonSpecial[] })[];

export async function specialsOfSeason(tx: Tx, key: SeasonKey): Promise<SeasonSpecials> {
  const all = [];
  for (const prized of await prizedFlights(tx, key)) {
    if (prized.flight.status !== 'official' || prized.plan.special.length === 0) continue;
    all.push({ ...prized, specials: await wonSpecials(tx, prized) });
  }
  return all;
}

const named = ({ prize: { to }, country, place }: WonSpecial): NonNullable<PrizeAward['special']> => ({
  to,
  country,
  place,
});

/** The single prizes of these prizes of a season, by their row; while a result is corrected its sum stands alone. */
export async function awardsOfPrizes(
  tx: Tx,
  { loft_id }: SeasonKey,
  rows: readonly PrizeRow[],
  season: SeasonSpecials,
): Promise<Map<PrizeRow, PrizeAward[]>> {
  const ofFlight = new Map(season.map(({ flight, specials }) => [flight.id, specials]));
  const ofBird = await wonByBirds(tx, { loft_id }, rows);
  return new Map(
    rows.map((row) => {
      const { fund_id, flight_id, pigeon_id, won_cents } = row;
      const specials = (flight_id === null ? [] : (ofFlight.get(flight_id) ?? [])).flatMap((win) =>
        win.winners
          .filter(({ pigeon_id: id, cents }) => id === pigeon_id && cents > 0)
          .map(({ cents }) => ({ special: named(win), amount_cents: cents })),
      );
      return [row, awardsOf(won_cents, ofBird.get(`${fund_id} ${pigeon_id}`) ?? won_cents, specials)];
    }),
  );
}

/** What each of these birds has won for all of its holders together, cents, by fund and bird. */
async function wonByBirds(
  tx: Tx,
  { loft_id }: { loft_id: number },
  rows: readonly PrizeRow[],
): Promise<Map<string, number>> {
  const pigeon_ids = rows.flatMap(({ pigeon_id }) => pigeon_id ?? []);
  if (pigeon_ids.length === 0) return new Map();
  const { rows: sums } = await sql<{ key: string; cents: number }>`
    select fund_id || ' ' || pigeon_id as key, sum(won_cents)::bigint as cents from prize_balances
    where loft_id = ${loft_id} and pigeon_id = any(${pigeon_ids}::bigint[]) group by fund_id, pigeon_id`.execute(tx);
  return new Map(sums.map(({ key, cents }) => [key, cents]));
}

/** A prize in kind with who held its pigeon on the day of the release; null: nobody's yet, or the loft's. */
interface HeldInKind {
  user_id: number | null;
  prize: PrizeInKind;
}

/** What was won in kind in a season, a line for each holder of each pigeon; no entry of the journal is about it. */
export async function inKindOfSeason(tx: Tx, { loft_id }: SeasonKey, season: SeasonSpecials): Promise<HeldInKind[]> {
  if (season.length === 0) return [];
  const { time_zone } = (await loadLoft(tx, loft_id)).loft;
  const all: HeldInKind[] = [];
  for (const { flight, specials } of season) {
    const wins = specials.filter(({ prize }) => prize.in_kind !== null);
    const ids = wins.flatMap(({ winners }) => winners.map(({ pigeon_id }) => pigeon_id));
    if (ids.length === 0) continue;
    const holders = await holdersOf(tx, { loft_id }, ids, dayAt(Date.parse(flight.release_time!), time_zone));
    const birds = await birdsWithTeams(tx, { loft_id }, ids);
    for (const win of wins)
      for (const { pigeon_id, rank } of win.winners)
        for (const { user_id } of holders.get(pigeon_id)!)
          all.push({
            user_id,
            prize: {
              flight_id: flight.id,
              name: flight.name,
              pigeon_id,
              ...birds.get(pigeon_id)!,
              rank,
              special: named(win),
              in_kind: win.prize.in_kind!,
            },
          });
  }
  return all;
}

async function birdsWithTeams(tx: Tx, { loft_id }: { loft_id: number }, pigeon_ids: readonly number[]) {
  const rows = await tx
    .selectFrom('pigeons as p')
    .leftJoin('teams as t', (join) => join.onRef('t.loft_id', '=', 'p.loft_id').onRef('t.id', '=', 'p.team_id'))
    .select(['p.id', 'p.ring', 't.name as team'])
    .where('p.loft_id', '=', loft_id)
    .where('p.id', 'in', pigeon_ids)
    .execute();
  return new Map(rows.map(({ id, ...bird }) => [id, bird]));
}
