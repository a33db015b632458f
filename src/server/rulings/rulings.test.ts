/** Rulings through their calls: what they change is seen before, a prize takes two people, an official result a version. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultRulebook } from '#domain/seasons/rulebook.ts';
import { auditLoft } from '#server/arrivals/audit.ts';
import { signResult } from '#server/arrivals/official.ts';
import { rankedAnew } from '#server/arrivals/standings.ts';
import type { Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { findFlownFlight } from '#server/flights/flights.ts';
import { closeFlight, moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { type BuiltRace, buildPerson, readingOf } from '#testing/builders.ts';
import { buildFinal, type FinalOptions } from '#testing/finals.ts';
import { type TestSite, testSite } from '#testing/site.ts';

let scene: TestSite;
beforeAll(async () => {
  scene = await testSite();
});
afterAll(async () => {
  await scene?.end();
});

type Person = Awaited<ReturnType<typeof buildPerson>>;
const write = <Answer>(work: (tx: Tx) => Promise<Answer>) => transact(scene.db, work);
const at = (race: BuiltRace, minutes: number) => new Date(race.release_ms + minutes * 60_000).toISOString();

async function call(method: 'GET' | 'POST', url: string, who: Person, payload?: object) {
  const answer = await scene.app.inject({ method, url, headers: who.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

/** A flight by a rulebook, in the air, with its birds and those who run the loft. */
async function ruledFlight(options: FinalOptions = {}) {
  const { race, flight_id, marta, ines, tiago, ringOf } = await buildFinal(scene.db, options);
  const { loft, season_id, pigeon_ids } = race;
  const key = { loft_id: loft.id, flight_id };
  const url = `/api/admin/seasons/${season_id}/flights/${flight_id}/rulings`;
  let sequence = 0;
  const clock = (minutes: number) => {
    const { time_zone } = loft;
    const parts = new Intl.DateTimeFormat('en-CA', {
      timeZone: time_zone,
      dateStyle: 'short',
    }).format(race.release_ms + minutes * 60_000);
    const time = new Intl.DateTimeFormat('en-GB', {
      timeZone: time_zone,
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
    }).format(race.release_ms + minutes * 60_000);
    return { date: parts, time: time.replace(',', '.') };
  };
  const preview = (ruling: object, who = marta) => call('POST', `${url}/effect`, who, { ruling });
  return {
    ...race,
    key,
    url,
    marta,
    ines,
    tiago,
    ringOf,
    clock,
    preview,
    async read(bird: number, minutes: number): Promise<number> {
      const headers = { authorization: `Bearer ${race.key}` };
      const payload = { readings: [readingOf(race, bird, minutes, { sequence: ++sequence })] };
      const answer = await scene.app.inject({ method: 'POST', url: '/api/devices/readings', headers, payload });
      expect(answer.statusCode, answer.body).toBe(200);
      const ledger = scene.db.selectFrom('ledgers').select('head').where('loft_id', '=', loft.id);
      return (await ledger.executeTakeFirstOrThrow()).head;
    },
    /** Looks at what a ruling changes, and prepares it. */
    async rule(ruling: object, { who = marta, reason = 'As the film shows' } = {}) {
      const seen = await preview(ruling, who);
      if (seen.status !== 200) return seen;
      return call('POST', url, who, { ruling, reason, seen: seen.body.effect.fingerprint });
    },
    async sign(n: number, who: Person) {
      const seen = await call('POST', `${url}/${n}/effect`, who, {});
      // Somebody else has decided meanwhile.
      if (seen.status !== 200) return seen;
      return call('POST', `${url}/${n}/signature`, who, { seen: seen.body.effect.fingerprint });
    },
    refuse: (n: number, who: Person, reason = 'Not seen by me') => call('POST', `${url}/${n}/refusal`, who, { reason }),
    /** Birds by their ranks. */
    async result(): Promise<[bird: number, rank: number][]> {
      const ranked = await rankedAnew(scene.db, (await findFlownFlight(scene.db, key))!);
      return ranked.map(({ pigeon_id, rank }) => [pigeon_ids.indexOf(pigeon_id), rank]);
    },
    async finish(signers?: readonly [Person, Person]) {
      await write(async (tx) => closeFlight(tx, await lockFlight(tx, key), at(race, 900)));
      await write(async (tx) => moveFlight(tx, await lockFlight(tx, key), 'publish'));
      if (!signers) return write(async (tx) => moveFlight(tx, await lockFlight(tx, key), 'make_official'));
      const signatures = `/api/admin/seasons/${season_id}/flights/${flight_id}/signatures`;
      const { body } = await call('GET', signatures, signers[0]);
      for (const { user_id } of signers)
        await write(async (tx) =>
          signResult(tx, await lockFlight(tx, key), body.result.fingerprint, { by: user_id, now_ms: Date.now() }),
        );
    },
    whole: async () => expect((await auditLoft(scene.db, loft.id)).faults).toEqual([]),
  };
}

describe('a ruling', () => {
  it('that changes no prize is made at once by one person, and moves its birds', async () => {
    const race = await ruledFlight({ kind: 'training' });
    for (const [bird, minutes] of [
      [0, 300],
      [1, 301],
      [2, 302],
    ] as const)
      await race.read(bird, minutes);
    const seen = await race.preview({ kind: 'manual', ring: race.ringOf(3), ...race.clock(301.1) });
    expect(seen.body).toMatchObject({
      effect: { needs_second: false, come_in: 1, down: 1, go_out: 0, up: 0, prize: null },
      about: { bird: { ring: race.ringOf(3) } },
      drop: { birds: 1 },
    });
    expect(await race.result()).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    expect((await race.rule({ kind: 'manual', ring: race.ringOf(3), ...race.clock(301.1) })).body).toEqual({
      n: 1,
      state: 'made',
    });
    expect(await race.result()).toEqual([
      [0, 1],
      [1, 2],
      [3, 3],
      [2, 4],
    ]);
    const why = `/api/lofts/${race.loft.id}/flights/${race.key.flight_id}/places/${race.pigeon_ids[3]}`;
    expect((await scene.app.inject({ method: 'GET', url: why })).json().place).toMatchObject({
      reading: null,
      manual_arrival: 'last_of_drop',
      rank: 3,
      tied: 0,
    });
    const { body } = await call('GET', race.url, race.ines);
    expect(body.rulings).toMatchObject([
      { n: 1, kind: 'manual', state: 'made', reason: 'As the film shows', by: 'Marta Lopes', needs_second: false },
    ]);
    await race.whole();
  });

  it('that changes a prize changes nothing until somebody else signs it', async () => {
    const race = await ruledFlight();
    for (const [bird, minutes] of [
      [0, 300],
      [1, 301],
      [2, 302],
    ] as const)
      await race.read(bird, minutes);
    const ruling = { kind: 'manual', ring: race.ringOf(3), ...race.clock(300.5) };
    const reason = 'Camera 2 shows it on the board; Tiago read the ring at 13:44.';
    expect((await race.rule(ruling, { reason })).body).toEqual({ n: 1, state: 'prepared' });
    expect(await race.result()).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    // The public log says that one is being prepared, and nothing else about it.
    const log = `/api/lofts/${race.loft.id}/flights/${race.key.flight_id}/log`;
    const logged = async () => (await scene.app.inject({ method: 'GET', url: log })).json().log;
    expect((await logged()).at(-1)).toMatchObject({ kind: 'ruling_prepared', reason: null, details: { n: 1 } });
    expect(JSON.stringify(await logged())).not.toContain('Camera 2');
    const { body } = await call('GET', `${race.url}/1`, race.ines);
    expect(body.people.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
      ['Marta Lopes', 'maker'],
      ['Tiago Nunes', 'witness'],
      ['Inês Tavares', 'can_sign'],
    ]);
    expect((await race.sign(1, race.marta)).body).toMatchObject({ error: 'ruling_own' });
    expect((await race.sign(1, race.tiago)).body).toMatchObject({ error: 'ruling_witness' });
    const admin = await buildPerson(scene.db, { is_admin: true });
    expect((await race.sign(1, admin)).body).toMatchObject({ error: 'ruling_of_loft' });
    const effect = (await call('POST', `${race.url}/1/effect`, race.ines, {})).body.effect;
    expect(effect).toMatchObject({
      needs_second: true,
      come_in: 1,
      down: 2,
      prizes: 3,
      prize: { basis: 'amount', before: 175_000, after: 175_000 },
    });
    expect(effect.lines).toMatchObject([
      { ring: race.ringOf(3), before: null, after: { rank: 2, prize: 50_000 } },
      { ring: race.ringOf(1), before: { rank: 2, prize: 50_000 }, after: { rank: 3, prize: 25_000 } },
      { ring: race.ringOf(2), before: { rank: 3, prize: 25_000 }, after: { rank: 4, prize: 0 } },
    ]);
    expect((await race.sign(1, race.ines)).body).toEqual({ state: 'made' });
    expect(await race.result()).toEqual([
      [0, 1],
      [3, 2],
      [1, 3],
      [2, 4],
    ]);
    expect((await logged()).at(-1)).toMatchObject({
      kind: 'ruling',
      reason,
      details: {
        of: 'manual',
        decision: 'made',
        names: ['Marta Lopes', 'Inês Tavares'],
        sums: { come_in: 1, prizes: 3 },
      },
    });
    expect((await logged()).at(-1).details.sums).not.toHaveProperty('lines');
    expect((await race.sign(1, race.ines)).body).toMatchObject({ error: 'ruling_decided' });
    expect((await call('GET', `${race.url}/1`, race.ines)).body).toMatchObject({
      ruling: { state: 'made', decided_by: 'Inês Tavares' },
      effect: { fingerprint: effect.fingerprint },
    });
    await race.whole();
  });

  it('is signed by the platform where nobody of the loft is left', async () => {
    const race = await ruledFlight();
    await race.read(0, 300);
    const reason = 'Seen by Tiago and Ines.';
    await race.rule({ kind: 'disqualified', ring: race.ringOf(0) }, { reason });
    const admin = await buildPerson(scene.db, { is_admin: true });
    expect((await race.sign(1, race.ines)).body).toMatchObject({ error: 'ruling_witness' });
    expect((await race.sign(1, admin)).body).toEqual({ state: 'made' });
    expect(await race.result()).toEqual([]);
  });

  it('is refused for a reason, or taken back by its maker; then nobody signs it', async () => {
    const race = await ruledFlight();
    await race.read(0, 300);
    for (const n of [1, 2]) expect((await race.rule({ kind: 'disqualified', ring: race.ringOf(0) })).body.n).toBe(n);
    expect((await race.refuse(1, race.ines, ' ')).body).toMatchObject({ errors: { reason: ['error_required'] } });
    expect((await race.refuse(1, race.ines)).body).toEqual({ state: 'refused' });
    expect((await race.refuse(2, race.marta)).body).toEqual({ state: 'taken_back' });
    for (const n of [1, 2]) expect((await race.sign(n, race.tiago)).body).toMatchObject({ error: 'ruling_decided' });
    expect(await race.result()).toEqual([[0, 1]]);
  });

  it('is looked at again where something changed meanwhile', async () => {
    const race = await ruledFlight();
    await race.read(0, 300);
    const ruling = { kind: 'disqualified', ring: race.ringOf(0) };
    const seen = (await race.preview(ruling)).body.effect.fingerprint;
    await race.read(1, 299);
    const post = () => call('POST', race.url, race.marta, { ruling, reason: 'x', seen });
    expect((await post()).body).toMatchObject({ error: 'ruling_changed' });
    await race.rule(ruling);
    const { body } = await call('POST', `${race.url}/1/effect`, race.ines, {});
    await race.read(2, 298);
    const signed = await call('POST', `${race.url}/1/signature`, race.ines, { seen: body.effect.fingerprint });
    expect(signed.body).toMatchObject({ error: 'ruling_changed' });
    expect((await race.sign(1, race.ines)).body).toEqual({ state: 'made' });
    expect(await race.result()).toEqual([
      [2, 1],
      [1, 2],
    ]);
  });

  it('is for those who run the loft; others cannot learn what exists', async () => {
    const race = await ruledFlight();
    const other = await ruledFlight();
    const agent = await buildPerson(scene.db, { entries: [{ loft_id: race.loft.id, entry: { is_agent: true } }] });
    for (const who of [agent, other.marta]) {
      expect((await call('GET', race.url, who)).status).toBe(404);
      expect((await race.rule({ kind: 'disqualified', ring: race.ringOf(0) }, { who })).status).toBe(404);
    }
    const elsewhere = race.url.replace(`/seasons/${race.season_id}/`, `/seasons/${other.season_id}/`);
    expect((await call('GET', elsewhere, other.marta)).status).toBe(404);
    expect((await race.rule({ kind: 'offset', device_id: other.device.device_id, offset_ms: 1 })).status).toBe(404);
  });

  it.each<
    [what: string, typed: { kind: string; minutes?: number; [name: string]: unknown }, field: string, code: string]
  >([
    ['a bird that is not on the list', { kind: 'disqualified', ring: 'XX 1' }, 'ring', 'pigeon_not_basketed'],
    ['an arrival before the release', { kind: 'manual', minutes: -1 }, 'time', 'time_outside_flight'],
    ['a time that is none', { kind: 'manual', time: 'noon' }, 'time', 'error_clock_time'],
    ['a day that is none', { kind: 'manual', date: '2026-13-01' }, 'date', 'error_day'],
    ['no ring', { kind: 'disqualified', ring: ' ' }, 'ring', 'error_required'],
    ['an offset without a number', { kind: 'offset', device_id: 1, offset_ms: null }, 'offset_ms', 'error_type'],
    ['an offset beyond reason', { kind: 'offset', device_id: 1, offset_ms: 1e15 }, 'offset_ms', 'error_max_value'],
    ['no distance', { kind: 'distance', distance: '' }, 'distance', 'error_required'],
    ['a closing before the release', { kind: 'closing', minutes: -5 }, 'time', 'closing_before_release'],
  ])('refuses %s, at its field', async (_what, { minutes = 300, ...typed }, field, code) => {
    const race = await ruledFlight({ birds: 2 });
    const { status, body } = await race.preview({
      ...(typed.kind === 'manual' && { ring: race.ringOf(0) }),
      ...(['manual', 'closing'].includes(typed.kind) && race.clock(minutes)),
      ...typed,
    });
    expect(status).toBeGreaterThanOrEqual(409);
    const own = Object.entries(body.errors as Record<string, string[]>).find(([name]) => name.endsWith(field));
    expect(own?.[1]).toEqual([code]);
    expect((await call('GET', race.url, race.marta)).body.rulings).toEqual([]);
  });
});

describe('by its kind', () => {
  it('a bird without a reading is the last of its drop, and shares neither place nor prize', async () => {
    const race = await ruledFlight({
      book: { rules: { ...defaultRulebook('km').rules, ties: 'shared', precision_ms: 1000 } },
    });
    await race.read(0, 300);
    await race.read(1, 300.01);
    await race.read(2, 310);
    const ruling = { kind: 'manual', ring: race.ringOf(3), ...race.clock(300.1) };
    await race.rule(ruling);
    await race.sign(1, race.ines);
    expect((await race.result()).map(([bird]) => bird)).toEqual([0, 1, 3, 2]);
    expect((await race.result()).map(([, rank]) => rank)).toEqual([1, 1, 3, 4]);
    const { rows } = (
      await scene.app.inject({
        method: 'GET',
        url: `/api/lofts/${race.loft.id}/flights/${race.key.flight_id}/arrivals`,
      })
    ).json();
    expect(rows.at(-1)[2]).toBe(race.release_ms + 300.01 * 60_000 + 0.5);
    await race.finish([race.marta, race.ines]);
    expect((await race.result()).map(([, rank]) => rank)).toEqual([1, 1, 3, 4]);
    await race.whole();
  });

  it('an offset of a clock moves the birds that it read in this flight alone', async () => {
    const race = await ruledFlight({ kind: 'training' });
    await race.read(0, 300);
    await race.read(1, 301);
    await race.rule({ kind: 'offset', device_id: race.device.device_id, offset_ms: -2290 });
    const ranked = await rankedAnew(scene.db, (await findFlownFlight(scene.db, race.key))!);
    expect(ranked.map(({ time_ms }) => time_ms - race.release_ms)).toEqual([300 * 60_000 - 2290, 301 * 60_000 - 2290]);
    const { numbers } = await scene.db
      .selectFrom('ruling_decisions')
      .select('numbers')
      .where('flight_id', '=', race.key.flight_id)
      .executeTakeFirstOrThrow();
    await race.rule({ kind: 'void', number: numbers[0] });
    const again = await rankedAnew(scene.db, (await findFlownFlight(scene.db, race.key))!);
    expect(again[0]!.time_ms - race.release_ms).toBe(300 * 60_000);
    expect((await race.rule({ kind: 'void', number: numbers[0] })).body).toMatchObject({ error: 'entry_withdrawn' });
    await race.whole();
  });

  it('a disqualified bird stays out, whatever is read of it, until that is withdrawn', async () => {
    const race = await ruledFlight({ kind: 'training' });
    await race.read(0, 300);
    await race.rule({ kind: 'disqualified', ring: race.ringOf(0) });
    await race.rule({ kind: 'disqualified', ring: race.ringOf(1) });
    await race.read(0, 305);
    await race.read(1, 306);
    expect(await race.result()).toEqual([]);
    expect((await race.rule({ kind: 'disqualified', ring: race.ringOf(0) })).body).toMatchObject({
      errors: { ring: ['pigeon_disqualified'] },
    });
    await race.whole();
    const { rows } = await sql<{ number: number }>`
      select number from declarations where loft_id = ${race.loft.id} and kind = 'disqualified' order by number`.execute(
      scene.db,
    );
    await race.rule({ kind: 'void', number: rows[0]!.number });
    expect(await race.result()).toEqual([[0, 1]]);
    await race.whole();
  });

  it('release, distance and closing are said anew, and birds, speeds and places follow', async () => {
    const race = await ruledFlight({ kind: 'training' });
    await race.read(0, 5);
    await race.read(1, 300);
    await race.read(2, 500);
    expect((await race.rule({ kind: 'release', ...race.clock(10) })).status).toBe(200);
    expect((await race.result()).map(([bird]) => bird)).toEqual([1, 2]);
    expect((await race.rule({ kind: 'release', ...race.clock(0) })).status).toBe(200);
    expect((await race.rule({ kind: 'closing', ...race.clock(400) })).status).toBe(200);
    expect((await race.result()).map(([bird]) => bird)).toEqual([0, 1]);
    expect((await race.rule({ kind: 'closing', ...race.clock(600) })).status).toBe(200);
    expect((await race.result()).map(([bird]) => bird)).toEqual([0, 1, 2]);
    expect((await race.rule({ kind: 'distance', distance: '420.5' })).status).toBe(200);
    const [first] = await rankedAnew(scene.db, (await findFlownFlight(scene.db, race.key))!);
    expect(first!.speed).toBe(84_100);
    const future = { date: '2090-01-01', time: '10:00' };
    expect((await race.rule({ kind: 'release', ...future })).body).toMatchObject({
      errors: { time: ['release_in_future'] },
    });
    await race.whole();
  });

  it('on an official result it takes two people and makes version 2; the first stays readable', async () => {
    const race = await ruledFlight({ kind: 'training' });
    for (const [bird, minutes] of [
      [0, 300],
      [1, 301],
    ] as const)
      await race.read(bird, minutes);
    await race.finish([race.marta, race.ines]);
    const late = await race.read(2, 302);
    expect(late).toBeGreaterThan(0);
    expect((await race.rule({ kind: 'disqualified', ring: race.ringOf(0) })).body).toEqual({ n: 1, state: 'prepared' });
    expect(await race.result()).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect((await race.sign(1, race.ines)).body).toEqual({ state: 'made' });
    expect(await race.result()).toEqual([[1, 1]]);
    const versions = await scene.db
      .selectFrom('official_results')
      .select(['version', 'text'])
      .where('flight_id', '=', race.key.flight_id)
      .orderBy('version')
      .execute();
    expect(versions.map(({ version, text }) => [version, text.trimEnd().split('\n').length])).toEqual([
      [1, 5],
      [2, 4],
    ]);
    const url = `/api/lofts/${race.loft.id}/flights/${race.key.flight_id}/official-result`;
    const read = async (query = '') => (await scene.app.inject({ method: 'GET', url: `${url}${query}` })).json();
    const latest = await read();
    expect(latest).toMatchObject({ version: 2, text: null, earlier: [{ version: 1 }], changes: { birds: 2 } });
    expect(latest.changes.lines).toMatchObject([
      { ring: race.ringOf(1), before: { rank: 2 }, after: { rank: 1 } },
      { ring: race.ringOf(0), before: { rank: 1 }, after: null },
    ]);
    const without = await scene.app.inject({ method: 'GET', url: url.replace('official-result', 'late') });
    expect(without.json().disqualified).toMatchObject([{ ring: race.ringOf(0) }]);
    const first = await read('?with=text&version=1');
    expect(first).toMatchObject({ version: 1, changes: { birds: 0, lines: [] } });
    expect(createHash('sha256').update(first.text).digest('hex')).toBe(latest.earlier[0].fingerprint);
    expect(await read('?version=3')).toMatchObject({ error: 'not_found' });
    const stored = scene.db.selectFrom('standings').selectAll().where('flight_id', '=', race.key.flight_id);
    expect(await stored.execute()).toMatchObject([{ place: 1, pigeon_id: race.pigeon_ids[1] }]);
    await expect(
      scene.db.deleteFrom('standings').where('flight_id', '=', race.key.flight_id).execute(),
    ).rejects.toThrow(/official flight stay/);
    await race.whole();
  });
});

describe('two at the same moment', () => {
  it('sign and refuse: one of them decides', async () => {
    const race = await ruledFlight();
    await race.read(0, 300);
    await race.rule({ kind: 'disqualified', ring: race.ringOf(0) });
    const answers = await Promise.all([
      race.sign(1, race.ines),
      race.sign(1, race.tiago),
      race.refuse(1, race.ines),
      race.refuse(1, race.marta),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      await scene.db.selectFrom('ruling_decisions').selectAll().where('flight_id', '=', race.key.flight_id).execute(),
    ).toHaveLength(1);
    await race.whole();
  });

  it('rule on one bird: the second one looks again', async () => {
    const race = await ruledFlight({ kind: 'training' });
    await race.read(0, 300);
    const ruling = { kind: 'disqualified', ring: race.ringOf(0) };
    const seen = (await race.preview(ruling)).body.effect.fingerprint;
    const answers = await Promise.all(
      [race.marta, race.ines].map((who) => call('POST', race.url, who, { ruling, reason: 'x', seen })),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    await race.whole();
  });

  it('the database refuses a maker who signs, whatever the program does (its guard)', async () => {
    const race = await ruledFlight();
    await race.read(0, 300);
    await race.rule({ kind: 'disqualified', ring: race.ringOf(0) });
    const decision = {
      loft_id: race.loft.id,
      flight_id: race.key.flight_id,
      n: 1,
      decision: 'made' as const,
      user_id: race.marta.user_id,
      at: new Date().toISOString(),
      reason: null,
      prepared_by: race.marta.user_id,
      needs_second: true,
      effect: '{}',
    };
    const insert = (row: typeof decision) => scene.db.insertInto('ruling_decisions').values(row).execute();
    await expect(insert(decision)).rejects.toThrow(/second_person/);
    // Nor by saying that it is somebody else's, or needs nobody.
    await expect(insert({ ...decision, prepared_by: race.ines.user_id })).rejects.toThrow(/foreign key/);
    await expect(insert({ ...decision, needs_second: false })).rejects.toThrow(/foreign key/);
  });
});
