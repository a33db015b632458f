/** The prizes of a flight through its calls: claims, corrections, payouts and their second person (domain 2.4, 2.11). */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReplyOf } from '#domain/contract.ts';
import { dayAt } from '#domain/day.ts';
import type { FlightEvent } from '#domain/flights/flight.ts';
import type { listPayouts, readOwnPrizes, readPrizes } from '#domain/prizes/contract.ts';
import { claimsAssigned, postingsOfClaims, postingsOfPayout } from '#domain/prizes/prize.ts';
import { sidesOf, sumOfFunds } from '#domain/prizes/season-money.ts';
import type { Ruling } from '#server/arrivals/rulings.ts';
import { transact } from '#server/db/transaction.ts';
import { flightSteps } from '#server/flights/consequences.ts';
import { closeFlight, moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { linkToken } from '#server/notifications/link-token.ts';
import { foreseeRuling, makeRuling } from '#server/rulings/apply.ts';
import { buildPerson, readingOf, testConfig } from '#testing/builders.ts';
import { buildEntries } from '#testing/entries.ts';
import { buildFinal, type FinalOptions } from '#testing/finals.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { awardPrizes } from './claims.ts';
import { assignHeld, assignHeldPrizes } from './held.ts';
import { claimOf, postPrizes, prizesOfSeason } from './journal.ts';

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
async function officialFinal(
  minutes: readonly number[],
  {
    birds = minutes.length,
    owners = 2,
    isOneOwner = false,
    lofts = [],
    isEarlier = false,
    book = {},
    sexes = [],
  }: {
    /** Those basketed; the first of them come home. */
    birds?: number;
    owners?: number;
    /** Whether the first birds are all of the same person. */
    isOneOwner?: boolean;
    /** Which birds are the loft's own. */
    lofts?: readonly number[];
    /** Whether it was official before prizes were entered. */
    isEarlier?: boolean;
    book?: FinalOptions['book'];
    sexes?: readonly ('cock' | 'hen' | 'unknown')[];
  } = {},
) {
  const { race, flight_id, marta, ines } = await buildFinal(site.db, { birds, book });
  for (const bird of lofts)
    await site.db.updateTable('pigeons').set({ team_id: null }).where('id', '=', race.pigeon_ids[bird]!).execute();
  for (const [bird, sex] of sexes.entries())
    await site.db.updateTable('pigeons').set({ sex }).where('id', '=', race.pigeon_ids[bird]!).execute();
  const key = { loft_id: race.loft.id, season_id: race.season_id };
  const people: Person[] = [];
  for (const pigeon_id of race.pigeon_ids.slice(0, owners)) {
    const one = isOneOwner ? people[0] : undefined;
    const person = one ?? (await buildPerson(site.db, { email: `owner-${pigeon_id}@prizes.example` }));
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
  const closed = new Date(race.release_ms + Math.max(900, ...minutes) * 60_000).toISOString();
  await transact(site.db, async (tx) => closeFlight(tx, await lockFlight(tx, flight), closed));
  const move = (event: FlightEvent) =>
    transact(site.db, async (tx) => moveFlight(tx, await lockFlight(tx, flight), event));
  await move('publish');
  if (isEarlier) {
    const steps = flightSteps.registered();
    flightSteps.register(steps.filter((step) => step !== awardPrizes));
    await move('make_official').finally(() => flightSteps.register(steps));
  } else await move('make_official');
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
    pay: (who: Person, amount_cents: number, by = marta, part: object = {}) =>
      call('POST', admin, by, {
        user_id: who.user_id,
        amount_cents,
        ...part,
        method: 'transfer',
        paid_on: '2026-06-06',
        reason: 'Statement 12',
      }),
    reopen: () => move('correct'),
    signAgain: () => move('make_official'),
    /** A bird loses its place by a ruling on the official result. */
    disqualify: (bird: number) =>
      transact(site.db, async (tx) => {
        const ruling: Ruling = { by: marta.user_id, now_ms: Date.now(), reason: 'Ring of another bird' };
        const change = { kind: 'disqualified' as const, pigeon_id: race.pigeon_ids[bird]! };
        const locked = await lockFlight(tx, flight);
        await makeRuling(tx, locked, await foreseeRuling(tx, locked, change, ruling), ruling);
        const { kind, ...content } = change;
        const of = { ...flight, n: bird + 1, user_id: marta.user_id, needs_second: false };
        const at = new Date(ruling.now_ms).toISOString();
        const asMade = { ...of, kind, content: JSON.stringify(content), reason: ruling.reason, prepared_at: at };
        await tx.insertInto('rulings').values(asMade).execute();
        const decided = {
          ...of,
          prepared_by: marta.user_id,
          decision: 'made' as const,
          at,
          reason: null,
          effect: '{}',
        };
        await tx.insertInto('ruling_decisions').values(decided).execute();
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
      [3, 3, [], 1],
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

  it('says on which day of the flight each of its birds came, where the season shows times', async () => {
    const final = await officialFinal([300, 1_800]);
    const days = async () => (await final.shown()).shown!.groups.flatMap(({ birds }) => birds.map(({ day }) => day));
    expect(await days()).toEqual([1, 2]);
    await site.db
      .updateTable('seasons')
      .set({ hidden: ['results.time'] })
      .where('id', '=', final.key.season_id)
      .execute();
    expect(await days()).toEqual([null, null]);
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

  it('that is corrected by a ruling says to each winner, who pays and everybody what it moved', async () => {
    const final = await officialFinal([300, 301, 302]);
    const [first, second] = final.people as [Person, Person];
    expect((await final.own(first)).moved).toEqual([]);
    expect((await final.shown()).shown!.moved).toEqual([]);
    await final.disqualify(0);
    const by = { rulings: [{ n: 1, reason: 'Ring of another bird' }] };
    // Lost and not paid: it is no prize of theirs any more, and they read why.
    expect(await final.own(first)).toMatchObject({
      prizes: [],
      moved: [{ name: 'Ruled', before_cents: 100_000, after_cents: 0, ...by }],
    });
    expect((await final.own(second)).moved).toMatchObject([{ before_cents: 50_000, after_cents: 100_000, ...by }]);
    const listed = (await final.list()).rows.find(({ person }) => person.user_id === second.user_id);
    expect(listed!.moved).toMatchObject([{ before_cents: 50_000, after_cents: 100_000, ...by }]);
    const lines = (await final.shown()).shown!.moved.map(({ bird, before_cents, after_cents }) => [
      bird.pigeon_id,
      before_cents,
      after_cents,
    ]);
    const [one, two, three] = final.race.pigeon_ids;
    expect(lines).toEqual([
      [two, 50_000, 100_000],
      [three, 25_000, 50_000],
      [one, 100_000, 0],
    ]);
    await site.db
      .updateTable('seasons')
      .set({ hidden: ['results.rank'] })
      .where('id', '=', final.key.season_id)
      .execute();
    expect((await final.shown()).shown!.moved).toEqual([]);
  });
});

describe('the division of the rulebook', () => {
  const drop = {
    odd_cent: 'first_place',
    undistributed: 'clocked',
    first_drop: { most_birds: 3, at_tie: 'with_it' },
  } as const;
  const wonBy = async (final: Awaited<ReturnType<typeof officialFinal>>) =>
    (await transact(site.db, (tx) => prizesOfSeason(tx, final.key))).map(({ rank, won_cents }) => [rank, won_cents]);

  it('makes the shares of the first drop claims to the cent, that are the fund together (Golden Pigeon Classic 8)', async () => {
    // The first three land within ten seconds of each other, the fourth a minute later.
    const minutes = [300, 300 + 4 / 60, 300 + 13 / 60, 302];
    const final = await officialFinal(minutes, { owners: 2, book: { division: drop } });
    // 100,000 + 50,000 + 25,000 are three times 58,333 1/3.
    expect(await wonBy(final)).toEqual([
      [1, 58_334],
      [2, 58_333],
      [3, 58_333],
    ]);
    const { shown } = await final.shown();
    expect(shown).toMatchObject({ won_cents: 175_000, promised_cents: 175_000, rest: { cents: 0, to: 'clocked' } });
    expect(shown!.groups).toMatchObject([
      { from: 1, to: 3, is_shared: true, is_drop: true, covered_cents: [100_000, 50_000, 25_000] },
    ]);
    const page = `/api/lofts/${final.key.loft_id}/flights/${final.flight.flight_id}`;
    // The board, the podium and the place say what is paid.
    expect((await call('GET', `${page}/result`, null)).body.prizes).toMatchObject({
      rows: [58_334, 58_333, 58_333, 0],
      birds: 3,
      finish: { is_together: true, lost: 0 },
    });
    const podium = (await call('GET', `${page}/podium`, null)).body.birds as { prize: { cents: number } }[];
    expect(podium.map(({ prize }) => prize.cents)).toEqual([58_334, 58_333, 58_333]);
    const place = await call('GET', `${page}/places/${final.race.pigeon_ids[1]}`, null);
    expect(place.body.place.prize).toMatchObject({ cents: 58_333, shared_by: 3 });
    expect((await entriesOf(final.key)).every(({ sum }) => sum === 0)).toBe(true);
    // The control: by a rulebook without such a rule nobody shares.
    const usual = await officialFinal(minutes, { owners: 2 });
    expect(await wonBy(usual)).toEqual([
      [1, 100_000],
      [2, 50_000],
      [3, 25_000],
    ]);
  });

  it('moves the shares when a bird of the drop is taken out, and keeps the sum', async () => {
    const final = await officialFinal([300, 300 + 4 / 60, 300 + 13 / 60, 302], { book: { division: drop } });
    await final.disqualify(0);
    // Two are left of the drop: 100,000 + 50,000; the third place is the fourth bird's.
    expect(await wonBy(final)).toEqual([
      [1, 75_000],
      [2, 75_000],
      [3, 25_000],
    ]);
    expect((await final.shown()).shown).toMatchObject({ won_cents: 175_000 });
  });

  it('gives the prizes without a bird to all at home, or leaves them to the loft, which the money of the season says', async () => {
    const shared = await officialFinal([300, 302], { book: { division: { ...drop, first_drop: null } } });
    expect(await wonBy(shared)).toEqual([
      [1, 112_500],
      [2, 62_500],
    ]);
    expect((await shared.shown()).shown!.rest).toEqual({ cents: 25_000, to: 'clocked' });
    const kept = await officialFinal([300, 302]);
    expect((await kept.list()).money.funds[0]).toMatchObject({
      promised_cents: 175_000,
      owed_cents: 150_000,
      kept_cents: 25_000,
    });
  });

  it('gives them to birds that are not home too, where the rulebook says so, but not to a disqualified one', async () => {
    const book = { division: { ...drop, first_drop: null, undistributed: 'winners_or_basketed' } } as const;
    const final = await officialFinal([300], { birds: 4, owners: 4, book });
    // Of 75,000 each of the four has a quarter.
    expect(await wonBy(final)).toEqual([
      [1, 118_750],
      [null, 18_750],
      [null, 18_750],
      [null, 18_750],
    ]);
    expect((await final.shown()).shown).toMatchObject({
      won_cents: 175_000,
      not_home: { birds: 3, amount_cents: 56_250 },
      rest: { cents: 75_000, to: 'basketed' },
    });
    await final.disqualify(3);
    expect(await wonBy(final)).toEqual([
      [1, 125_000],
      [null, 25_000],
      [null, 25_000],
    ]);
  });
});

describe('special prizes', () => {
  it('are claims like the others, or are listed in kind, and the loft reads them in the money of the season', async () => {
    const special = {
      final: [
        { to: 'first_hen', every: null, amount_cents: 10_001, in_kind: null },
        { to: 'every_nth', every: 4, amount_cents: 3_000, in_kind: null },
        { to: 'first_cock', every: null, amount_cents: null, in_kind: 'A clock' },
      ],
    } as const;
    const asBook = { special: { final: special.final.map((one) => ({ ...one })) } };
    const sexes = ['unknown', 'hen', 'hen', 'cock'] as const;
    const final = await officialFinal([300, 301, 301, 303], { owners: 4, book: asBook, sexes });
    const prizes = await transact(site.db, (tx) => prizesOfSeason(tx, final.key));
    // Places 2 and 3 share 75,000, and as equal first hens 10,001.
    expect(prizes.map(({ rank, won_cents }) => [rank, won_cents])).toEqual([
      [1, 100_000],
      [2, 37_500 + 5_001],
      [2, 37_500 + 5_000],
      [4, 3_000],
    ]);
    const { shown } = await final.shown();
    expect(shown).toMatchObject({ won_cents: 188_001, promised_cents: 188_001 });
    expect(shown!.special).toMatchObject([
      { to: 'first_hen', in_kind: null, birds: [{ amount_cents: 5_001 }, { amount_cents: 5_000 }] },
      { to: 'every_nth', place: 4, birds: [{ rank: 4, amount_cents: 3_000 }] },
      { to: 'first_cock', in_kind: 'A clock', birds: [{ rank: 4, amount_cents: 0 }] },
    ]);
    // What a bird has for its place is shown apart from them.
    expect(shown!.groups.flatMap(({ birds }) => birds.map(({ amount_cents }) => amount_cents))).toEqual([
      100_000, 37_500, 37_500,
    ]);
    const at = `/api/lofts/${final.key.loft_id}/flights/${final.flight.flight_id}/places`;
    const { place } = (await call('GET', `${at}/${final.race.pigeon_ids[3]}`, null)).body;
    expect(place.special).toEqual([
      { to: 'every_nth', country: null, place: 4, cents: 3_000, in_kind: null, currency: 'EUR' },
      { to: 'first_cock', country: null, place: null, cents: null, in_kind: 'A clock', currency: 'EUR' },
    ]);
    expect((await final.list()).money.funds[0]).toMatchObject({ promised_cents: 188_001, kept_cents: 0 });
    expect((await entriesOf(final.key)).every(({ sum }) => sum === 0)).toBe(true);
    // Each holder reads a line for each prize, together the sum of the journal; what is in kind has no sum.
    const second = await final.own(final.people[1]!);
    expect(second.prizes).toMatchObject([
      {
        won_cents: 42_501,
        awards: [
          { special: null, amount_cents: 37_500 },
          { special: { to: 'first_hen', country: null, place: null }, amount_cents: 5_001 },
        ],
      },
    ]);
    expect(second.in_kind).toEqual([]);
    const fourth = await final.own(final.people[3]!);
    expect(fourth.prizes).toMatchObject([
      { awards: [{ special: { to: 'every_nth', place: 4 }, amount_cents: 3_000 }], won_cents: 3_000 },
    ]);
    expect(fourth.in_kind).toMatchObject([
      { name: 'Ruled', rank: 4, special: { to: 'first_cock' }, in_kind: 'A clock' },
    ]);
    const paid = await final.pay(final.people[1]!, 42_501);
    const listed = await final.list();
    expect(listed.in_kind).toMatchObject([{ person: { user_id: final.people[3]!.user_id }, in_kind: 'A clock' }]);
    const papers = await call('GET', `${final.page.replace('/api/', '/api/me/')}/papers`, final.people[1]!);
    expect(papers.body).toMatchObject({
      in_kind: [],
      payouts: [{ id: paid.body.payout_id, prizes: [{ amount_cents: 42_501, awards: second.prizes[0]!.awards }] }],
    });
    // The first hens lose their places: the bird behind them is second, and none is the fourth.
    await final.disqualify(1);
    await final.disqualify(2);
    const after = await transact(site.db, (tx) => prizesOfSeason(tx, final.key));
    expect(after.filter(({ won_cents }) => won_cents > 0).map(({ rank, won_cents }) => [rank, won_cents])).toEqual([
      [1, 100_000],
      [2, 50_000],
    ]);
  });

  it('that are given for what the season hides are not shown', async () => {
    const special = { final: [{ to: 'first_hen' as const, every: null, amount_cents: 100, in_kind: null }] };
    const final = await officialFinal([300, 301], { book: { special }, sexes: ['hen', 'cock'] });
    expect((await final.shown()).shown!.special).toHaveLength(1);
    await site.db
      .updateTable('seasons')
      .set({ hidden: ['fanciers.sex'] })
      .where('id', '=', final.key.season_id)
      .execute();
    expect((await final.shown()).shown!.special).toEqual([]);
  });
});

describe('a payout', () => {
  it('is of what is due now, on a day that is not ahead', async () => {
    const final = await officialFinal([300, 301]);
    const [first] = final.people as [Person];
    expect((await final.pay(first, 99_999)).body.codes).toEqual({ amount_cents: ['prizes_changed'] });
    const ahead = { user_id: first.user_id, amount_cents: 100_000, method: 'hand', paid_on: '2100-01-01', reason: 'x' };
    expect((await call('POST', final.admin, final.marta, ahead)).body.codes).toEqual({ paid_on: ['payout_in_future'] });
    expect((await final.pay(first, 100_000)).status).toBe(200);
    expect((await final.pay(first, 100_000)).body.code).toBe('no_prize_due');
  });

  it('above the limit waits for somebody else', async () => {
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
  });

  it('is taken back by a counter-entry, above the limit with a second person too', async () => {
    const final = await officialFinal([300, 301]);
    const [first, second] = final.people as [Person, Person];
    const paid = (await final.pay(first, 100_000)).body.payout_id;
    const small = (await final.pay(second, 50_000)).body.payout_id;
    const { loft_id } = final.key;
    await site.db.insertInto('payment_settings').values({ loft_id, agent_limit_cents: 50_000 }).execute();
    const takeBack = (payout_id: number, reason: string) =>
      call('POST', `${final.admin}/${payout_id}/taken-back`, final.marta, { reason });
    const answer = (payout_id: number, by: Person, is_approved: boolean) =>
      call('POST', `${final.admin}/${payout_id}/answer`, by, { is_approved });
    expect((await takeBack(small, 'Closed account')).body).toMatchObject({ state: 'paid' });
    expect((await final.own(second)).prizes).toMatchObject([{ state: 'due', paid_cents: 0 }]);
    // Asked for, and refused: it stays paid and can be asked for again.
    const asked = (await takeBack(paid, 'Wrong account')).body;
    expect(asked).toMatchObject({ state: 'waits' });
    expect((await takeBack(paid, 'Twice')).body.code).toBe('payout_waits');
    expect((await final.own(first)).prizes).toMatchObject([{ state: 'paid', paid_cents: 100_000 }]);
    expect((await answer(asked.payout_id, final.marta, true)).body.code).toBe('second_person');
    expect((await answer(asked.payout_id, final.ines, false)).status).toBe(200);
    expect((await final.own(first)).prizes).toMatchObject([{ state: 'paid', paid_cents: 100_000 }]);
    const again = (await takeBack(paid, 'Wrong account')).body;
    expect((await answer(again.payout_id, final.ines, true)).status).toBe(200);
    expect((await final.own(first)).prizes).toMatchObject([{ state: 'due', paid_cents: 0 }]);
    expect((await takeBack(paid, 'Again')).body.code).toBe('step_not_possible');
    expect((await final.list()).payouts.map(({ state, amount_cents }) => [state, amount_cents])).toEqual([
      ['paid', -100_000],
      ['refused', -100_000],
      ['paid', -50_000],
      ['taken_back', 50_000],
      ['taken_back', 100_000],
    ]);
    expect((await entriesOf(final.key)).every(({ sum }) => sum === 0)).toBe(true);
  });

  it('that two take back at once is taken back once', async () => {
    const final = await officialFinal([300, 301]);
    const [first] = final.people as [Person];
    const { payout_id } = (await final.pay(first, 100_000)).body;
    const answers = await Promise.all(
      [final.marta, final.ines].map((by) =>
        call('POST', `${final.admin}/${payout_id}/taken-back`, by, { reason: 'Wrong account' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect((await final.own(first)).prizes).toMatchObject([{ state: 'due', paid_cents: 0 }]);
    // The control: the database keeps it too, where nothing is locked.
    const counter = { ...final.key, user_id: first.user_id, amount_cents: -100_000, currency: 'EUR' };
    const entered = { method: 'hand' as const, paid_on: '2026-06-07', reason: 'Unlocked', file_id: null };
    await expect(
      transact(site.db, async (tx) => {
        const at = new Date().toISOString();
        const { id } = await tx
          .insertInto('prize_payouts')
          .values({
            ...counter,
            ...entered,
            needs_second: false,
            takes_back: payout_id,
            entered_by: final.marta.user_id,
            entered_at: at,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const of = { payout_id: id, takes_back: payout_id };
        await postPrizes(tx, { ...final.key, of, currency: 'EUR', at }, []);
      }),
    ).rejects.toMatchObject({ constraint: 'payout_taken_back' });
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
          team_id: null,
          amount_cents: won_cents,
        }));
        await postPrizes(
          tx,
          { ...other.key, of: { payout_id, takes_back: null }, currency: 'EUR', at },
          postingsOfPayout(user_id, prizes),
        );
      });
    await Promise.all([unlocked(), unlocked()]);
    expect((await other.own(other.people[0]!)).prizes).toMatchObject([{ paid_cents: 200_000 }]);
  });
});

describe('a payout in parts', () => {
  /** A final of which somebody has the first two birds, with 100,000 and 50,000. */
  async function twoPrizes({ agent_limit_cents = 150_000 } = {}) {
    const final = await officialFinal([300, 301, 302], { isOneOwner: true });
    const [first] = final.people as [Person];
    const { loft_id } = final.key;
    await site.db.insertInto('payment_settings').values({ loft_id, agent_limit_cents }).execute();
    const { prizes } = await final.own(first);
    expect(prizes.map(({ won_cents }) => won_cents)).toEqual([100_000, 50_000]);
    const chosen = prizes.map(({ fund_id, pigeon_id }) => ({ fund_id, pigeon_id, team_id: null }));
    const state = async () =>
      (await final.own(first)).prizes.map(({ paid_cents, state: one }) => [paid_cents, one] as const);
    return { final, first, chosen, state };
  }

  it('is of chosen prizes or of a part of their sum, and says what is left', async () => {
    const { final, first, chosen, state } = await twoPrizes();
    const second = await final.pay(first, 50_000, final.marta, { prizes: [chosen[1]] });
    expect(second.body).toMatchObject({ state: 'paid' });
    expect(await state()).toEqual([
      [0, 'due'],
      [50_000, 'paid'],
    ]);
    // What is paid already is not due, nor more than is.
    const again = await final.pay(first, 50_000, final.marta, { prizes: [chosen[1]] });
    expect(again.body.codes).toEqual({ prizes: ['prizes_changed'] });
    const more = await final.pay(first, 100_001, final.marta, { due_cents: 100_000 });
    expect(more.body.codes).toEqual({ amount_cents: ['payout_of_more'] });
    expect((await final.pay(first, 30_000, final.marta, { due_cents: 100_000 })).body).toMatchObject({ state: 'paid' });
    expect(await state()).toEqual([
      [30_000, 'due'],
      [50_000, 'paid'],
    ]);
    const { payouts } = (await call('GET', `${final.page.replace('/api/', '/api/me/')}/papers`, first)).body;
    expect(payouts).toMatchObject([
      { amount_cents: 50_000, left_cents: 100_000 },
      { amount_cents: 30_000, left_cents: 70_000 },
    ]);
    expect((await final.list()).rows.find(({ person }) => person.user_id === first.user_id)).toMatchObject({
      due_cents: 70_000,
      paid_cents: 80_000,
    });
    expect((await entriesOf(final.key)).every(({ sum, n }) => sum === 0 && n >= 2)).toBe(true);
  });

  it('by two at once is paid once', async () => {
    const { final, first, chosen, state } = await twoPrizes();
    const part = { prizes: [chosen[0]], due_cents: 100_000 };
    const answers = await Promise.all([final.marta, final.ines].map((by) => final.pay(first, 60_000, by, part)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect((await state())[0]).toEqual([60_000, 'due']);
  });

  it('above the limit waits with what was chosen, and is paid while it is still due', async () => {
    // What is due is above it, the part is not: otherwise one person would pay in parts what takes two.
    const { final, first, chosen, state } = await twoPrizes({ agent_limit_cents: 100_000 });
    const { loft_id } = final.key;
    const part = { prizes: [chosen[1]], due_cents: 50_000 };
    const { body } = await final.pay(first, 40_000, final.marta, part);
    expect(body.state).toBe('waits');
    expect(await state()).toEqual([
      [0, 'due'],
      [0, 'waits'],
    ]);
    const answer = (payout_id: number) =>
      call('POST', `${final.admin}/${payout_id}/answer`, final.ines, { is_approved: true });
    expect((await answer(body.payout_id)).status).toBe(200);
    expect(await state()).toEqual([
      [0, 'due'],
      [40_000, 'due'],
    ]);
    // The control: a bird that loses its prize meanwhile is not paid for.
    const waiting = (await final.pay(first, 10_001, final.marta, { prizes: [chosen[0]], due_cents: 100_000 })).body;
    await final.disqualify(0);
    expect((await answer(waiting.payout_id)).body.code).toBe('prizes_changed');
    expect((await entriesOf(final.key)).every(({ sum }) => sum === 0)).toBe(true);
    // The database keeps the parts together the payout.
    await expect(
      site.db
        .insertInto('prize_payout_parts')
        .values({ loft_id, payout_id: waiting.payout_id, n: 9, ...chosen[0]!, amount_cents: 1 })
        .execute(),
    ).rejects.toMatchObject({ constraint: 'payout_parts' });
  });

  it('that is taken back leaves its day and reason for the receiver, on the page, the statement and in the notice', async () => {
    const { final, first, state } = await twoPrizes();
    const { payout_id } = (await final.pay(first, 30_000, final.marta, { due_cents: 150_000 })).body;
    await call('POST', `${final.admin}/${payout_id}/taken-back`, final.marta, { reason: 'Closed account' });
    expect(await state()).toEqual([
      [0, 'due'],
      [0, 'due'],
    ]);
    const today = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    const struck = { id: payout_id, amount_cents: 30_000, taken_back: { on: today, reason: 'Closed account' } };
    expect((await final.own(first)).payouts).toMatchObject([struck]);
    const papers = (await call('GET', `${final.page.replace('/api/', '/api/me/')}/papers`, first)).body;
    expect(papers.payouts).toMatchObject([{ ...struck, left_cents: 120_000 }]);
    const told = await site.db
      .selectFrom('notifications')
      .select('facts')
      .where('user_id', '=', first.user_id)
      .where('event', '=', 'prize')
      .execute();
    expect(told.map(({ facts }) => facts)).toContainEqual(
      expect.objectContaining({ as: 'taken_back', amount_cents: 30_000, reason: 'Closed account', day: today }),
    );
  });
});

describe('the day until which prizes are paid', () => {
  it('is so many days after the result was official, by the rulebook; without a rule there is none', async () => {
    const final = await officialFinal([300, 301], { book: { pay_within_days: 30 } });
    const day = dayAt(Date.now() + 30 * 86_400_000, final.race.loft.time_zone);
    expect((await final.shown()).shown).toMatchObject({ pay_by: day });
    expect((await final.own(final.people[0]!)).prizes).toMatchObject([{ pay_by: day }]);
    const usual = await officialFinal([300]);
    expect((await usual.shown()).shown).toMatchObject({ pay_by: null });
  });
});

describe('the prizes of a pigeon', () => {
  const prizesOf = async ({ key, race }: Awaited<ReturnType<typeof officialFinal>>, bird: number) =>
    call('GET', `/api/lofts/${key.loft_id}/seasons/${key.season_id}/pigeons/${race.pigeon_ids[bird]}/prizes`, null);

  it('stand with its place and what became of them, and are gone while its result is corrected', async () => {
    const final = await officialFinal([300, 301]);
    await final.pay(final.people[0]!, 100_000);
    expect((await prizesOf(final, 0)).body.prizes).toMatchObject([
      { what: 'flight', name: 'Ruled', rank: 1, amount_cents: 100_000, state: 'paid' },
    ]);
    expect((await prizesOf(final, 1)).body.prizes).toMatchObject([{ rank: 2, amount_cents: 50_000, state: 'due' }]);
    await final.reopen();
    expect((await prizesOf(final, 0)).body.prizes).toEqual([]);
  });

  it.each(['results.rank', 'results.ringDescriptor'] as const)(
    'are not shown where the season hides %s',
    async (hidden) => {
      const final = await officialFinal([300, 301]);
      await site.db
        .updateTable('seasons')
        .set({ hidden: [hidden] })
        .where('id', '=', final.key.season_id)
        .execute();
      expect((await prizesOf(final, 0)).body.prizes).toEqual([]);
    },
  );
});

describe('a bird whose team has no account', () => {
  const accountOf = async ({ race }: { race: { pigeon_ids: number[] } }, bird: number, user_id: number | null) => {
    const { team_id } = await site.db
      .selectFrom('pigeons')
      .select('team_id')
      .where('id', '=', race.pigeon_ids[bird]!)
      .executeTakeFirstOrThrow();
    await site.db.updateTable('teams').set({ user_id }).where('id', '=', team_id!).execute();
  };
  const told = async ({ user_id }: Person) =>
    (
      await site.db
        .selectFrom('notifications')
        .select('facts')
        .where('user_id', '=', user_id)
        .where('event', '=', 'prize')
        .execute()
    ).map(({ facts }) => facts);

  it('wins a prize that is held and counted, and is owed to its owner once there is one', async () => {
    const final = await officialFinal([300, 301, 302], { owners: 1 });
    const { held, rows, money } = await final.list();
    expect(held.map(({ won_cents, state, held_by, team }) => [won_cents, state, held_by, team])).toEqual([
      [50_000, 'held', 'account', 'Team 2'],
      [25_000, 'held', 'account', 'Team 3'],
    ]);
    expect(rows).toHaveLength(1);
    expect(money.funds[0]).toMatchObject({ promised_cents: 175_000, owed_cents: 100_000, held_cents: 75_000 });
    expect((await final.shown()).shown!.groups[1]!.birds).toMatchObject([{ state: 'held', held_by: null }]);
    expect(await assignHeldPrizes(site.db, Date.now())).toEqual([]);
    const owner = await buildPerson(site.db, { email: `late-${final.flight.flight_id}@prizes.example` });
    await accountOf(final, 1, owner.user_id);
    expect(await assignHeldPrizes(site.db, Date.now())).toHaveLength(1);
    expect(await assignHeldPrizes(site.db, Date.now())).toEqual([]);
    expect((await final.own(owner)).prizes).toMatchObject([{ won_cents: 50_000, state: 'due', rank: 2 }]);
    expect(await told(owner)).toMatchObject([{ as: 'won', amount_cents: 50_000 }]);
    const after = await final.list();
    expect(after.held.map(({ won_cents }) => won_cents)).toEqual([25_000]);
    expect(after.money.funds[0]).toMatchObject({ promised_cents: 175_000, owed_cents: 150_000, held_cents: 25_000 });
    expect((await final.pay(owner, 50_000)).body).toMatchObject({ state: 'paid' });
    expect((await entriesOf(final.key)).every(({ sum, n }) => sum === 0 && n >= 2)).toBe(true);
  });

  it('that loses its prize before there is an owner leaves nothing to assign', async () => {
    const final = await officialFinal([300, 301], { owners: 0 });
    await final.disqualify(0);
    const owner = await buildPerson(site.db, { email: `lost-${final.flight.flight_id}@prizes.example` });
    await accountOf(final, 0, owner.user_id);
    expect(await assignHeldPrizes(site.db, Date.now())).toEqual([]);
    expect((await final.list()).held.map(({ won_cents }) => won_cents)).toEqual([100_000]);
  });

  it('and two who assign its prize at once book it once; without the lock of its flight it would be twice', async () => {
    const final = await officialFinal([300], { owners: 0 });
    const owner = await buildPerson(site.db, { email: `once-${final.flight.flight_id}@prizes.example` });
    await accountOf(final, 0, owner.user_id);
    const assign = () =>
      transact(site.db, (tx) => assignHeld(tx, { ...final.flight, ranking_id: null }, { now_ms: Date.now() }));
    const assigned = await Promise.all([assign(), assign(), assign()]);
    expect(assigned.filter(Boolean)).toHaveLength(1);
    expect((await final.own(owner)).prizes).toMatchObject([{ won_cents: 100_000 }]);
    expect(await told(owner)).toHaveLength(1);
    // The control: both read what is held before either assigns it.
    const other = await officialFinal([300], { owners: 0 });
    const bothRead = Promise.withResolvers<void>();
    let readers = 0;
    const unlocked = () =>
      transact(site.db, async (tx) => {
        const [prize] = await prizesOfSeason(tx, other.key);
        readers += 1;
        if (readers === 2) bothRead.resolve();
        await bothRead.promise;
        const of = { fund_id: prize!.fund_id, result_version: null };
        const changed = claimsAssigned([claimOf(prize!)], () => owner.user_id);
        const at = new Date().toISOString();
        await postPrizes(tx, { ...other.key, of, currency: 'EUR', at }, postingsOfClaims(prize!.fund_id, changed));
      });
    await Promise.all([unlocked(), unlocked()]);
    expect((await other.own(owner)).prizes).toMatchObject([{ won_cents: 200_000 }]);
  });

  it('is not a bird of the loft itself, which is of no team: that one wins for the loft', async () => {
    const final = await officialFinal([300, 301], { owners: 0, lofts: [0] });
    const { held, money } = await final.list();
    expect(held.map(({ won_cents }) => won_cents)).toEqual([50_000]);
    expect((await final.shown()).shown!.groups[0]!.birds).toMatchObject([{ state: 'kept' }]);
    expect(money.funds[0]).toMatchObject({ promised_cents: 175_000, held_cents: 50_000, kept_cents: 125_000 });
  });
});

describe('a flight that was official before prizes were entered', () => {
  it('has its prizes entered by a merchant, once', async () => {
    const final = await officialFinal([300, 301], { isEarlier: true });
    const [first, second] = final.people as [Person, Person];
    expect(await final.list()).toMatchObject({ rows: [], earlier: [{ id: final.flight.flight_id, name: 'Ruled' }] });
    const enter = (by = final.marta) => call('POST', `${final.admin}/earlier`, by, {});
    const answers = await Promise.all([enter(), enter(final.ines)]);
    expect(answers.map(({ body }) => body.flight_count).sort((a, b) => a - b)).toEqual([0, 1]);
    expect((await enter()).body).toEqual({ flight_count: 0 });
    expect((await final.list()).earlier).toEqual([]);
    expect((await final.own(first)).prizes).toMatchObject([{ won_cents: 100_000, state: 'due' }]);
    expect((await final.own(second)).prizes).toMatchObject([{ won_cents: 50_000, state: 'due' }]);
    // A correction goes on from there.
    await final.disqualify(0);
    expect((await final.own(first)).prizes).toEqual([]);
    expect((await final.own(second)).prizes).toMatchObject([{ won_cents: 100_000, state: 'due' }]);
    expect((await entriesOf(final.key)).every(({ sum }) => sum === 0)).toBe(true);
  });

  it('is not among them where its result became official since', async () => {
    const final = await officialFinal([300]);
    expect((await final.list()).earlier).toEqual([]);
    expect((await call('POST', `${final.admin}/earlier`, final.marta, {})).body).toEqual({ flight_count: 0 });
    expect((await final.own(final.people[0]!)).prizes).toMatchObject([{ won_cents: 100_000 }]);
  });
});

describe('birds on one place', () => {
  it('share their prizes where the rulebook says so, and where it does not each has its own', async () => {
    const shared = (await (await officialFinal([300, 300])).shown()).shown!;
    expect(shared.groups).toMatchObject([{ from: 1, to: 2, is_shared: true, covered_cents: [100_000, 50_000] }]);
    const final = await officialFinal([300, 300, 301], { book: { ties_share_prizes: false } });
    const { groups } = (await final.shown()).shown!;
    expect(groups.map(({ is_shared, covered_cents, birds }) => [is_shared, covered_cents, birds.length])).toEqual([
      [false, [], 2],
      [false, [], 1],
    ]);
    expect(groups[0]!.birds.map(({ amount_cents }) => amount_cents)).toEqual([100_000, 100_000]);
  });
});

describe('a prize is held', () => {
  it('while its result is being corrected: nothing is due, and what is paid stays', async () => {
    const final = await officialFinal([300, 301]);
    const [first, second] = final.people as [Person, Person];
    await final.pay(second, 50_000);
    await final.reopen();
    expect((await final.own(first)).prizes).toMatchObject([{ state: 'held', held_by: 'result', won_cents: 100_000 }]);
    expect((await final.own(second)).prizes).toMatchObject([{ state: 'paid' }]);
    expect((await final.pay(first, 100_000)).body.code).toBe('no_prize_due');
    expect((await final.list()).money.funds[0]).toMatchObject({
      held_cents: 100_000,
      owed_cents: 0,
      paid_cents: 50_000,
    });
    await final.signAgain();
    expect((await final.own(first)).prizes).toMatchObject([{ state: 'due', held_by: null }]);
    expect((await final.pay(first, 100_000)).body).toMatchObject({ state: 'paid' });
  });

  it('while the place of its bird is not paid, and is due once it is', async () => {
    const final = await officialFinal([300, 301], { owners: 0 });
    const { season_id } = final.key;
    const { customer, order } = await buildEntries(site.db, { built: final.race });
    const { id: order_id } = await order();
    const [pigeon_id] = final.race.pigeon_ids as [number];
    await site.db
      .insertInto('entries')
      .values({ ...final.key, order_id, place: 1, pigeon_id })
      .execute();
    // It is the bird of the order's customer now, and theirs to pay for first.
    expect(await assignHeldPrizes(site.db, Date.now())).toHaveLength(1);
    expect((await final.own(customer)).prizes).toMatchObject([
      { state: 'held', held_by: 'unpaid', won_cents: 100_000, paid_cents: 0 },
    ]);
    expect((await final.list()).rows).toMatchObject([{ held_cents: 100_000, due_cents: 0 }]);
    expect((await final.list()).money.funds[0]).toMatchObject({ owed_cents: 0, held_cents: 150_000 });
    expect((await final.pay(customer, 100_000)).body.code).toBe('no_prize_due');
    const payments = `/api/admin/seasons/${season_id}/orders/${order_id}/payments`;
    expect((await call('POST', payments, final.marta, { reason: 'Statement 3', file_id: null })).status).toBe(200);
    expect((await final.own(customer)).prizes).toMatchObject([{ state: 'due', held_by: null }]);
    expect((await final.pay(customer, 100_000)).body).toMatchObject({ state: 'paid' });
  });
});

describe('the papers of prizes', () => {
  it('say what a person won and what each payout paid, to them and to who pays; a payout taken back has no receipt', async () => {
    const final = await officialFinal([300, 301, 302], { owners: 3 });
    const [first, second, third] = final.people as [Person, Person, Person];
    const own = (who: Person) => call('GET', `${final.page.replace('/api/', '/api/me/')}/papers`, who);
    const of = (who: Person, by: Person) => call('GET', `${final.admin}/people/${who.user_id}`, by);
    const { payout_id } = (await final.pay(first, 100_000)).body;
    expect((await own(first)).body).toMatchObject({
      person: { address: { country: null } },
      prizes: [{ won_cents: 100_000, state: 'paid' }],
      payouts: [{ id: payout_id, amount_cents: 100_000, prizes: [{ name: 'Ruled', rank: 1, amount_cents: 100_000 }] }],
    });
    expect((await final.own(first)).payouts).toMatchObject([{ id: payout_id, paid_on: '2026-06-06' }]);
    expect((await of(first, final.marta)).body).toMatchObject({
      person: { address: null },
      payouts: [{ id: payout_id }],
    });
    expect((await of(first, second)).status).toBe(404);
    expect((await own(second)).body).toMatchObject({ prizes: [{ won_cents: 50_000 }], payouts: [] });
    const paid = (await final.pay(third, 25_000)).body;
    await call('POST', `${final.admin}/${paid.payout_id}/taken-back`, final.marta, { reason: 'Wrong account' });
    expect((await own(third)).body).toMatchObject({
      prizes: [{ state: 'due' }],
      payouts: [{ id: paid.payout_id, taken_back: { reason: 'Wrong account' } }],
    });
    expect((await own(final.ines)).status).toBe(404);
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
    const bird = { fund_id, pigeon_id: race.pigeon_ids[0]!, team_id: null, user_id: null };
    const none = { fund_id: null, pigeon_id: null, team_id: null, user_id: null };
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
      kept_cents: 0,
    });
  });

  it('is refused while its sides differ, also in what a field cannot be', async () => {
    const final = await officialFinal([300]);
    const url = `/api/admin/seasons/${final.key.season_id}/money`;
    const promised = sumOfFunds((await final.list()).money.funds, 'promised_cents');
    const equal = { sponsors_cents: promised + 300, tax_cents: 100, fees_cents: 100, loft_cents: 100 };
    for (const [wrong, code] of [
      [{ loft_cents: 99 }, 'money_differs'],
      [{ loft_cents: 101 }, 'money_short'],
      [{ sponsors_cents: 0 }, 'money_short'],
      [{ tax_cents: 0 }, 'money_differs'],
    ] as const)
      expect((await call('POST', url, final.marta, { ...equal, ...wrong })).body.codes).toEqual({ loft_cents: [code] });
    for (const field of Object.keys(equal))
      expect(Object.keys((await call('POST', url, final.marta, { ...equal, [field]: -1 })).body.codes)).toEqual([
        field,
      ]);
    expect((await final.shown()).money).toBeNull();
    expect((await call('POST', url, final.marta, equal)).status).toBe(200);
    expect((await final.shown()).money).toMatchObject(equal);
  });

  it('keeps each version as it was published, for good', async () => {
    const final = await officialFinal([300, 301]);
    const url = `/api/admin/seasons/${final.key.season_id}/money`;
    const publish = async (sponsors_cents: number) => {
      const promised = sumOfFunds((await final.list()).money.funds, 'promised_cents');
      const loft_cents = sponsors_cents - promised;
      expect(
        (await call('POST', url, final.marta, { sponsors_cents, tax_cents: 0, fees_cents: 0, loft_cents })).status,
      ).toBe(200);
    };
    await publish(1_000_000);
    expect((await final.shown()).money!.now).toBeNull();
    expect((await final.list()).is_older).toBe(false);
    await final.pay(final.people[0]!, 100_000);
    // What is paid since is not in it before it is published again: it stands beside it, and who publishes is told.
    expect((await final.shown()).money).toMatchObject({
      funds: [{ paid_cents: 0, owed_cents: 150_000 }, { to_win_cents: 175_000 }],
      now: { paid_cents: 100_000, owed_cents: 50_000, held_cents: 0 },
    });
    expect((await final.list()).is_older).toBe(true);
    await publish(2_000_000);
    expect((await final.shown()).money!.now).toBeNull();
    expect((await final.list()).is_older).toBe(false);
    const { money } = await final.shown();
    expect(money).toMatchObject({ sponsors_cents: 2_000_000 });
    expect(money!.funds[0]).toMatchObject({ paid_cents: 100_000, owed_cents: 50_000 });
    const { loft_id, season_id } = final.key;
    const versions = () =>
      site.db
        .selectFrom('published_money')
        .select(['version', 'user_id'])
        .select(sql<number>`(content ->> 'sponsors_cents')::int`.as('sponsors_cents'))
        .where('loft_id', '=', loft_id)
        .where('season_id', '=', season_id)
        .orderBy('version')
        .execute();
    const both = [
      { version: 1, user_id: final.marta.user_id, sponsors_cents: 1_000_000 },
      { version: 2, user_id: final.marta.user_id, sponsors_cents: 2_000_000 },
    ];
    expect(await versions()).toEqual(both);
    for (const change of [
      sql`update published_money set content = '{}' where loft_id = ${loft_id}`,
      sql`delete from published_money where loft_id = ${loft_id}`,
      sql`truncate published_money`,
    ])
      await expect(change.execute(site.db)).rejects.toThrow();
    expect(await versions()).toEqual(both);
  });
});

describe('a team that is claimed (decision 91)', () => {
  /** A final whose birds are of teams without an account, the first of them claimed and accepted. */
  async function claimedFinal() {
    const final = await officialFinal([300, 301, 302], { owners: 0 });
    const { loft_id, season_id } = final.key;
    const team = await site.db
      .insertInto('teams')
      .values({ loft_id, season_id, name: 'Old team', fancier: 'Old Zoë', country: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await site.db
      .updateTable('pigeons')
      .set({ team_id: team.id })
      .where('id', '=', final.race.pigeon_ids[0]!)
      .execute();
    const zoe = await buildPerson(site.db, {});
    const path = `/api/lofts/${loft_id}/teams/${team.id}/claims`;
    const { body } = await call('POST', path, zoe, { text: 'Mine' });
    const decide = (decision: string, reason = '') =>
      call('POST', `/api/admin/lofts/${loft_id}/team-claims/${body.claim_id}/decision`, final.marta, {
        decision,
        reason,
      });
    expect((await decide('accepted')).status).toBe(200);
    await assignHeldPrizes(site.db, Date.now());
    return { ...final, zoe, decide };
  }

  it('has its held prizes, and gives them back to be held when it is taken back', async () => {
    const { zoe, own, decide, key } = await claimedFinal();
    expect((await own(zoe)).prizes).toMatchObject([{ won_cents: 100_000, state: 'due' }]);
    expect((await decide('taken_back', 'A namesake')).status).toBe(200);
    expect((await own(zoe)).prizes).toEqual([]);
    const prizes = await transact(site.db, (tx) => prizesOfSeason(tx, key));
    expect(prizes[0]).toMatchObject({ account: 'held', won_cents: 100_000, user_id: null });
    // Nobody has it until the team is somebody's again.
    expect(await assignHeldPrizes(site.db, Date.now())).toEqual([]);
    expect((await entriesOf(key)).every(({ sum }) => sum === 0)).toBe(true);
  });

  it('is not taken back once a prize was paid, until the payout is', async () => {
    const { zoe, own, decide, pay, admin, marta } = await claimedFinal();
    const paid = await pay(zoe, 100_000);
    expect(paid.status).toBe(200);
    expect((await decide('taken_back', 'A namesake')).body.code).toBe('claim_prize_paid');
    expect((await own(zoe)).prizes).toMatchObject([{ state: 'paid' }]);
    await call('POST', `${admin}/${paid.body.payout_id}/taken-back`, marta, { reason: 'Never arrived' });
    expect((await decide('taken_back', 'A namesake')).status).toBe(200);
  });

  it('paid and taken back at once: one of them counts', async () => {
    const { zoe, own, decide, pay, key } = await claimedFinal();
    const [paid, back] = await Promise.all([pay(zoe, 100_000), decide('taken_back', 'A namesake')]);
    expect([paid.status, back.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    const prizes = (await own(zoe)).prizes;
    expect(prizes).toEqual(back.status === 200 ? [] : [expect.objectContaining({ paid_cents: 100_000 })]);
    expect((await entriesOf(key)).every(({ sum }) => sum === 0)).toBe(true);
  });

  it('keeps what its person won by rights of their own', async () => {
    const { zoe, own, decide, race, key } = await claimedFinal();
    await site.db
      .insertInto('pigeon_rights')
      .values({
        loft_id: key.loft_id,
        pigeon_id: race.pigeon_ids[0]!,
        n: 1,
        user_id: zoe.user_id,
        from_day: '2026-01-01',
        share_bp: 10_000,
        reason: 'Given',
        at: new Date().toISOString(),
      })
      .execute();
    expect((await decide('taken_back', 'A namesake')).status).toBe(200);
    expect((await own(zoe)).prizes).toMatchObject([{ won_cents: 100_000, state: 'due' }]);
  });
});

describe('an account that is merged into another (decision 93)', () => {
  /** A final whose first bird is of an account that another one of the same person asks to merge. */
  async function mergingFinal() {
    const final = await officialFinal([300, 301, 302], { owners: 1 });
    const [from] = final.people as [Person];
    const into = await buildPerson(site.db, { email: `${crypto.randomUUID()}@prizes.example` });
    const { email } = await site.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', from.user_id)
      .executeTakeFirstOrThrow();
    await call('POST', '/api/me/merges', into, { email });
    const { id } = await site.db
      .selectFrom('account_merges')
      .select('id')
      .where('from_user_id', '=', from.user_id)
      .executeTakeFirstOrThrow();
    const token = linkToken(testConfig.auth_secret!, 'merge', id);
    return { ...final, from, into, token, merge: () => call('POST', '/api/me/merge', from, { token }) };
  }

  it('leaves what is owed and was paid to the other, and the journal as it was', async () => {
    const { from, into, token, merge, own, pay, list, key, disqualify } = await mergingFinal();
    const prizes = (await call('GET', `/api/me/merge?token=${token}`, from)).body.merge.prizes;
    expect(prizes).toEqual([{ currency: 'EUR', amount_cents: 100_000 }]);
    const before = await entriesOf(key);
    expect((await merge()).status).toBe(200);
    expect(await entriesOf(key)).toEqual(before);
    expect((await own(into)).prizes).toMatchObject([{ won_cents: 100_000, state: 'due' }]);
    expect((await list()).rows.map(({ person }) => person.user_id)).toEqual([into.user_id]);
    expect((await pay(from, 100_000)).body.code).toBe('no_prize_due');
    expect((await pay(into, 100_000)).body).toMatchObject({ state: 'paid' });
    // A correction finds what the closed account won and the other was paid.
    await disqualify(0);
    expect((await own(into)).prizes).toMatchObject([{ won_cents: 0, paid_cents: 100_000, state: 'to_give_back' }]);
    expect((await entriesOf(key)).every(({ sum }) => sum === 0)).toBe(true);
  });

  it('that was paid before shows the payout to the other, who can give it back', async () => {
    const { from, into, merge, own, pay, admin, marta, list } = await mergingFinal();
    const paid = await pay(from, 100_000);
    expect((await merge()).status).toBe(200);
    const read = await own(into);
    expect(read.prizes).toMatchObject([{ state: 'paid', paid_cents: 100_000 }]);
    expect(read.payouts).toMatchObject([{ id: paid.body.payout_id }]);
    expect((await list()).payouts.map(({ person }) => person.user_id)).toEqual([into.user_id]);
    const back = await call('POST', `${admin}/${paid.body.payout_id}/taken-back`, marta, { reason: 'Never arrived' });
    expect(back.status).toBe(200);
    expect((await own(into)).prizes).toMatchObject([{ state: 'due' }]);
  });

  it('merged and paid at once: it is paid once, and the other has it', async () => {
    const { from, into, merge, own, pay, key } = await mergingFinal();
    const [merged, paid] = await Promise.all([merge(), pay(from, 100_000)]);
    expect(merged.status).toBe(200);
    const after = paid.status === 200 ? paid : await pay(into, 100_000);
    expect(after.body).toMatchObject({ state: 'paid' });
    expect((await own(into)).prizes).toMatchObject([{ won_cents: 100_000, paid_cents: 100_000, state: 'paid' }]);
    expect((await pay(into, 100_000)).body.code).toBe('no_prize_due');
    expect((await entriesOf(key)).every(({ sum }) => sum === 0)).toBe(true);
  });
});
