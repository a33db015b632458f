/**
 * Several release times of one flight: said by crates or rings, ranked by each bird's own release, kept for good. At the
 * release one is said at once; once a bird is home it takes a ruling.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reading as parsed } from '#domain/arrivals/contract.ts';
import type { readPlace } from '#domain/arrivals/place-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { clockOf } from '#domain/day.ts';
import { auditLoft } from '#server/arrivals/audit.ts';
import { recordReadings } from '#server/arrivals/readings.ts';
import { createStandings } from '#server/arrivals/standings.ts';
import type { Tx } from '#server/db/database.ts';
import { findFlownFlight } from '#server/flights/flights.ts';
import { moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { declare } from '#server/ledger/declarations.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import { buildLoftWithoutDisputes, buildPerson, buildRace, readingOf } from '#testing/builders.ts';
import { correctRelease } from '#testing/corrections.ts';
import { type TestSite, testSite } from '#testing/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(async () => {
  await site?.end();
});

const write = <Answer>(work: (tx: Tx) => Promise<Answer>) => site.db.transaction().execute(work);

/** A flight in the air, its birds by threes in the crates 1, 2, 3 …; none where there are no crates. */
async function flown({ birds = 9, crates = true } = {}) {
  const race = await buildRace(site.db, { birds, rules: { precision_ms: 1 } }, await buildLoftWithoutDisputes(site.db));
  const key = { loft_id: race.loft.id, flight_id: race.flight_id };
  for (const [index, pigeon_id] of crates ? race.pigeon_ids.entries() : [])
    await site.db
      .updateTable('baskets')
      .set({ desk: 1, crate: 1 + Math.floor(index / 3), crate_number: 1 + (index % 3) })
      .where('flight_id', '=', race.flight_id)
      .where('pigeon_id', '=', pigeon_id)
      .execute();
  const merchant = () => buildPerson(site.db, { entries: [{ loft_id: race.loft.id, entry: { is_merchant: true } }] });
  const [ines, tiago] = [await merchant(), await merchant()];
  const url = `/api/admin/seasons/${race.season_id}/flights/${race.flight_id}`;
  const call = async (who: typeof ines, method: 'GET' | 'POST', path: string, payload?: object) => {
    const answer = await site.app.inject({
      method,
      url: `${url}/${path}`,
      headers: who.headers,
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const open = async (path: string) => {
    const answer = await site.app.inject(`/api/lofts/${race.loft.id}/flights/${race.flight_id}${path}`);
    return answer.headers['content-type']?.includes('json') ? answer.json() : answer.body;
  };
  const minute = (after: number) => new Date(race.release_ms + after * 60_000).toISOString();
  let sequence = 0;
  return {
    ...race,
    flight: key,
    ines,
    tiago,
    call,
    open,
    minute,
    /** Says a group by a ruling, at minutes after the first release, signed by a second person where it takes one. */
    rule: async (group: number, after: number | null, birds: { crates?: string; rings?: string } = {}) => {
      const time = after === null ? null : clockOf(race.release_ms + after * 60_000, race.loft.time_zone).time;
      const ruling = { kind: 'release_group', group, time, ...birds };
      const seen = await call(ines, 'POST', 'rulings/effect', { ruling });
      if (seen.status !== 200) return { ...seen, seen: null };
      const { fingerprint } = seen.body.effect;
      const made = await call(ines, 'POST', 'rulings', { ruling, reason: 'As the film shows', seen: fingerprint });
      if (made.body.state === 'prepared') {
        const { n } = made.body;
        const again = await call(tiago, 'POST', `rulings/${n}/effect`, {});
        const signed = { seen: again.body.effect.fingerprint };
        expect((await call(tiago, 'POST', `rulings/${n}/signature`, signed)).status).toBe(200);
      }
      return { ...made, seen: seen.body };
    },
    say: (group: number, after: number | null, birds: { crates?: string; rings?: string } = {}) =>
      call(ines, 'POST', 'release/groups', { group, at: after === null ? null : minute(after), ...birds }),
    /** Readings of birds at minutes after the first release. */
    read: async (...seen: [bird: number, minutes: number][]) => {
      const readings = seen.map(([bird, minutes]) => readingOf(race, bird, minutes, { sequence: ++sequence }));
      const headers = { authorization: `Bearer ${race.key}` };
      const answer = await site.app.inject({
        method: 'POST',
        url: '/api/devices/readings',
        headers,
        payload: { readings },
      });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json().readings.map((one: { unranked: string | null }) => one.unranked);
    },
    /** Birds with the minutes that count, in the order of the result. */
    result: async () => {
      const { rows } = await open('/result');
      return rows.map((row: { pigeon_id: number; net_ms: number }) => [
        race.pigeon_ids.indexOf(row.pigeon_id),
        row.net_ms / 60_000,
      ]);
    },
    ring: async (bird: number) =>
      (
        await site.db
          .selectFrom('pigeons')
          .select('ring')
          .where('id', '=', race.pigeon_ids[bird]!)
          .executeTakeFirstOrThrow()
      ).ring,
    faults: async () => (await auditLoft(site.db, key.loft_id)).faults,
  };
}

describe('a second group of a mass release', () => {
  it('is said by its crates; each bird flies from its own release, everywhere', async () => {
    const flight = await flown();
    expect(await flight.say(2, 8, { crates: '2-3' })).toEqual({
      status: 200,
      body: { flight_id: flight.flight_id, group: 2, birds: 6 },
    });
    await flight.read([0, 300], [3, 303], [1, 304], [6, 310]);
    expect(await flight.result()).toEqual([
      [3, 295],
      [0, 300],
      [6, 302],
      [1, 304],
    ]);
    const group = { group: 2, release_time: flight.minute(8), crates: '2-3', birds: 6 };
    expect((await flight.open('')).flight.release_groups).toMatchObject([group]);
    expect((await flight.call(flight.ines, 'GET', 'release')).body.groups).toMatchObject([group]);
    expect((await flight.call(flight.ines, 'GET', 'control')).body).toMatchObject({
      groups: [group],
      last_home: flight.minute(310),
    });
    expect((await flight.open('/log')).log.at(-1)).toMatchObject({ kind: 'group_released', details: group });
    const { released_later } = await flight.open('/basketing');
    expect(released_later).toEqual(flight.pigeon_ids.slice(3).map((id) => [id, flight.release_ms + 480_000]));
    const { place } = (await flight.open(`/places/${flight.pigeon_ids[3]}`)) as ReplyOf<typeof readPlace>;
    expect(place).toMatchObject({
      release_time: flight.minute(8),
      release_group: { group: 2, crates: '2-3' },
      elapsed_ms: 295 * 60_000,
      net_ms: 295 * 60_000,
      below: { rank: 2, apart_ms: 5 * 60_000 },
      rulings: [],
    });
    const { latest, drops } = await flight.open('/result?per_page=25');
    expect(latest[0].pigeon_id).toBe(flight.pigeon_ids[6]);
    expect(drops).toBeNull();
    expect(await flight.faults()).toEqual([]);
  });

  it('stands in the official result, its standings and its audit', async () => {
    const flight = await flown();
    await flight.say(2, 8, { crates: '2' });
    await flight.read([0, 300], [3, 303]);
    await write(async (tx) => moveFlight(tx, await lockFlight(tx, flight.flight), 'close'));
    await write(async (tx) => moveFlight(tx, await lockFlight(tx, flight.flight), 'publish'));
    const { fingerprint } = (await flight.call(flight.ines, 'GET', 'signatures')).body.result;
    for (const who of [flight.ines, flight.tiago])
      expect((await flight.call(who, 'POST', 'signatures', { fingerprint })).status).toBe(200);
    const text = (await flight.open('/official-result?with=text')) as { text?: string } | string;
    const lines = (typeof text === 'string' ? text : text.text!).split('\n');
    expect(lines[2]).toBe(`group 2 release ${flight.minute(8)} birds 3 crates 2`);
    expect(lines.filter((line) => line.includes('\t')).map((line) => line.split('\t')[3])).toEqual([
      '17700000',
      '18000000',
    ]);
    expect(await flight.result()).toEqual([
      [3, 295],
      [0, 300],
    ]);
    expect(await flight.faults()).toEqual([]);
    // Control: the audit compares with the ledger.
    await site.db
      .updateTable('baskets')
      .set({ released_at: flight.minute(9) })
      .where('pigeon_id', '=', flight.pigeon_ids[3]!)
      .execute();
    expect(await flight.faults()).toHaveLength(2);
  });

  it('is said of birds where the flight has no crates', async () => {
    const flight = await flown({ birds: 3, crates: false });
    const ring = await flight.ring(2);
    expect((await flight.say(2, 8, { crates: '1' })).body.codes).toEqual({ crates: ['group_crate_unknown'] });
    expect((await flight.say(2, 8, { rings: ring.toLowerCase() })).body.birds).toBe(1);
    await flight.read([0, 300], [2, 305]);
    expect(await flight.result()).toEqual([
      [2, 297],
      [0, 300],
    ]);
  });

  it('a reading before its own release is no arrival; taken back, it is one again', async () => {
    const flight = await flown();
    await flight.read([3, 5]);
    expect(await flight.result()).toEqual([[3, 5]]);
    await flight.rule(2, 8, { crates: '2' });
    expect(await flight.result()).toEqual([]);
    expect(await flight.read([4, 7])).toEqual(['before_release']);
    // Nobody is home, but two birds would be.
    expect((await flight.say(2, null)).body.code).toBe('group_by_ruling');
    expect((await flight.rule(2, null)).seen).toMatchObject({
      effect: { come_in: 2, needs_second: true },
      about: { group: { group: 2, crates: '2', birds: 0 }, time: null },
    });
    expect(await flight.result()).toEqual([
      [3, 5],
      [4, 7],
    ]);
    expect((await flight.open('')).flight.release_groups).toEqual([]);
    expect(await flight.faults()).toEqual([]);
  });

  it('said anew it replaces what was said; the same again changes nothing', async () => {
    const flight = await flown();
    await flight.say(2, 8, { crates: '2' });
    const { number } = (await flight.open('')).flight.release_groups[0];
    await flight.say(2, 8, { crates: ' 2, 2-2' });
    expect((await flight.open('')).flight.release_groups[0].number).toBe(number);
    await flight.say(2, 10, { crates: '3' });
    await flight.read([3, 300], [6, 306]);
    expect(await flight.result()).toEqual([
      [6, 296],
      [3, 300],
    ]);
    expect(
      (await flight.open('/log')).log.filter(({ kind }: { kind: string }) => kind === 'group_released'),
    ).toHaveLength(2);
    expect(await flight.faults()).toEqual([]);
  });

  it('a corrected first release leaves it as it was, and does not come after it', async () => {
    const flight = await flown();
    await flight.say(2, 8, { crates: '2' });
    await flight.read([0, 300], [3, 303]);
    const first = { kind: 'release', ...clockOf(flight.release_ms - 60_000, flight.loft.time_zone) };
    const { effect } = (await flight.call(flight.ines, 'POST', 'rulings/effect', { ruling: first })).body;
    expect(effect).toMatchObject({ groups_kept: [2], retimed: 1 });
    const ruling = { by: flight.ines.user_id, now_ms: Date.now(), reason: 'The crates were opened late' };
    const correct = (minutes: number) =>
      write(async (tx) => correctRelease(tx, await lockFlight(tx, flight.flight), flight.minute(minutes), ruling));
    await correct(2);
    expect(await flight.result()).toEqual([
      [3, 295],
      [0, 298],
    ]);
    await expect(correct(8)).rejects.toMatchObject({ errors: { time: [{ code: 'release_after_group' }] } });
    expect(await flight.faults()).toEqual([]);
  });
});

describe('what cannot be said of a group', () => {
  it.each([
    ['a time before the first release', 3, -1, { crates: '3' }, 'at', 'group_time'],
    ['the time of the first release', 3, 0, { crates: '3' }, 'at', 'group_time'],
    ['a time the day after', 3, 20 * 60, { crates: '3' }, 'at', 'group_time'],
    ['a time to come', 3, 60 * 24 * 3650, { crates: '3' }, 'at', 'release_in_future'],
    ['the time of another group', 3, 8, { crates: '3' }, 'at', 'group_time_taken'],
    ['a crate that there is not', 3, 12, { crates: '4' }, 'crates', 'group_crate_unknown'],
    ['no crates that can be read', 3, 12, { crates: 'left' }, 'crates', 'group_crates_format'],
    ['no crates', 3, 12, {}, 'crates', 'error_required'],
    ['a crate of another group', 3, 12, { crates: '2-3' }, 'crates', 'group_crate_taken'],
    ['a ring that is not on the list', 3, 12, { rings: 'BE 1-1' }, 'rings', 'group_ring_unknown'],
    ['crates and rings at once', 3, 12, { crates: '1', rings: 'BE 1-1' }, 'rings', 'group_crates_or_rings'],
    ['everybody', 3, 12, { crates: '1,3' }, 'crates', 'group_everybody'],
    ['the first group', 1, 12, { crates: '3' }, 'group', 'error_min_value'],
    ['a seventh group', 7, 12, { crates: '3' }, 'group', 'error_max_value'],
  ] as const)('%s', async (_, group, after, birds, field, code) => {
    const flight = await flown();
    await flight.say(2, 8, { crates: '2' });
    const { status, body } = await flight.say(group, after, birds);
    expect(status).toBeGreaterThanOrEqual(409);
    expect(body.codes[field]).toEqual([code]);
    expect((await flight.open('')).flight.release_groups).toHaveLength(1);
  });

  it('a bird of another group, a group that was never said, and of a flight that is not in the air', async () => {
    const flight = await flown();
    await flight.say(2, 8, { crates: '2' });
    expect((await flight.say(3, 12, { rings: await flight.ring(4) })).body.codes).toEqual({
      rings: ['group_bird_taken'],
    });
    expect((await flight.say(4, null)).status).toBe(404);
    await write(async (tx) => moveFlight(tx, await lockFlight(tx, flight.flight), 'close'));
    expect((await flight.say(3, 12, { crates: '3' })).body.code).toBe('flight_not_in_the_air');
  });
});

describe('a group once a bird is home', () => {
  it('is said, corrected and taken back by rulings, each seen before and public with its reason', async () => {
    const flight = await flown();
    await flight.read([0, 300], [3, 303], [1, 304]);
    const no = await flight.say(2, 8, { crates: '2-3' });
    expect(no).toMatchObject({ status: 409, body: { code: 'group_by_ruling' } });
    expect((await flight.open('')).flight.release_groups).toEqual([]);
    const said = await flight.rule(2, 8, { crates: '2-3' });
    expect(said).toMatchObject({ body: { n: 1, state: 'made' } });
    expect(said.seen).toMatchObject({
      effect: { come_in: 0, up: 1, down: 1, retimed: 1, shift: { net_ms: { birds: 1, least: -480_000 } } },
      about: { group: { group: 2, crates: '2-3', birds: 6 }, time: flight.minute(8) },
    });
    expect(await flight.result()).toEqual([
      [3, 295],
      [0, 300],
      [1, 304],
    ]);
    // Without crates and rings it keeps its birds.
    expect((await flight.rule(2, 10)).seen.about).toMatchObject({ group: { crates: '2-3', birds: 6 } });
    expect((await flight.rule(2, 10)).body.codes).toEqual({ time: ['ruling_same'] });
    expect((await flight.rule(3, null)).body.codes).toEqual({ group: ['ruling_same'] });
    expect((await flight.rule(3, 12, { crates: '2' })).body.codes).toEqual({ crates: ['group_crate_taken'] });
    expect((await flight.rule(3, -1, { crates: '1' })).body.codes).toEqual({ time: ['group_time'] });
    expect((await flight.rule(3, 12, { crates: '1' })).body.codes).toEqual({ crates: ['group_everybody'] });
    const { place } = (await flight.open(`/places/${flight.pigeon_ids[3]}`)) as ReplyOf<typeof readPlace>;
    expect(place).toMatchObject({ net_ms: 293 * 60_000, rulings: [{ kind: 'release' }, { kind: 'release' }] });
    const first = (await flight.open(`/places/${flight.pigeon_ids[0]}`)) as ReplyOf<typeof readPlace>;
    expect(first.place).toMatchObject({ rulings: [] });
    await flight.rule(2, null);
    expect(await flight.result()).toEqual([
      [0, 300],
      [3, 303],
      [1, 304],
    ]);
    const log = (await flight.open('/log')).log.filter(({ kind }: { kind: string }) => /group|ruling/.test(kind));
    expect(log).toMatchObject([
      { kind: 'ruling', reason: 'As the film shows', details: { group: { group: 2, birds: 6, crates: '2-3' } } },
      { kind: 'ruling', details: { group: { release_time: flight.minute(10) } } },
      { kind: 'ruling', details: { group: { birds: 0 } } },
    ]);
    expect(await flight.faults()).toEqual([]);
  });

  it('leaves the other groups as they are, also when one is taken back', async () => {
    const flight = await flown();
    await flight.say(2, 8, { crates: '2' });
    await flight.read([0, 300], [3, 303], [6, 306]);
    await flight.rule(3, 12, { crates: '3' });
    const both = [
      [6, 294],
      [3, 295],
      [0, 300],
    ];
    expect(await flight.result()).toEqual(both);
    await flight.read([4, 309]);
    await flight.rule(3, null);
    expect(await flight.result()).toEqual([
      [3, 295],
      [0, 300],
      [4, 301],
      [6, 306],
    ]);
    expect(await flight.faults()).toEqual([]);
  });

  it('takes two people on an official result, which gets a second version', async () => {
    const flight = await flown();
    await flight.read([0, 300], [3, 303]);
    for (const step of ['close', 'publish'] as const)
      await write(async (tx) => moveFlight(tx, await lockFlight(tx, flight.flight), step));
    const { fingerprint } = (await flight.call(flight.ines, 'GET', 'signatures')).body.result;
    for (const who of [flight.ines, flight.tiago]) await flight.call(who, 'POST', 'signatures', { fingerprint });
    expect((await flight.open('')).flight.status).toBe('official');
    expect((await flight.say(2, 8, { crates: '2' })).body.code).toBe('flight_not_in_the_air');
    expect((await flight.rule(2, 8, { crates: '2' })).body.state).toBe('prepared');
    expect((await flight.open('')).flight.status).toBe('official');
    expect(await flight.result()).toEqual([
      [3, 295],
      [0, 300],
    ]);
    const { text } = (await flight.open('/official-result?with=text')) as { text: string };
    expect(text).toContain(`group 2 release ${flight.minute(8)} birds 3 crates 2`);
    expect(await flight.faults()).toEqual([]);
  });
});

describe('a group that is said while birds land', () => {
  /** The ledger numbers of the group and of the first reading. */
  const order = async (flight: Awaited<ReturnType<typeof flown>>) => {
    const [group] = (await flight.open('')).flight.release_groups as { number: number }[];
    const { rows } = await sql<{ number: number | null }>`
      select min(number)::float8 as number from readings where loft_id = ${flight.loft.id}`.execute(site.db);
    return { group: group?.number, reading: rows[0]!.number };
  };

  it('is said before the first of them, or refused', async () => {
    let [said, refused] = [0, 0];
    for (let n = 0; n < 12; n += 1) {
      const flight = await flown({ birds: 4 });
      const saying = () => flight.say(2, 8, { crates: '2' });
      const [answer] = await Promise.all(
        n % 2
          ? [saying(), flight.read([0, 300])]
          : [new Promise((done) => setTimeout(done, n)).then(saying), flight.read([0, 300])],
      );
      const { status, body } = answer as Awaited<ReturnType<typeof saying>>;
      const { group, reading } = await order(flight);
      if (status === 200) {
        said += 1;
        expect(group).toBeLessThan(reading!);
      } else {
        refused += 1;
        expect(body.code).toBe('group_by_ruling');
        expect(group).toBeUndefined();
      }
      expect(await flight.faults()).toEqual([]);
    }
    expect(said + refused).toBe(12);
  });

  it('waits for a reading that is on its way, and is refused by it', async () => {
    const flight = await flown();
    const reading = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    // A batch of a clock holds the ledger until it is committed.
    const landing = write(async (tx) => {
      const head = await lockLedger(tx, flight.loft.id);
      locked.resolve();
      await reading.promise;
      const one = parsed.parse(readingOf(flight, 0, 300, { sequence: 1 }));
      await recordReadings(tx, flight.loft.id, [{ device: flight.device, readings: [one], received_ms: 0 }], head);
    });
    await locked.promise;
    const saying = flight.say(2, 8, { crates: '2' });
    // Who looks without waiting finds nobody home.
    expect((await flight.open('')).flight.home_count).toBe(0);
    reading.resolve();
    await landing;
    expect((await saying).body.code).toBe('group_by_ruling');
    expect((await flight.open('')).flight.release_groups).toEqual([]);
  });
});

describe('a group that is said while readings come', () => {
  const birds = 30;
  const seen = Array.from({ length: birds }, (_, bird): [number, number] => [
    bird,
    bird % 7 === 3 ? 5 : 300 + ((bird * 7) % 11),
  ]);

  const ranks = async (flight: Awaited<ReturnType<typeof flown>>) => {
    const { ranked } = await createStandings()(site.db, (await findFlownFlight(site.db, flight.flight))!);
    return ranked.map((line) => ({ ...line, pigeon_id: flight.pigeon_ids.indexOf(line.pigeon_id) }));
  };

  it('gives the same result as one that was said before', async () => {
    const [before, while_] = [await flown({ birds }), await flown({ birds })];
    await before.say(2, 8, { crates: '5-8' });
    for (const one of seen) await before.read(one);
    await while_.read(seen[0]!);
    const said = Promise.all(seen.slice(1).map((one) => while_.read(one)));
    // What was seen holds while birds land that it does not take in or out: one that does is seen again.
    for (let made = false; !made; ) {
      const { status, body } = await while_.rule(2, 8, { crates: '5-8' });
      made = status === 200;
      if (!made) expect(body.code).toBe('ruling_changed');
    }
    await said;
    expect(await ranks(while_)).toEqual(await ranks(before));
    expect(await while_.faults()).toEqual([]);
  });

  it('control: without matching its birds again the early ones would stay', async () => {
    const flight = await flown({ birds });
    for (const one of seen) await flight.read(one);
    const pigeon_ids = flight.pigeon_ids.slice(12, 24);
    await write(async (tx) => {
      const later = { group: 2, crates: '5-8', pigeon_ids };
      const entry = {
        kind: 'release' as const,
        flight_id: flight.flight_id,
        release_ms: flight.release_ms + 480_000,
        later,
      };
      await declare(tx, flight.loft.id, [entry], { by: flight.ines.user_id });
      await tx
        .updateTable('baskets')
        .set({ released_at: flight.minute(8) })
        .where('pigeon_id', 'in', pigeon_ids)
        .execute();
    });
    expect((await flight.faults()).length).toBeGreaterThan(0);
  });
});
