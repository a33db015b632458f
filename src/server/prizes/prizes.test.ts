/** The prizes of a flight through its calls: claims, corrections, payouts and their second person (domain 2.4, 2.11). */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReplyOf } from '#domain/contract.ts';
import type { listPayouts, readOwnPrizes, readPrizes } from '#domain/prizes/contract.ts';
import { postingsOfPayout } from '#domain/prizes/prize.ts';
import { sidesOf, sumOfFunds } from '#domain/prizes/season-money.ts';
import type { Ruling } from '#server/arrivals/rulings.ts';
import { transact } from '#server/db/transaction.ts';
import { closeFlight, moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { foreseeRuling, makeRuling } from '#server/rulings/apply.ts';
import { buildPerson, readingOf } from '#testing/builders.ts';
import { buildFinal } from '#testing/finals.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { postPrizes, prizesOfSeason } from './journal.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(async () => {
  await site?.end();
});

type Person = Awaited<ReturnType<typeof buildPerson>>;

async function call(method: 'GET' | 'POST', url: string, who: Person | null, payload?: object) {
  const headers = who ? { headers: who.headers } : {};
  const answer = await site.app.inject({ method, url, ...headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

/** An official final of birds home after so many minutes, whose first birds belong to people. */
async function officialFinal(minutes: readonly number[], { owners = 2 } = {}) {
  const { race, flight_id, marta, ines } = await buildFinal(site.db, { birds: minutes.length });
  const key = { loft_id: race.loft.id, season_id: race.season_id };
  const people: Person[] = [];
  for (const pigeon_id of race.pigeon_ids.slice(0, owners)) {
    const person = await buildPerson(site.db, { email: `owner-${pigeon_id}@prizes.example` });
    people.push(person);
    await site.db
      .insertInto('pigeon_rights')
      .values({
        loft_id: key.loft_id,
        pigeon_id,
        n: 1,
        user_id: person.user_id,
        from_day: '2026-01-01',
        share_bp: 10_000,
        reason: 'Given',
        at: new Date().toISOString(),
      })
      .execute();
  }
  const readings = minutes.map((after, bird) => readingOf(race, bird, after, { sequence: bird + 1 }));
  const headers = { authorization: `Bearer ${race.key}` };
  await site.app.inject({ method: 'POST', url: '/api/devices/readings', headers, payload: { readings } });
  const flight = { loft_id: key.loft_id, flight_id };
  const closed = new Date(race.release_ms + 900 * 60_000).toISOString();
  await transact(site.db, async (tx) => closeFlight(tx, await lockFlight(tx, flight), closed));
  await transact(site.db, async (tx) => moveFlight(tx, await lockFlight(tx, flight), 'publish'));
  await transact(site.db, async (tx) => moveFlight(tx, await lockFlight(tx, flight), 'make_official'));
  const admin = `/api/admin/seasons/${key.season_id}/payouts`;
  const page = `/api/lofts/${key.loft_id}/seasons/${key.season_id}/prizes`;
  return {
    race,
    key,
    flight,
    marta,
    ines,
    people,
    admin,
    page,
    list: async () => (await call('GET', admin, marta)).body as ReplyOf<typeof listPayouts>,
    shown: async () => (await call('GET', page, null)).body as ReplyOf<typeof readPrizes>,
    own: async (who: Person) =>
      (await call('GET', page.replace('/api/', '/api/me/'), who)).body as ReplyOf<typeof readOwnPrizes>,
    pay: (who: Person, amount_cents: number, by = marta) =>
      call('POST', admin, by, {
        user_id: who.user_id,
        amount_cents,
        method: 'transfer',
        paid_on: '2026-06-06',
        reason: 'Statement 12',
      }),
    /** A bird loses its place by a ruling on the official result. */
    disqualify: (bird: number) =>
      transact(site.db, async (tx) => {
        const ruling: Ruling = { by: marta.user_id, now_ms: Date.now(), reason: 'Ring of another bird' };
        const change = { kind: 'disqualified' as const, pigeon_id: race.pigeon_ids[bird]! };
        const locked = await lockFlight(tx, flight);
        await makeRuling(tx, locked, await foreseeRuling(tx, locked, change, ruling), ruling);
      }),
  };
}

const entriesOf = async ({ loft_id }: { loft_id: number }) => {
  const { rows } = await sql<{ sum: number; n: number }>`
    select sum(amount_cents)::int as sum, count(*)::int as n from prize_postings where loft_id = ${loft_id} group by entry_id`.execute(
    site.db,
  );
  return rows;
};

describe('an official result', () => {
  it('makes its prizes claims of who holds the rights, once, and shows who shares (Royal Cup 14)', async () => {
    const final = await officialFinal([300, 300, 302]);
    const { shown } = await final.shown();
    expect(shown).toMatchObject({ won_cents: 175_000, promised_cents: 175_000 });
    expect(shown!.groups.map(({ from, to, covered_cents, birds }) => [from, to, covered_cents, birds.length])).toEqual([
      [1, 2, [100_000, 50_000], 2],
      [3, 3, [25_000], 1],
    ]);
    expect(shown!.groups.flatMap(({ birds }) => birds.map(({ amount_cents }) => amount_cents))).toEqual([
      75_000, 75_000, 25_000,
    ]);
    expect((await final.own(final.people[0]!)).prizes).toMatchObject([{ won_cents: 75_000, state: 'due', rank: 1 }]);
    expect((await final.list()).rows.map(({ due_cents }) => due_cents)).toEqual([75_000, 75_000]);
    expect((await entriesOf(final.key)).every(({ sum }) => sum === 0)).toBe(true);
    const told = site.db.selectFrom('notifications').select('facts').where('user_id', '=', final.people[0]!.user_id);
    expect((await told.where('event', '=', 'prize').execute()).map(({ facts }) => facts)).toMatchObject([
      { as: 'won', amount_cents: 75_000, before_cents: 0 },
    ]);
  });

  it('that is corrected moves a prize by counter-entries: who was paid gives back', async () => {
    const final = await officialFinal([300, 301, 302]);
    const [first, second] = final.people as [Person, Person];
    expect((await final.pay(first, 100_000)).body).toMatchObject({ state: 'paid' });
    await final.disqualify(0);
    expect((await final.own(first)).prizes).toMatchObject([
      { won_cents: 0, paid_cents: 100_000, state: 'to_give_back', rank: null },
    ]);
    expect((await final.own(second)).prizes).toMatchObject([{ won_cents: 100_000, state: 'due', rank: 1 }]);
    expect((await final.pay(first, -100_000)).body).toMatchObject({ state: 'paid' });
    expect((await final.own(first)).prizes).toEqual([]);
    expect((await entriesOf(final.key)).every(({ sum, n }) => sum === 0 && n >= 2)).toBe(true);
  });
});

describe('a payout', () => {
  it('is of what is due now, on a day that is not ahead', async () => {
    const final = await officialFinal([300, 301]);
    const [first] = final.people as [Person];
    expect((await final.pay(first, 99_999)).body.codes).toEqual({ amount_cents: ['prizes_changed'] });
    const ahead = { user_id: first.user_id, amount_cents: 100_000, method: 'hand', paid_on: '2100-01-01', reason: 'x' };
    expect((await call('POST', final.admin, final.marta, ahead)).body.codes).toEqual({ paid_on: ['paid_in_future'] });
    expect((await final.pay(first, 100_000)).status).toBe(200);
    expect((await final.pay(first, 100_000)).body.code).toBe('no_prize_due');
  });

  it('above the limit waits for somebody else, and is taken back by a counter-entry', async () => {
    const final = await officialFinal([300, 301]);
    const [first] = final.people as [Person];
    const { loft_id } = final.key;
    await site.db.insertInto('payment_settings').values({ loft_id, agent_limit_cents: 50_000 }).execute();
    const { body } = await final.pay(first, 100_000);
    expect(body.state).toBe('waits');
    expect((await final.own(first)).prizes).toMatchObject([{ state: 'waits', paid_cents: 0 }]);
    expect((await final.pay(first, 100_000, final.ines)).body.code).toBe('payout_waits');
    const at = `${final.admin}/${body.payout_id}`;
    expect((await call('POST', `${at}/answer`, final.marta, { is_approved: true })).body.code).toBe('second_person');
    expect((await call('POST', `${at}/answer`, final.ines, { is_approved: true })).status).toBe(200);
    expect((await call('POST', `${at}/answer`, final.ines, { is_approved: true })).body.code).toBe(
      'nothing_to_approve',
    );
    expect((await final.own(first)).prizes).toMatchObject([{ state: 'paid', paid_cents: 100_000 }]);
    expect((await call('POST', `${at}/taken-back`, final.marta, { reason: 'Wrong account' })).status).toBe(200);
    expect((await call('POST', `${at}/taken-back`, final.marta, { reason: 'Twice' })).body.code).toBe(
      'step_not_possible',
    );
    expect((await final.own(first)).prizes).toMatchObject([{ state: 'due', paid_cents: 0 }]);
    expect((await final.list()).payouts.map(({ state, amount_cents }) => [state, amount_cents])).toEqual([
      ['paid', -100_000],
      ['taken_back', 100_000],
    ]);
  });

  it('by two at once is paid once; without the lock of its flights it would be twice (M1)', async () => {
    const final = await officialFinal([300, 301]);
    const [first] = final.people as [Person];
    const answers = await Promise.all([final.marta, final.ines].map((by) => final.pay(first, 100_000, by)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect((await final.list()).rows.find(({ person }) => person.user_id === first.user_id)).toMatchObject({
      paid_cents: 100_000,
      due_cents: 0,
    });
    // The control: both read what is due before either enters its payout.
    const other = await officialFinal([300, 301]);
    const { user_id } = other.people[0]!;
    const bothRead = Promise.withResolvers<void>();
    let readers = 0;
    const unlocked = () =>
      transact(site.db, async (tx) => {
        const due = await prizesOfSeason(tx, other.key, { user_ids: [user_id] });
        readers += 1;
        if (readers === 2) bothRead.resolve();
        await bothRead.promise;
        const at = new Date().toISOString();
        const paid = { ...other.key, user_id, amount_cents: 100_000, currency: 'EUR', method: 'hand' as const };
        const entered = { reason: 'Cash', file_id: null, needs_second: false, takes_back: null };
        const { id: payout_id } = await tx
          .insertInto('prize_payouts')
          .values({ ...paid, ...entered, paid_on: '2026-06-06', entered_by: other.marta.user_id, entered_at: at })
          .returning('id')
          .executeTakeFirstOrThrow();
        const prizes = due.map(({ fund_id, pigeon_id, won_cents }) => ({
          fund_id,
          pigeon_id,
          amount_cents: won_cents,
        }));
        await postPrizes(
          tx,
          { ...other.key, of: { payout_id }, currency: 'EUR', at },
          postingsOfPayout(user_id, prizes),
        );
      });
    await Promise.all([unlocked(), unlocked()]);
    expect((await other.own(other.people[0]!)).prizes).toMatchObject([{ paid_cents: 200_000 }]);
  });
});

describe('the journal of prizes', () => {
  it('refuses the commit of an entry that does not balance, and every change (M8)', async () => {
    const { key, race } = await officialFinal([300]);
    const { id: fund_id } = await site.db
      .selectFrom('prize_funds')
      .select('id')
      .where('loft_id', '=', key.loft_id)
      .executeTakeFirstOrThrow();
    const of = { fund_id, result_version: 2 };
    const entry = { ...key, of, currency: 'EUR', at: new Date().toISOString() };
    const bird = { fund_id, pigeon_id: race.pigeon_ids[0]!, user_id: null };
    const none = { fund_id: null, pigeon_id: null, user_id: null };
    const post = (credit: number, debit: number) =>
      transact(site.db, (tx) =>
        postPrizes(tx, entry, [
          { account: 'loft', ...bird, amount_cents: credit },
          { account: 'prizes', ...none, amount_cents: debit },
        ]),
      );
    await expect(post(-100, 99)).rejects.toMatchObject({ constraint: 'prize_balance' });
    await post(-100, 100);
    await expect(
      sql`update prize_postings set amount_cents = 1 where loft_id = ${key.loft_id}`.execute(site.db),
    ).rejects.toThrow();
  });
});

describe('the money of a season', () => {
  it('is published once both sides are equal, and then for everybody', async () => {
    const final = await officialFinal([300, 301, 302], { owners: 3 });
    const url = `/api/admin/seasons/${final.key.season_id}/money`;
    const stated = { sponsors_cents: 1_000_000, tax_cents: 5_000, fees_cents: 0, loft_cents: 0 };
    expect((await final.shown()).money).toBeNull();
    expect((await call('POST', url, final.marta, stated)).body.codes).toEqual({ loft_cents: ['money_differs'] });
    const promised = sumOfFunds((await final.list()).money.funds, 'promised_cents');
    const loft_cents = 1_000_000 - 5_000 - promised;
    expect((await call('POST', url, final.marta, { ...stated, loft_cents })).status).toBe(200);
    const { money } = await final.shown();
    expect(sidesOf(money!)).toEqual({ in_cents: 1_000_000, out_cents: 1_000_000 });
    expect(money!.funds).toContainEqual({
      what: 'flight',
      name: 'Ruled',
      promised_cents: 175_000,
      paid_cents: 0,
      owed_cents: 175_000,
      held_cents: 0,
      to_win_cents: 0,
    });
  });
});
