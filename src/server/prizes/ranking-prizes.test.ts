/** The prizes of rankings through their calls: claims when one is frozen, corrections, payouts (domain 2.4, 2.11–2.13). */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReplyOf } from '#domain/contract.ts';
import type { FlightEvent } from '#domain/flights/flight.ts';
import type { listPayouts, readOwnPrizePapers, readOwnPrizes, readPrizes } from '#domain/prizes/contract.ts';
import { postingsOfClaims } from '#domain/prizes/prize.ts';
import type { RankingPage } from '#domain/rankings/contract.ts';
import { type RankingRule, rankingBy } from '#domain/rankings/ranking-rule.ts';
import type { RulingEffect } from '#domain/rulings/contract.ts';
import type { Ruling } from '#server/arrivals/rulings.ts';
import { transact } from '#server/db/transaction.ts';
import { closeFlight, moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { freezeRanking } from '#server/rankings/freeze.ts';
import { loadRanking } from '#server/rankings/rankings.ts';
import { foreseeRuling, makeRuling } from '#server/rulings/apply.ts';
import { asOwner, buildPerson, readingOf } from '#testing/builders.ts';
import { buildEntries } from '#testing/entries.ts';
import { asDataUrl, pictureOf } from '#testing/files.ts';
import { buildFinal, type FinalOptions } from '#testing/finals.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { assignHeldPrizes } from './held.ts';
import { postPrizes, prizesOfSeason } from './journal.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(async () => {
  await site?.end();
});

type Person = Awaited<ReturnType<typeof buildPerson>>;

async function call(method: 'GET' | 'POST' | 'PUT', url: string, who: Person | null, payload?: object) {
  const headers = who ? { headers: who.headers } : {};
  const answer = await site.app.inject({ method, url, ...headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

const step = (from: number, to: number, value: number) => ({ from, to, value });
const amounts = (...steps: ReturnType<typeof step>[]) => ({ basis: 'amount' as const, steps });
const three = amounts(step(1, 1, 100_000), step(2, 2, 50_000), step(3, 3, 25_000));
const usual = rankingBy({ by: 'rank_sum' }, { tie_breaks: [] });
const byPlaces: RankingRule = { ...usual, flights: { ...usual.flights, kinds: ['training'] } };
const teams: RankingRule = { ...byPlaces, subject: { of: 'team', birds: 1, named: false, complete: true } };

/** A flight without prizes of its own and a published ranking with prizes, frozen when the flight is official. */
async function frozen(
  minutes: readonly number[],
  {
    rule = byPlaces,
    prizes = three,
    owners = 2,
    isOfficial = true,
    book = {},
  }: {
    rule?: RankingRule;
    prizes?: object | null;
    owners?: number;
    isOfficial?: boolean;
    book?: FinalOptions['book'];
  } = {},
) {
  const { race, flight_id, marta, ines, ringOf } = await buildFinal(site.db, {
    birds: minutes.length,
    kind: 'training',
    book: { prizes: {}, ...book },
  });
  const key = { loft_id: race.loft.id, season_id: race.season_id };
  const people: Person[] = [];
  for (const pigeon_id of race.pigeon_ids.slice(0, owners)) {
    const person = await buildPerson(site.db, { email: `ace-${pigeon_id}@prizes.example` });
    people.push(person);
    const { team_id } = await site.db
      .selectFrom('pigeons')
      .select('team_id')
      .where('id', '=', pigeon_id)
      .executeTakeFirstOrThrow();
    await site.db.updateTable('teams').set({ user_id: person.user_id }).where('id', '=', team_id!).execute();
  }
  const setUp = `/api/admin/seasons/${key.season_id}/rankings`;
  const added = await call('POST', setUp, marta, { name: 'Ace pigeon', rule, prizes });
  const { id } = added.body.ranking as { id: number };
  await call('POST', `${setUp}/${id}/publication`, marta, { version: 1 });
  const readings = minutes.map((after, bird) => readingOf(race, bird, after, { sequence: bird + 1 }));
  const headers = { authorization: `Bearer ${race.key}` };
  await site.app.inject({ method: 'POST', url: '/api/devices/readings', headers, payload: { readings } });
  const flight = { loft_id: key.loft_id, flight_id };
  const closed = new Date(race.release_ms + 900 * 60_000).toISOString();
  await transact(site.db, async (tx) => closeFlight(tx, await lockFlight(tx, flight), closed));
  const move = (event: FlightEvent) =>
    transact(site.db, async (tx) => moveFlight(tx, await lockFlight(tx, flight), event));
  await move('publish');
  if (isOfficial) await move('make_official');
  const admin = `/api/admin/seasons/${key.season_id}/payouts`;
  const page = `/api/lofts/${key.loft_id}/seasons/${key.season_id}/prizes`;
  const mine = page.replace('/api/', '/api/me/');
  return {
    race,
    key,
    id,
    marta,
    ines,
    people,
    list: async () => (await call('GET', admin, marta)).body as ReplyOf<typeof listPayouts>,
    shown: async () =>
      ((await call('GET', `${page}?ranking_id=${id}`, null)).body as ReplyOf<typeof readPrizes>).ranking!,
    own: async (who: Person) => ((await call('GET', mine, who)).body as ReplyOf<typeof readOwnPrizes>).prizes,
    papers: async (who: Person) =>
      (await call('GET', `${mine}/papers`, who)).body as ReplyOf<typeof readOwnPrizePapers>,
    /** What the loss of the place of a bird would move in the prizes of the season. */
    moved: async (bird: number) => {
      const at = `/api/admin/seasons/${key.season_id}/flights/${flight_id}/rulings/effect`;
      const { body } = await call('POST', at, marta, { ruling: { kind: 'disqualified', ring: ringOf(bird) } });
      return (body.effect as RulingEffect).moved;
    },
    ringOf,
    aces: async () => (await call('GET', `/api/lofts/${key.loft_id}/rankings/${id}`, null)).body as RankingPage,
    change: (fields: object) => call('PUT', `${setUp}/${id}`, marta, { name: 'Ace pigeon', rule, ...fields }),
    pay: (who: Person, amount_cents: number, by = marta) =>
      call('POST', admin, by, {
        user_id: who.user_id,
        amount_cents,
        method: 'transfer',
        paid_on: '2026-06-06',
        reason: 'Statement 12',
      }),
    makeOfficial: () => move('make_official'),
    correct: () => move('correct'),
    freeze: () =>
      transact(site.db, async (tx) =>
        freezeRanking(tx, await loadRanking(tx, { loft_id: key.loft_id, ranking_id: id }), Date.now()),
      ),
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

/** The sums of the entries of a loft, and the sum of its claims. */
async function journalOf({ loft_id }: { loft_id: number }) {
  const { rows } = await sql<{ sum: number }>`
    select sum(amount_cents)::int as sum from prize_postings where loft_id = ${loft_id} group by entry_id`.execute(
    site.db,
  );
  return rows.map(({ sum }) => sum);
}

const told = async ({ user_id }: Person) =>
  (
    await site.db
      .selectFrom('notifications')
      .select('facts')
      .where('user_id', '=', user_id)
      .where('event', '=', 'prize')
      .orderBy('id')
      .execute()
  ).map(({ facts }) => facts);

describe('the preview of a ruling', () => {
  it('says which prizes of rankings it moves, from whom to whom, as the ruling then does', async () => {
    const ace = await frozen([300, 301, 302]);
    const [first, second] = ace.people as [Person, Person];
    const moved = await ace.moved(0);
    expect(moved).toMatchObject([
      {
        what: 'ranking',
        name: 'Ace pigeon',
        currency: 'EUR',
        lines: [
          { ring: ace.ringOf(0), before_cents: 100_000, after_cents: 0 },
          { ring: ace.ringOf(1), before_cents: 50_000, after_cents: 100_000 },
          { ring: ace.ringOf(2), before_cents: 25_000, after_cents: 50_000 },
        ],
      },
    ]);
    await ace.disqualify(0);
    expect(await ace.own(first)).toEqual([]);
    expect(await ace.own(second)).toMatchObject([{ won_cents: 100_000 }]);
  });

  it('names teams, also before the result is official', async () => {
    const ace = await frozen([300, 301], { rule: teams, isOfficial: false });
    expect((await ace.moved(0))[0]!.lines).toMatchObject([
      { ring: null, name: 'Team 1', before_cents: 100_000, after_cents: 0 },
      { ring: null, name: 'Team 2', before_cents: 50_000, after_cents: 100_000 },
    ]);
  });

  it('says nothing of a ranking that nobody has published, or that has no prizes', async () => {
    const ace = await frozen([300, 301]);
    const setUp = `/api/admin/seasons/${ace.key.season_id}/rankings`;
    const added = await call('POST', setUp, ace.marta, { name: 'Draft', rule: teams, prizes: null });
    expect(added.status).toBe(200);
    expect((await ace.moved(0)).map(({ name }) => name)).toEqual(['Ace pigeon']);
  });
});

describe('a guarantee of the prizes of a ranking', () => {
  it('is shared to the cent, and is what the money of the season says', async () => {
    const prizes = { basis: 'percent', steps: [step(1, 3, 1_000)], at_least_cents: 10_000 } as const;
    const ace = await frozen([300, 301, 302], { prizes: { ...prizes, steps: [...prizes.steps] }, owners: 3 });
    const won = await Promise.all(ace.people.map(async (one) => (await ace.own(one))[0]!.won_cents));
    expect(won).toEqual([3_334, 3_333, 3_333]);
    expect((await ace.list()).money.funds).toMatchObject([
      { promised_cents: 10_000, owed_cents: 10_000, kept_cents: 0 },
    ]);
  });
});

describe('a ranking that is frozen', () => {
  it('makes its prizes claims of the holders of its pigeons, shown with the places, and notifies them', async () => {
    const ace = await frozen([300, 300, 302]);
    const [first] = ace.people as [Person];
    expect(await ace.own(first)).toMatchObject([
      { what: 'ranking', name: 'Ace pigeon', won_cents: 75_000, state: 'due', rank: 1 },
    ]);
    const { groups, ...shown } = await ace.shown();
    expect(shown).toMatchObject({ of: 'pigeon', is_final: true, won_cents: 175_000, promised_cents: 175_000 });
    expect(groups.map(({ from, to, covered_cents, winners }) => [from, to, covered_cents, winners.length])).toEqual([
      [1, 2, [100_000, 50_000], 2],
      [3, 3, [], 1],
    ]);
    expect((await ace.aces()).lines.map(({ prize }) => prize)).toEqual([75_000, 75_000, 25_000]);
    expect((await ace.aces()).prize_example).toEqual([75_000, 75_000]);
    expect(await told(first)).toMatchObject([{ as: 'won', flight: 'Ace pigeon', amount_cents: 75_000 }]);
    const { money, rows, held } = await ace.list();
    expect(money.funds).toMatchObject([
      { what: 'ranking', name: 'Ace pigeon', promised_cents: 175_000, owed_cents: 150_000, held_cents: 25_000 },
    ]);
    expect(rows.map(({ due_cents }) => due_cents)).toEqual([75_000, 75_000]);
    expect(held).toMatchObject([{ won_cents: 25_000, held_by: 'account', name: 'Ace pigeon' }]);
    expect(new Set(await journalOf(ace.key))).toEqual(new Set([0]));
  });

  it('is announced in the money of the season before, and shows nobody as a winner', async () => {
    const ace = await frozen([300, 301], { isOfficial: false });
    expect((await ace.list()).money.funds).toMatchObject([{ what: 'ranking', to_win_cents: 175_000 }]);
    expect(await ace.shown()).toMatchObject({ is_final: false, groups: [], promised_cents: 175_000 });
    expect((await ace.aces()).lines.map(({ prize }) => prize)).toEqual([100_000, 50_000]);
  });

  it('of teams makes them claims of their accounts; what a team without one has won is held until it has one', async () => {
    const ace = await frozen([300, 301], { rule: teams, owners: 1 });
    const [first] = ace.people as [Person];
    const [prize] = await ace.own(first);
    expect(prize).toMatchObject({ pigeon_id: null, ring: null, won_cents: 100_000, state: 'due' });
    expect((await ace.shown()).groups.map(({ winners }) => winners[0]!.group?.name)).toEqual([
      prize!.team,
      expect.any(String),
    ]);
    const [held] = (await ace.list()).held;
    expect(held).toMatchObject({ pigeon_id: null, won_cents: 50_000, held_by: 'account' });
    const late = await buildPerson(site.db, { email: `team-${held!.team_id}@prizes.example` });
    await site.db.updateTable('teams').set({ user_id: late.user_id }).where('id', '=', held!.team_id!).execute();
    expect(await assignHeldPrizes(site.db, Date.now())).toHaveLength(1);
    expect(await assignHeldPrizes(site.db, Date.now())).toEqual([]);
    expect(await ace.own(late)).toMatchObject([{ won_cents: 50_000, state: 'due', rank: 2 }]);
    expect((await ace.pay(late, 50_000)).body).toMatchObject({ state: 'paid' });
    // A team that has won stays, also without pigeons.
    await site.db.updateTable('pigeons').set({ team_id: null }).where('team_id', '=', held!.team_id!).execute();
    const removal = { method: 'DELETE' as const, url: `/api/admin/seasons/${ace.key.season_id}/teams` };
    const refused = await site.app.inject({
      ...removal,
      headers: ace.marta.headers,
      payload: { team_ids: [held!.team_id] },
    });
    expect(refused.json().code).toBe('team_has_prizes');
    expect((await ace.papers(late)).payouts[0]!.prizes).toMatchObject([
      { name: 'Ace pigeon', ring: null, team: held!.team, rank: 2, amount_cents: 50_000 },
    ]);
  });

  it('in percent divides what the entries have paid by then', async () => {
    const ace = await frozen([300, 301], { prizes: { basis: 'percent', steps: [step(1, 1, 2_500)] } });
    // Nothing was paid: nothing is won, and nobody is promised a sum.
    expect(await ace.own(ace.people[0]!)).toEqual([]);
    expect(await ace.shown()).toMatchObject({ promised_cents: null, won_cents: 0 });
    expect((await ace.aces()).lines[0]).toMatchObject({ prize: 2_500 });
  });
});

describe('a correction', () => {
  it('moves the prize of a ranking by counter-entries: who was paid gives back, and both are told', async () => {
    const ace = await frozen([300, 301, 302]);
    const [first, second] = ace.people as [Person, Person];
    expect((await ace.pay(first, 100_000)).body).toMatchObject({ state: 'paid' });
    await ace.disqualify(0);
    expect(await ace.own(first)).toMatchObject([
      { won_cents: 0, paid_cents: 100_000, state: 'to_give_back', rank: null },
    ]);
    expect(await ace.own(second)).toMatchObject([{ won_cents: 100_000, state: 'due', rank: 1 }]);
    expect(await told(second)).toMatchObject([{ as: 'won' }, { as: 'moved', before_cents: 50_000 }]);
    expect((await ace.pay(first, -100_000)).body).toMatchObject({ state: 'paid' });
    expect(await ace.own(first)).toEqual([]);
    expect(new Set(await journalOf(ace.key))).toEqual(new Set([0]));
  });

  it('that is under way holds the prizes of the ranking', async () => {
    const ace = await frozen([300, 301]);
    const [first] = ace.people as [Person];
    await ace.correct();
    expect(await ace.own(first)).toMatchObject([{ state: 'held', held_by: 'result' }]);
    expect((await ace.pay(first, 100_000)).body.code).toBe('no_prize_due');
    await ace.makeOfficial();
    expect(await ace.own(first)).toMatchObject([{ state: 'due', held_by: null }]);
    expect(await told(first)).toHaveLength(1);
  });
});

describe('a prize whose rulebook asks for the pedigree', () => {
  it('is held until the file is in, which its owner hands in, and then due by itself', async () => {
    const ace = await frozen([300], { book: { pedigree_for_prizes: true }, owners: 0 });
    const { customer, order } = await buildEntries(site.db, { built: ace.race });
    const { id: order_id } = await order();
    const [pigeon_id] = ace.race.pigeon_ids as [number];
    await site.db
      .insertInto('entries')
      .values({ ...ace.key, order_id, place: 1, pigeon_id })
      .execute();
    expect(await assignHeldPrizes(site.db, Date.now())).toHaveLength(1);
    const payments = `/api/admin/seasons/${ace.key.season_id}/orders/${order_id}/payments`;
    expect((await call('POST', payments, ace.marta, { reason: 'Statement 3', file_id: null })).status).toBe(200);
    expect(await ace.own(customer)).toMatchObject([
      { state: 'held', held_by: 'pedigree', pedigree_order_id: order_id, won_cents: 100_000 },
    ]);
    expect((await ace.list()).rows).toMatchObject([{ held_cents: 100_000, due_cents: 0 }]);
    expect((await ace.pay(customer, 100_000)).body.code).toBe('no_prize_due');
    // That it is missing is the owner's business.
    expect((await ace.shown()).groups[0]!.winners).toMatchObject([{ state: 'held', held_by: null }]);
    const url = `/api/registrations/${order_id}/pigeons/${pigeon_id}/pedigree?name=card.png`;
    const sent = [asDataUrl('image/png', await pictureOf(40, 30))];
    expect((await call('POST', url, customer, sent)).status).toBe(200);
    expect(await ace.own(customer)).toMatchObject([{ state: 'due', held_by: null, pedigree_order_id: null }]);
    expect((await ace.pay(customer, 100_000)).body).toMatchObject({ state: 'paid' });
  });

  it('is due too where both parents are named, and of teams without any', async () => {
    const ace = await frozen([300, 301], { book: { pedigree_for_prizes: true } });
    const [first, second] = ace.people as [Person, Person];
    const parents = { sire: 'BE 20-6000001', dam: 'BE 20-6000002' };
    const birds = site.db.updateTable('pigeons').set(parents);
    await birds.where('id', '=', ace.race.pigeon_ids[0]!).execute();
    expect(await ace.own(first)).toMatchObject([{ state: 'due' }]);
    expect(await ace.own(second)).toMatchObject([{ state: 'held', held_by: 'pedigree', pedigree_order_id: null }]);
    const ofTeams = await frozen([300], { book: { pedigree_for_prizes: true }, rule: teams });
    expect(await ofTeams.own(ofTeams.people[0]!)).toMatchObject([{ state: 'due' }]);
  });
});

describe('the prizes of a published ranking', () => {
  it('are only raised: what more there is is owed at once, and lowering is refused at its field', async () => {
    const ace = await frozen([300, 301]);
    const [first] = ace.people as [Person];
    const lower = amounts(step(1, 1, 90_000), step(2, 2, 50_000), step(3, 3, 25_000));
    expect((await ace.change({ version: 2, prizes: lower })).body.codes).toEqual({
      prizes: ['ranking_prizes_lowered'],
    });
    expect((await ace.change({ version: 2 })).body.codes).toEqual({ prizes: ['ranking_prizes_lowered'] });
    const higher = amounts(step(1, 1, 120_000), step(2, 2, 50_000), step(3, 3, 25_000));
    expect((await ace.change({ version: 2, prizes: higher })).status).toBe(200);
    expect(await ace.own(first)).toMatchObject([{ won_cents: 120_000, state: 'due' }]);
    // The database keeps it, whoever writes.
    const stored = JSON.stringify(lower);
    await expect(
      asOwner(site.db, (tx) => tx.updateTable('rankings').set({ prizes: stored }).where('id', '=', ace.id).execute()),
    ).rejects.toThrow(/only raised/);
  });

  it('are none of countries', async () => {
    const ace = await frozen([300], { prizes: null });
    const countries = { ...teams, subject: { ...teams.subject, of: 'country' } };
    const url = `/api/admin/seasons/${ace.key.season_id}/rankings`;
    const { body } = await call('POST', url, ace.marta, { name: 'Countries', rule: countries, prizes: three });
    expect(body.codes).toEqual({ prizes: ['ranking_prizes_of_nobody'] });
    expect(await ace.own(ace.people[0]!)).toEqual([]);
  });
});

describe('at once', () => {
  it('three that freeze a ranking enter its prizes once; without its lock they would be entered twice', async () => {
    const ace = await frozen([300, 301], { prizes: null });
    const [first] = ace.people as [Person];
    await asOwner(site.db, (tx) =>
      tx
        .updateTable('rankings')
        .set({ prizes: JSON.stringify(three) })
        .where('id', '=', ace.id)
        .execute(),
    );
    await Promise.all([ace.freeze(), ace.freeze(), ace.freeze()]);
    expect(await ace.own(first)).toMatchObject([{ won_cents: 100_000 }]);
    expect(await told(first)).toHaveLength(1);
    // The control: both read the claims before either enters the difference.
    const bothRead = Promise.withResolvers<void>();
    let readers = 0;
    const unlocked = () =>
      transact(site.db, async (tx) => {
        const [prize] = await prizesOfSeason(tx, ace.key, { user_ids: [first.user_id] });
        readers += 1;
        if (readers === 2) bothRead.resolve();
        await bothRead.promise;
        const { fund_id, pigeon_id, account, user_id } = prize!;
        const more = { pigeon_id, team_id: null, account, user_id, amount_cents: 1_000 };
        const entry = { ...ace.key, of: { fund_id, result_version: 2 }, currency: 'EUR', at: new Date().toISOString() };
        await postPrizes(tx, entry, postingsOfClaims(fund_id, [more]));
      });
    await Promise.all([unlocked(), unlocked()]);
    expect(await ace.own(first)).toMatchObject([{ won_cents: 102_000 }]);
    // The next version enters what is too much the other way.
    await ace.freeze();
    expect(await ace.own(first)).toMatchObject([{ won_cents: 100_000 }]);
  });

  it('a payout and a correction end with what was paid of what is won: nothing is lost and nothing twice', async () => {
    const ace = await frozen([300, 301, 302]);
    const [first, second] = ace.people as [Person, Person];
    const [paid] = await Promise.all([ace.pay(first, 100_000), ace.disqualify(0), ace.pay(first, 100_000, ace.ines)]);
    const prizes = await ace.own(first);
    expect(await ace.own(second)).toMatchObject([{ won_cents: 100_000 }]);
    // Whoever came first: paid and to be given back, or nothing due any more. Never paid twice.
    if (prizes.length > 0) expect(prizes).toMatchObject([{ won_cents: 0, paid_cents: 100_000, state: 'to_give_back' }]);
    else expect(paid.body.code).toBe('no_prize_due');
    expect(new Set(await journalOf(ace.key))).toEqual(new Set([0]));
  });
});
