/** The basketing desk over HTTP: what it holds, what it is refused, and that each event counts once. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeskData, DeskReply } from '#domain/basketing/desk-contract.ts';
import type { DeskEventAct } from '#domain/basketing/desk-events.ts';
import { inventoryOf } from '#domain/basketing/inventory.ts';
import { sealList } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { markPaid } from '#server/payments/by-hand.ts';
import { bringTo, lockPigeons } from '#server/pigeons/statuses.ts';
import { type BuiltRace, buildFlight, buildPerson, buildRace, buildSeason } from '#testing/builders.ts';
import { buildEntries } from '#testing/entries.ts';
import { type TestSite, testSite } from '#testing/site.ts';

let site: TestSite;
let owner: pg.Client;
let race: BuiltRace;
let flight_id: number;
let merchant: Awaited<ReturnType<typeof buildPerson>>;

beforeAll(async () => {
  site = await testSite();
  owner = new pg.Client({ connectionString: site.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await site?.end();
});
beforeEach(async () => {
  race = await buildRace(site.db, { birds: 8, until: 'planned' });
  merchant = await buildPerson(site.db, { entries: [{ loft_id: race.loft.id, entry: { is_merchant: true } }] });
  const act = { by: null, now_ms: Date.now() };
  await work(async (tx) => bringTo(tx, season(), await lockPigeons(tx, season(), race.pigeon_ids), 'at_loft', act));
  flight_id = await work((tx) => buildFlight(tx, { ...race, pigeon_ids: [] }, { until: 'basketing' }));
});

const work = <T>(what: Parameters<ReturnType<TestSite['db']['transaction']>['execute']>[0]) =>
  site.db.transaction().execute(what) as Promise<T>;
const season = () => ({ loft_id: race.loft.id, season_id: race.season_id });

async function call(method: 'GET' | 'POST' | 'PUT', rest = '', payload?: object) {
  const url = `/api/admin/seasons/${race.season_id}/flights/${flight_id}/basketing${rest}`;
  const answer = await site.app.inject({ method, url, headers: merchant.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json(), bytes: answer.rawPayload.length };
}
const read = async () => (await call('GET')).body as DeskData;

/** A desk: a device that counts its events. */
function newDesk() {
  const device = randomUUID();
  let n = 0;
  return {
    event: (pigeon_id: number, act: DeskEventAct) => ({
      id: randomUUID(),
      n: ++n,
      pigeon_id,
      at: new Date().toISOString(),
      undoes: null,
      ...act,
    }),
    send: (events: object[], since = 0) => sendAs({ device, since, events }),
    takeOver: (desk: number) => sendAs({ device, since: 0, instead_of: desk, events: [] }),
  };
}
async function sendAs(message: object) {
  const { status, body } = await call('POST', '/events', message);
  return { status, body: body as DeskReply & { code: string; params: Record<string, unknown> } };
}
type Desk = ReturnType<typeof newDesk>;
const codesOf = ({ body }: Awaited<ReturnType<Desk['send']>>) =>
  body.answers.map(({ refusal }) => refusal?.code ?? null);
const goesIn = (crate: number, number: number, chip: string | null = null): DeskEventAct => ({
  kind: 'in',
  crate,
  number,
  chip,
});
/** The basketing list as the public has it. */
async function listed() {
  const { rows } = await owner.query(
    'select pigeon_id::int, crate, crate_number as number from baskets where flight_id = $1 order by position',
    [flight_id],
  );
  return rows;
}
const counted = async () =>
  (await owner.query('select basketed_count as n from flights where id = $1', [flight_id])).rows[0].n;

describe('a desk', () => {
  it('gets crates of its own, and holds all birds with what the rules need', async () => {
    const [a, b] = [newDesk(), newDesk()];
    expect((await a.send([])).body).toMatchObject({ desk: 1, blocks: [1], received: 0, status: 'basketing' });
    expect((await b.send([])).body).toMatchObject({ desk: 2, blocks: [2], desks: [{ desk: 1 }, { desk: 2 }] });
    expect((await a.send([])).body).toMatchObject({ desk: 1, blocks: [1] });
    const held = await read();
    expect(held).toMatchObject({ crate_size: 28, standings: [], seq: 0, flight: { entry: 'racing' } });
    expect(held.birds.map(({ pigeon_id }) => pigeon_id)).toEqual(race.pigeon_ids);
    expect(held.birds[0]).toMatchObject({ chip: race.chips[0], health: 'active', place: 'paid', team: 'Team 1' });
  });

  it('baskets, moves, takes out, holds back and counts: the list and its count follow', async () => {
    const desk = newDesk();
    const [one, two, three, four] = race.pigeon_ids as [number, number, number, number];
    const sent = await desk.send([
      desk.event(one, goesIn(1, 1, race.chips[0]!.toLowerCase())),
      desk.event(two, goesIn(1, 2)),
      desk.event(three, { kind: 'present', later: true }),
      desk.event(two, { kind: 'out' }),
      desk.event(three, goesIn(1, 2)),
      desk.event(one, { kind: 'move', crate: 2, number: 5 }),
      desk.event(four, { kind: 'hold', reason: 'A wing' }),
    ]);
    expect(codesOf(sent)).toEqual(Array(7).fill(null));
    expect(await listed()).toEqual([
      { pigeon_id: one, crate: 2, number: 5 },
      { pigeon_id: three, crate: 1, number: 2 },
    ]);
    expect(await counted()).toBe(2);
    expect(codesOf(await desk.send([desk.event(two, { kind: 'clear' }), desk.event(one, goesIn(1, 9))]))).toEqual([
      null,
      'basket_already_in',
    ]);
    const held = await read();
    const { total, lists } = inventoryOf(held.birds, new Map(held.standings.map((row) => [row.pigeon_id, row])));
    expect([
      total,
      lists.basketed.length,
      lists.held_back.length,
      lists.present.length,
      lists.unaccounted.length,
    ]).toEqual([8, 2, 1, 0, 5]);
    expect(held.desks).toMatchObject([{ desk: 1, basketed: 2 }]);
  });

  describe('that its person left empty and opened again at another device', () => {
    const silent = (desk: number) =>
      owner.query("update basketing_desks set seen_at = now() - interval '45 s' where flight_id = $1 and desk = $2", [
        flight_id,
        desk,
      ]);

    it('is taken over when asked: the devices exchange their numbers, and each keeps its crates', async () => {
      const [first, again] = [newDesk(), newDesk()];
      await first.send([]);
      await silent(1);
      expect((await again.send([])).body).toMatchObject({ desk: 2, desks: [{ is_left: true }, { is_left: false }] });
      expect((await again.takeOver(1)).body).toMatchObject({ desk: 1, blocks: [2], desks: [{}, { desk: 2 }] });
      expect(codesOf(await again.send([again.event(race.pigeon_ids[0]!, goesIn(16, 1))]))).toEqual([null]);
      const back = await first.send([first.event(race.pigeon_ids[1]!, goesIn(1, 1))]);
      expect(back.body).toMatchObject({ desk: 2, blocks: [1], desks: [{ basketed: 1 }, { basketed: 1 }] });
      expect(codesOf(back)).toEqual([null]);
    });

    it('stays what it is while it is open, once it has a bird, and for another person', async () => {
      const [first, again] = [newDesk(), newDesk()];
      await first.send([]);
      await again.send([]);
      expect((await again.takeOver(1)).body).toMatchObject({ desk: 2, desks: [{ is_left: false }, {}] });
      await silent(1);
      const asked = merchant;
      merchant = await buildPerson(site.db, { entries: [{ loft_id: race.loft.id, entry: { is_merchant: true } }] });
      expect((await again.takeOver(1)).body).toMatchObject({ desk: 2, desks: [{ is_left: false }, {}] });
      merchant = asked;
      await first.send([first.event(race.pigeon_ids[0]!, goesIn(1, 1))]);
      await silent(1);
      expect((await again.takeOver(1)).body).toMatchObject({ desk: 2, desks: [{ is_left: false }, {}] });
    });
  });

  it('gets another block of crates before its own are full', async () => {
    const desk = newDesk();
    const events = race.pigeon_ids.slice(0, 6).map((id, i) => desk.event(id, goesIn(i + 1, 1)));
    expect((await desk.send(events)).body.blocks).toEqual([1, 2]);
  });

  it('learns what the others did, and of too much that it has to read again', async () => {
    const [a, b] = [newDesk(), newDesk()];
    await a.send([]);
    await b.send([]);
    const done = a.event(race.pigeon_ids[0]!, goesIn(1, 1));
    const { seq } = (await a.send([done])).body;
    const told = (await b.send([])).body;
    expect(told).toMatchObject({ seq, events: [done] });
    expect((await b.send([], seq)).body.events).toEqual([]);
  });

  it('says who was read in the loft since the moment that the loft has set', async () => {
    const [chip] = race.chips;
    await site.app.inject({
      method: 'POST',
      url: '/api/devices/readings',
      headers: { authorization: `Bearer ${race.key}` },
      payload: {
        readings: [
          { boot: 'b1', sequence: 1, chip, device_time: '2026-08-20T18:00:00.000Z', resolution_ms: 100, antenna: 'a' },
        ],
      },
    });
    const wasRead = async () => (await read()).birds.filter((bird) => bird.was_read).map(({ chip: one }) => one);
    expect(await wasRead()).toEqual([]);
    expect(await call('PUT', '/roll-call', { since: '2026-08-20T17:00:00.000Z' })).toMatchObject({ status: 200 });
    expect(await wasRead()).toEqual([chip]);
    expect(await read()).toMatchObject({ present_since: '2026-08-20T17:00:00.000Z' });
    await call('PUT', '/roll-call', { since: '2026-08-20T19:00:00.000Z' });
    expect(await wasRead()).toEqual([]);
  });
});

describe('each event counts once', () => {
  it('sent twice, also at once, it is answered as before', async () => {
    const desk = newDesk();
    const [one, two] = race.pigeon_ids as [number, number];
    const batch = [desk.event(one, goesIn(1, 1)), desk.event(two, goesIn(1, 1)), desk.event(two, goesIn(1, 2))];
    const answers = await Promise.all([desk.send(batch), desk.send(batch), desk.send([...batch, batch[0]!])]);
    for (const answer of answers) expect(codesOf(answer).slice(0, 3)).toEqual([null, 'basket_place_taken', null]);
    expect(await listed()).toEqual([
      { pigeon_id: one, crate: 1, number: 1 },
      { pigeon_id: two, crate: 1, number: 2 },
    ]);
    expect(await counted()).toBe(2);
    // After the bird was taken out, a late copy of the batch does not bring it back.
    await desk.send([desk.event(one, { kind: 'out' })]);
    expect(codesOf(await desk.send(batch))).toEqual([null, 'basket_place_taken', null]);
    expect(await listed()).toEqual([{ pigeon_id: two, crate: 1, number: 2 }]);
  });

  it('a batch that overtakes a lost one is refused, and both arrive when they are sent in order', async () => {
    const desk = newDesk();
    const [one, two] = race.pigeon_ids as [number, number];
    const lost = [desk.event(one, goesIn(1, 1)), desk.event(one, { kind: 'out' })];
    const next = [desk.event(two, goesIn(1, 1))];
    expect(await desk.send(next)).toMatchObject({
      status: 409,
      body: { code: 'basketing_events_missing', params: { from: 1 } },
    });
    expect(await listed()).toEqual([]);
    expect(codesOf(await desk.send([...lost, ...next]))).toEqual([null, null, null]);
    expect(await listed()).toEqual([{ pigeon_id: two, crate: 1, number: 1 }]);
  });

  /** Two desks basket one bird; both calls have begun before either has the flight. */
  async function atOnce() {
    const [a, b] = [newDesk(), newDesk()];
    await a.send([]);
    await b.send([]);
    const [bird] = race.pigeon_ids as [number];
    await owner.query('begin');
    await owner.query('select from flights where id = $1 for update', [flight_id]);
    const begun = [a.send([a.event(bird, goesIn(1, 1))]), b.send([b.event(bird, goesIn(16, 1))])];
    const waiting = `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    const waiters = async () => (await site.connection.pool.query(waiting)).rows[0].n;
    await expect.poll(waiters, { timeout: 10_000 }).toBe(2);
    await owner.query('commit');
    return { bird, answers: await Promise.all(begun) };
  }

  it('of two desks that basket one bird in the same second the first has it, and the other is told where it is', async () => {
    const { bird, answers } = await atOnce();
    const codes = answers.flatMap(codesOf);
    expect(new Set(codes)).toEqual(new Set([null, 'basket_already_in']));
    const refusal = answers.flatMap(({ body }) => body.answers).find((one) => one.refusal)!.refusal!;
    const [place] = await listed();
    expect(refusal.params).toMatchObject({ crate: place.crate, number: place.number });
    expect(await listed()).toHaveLength(1);
    expect(place.pigeon_id).toBe(bird);
    expect(await counted()).toBe(1);
  });

  it('control: without the lock of the flight both see the bird free, and the second breaks off', async () => {
    const [bird] = race.pigeon_ids as [number];
    const desks = await Promise.all(
      [1, 16].map(async (crate) => {
        const client = new pg.Client({ connectionString: site.ownerUrl });
        await client.connect();
        await client.query('begin');
        const free = 'select count(*)::int as n from baskets where flight_id = $1 and pigeon_id = $2';
        const { rows } = await client.query(free, [flight_id, bird]);
        const basket = () =>
          client
            .query(
              `insert into baskets (loft_id, season_id, flight_id, pigeon_id, position, desk, crate, crate_number)
              values ($1, $2, $3, $4, $5, 1, $5, 1)`,
              [race.loft.id, race.season_id, flight_id, bird, crate],
            )
            .then(
              () => null,
              (error: pg.DatabaseError) => error.code,
            );
        return { client, basket, seen: rows[0].n };
      }),
    );
    expect(desks.map(({ seen }) => seen)).toEqual([0, 0]);
    const [first, second] = desks as [(typeof desks)[0], (typeof desks)[0]];
    expect(await first.basket()).toBeNull();
    const waiting = second.basket();
    await first.client.query(
      `set constraints all deferred; update flights set basketed_count = 1 where id = ${flight_id}`,
    );
    await first.client.query('commit');
    expect(await waiting).toBe('23505');
    for (const { client } of desks) await client.end();
  });
});

describe('a desk is refused afterwards', () => {
  it('for each reason that its own data did not show', async () => {
    const desk = newDesk();
    const [one, two, three, four, five] = race.pigeon_ids as [number, number, number, number, number];
    const act = { by: null, now_ms: Date.now() };
    for (const [bird, status] of [
      [one, 'injured'],
      [four, 'died'],
      [five, 'for_sale'],
    ] as const)
      await work(async (tx) => bringTo(tx, season(), await lockPigeons(tx, season(), [bird]), status, act));
    const stranger = (await buildRace(site.db, { birds: 1, until: 'planned' })).pigeon_ids[0]!;
    expect(
      codesOf(
        await desk.send([
          desk.event(one, goesIn(1, 1)),
          desk.event(two, goesIn(1, 1, 'FFFFFFFFFF')),
          desk.event(two, goesIn(16, 1)),
          desk.event(two, goesIn(1, 29)),
          desk.event(stranger, goesIn(1, 1)),
          desk.event(three, { kind: 'out' }),
          desk.event(three, { kind: 'hold', reason: 'A cough' }),
          desk.event(three, goesIn(1, 1)),
          desk.event(four, goesIn(1, 1)),
          desk.event(five, goesIn(1, 1)),
        ]),
      ),
    ).toEqual([
      'pigeon_does_not_race',
      'basket_other_chip',
      'basket_other_desk',
      'basket_crate_full',
      'basket_unknown',
      'basket_not_in',
      null,
      'basket_held_back',
      'pigeon_does_not_race',
      'pigeon_does_not_race',
    ]);
    expect(await listed()).toEqual([]);
  });

  it('on the list of another flight, or still out at one, but for the reason that it came home unread', async () => {
    const [listed_bird, out_bird, home_bird] = race.pigeon_ids as [number, number, number];
    const release_time = new Date(Date.now() - 3_600_000).toISOString();
    await work(async (tx) => {
      await buildFlight(tx, { ...race, pigeon_ids: [listed_bird] }, { until: 'basketing' });
      await buildFlight(tx, { ...race, pigeon_ids: [out_bird, home_bird] }, { until: 'released', release_time });
    });
    const desk = newDesk();
    const held = await read();
    expect(held.birds.map(({ away }) => away?.is ?? null)).toEqual(['listed', 'out', 'out', ...Array(5).fill(null)]);
    const unread = { ...goesIn(1, 2), reason: 'It came home unread' } as DeskEventAct;
    const sent = await desk.send([
      desk.event(listed_bird, { ...goesIn(1, 1), reason: 'It came home unread' } as DeskEventAct),
      desk.event(out_bird, goesIn(1, 1)),
      desk.event(home_bird, unread),
    ]);
    expect(codesOf(sent)).toEqual(['basket_on_other_list', 'basket_still_out', null]);
    expect(sent.body.answers[1]!.refusal!.params.flight).toBe(held.birds[1]!.away!.flight);
    expect(await listed()).toEqual([{ pigeon_id: home_bird, crate: 1, number: 2 }]);
    const { rows } = await owner.query(
      'select pigeon_id::int, reason, refusal from basketing_events where flight_id = $1 order by seq',
      [flight_id],
    );
    expect(rows[2]).toEqual({ pigeon_id: home_bird, reason: 'It came home unread', refusal: null });
    const reasonOf = async () => {
      const url = `/api/admin/seasons/${race.season_id}/flights/${flight_id}/inventory?anyway=1`;
      const { birds } = (await site.app.inject({ url, headers: merchant.headers })).json();
      const of = (all: { pigeon_id: number; reason?: string | null }[]) =>
        all.find(({ pigeon_id }) => pigeon_id === home_bird)?.reason ?? null;
      return [of((await read()).standings as never), of(birds)];
    };
    expect(await reasonOf()).toEqual(['It came home unread', 'It came home unread']);
    await desk.send([desk.event(home_bird, { kind: 'move', crate: 1, number: 3 })]);
    expect(await reasonOf()).toEqual(['It came home unread', 'It came home unread']);
    await desk.send([desk.event(home_bird, { kind: 'out' })]);
    expect(await reasonOf()).toEqual([null, null]);
  });

  it('for order and payment, and for a final without activation', async () => {
    const built = await buildEntries(site.db, { built: race });
    const order = await built.order();
    const enter = async (ring: string) => {
      const answer = await site.app.inject({
        method: 'POST',
        url: `/api/registrations/${order.id}/pigeons`,
        headers: built.customer.headers,
        payload: { ring, name: '', color: '', sex: 'unknown' },
      });
      return answer.json().pigeon_id as number;
    };
    const bird = await enter('BE 26-7000001');
    const act = { by: null, now_ms: Date.now() };
    await work(async (tx) => bringTo(tx, season(), await lockPigeons(tx, season(), [bird]), 'active', act));
    const desk = newDesk();
    const [free] = race.pigeon_ids as [number];
    const unpaid = await desk.send([desk.event(bird, goesIn(1, 1)), desk.event(free, goesIn(1, 1))]);
    expect(codesOf(unpaid)).toEqual(['basket_unpaid', 'basket_no_place']);
    expect(unpaid.body.answers[0]!.refusal!.params).toMatchObject({ order: expect.stringMatching(/^26-\d{4}$/) });
    expect((await read()).birds.find(({ pigeon_id }) => pigeon_id === bird)).toMatchObject({
      place: 'unpaid',
      due_cents: 65_000,
    });
    // Paid meanwhile: the same bird goes in.
    const cash = { by: merchant.user_id, now_ms: Date.now(), reason: 'Cash', file_id: null, is_merchant: true };
    await work((tx) => markPaid(tx, order.id, cash));
    expect(codesOf(await desk.send([desk.event(bird, goesIn(1, 1))]))).toEqual([null]);
    await desk.send([desk.event(bird, { kind: 'out' })]);
    await owner.query(`update flights set entry = 'activated' where id = $1`, [flight_id]);
    expect(codesOf(await desk.send([desk.event(bird, goesIn(1, 1))]))).toEqual(['basket_not_activated']);
  });

  it('once the list is sealed, and a device that comes only then gets no crates', async () => {
    const desk = newDesk();
    const [one, two] = race.pigeon_ids as [number, number];
    await desk.send([desk.event(one, goesIn(1, 1))]);
    await work(async (tx) => sealList(tx, await lockFlight(tx, { loft_id: race.loft.id, flight_id })));
    const late = desk.event(two, goesIn(1, 2));
    expect(codesOf(await desk.send([late]))).toEqual(['basketing_not_open']);
    expect(codesOf(await desk.send([late]))).toEqual(['basketing_not_open']);
    expect(await newDesk().send([])).toMatchObject({ status: 409, body: { code: 'basketing_not_open' } });
    expect(await listed()).toHaveLength(1);
  });

  it('at a flight of another season', async () => {
    const other = await buildSeason(site.db, race, 2024);
    const own = race.season_id;
    race = { ...race, season_id: other.season_id };
    expect(await call('GET')).toMatchObject({ status: 404 });
    expect(await newDesk().send([])).toMatchObject({ status: 404 });
    expect(await call('PUT', '/roll-call', { since: null })).toMatchObject({ status: 404 });
    race = { ...race, season_id: own };
    expect(await call('GET')).toMatchObject({ status: 200 });
  });

  it('a bird of the loft’s other season is known, and not of this one', async () => {
    const other = await buildSeason(site.db, race, 2025);
    const [old] = (await buildRace(site.db, { birds: 1, until: 'planned' }, other)).chips;
    expect((await read()).elsewhere).toEqual([expect.objectContaining({ chip: old, season: '2025' })]);
  });
});

it('the database keeps a bird on one list, a place for one bird, and every event as it was', async () => {
  const desk = newDesk();
  const [one, two] = race.pigeon_ids as [number, number];
  await desk.send([desk.event(one, goesIn(1, 1)), desk.event(two, { kind: 'present', later: false })]);
  const both = `insert into basketing_birds (loft_id, season_id, flight_id, pigeon_id, list) values ($1, $2, $3, $4, 'present')`;
  await expect(owner.query(both, [race.loft.id, race.season_id, flight_id, one])).rejects.toMatchObject({
    code: '23514',
  });
  const taken = `with counted as (update flights set basketed_count = basketed_count + 1 where id = $3)
    insert into baskets (loft_id, season_id, flight_id, pigeon_id, position, desk, crate, crate_number)
    values ($1, $2, $3, $4, 99, 1, 1, 1)`;
  await expect(owner.query(taken, [race.loft.id, race.season_id, flight_id, race.pigeon_ids[2]])).rejects.toMatchObject(
    { code: '23505', constraint: 'basket_place_taken' },
  );
  await expect(owner.query('update basketing_events set crate = 2')).rejects.toMatchObject({ code: '42501' });
});

it('ten thousand birds are held in less than 5 MB', async () => {
  const bird = JSON.stringify((await read()).birds[0]).length;
  expect(bird * 10_000).toBeLessThan(5_000_000);
});

describe('a desk that was opened and left without a bird', () => {
  const leave = () =>
    owner.query(`update basketing_desks set seen_at = seen_at - interval '10 minutes' where flight_id = $1`, [
      flight_id,
    ]);

  it('is taken over by the next device of the same person, with crates of its own', async () => {
    const first = (await newDesk().send([])).body;
    await leave();
    const second = (await newDesk().send([])).body;
    expect([first.desk, second.desk]).toEqual([1, 1]);
    expect(second.desks).toHaveLength(1);
    expect(second.blocks).not.toEqual(first.blocks);
    // Control: one that is still open, and one with a bird, stays where it is.
    expect((await newDesk().send([])).body.desk).toBe(2);
  });

  it('belongs to nobody else, and not to who has birds in it', async () => {
    const busy = newDesk();
    const { blocks } = (await busy.send([])).body;
    await busy.send([busy.event(race.pigeon_ids[0]!, goesIn((blocks[0]! - 1) * 15 + 1, 1))]);
    await leave();
    expect((await newDesk().send([])).body.desk).toBe(2);
    await leave();
    merchant = await buildPerson(site.db, { entries: [{ loft_id: race.loft.id, entry: { is_merchant: true } }] });
    expect((await newDesk().send([])).body.desk).toBe(3);
  });

  it('loses nothing that its first device did without a network meanwhile', async () => {
    const first = newDesk();
    const [block] = (await first.send([])).body.blocks;
    const crate = (block! - 1) * 15 + 1;
    await leave();
    const second = newDesk();
    const other = (await second.send([])).body;
    await second.send([second.event(race.pigeon_ids[0]!, goesIn((other.blocks[0]! - 1) * 15 + 1, 1))]);
    const back = await first.send([first.event(race.pigeon_ids[1]!, goesIn(crate, 1))]);
    expect([back.body.desk, codesOf(back)]).toEqual([2, [null]]);
    expect(back.body.blocks).toContain(block);
    // From now on it has this desk.
    expect((await first.send([])).body.desk).toBe(2);
    expect((await second.send([])).body.desk).toBe(1);
  });
});
