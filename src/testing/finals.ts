/** A final in the air with prizes for its first three places, and three people who run its loft. */
import { defaultRulebook, type Rulebook } from '#domain/seasons/rulebook.ts';
import { basketPigeons } from '#server/basketing/basketing.ts';
import type { Database } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { moveFlight, releaseFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { planFlight } from '#server/flights/planning.ts';
import { publishRulebook } from '#server/seasons/rulebook.ts';
import { lockSeason } from '#server/seasons/seasons.ts';
import { buildPerson, buildRace } from './builders.ts';

/** Amounts for the first three places, in cents. */
const prizes: Rulebook['prizes'] = {
  final: {
    basis: 'amount',
    steps: [
      { from: 1, to: 1, value: 100_000 },
      { from: 2, to: 2, value: 50_000 },
      { from: 3, to: 3, value: 25_000 },
    ],
  },
};

export interface FinalOptions {
  birds?: number;
  kind?: 'final' | 'training';
  book?: Partial<Rulebook>;
  release_time?: string;
}

export async function buildFinal(db: Database, options: FinalOptions = {}) {
  const { birds = 6, kind = 'final', book = {}, release_time } = options;
  const race = await buildRace(db, { birds, until: 'basketing', ...(release_time && { release_time }) });
  const { loft, season_id, pigeon_ids } = race;
  const entries = [{ loft_id: loft.id, entry: { is_merchant: true } }];
  const marta = await buildPerson(db, { first_name: 'Marta', last_name: 'Lopes', entries });
  const ines = await buildPerson(db, { first_name: 'Inês', last_name: 'Tavares', entries });
  const tiago = await buildPerson(db, { first_name: 'Tiago', last_name: 'Nunes', entries });
  const flight_id = await transact(db, async (tx) => {
    const season = { loft_id: loft.id, season_id };
    await lockSeason(tx, season);
    // A result is signed at once, unless a test is about disputes.
    const rulebook = { ...defaultRulebook('km'), prizes, disputes: { hours: 0 }, ...book };
    await publishRulebook(tx, season, { user_id: null, after_version: 1, rulebook });
    const id = await planFlight(tx, loft, { season_id, name: 'Ruled', kind, distance_m: 400_000 });
    const key = { loft_id: loft.id, flight_id: id };
    await moveFlight(tx, await lockFlight(tx, key), 'open_basketing');
    await basketPigeons(tx, await lockFlight(tx, key), pigeon_ids);
    await releaseFlight(tx, await lockFlight(tx, key), new Date(race.release_ms).toISOString());
    return id;
  });
  const rows = await db.selectFrom('pigeons').select(['id', 'ring']).where('id', 'in', pigeon_ids).execute();
  const ringOf = (bird: number) => rows.find(({ id }) => id === pigeon_ids[bird])!.ring;
  return { race, flight_id, marta, ines, tiago, ringOf };
}
