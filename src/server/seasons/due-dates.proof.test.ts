/**
 * Proves that the database checks due dates as the rules do (T4), and that two operators changing one season at the
 * same moment cannot together create a state that each change alone could not (T3). The control removes the lock and
 * the database constraint.
 */

import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SeasonKey } from '#domain/keys.ts';
import { isRefusal } from '#domain/refusal.ts';
import { type DueDateRange, whyNotDueDates } from '#domain/seasons/due-date.ts';
import { type Connection, connect, type Tx } from '#server/db/database.ts';
import { refusalOfDatabase } from '#server/db/refusals.ts';
import { buildLoft } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { randomDueDates } from '#testing/due-dates.ts';
import { proveSize, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { addDueDate, changeDueDate, dueDatesOf } from './due-dates.ts';
import { loadSeasonById } from './seasons.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
});
afterAll(async () => {
  await connection?.close();
  await database?.drop();
});

const named = (range: DueDateRange) => ({ ...range, name: 'Due date', description: '' });

it('random due dates, entered one after the other, get the same refusals from the rules and the database (5.1, 5.2, T4)', async () => {
  const { loft, season_id } = await buildLoft(connection.db);
  const seasons = proveSize(60, 3_000);
  const random = seededRandom(seed);
  const refused = new Set<string>();
  let asked = 0;
  for (let i = 0; i < seasons; i++) {
    await connection.db.deleteFrom('due_dates').where('season_id', '=', season_id).execute();
    const entered: DueDateRange[] = [];
    for (const due_date of randomDueDates(random)) {
      const no = whyNotDueDates([...entered, due_date]);
      const said = await connection.db
        .insertInto('due_dates')
        .values({ loft_id: loft.id, season_id, ...named(due_date), description: null })
        .execute()
        .then(() => null, refusalOfDatabase);
      asked += 1;
      expect({ code: said?.code, errors: said?.errors }, JSON.stringify([...entered, due_date])).toEqual({
        code: no?.code,
        errors: no?.errors,
      });
      if (no) refused.add(no.code);
      else entered.push(due_date);
    }
  }
  reportProof('T4 due dates in the database', { seasons, asked, kinds: refused.size });
  expect(refused.size).toBeGreaterThanOrEqual(5);
});

const registration = named({
  due_date_category_id: 1,
  starts_at: '2027-01-01',
  ends_at: '2027-01-31',
  max_duration: null,
});
const payment = named({ due_date_category_id: 2, starts_at: '2027-01-01', ends_at: '2027-02-10', max_duration: 5 });

/** One extends the registration while another shortens the payment; returns in how many rounds both succeeded. */
async function rounds(open: (tx: Tx, season: SeasonKey) => Promise<unknown>, count: number) {
  const { loft, season_id } = await buildLoft(connection.db);
  const season = { loft_id: loft.id, season_id };
  let both = 0;
  for (let i = 0; i < count; i++) {
    const [first, second] = await connection.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('due_dates').where('season_id', '=', season_id).execute();
      return [await addDueDate(tx, null, season, registration), await addDueDate(tx, null, season, payment)];
    });
    const changes = [
      { ...registration, ends_at: '2027-02-08', id: first.id, version: 1 },
      { ...payment, ends_at: '2027-02-02', id: second.id, version: 1 },
    ];
    const ends = await Promise.allSettled(
      changes.map((change) =>
        connection.db.transaction().execute(async (tx) => {
          await open(tx, season);
          await changeDueDate(tx, null, season, change);
        }),
      ),
    );
    for (const end of ends)
      if (end.status === 'rejected' && (!isRefusal(end.reason) || end.reason.code !== 'payment_ends_too_early'))
        throw end.reason;
    if (ends.every(({ status }) => status === 'fulfilled')) both += 1;
    const stored = await dueDatesOf(connection.db, season);
    expect(stored).toHaveLength(2);
  }
  return both;
}

it('two operators at the same moment: one is refused, and the stored dates agree (5.1, T3)', async () => {
  const count = proveSize(15, 300);
  expect(await rounds((tx, { season_id }) => loadSeasonById(tx, season_id, { lock: true }), count)).toBe(0);
  reportProof('T3 due dates', { rounds: count });
});

it('control: without the lock the database still refuses; without its constraint too both succeed', async () => {
  // Both read before either writes.
  const meeting = () => {
    let arrived = 0;
    let letGo = () => {};
    const both = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    return async () => {
      arrived += 1;
      if (arrived === 2) letGo();
      await both;
    };
  };
  /** A transaction that reads without a lock and waits until the other one has read too. */
  const race = async () => {
    const { loft, season_id } = await buildLoft(connection.db);
    const season = { loft_id: loft.id, season_id };
    const [first, second] = await connection.db
      .transaction()
      .execute(async (tx) => [
        await addDueDate(tx, null, season, registration),
        await addDueDate(tx, null, season, payment),
      ]);
    const met = meeting();
    const write = (id: number, ends_at: string, other: DueDateRange) =>
      connection.db.transaction().execute(async (tx) => {
        const others = (await dueDatesOf(tx, season)).filter((one) => one.id !== id);
        expect(whyNotDueDates([...others, { ...other, ends_at }])).toBeNull();
        await met();
        await tx.updateTable('due_dates').set({ ends_at }).where('id', '=', id).execute();
      });
    return Promise.allSettled([write(first!.id, '2027-02-08', registration), write(second!.id, '2027-02-02', payment)]);
  };
  const walled = await race();
  const noes = walled.flatMap((end) => (end.status === 'rejected' ? [refusalOfDatabase(end.reason)?.code] : []));
  expect(noes).toEqual(['payment_ends_too_early']);
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  try {
    await owner.query('alter table due_dates disable trigger due_dates_agree');
    expect((await race()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  } finally {
    await owner.end();
  }
});
