/** Rulings through their calls: what they change is seen before, a prize takes two people, an official result a version. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, anonymous, can } from '#domain/policy.ts';
import { rulingTyped } from '#domain/rulings/contract.ts';
import { defaultRulebook, type Rulebook } from '#domain/seasons/rulebook.ts';
import { auditLoft } from '#server/arrivals/audit.ts';
import { signResult } from '#server/arrivals/official.ts';
import { rankedAnew } from '#server/arrivals/standings.ts';
import type { Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { registerDevice } from '#server/devices/devices.ts';
import { findDocument } from '#server/files/documents.ts';
import { findFlownFlight } from '#server/flights/flights.ts';
import { closeFlight, moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { type BuiltRace, buildFlight, buildPerson, readingOf } from '#testing/builders.ts';
import { insertFile } from '#testing/files.ts';
import { buildFinal, type FinalOptions } from '#testing/finals.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { prepareRuling } from './rulings.ts';

let scene: TestSite;
beforeAll(async () => {
  scene = await testSite();
});
afterAll(async () => {
  await scene?.end();
});

type Person = Awaited<ReturnType<typeof buildPerson>>;
const write = <Answer>(work: (tx: Tx) => Promise<Answer>) => transact(scene.db, work);
const at = (race: Pick<BuiltRace, 'release_ms'>, minutes: number) =>
  new Date(race.release_ms + minutes * 60_000).toISOString();

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
    /** A reading of the clock is on its way. */
    skip: () => {
      sequence += 1;
    },
    async read(bird: number, minutes: number, at = ++sequence): Promise<number> {
      const headers = { authorization: `Bearer ${race.key}` };
      const payload = { readings: [readingOf(race, bird, minutes, { sequence: at })] };
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

/** What a form of each kind sends where every field is filled. */
const filled = {
  manual: { ring: 'x', date: '2026-06-06', time: '13:00' },
  void: { number: 1 },
  offset: { device_id: 1, offset_ms: 1 },
  release: { date: '2026-06-06', time: '13:00' },
  distance: { distance: '500' },
  closing: { date: '2026-06-06', time: '13:00' },
  disqualified: { ring: 'x' },
  exchanged: { ring: 'x', other_ring: 'y' },
} as const;
const everyField = Object.entries(filled).flatMap(([kind, fields]) =>
  Object.keys(fields).map((field) => [kind, field] as const),
);

describe('a form of a ruling', () => {
  it.each(everyField)('%s without %s says so at that field, and the database keeps none', async (kind, field) => {
    const race = await ruledFlight({ birds: 2 });
    const { [field]: _, ...others } = { ...filled[kind as keyof typeof filled] } as Record<string, unknown>;
    const code = ['number', 'device_id'].includes(field) ? 'error_choose' : 'error_required';
    for (const empty of [{}, { [field]: '' }])
      expect((await race.preview({ kind, ...others, ...empty })).body.codes).toEqual({ [`ruling.${field}`]: [code] });
    const { user_id } = race.marta;
    const content = { offset: { device_id: 1 }, manual: { pigeon_id: 1 } }[kind] ?? {};
    await expect(
      scene.db
        .insertInto('rulings')
        .values({
          ...race.key,
          n: 1,
          kind: kind as 'void',
          content: JSON.stringify(content) as never,
          reason: 'x',
          user_id,
          prepared_at: new Date().toISOString(),
          needs_second: true,
        })
        .execute(),
    ).rejects.toMatchObject({ constraint: 'rulings_content' });
  });
});

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
    });
    expect(seen.body.effect.drop).toEqual({ birds: 1, first: at(race, 301), last: at(race, 301) });
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
      drop: { place: 2, size: 2 },
    });
    // Once it is made its page says the same of its drop.
    expect((await call('GET', `${race.url}/1`, race.ines)).body.effect.drop).toEqual(seen.body.effect.drop);
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
    expect((await race.sign(1, race.marta)).body).toMatchObject({ code: 'ruling_own' });
    expect((await race.sign(1, race.tiago)).body).toMatchObject({ code: 'ruling_witness' });
    const admin = await buildPerson(scene.db, { is_admin: true });
    expect((await race.sign(1, admin)).body).toMatchObject({ code: 'ruling_of_loft' });
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
    expect((await race.sign(1, race.ines)).body).toMatchObject({ code: 'ruling_decided' });
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
    expect((await race.sign(1, race.ines)).body).toMatchObject({ code: 'ruling_witness' });
    expect((await race.sign(1, admin)).body).toEqual({ state: 'made' });
    expect(await race.result()).toEqual([]);
  });

  it('takes a picture once that was uploaded twice', async () => {
    const race = await ruledFlight();
    await race.read(0, 300);
    const own = { loft_id: race.loft.id, user_id: race.marta.user_id };
    const file_ids = [await insertFile(scene.db, own), await insertFile(scene.db, own)];
    const ruling = { kind: 'disqualified', ring: race.ringOf(0) };
    const seen = (await race.preview(ruling)).body.effect.fingerprint;
    const { status, body } = await call('POST', race.url, race.marta, { ruling, reason: 'x', seen, file_ids });
    expect([status, body]).toEqual([200, { n: 1, state: 'prepared' }]);
    const kept = await scene.db
      .selectFrom('ruling_files')
      .select('file_id')
      .where('flight_id', '=', race.key.flight_id)
      .where('loft_id', '=', race.loft.id)
      .execute();
    expect(kept).toEqual([{ file_id: file_ids[0] }]);
  });

  it('rests on documents, which only those who run the loft read until it is made', async () => {
    const race = await ruledFlight();
    await race.read(0, 300);
    const loft_id = race.loft.id;
    const own = await insertFile(scene.db, { loft_id, user_id: race.marta.user_id }, 'pdf');
    const theirs = await insertFile(scene.db, { loft_id, user_id: race.ines.user_id }, 'pdf');
    const ruling = { kind: 'disqualified', ring: race.ringOf(0) };
    const prepare = async (file_id: number) => {
      const seen = (await race.preview(ruling)).body.effect.fingerprint;
      return call('POST', race.url, race.marta, { ruling, reason: 'x', seen, file_ids: [file_id] });
    };
    // With the ruling it becomes public: nobody publishes what somebody else uploaded.
    expect((await prepare(theirs)).status).toBe(404);
    expect((await prepare(own)).body).toEqual({ n: 1, state: 'prepared' });
    const mayRead = async (actor: Actor) => can(actor, 'file.read', await findDocument(scene.db, own));
    expect(await mayRead(anonymous)).toBe(false);
    const { files } = (await call('GET', `${race.url}/1`, race.ines)).body.ruling;
    expect(files).toMatchObject([{ id: own, kind: 'pdf', src: `/files/${own}` }]);
    await race.sign(1, race.ines);
    expect(await mayRead(anonymous)).toBe(true);
    const log = `/api/lofts/${loft_id}/flights/${race.key.flight_id}/log`;
    expect((await scene.app.inject({ method: 'GET', url: log })).json().log.at(-1).details.files).toMatchObject([
      { kind: 'pdf', src: `/files/${own}` },
    ]);
  });

  it('is refused for a reason, or taken back by its maker; then nobody signs it', async () => {
    const race = await ruledFlight();
    await race.read(0, 300);
    for (const n of [1, 2]) expect((await race.rule({ kind: 'disqualified', ring: race.ringOf(0) })).body.n).toBe(n);
    expect((await race.refuse(1, race.ines, ' ')).body).toMatchObject({ codes: { reason: ['error_required'] } });
    expect((await race.refuse(1, race.ines)).body).toEqual({ state: 'refused' });
    expect((await race.refuse(2, race.marta)).body).toEqual({ state: 'taken_back' });
    for (const n of [1, 2]) expect((await race.sign(n, race.tiago)).body).toMatchObject({ code: 'ruling_decided' });
    expect(await race.result()).toEqual([[0, 1]]);
  });

  it('is looked at again where something changed meanwhile', async () => {
    const race = await ruledFlight();
    await race.read(0, 300);
    const ruling = { kind: 'disqualified', ring: race.ringOf(0) };
    const seen = (await race.preview(ruling)).body.effect.fingerprint;
    await race.read(1, 299);
    const post = () => call('POST', race.url, race.marta, { ruling, reason: 'x', seen });
    expect((await post()).body).toMatchObject({ code: 'ruling_changed' });
    await race.rule(ruling);
    const { body } = await call('POST', `${race.url}/1/effect`, race.ines, {});
    await race.read(2, 298);
    const signed = await call('POST', `${race.url}/1/signature`, race.ines, { seen: body.effect.fingerprint });
    expect(signed.body).toMatchObject({ code: 'ruling_changed' });
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
    ['an arrival at the very release', { kind: 'manual', minutes: 0 }, 'time', 'time_outside_flight'],
    ['an arrival before the release', { kind: 'manual', minutes: -1 }, 'time', 'time_outside_flight'],
    ['a time that is none', { kind: 'manual', time: 'noon' }, 'time', 'error_clock_time'],
    ['a day that is none', { kind: 'manual', date: '2026-13-01' }, 'date', 'error_day'],
    ['no ring', { kind: 'disqualified', ring: ' ' }, 'ring', 'error_required'],
    ['an offset beyond what a clock can be off', { kind: 'offset', offset_ms: 1e15 }, 'offset_ms', 'offset_too_large'],
    ['an offset of more than half a day', { kind: 'offset', offset_ms: 43_200_001 }, 'offset_ms', 'offset_too_large'],
    ['an offset of half a day back and more', { kind: 'offset', offset_ms: -1e11 }, 'offset_ms', 'offset_too_large'],
    ['no distance', { kind: 'distance', distance: '' }, 'distance', 'error_required'],
    ['a closing before the release', { kind: 'closing', minutes: -5 }, 'time', 'closing_before_release'],
    ['a closing years later', { kind: 'closing', minutes: 367 * 1440 }, 'time', 'closing_too_late'],
    [
      'crates and rings of a group at once',
      { kind: 'release_group', group: 2, time: '23:00', crates: '1', rings: 'x' },
      'rings',
      'group_crates_or_rings',
    ],
  ])('refuses %s, at its field', async (_what, { minutes = 300, ...typed }, field, code) => {
    const race = await ruledFlight({ birds: 2 });
    const { status, body } = await race.preview({
      ...(typed.kind === 'manual' && { ring: race.ringOf(0) }),
      ...(typed.kind === 'offset' && { device_id: race.device.device_id }),
      ...(['manual', 'closing'].includes(typed.kind) && race.clock(minutes)),
      ...typed,
    });
    expect(status).toBeGreaterThanOrEqual(409);
    const own = Object.entries(body.codes as Record<string, string[]>).find(([name]) => name.endsWith(field));
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

  it('a bird that a clock read is entered by hand only before its reading, and what becomes of that is said before', async () => {
    const race = await ruledFlight({ kind: 'training' });
    await race.read(0, 300);
    await race.read(1, 310);
    const voided = await race.read(1, 305);
    await race.rule({ kind: 'void', number: voided });
    const ring = race.ringOf(1);
    const clock = 'Clock 1';
    const early = await race.preview({ kind: 'manual', ring, ...race.clock(300.1) });
    expect(early.body.read).toEqual([
      { clock, time: at(race, 305), becomes: 'void', is_late: false },
      { clock, time: at(race, 310), becomes: 'repeated', is_late: false },
    ]);
    const late = await race.preview({ kind: 'manual', ring, ...race.clock(311) });
    expect(late.body.codes).toEqual({ ring: ['pigeon_home'] });
    expect((await race.preview({ kind: 'manual', ring: race.ringOf(2), ...race.clock(311) })).body.read).toEqual([]);
    // While it waits for a second person it says so too.
    const { body } = await race.rule({ kind: 'manual', ring: race.ringOf(1), ...race.clock(100) });
    expect(body).toEqual({ n: 2, state: 'prepared' });
    expect((await call('GET', `${race.url}/2`, race.ines)).body.read).toMatchObject([
      { becomes: 'void' },
      { becomes: 'repeated' },
    ]);
  });

  it('a clock is corrected that flies in the flight or read in it, by more than half a day only as it was measured', async () => {
    const race = await ruledFlight({ kind: 'training' });
    await race.read(0, 300);
    const other = await write((tx) => registerDevice(tx, { loft_id: race.loft.id, name: 'Clock 2' }));
    const ruling = (device_id: number, offset_ms = 500) => ({ kind: 'offset', device_id, offset_ms });
    const errors = async (what: object) => (await race.preview(what)).body.codes ?? null;
    // Where none is chosen, all of the loft fly.
    expect(await errors(ruling(other.device_id))).toBeNull();
    const { loft_id, flight_id } = race.key;
    const chosen = { loft_id, flight_id, device_id: other.device_id };
    await scene.db.insertInto('flight_clocks').values(chosen).execute();
    const third = await write((tx) => registerDevice(tx, { loft_id, name: 'Clock 3' }));
    expect(await errors(ruling(third.device_id))).toEqual({ device_id: ['clock_not_of_flight'] });
    expect(await errors(ruling(race.device.device_id))).toBeNull();
    const ids = (await call('GET', race.url, race.marta)).body.clocks.map(({ id }: { id: number }) => id);
    expect(ids).toEqual([race.device.device_id, other.device_id]);
    const now = new Date().toISOString();
    // It lost its day, and said so when it was heard.
    const years_ms = 26 * 365 * 86_400_000;
    expect(await errors(ruling(other.device_id, years_ms))).toEqual({ offset_ms: ['offset_too_large'] });
    await scene.db
      .insertInto('device_contacts')
      .values({ loft_id, device_id: other.device_id, first_at: now, last_at: now, clock_offset_ms: years_ms })
      .execute();
    expect(await errors(ruling(other.device_id, years_ms + 3_600_000))).toBeNull();
  });

  it('its bird is found by part of the ring, by name, team, chip or crate; of several one is chosen', async () => {
    const race = await ruledFlight({ kind: 'training' });
    const { loft_id, flight_id } = race.key;
    const pigeon_id = race.pigeon_ids[2]!;
    await scene.db.updateTable('pigeons').set({ name: 'Blue Élan' }).where('id', '=', pigeon_id).execute();
    await scene.db
      .updateTable('baskets')
      .set({ desk: 1, crate: 3, crate_number: 12 })
      .where('flight_id', '=', flight_id)
      .where('pigeon_id', '=', pigeon_id)
      .execute();
    const { chip } = await scene.db
      .selectFrom('pigeon_chips')
      .select('chip')
      .where('loft_id', '=', loft_id)
      .where('pigeon_id', '=', pigeon_id)
      .executeTakeFirstOrThrow();
    const ring = race.ringOf(2);
    const about = async (typed: string) => (await race.preview({ kind: 'disqualified', ring: typed })).body;
    for (const typed of [ring, ring.slice(-4), 'blue elan', chip.toLowerCase(), '3/12'])
      expect(await about(typed), typed).toMatchObject({ about: { bird: { pigeon_id } } });
    const common = ring.slice(0, 3);
    expect(await about(common)).toMatchObject({ codes: { ring: ['pigeon_several'] } });
    const birds = await call('GET', `${race.url}/birds?q=${encodeURIComponent(common)}`, race.marta);
    expect(birds.body.birds.length).toBeGreaterThan(1);
    expect(birds.body.birds[0]).toHaveProperty('team');
    expect(await about('nobody')).toMatchObject({ codes: { ring: ['pigeon_not_basketed'] } });
    expect(await about("%'_")).toMatchObject({ codes: { ring: ['pigeon_not_basketed'] } });
  });

  it('is signed by who can: to the others it says why they cannot', async () => {
    const race = await ruledFlight();
    await race.read(0, 300);
    await race.rule({ kind: 'disqualified', ring: race.ringOf(0) }, { reason: 'Seen by Tiago' });
    const admin = await buildPerson(scene.db, { is_admin: true });
    const refusal = async (who: Person) => (await call('GET', `${race.url}/1`, who)).body.refusal;
    expect(await refusal(race.marta)).toBe('ruling_own');
    expect(await refusal(race.tiago)).toBe('ruling_witness');
    expect(await refusal(admin)).toBe('ruling_of_loft');
    expect(await refusal(race.ines)).toBeNull();
    await race.sign(1, race.ines);
    expect(await refusal(admin)).toBeNull();
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
    expect((await race.rule({ kind: 'void', number: numbers[0] })).body).toMatchObject({ code: 'entry_withdrawn' });
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
    const { loft_id, flight_id } = race.key;
    const why = `/api/lofts/${loft_id}/flights/${flight_id}/places/${race.pigeon_ids[0]}`;
    expect((await call('GET', why, race.marta)).body).toMatchObject({ place: null, is_disqualified: true });
    expect((await race.rule({ kind: 'disqualified', ring: race.ringOf(0) })).body).toMatchObject({
      codes: { ring: ['pigeon_disqualified'] },
    });
    await race.whole();
    const { rows } = await sql<{ number: number }>`
      select number from declarations where loft_id = ${race.loft.id} and kind = 'disqualified' order by number`.execute(
      scene.db,
    );
    await race.rule({ kind: 'void', number: rows[0]!.number });
    expect(await race.result()).toEqual([[0, 1]]);
    // The bird in front of it is out by a ruling of its own; so is its own exclusion, which was withdrawn.
    expect((await call('GET', why, race.marta)).body.place).toMatchObject({ rulings: [], other_rulings: 3 });
    await race.whole();
  });

  it('exchanged birds have each other’s readings in this flight, early and late ones, until that is withdrawn', async () => {
    const race = await ruledFlight({ kind: 'training' });
    await race.read(0, 300);
    await race.read(1, 301);
    const exchanged = { kind: 'exchanged', ring: race.ringOf(0), other_ring: race.ringOf(2) };
    expect((await race.preview(exchanged)).body).toMatchObject({
      effect: { come_in: 1, go_out: 1, needs_second: true },
      about: { bird: { ring: race.ringOf(0) }, other: { ring: race.ringOf(2) } },
    });
    await race.rule(exchanged);
    expect((await race.sign(1, race.ines)).body).toEqual({ state: 'made' });
    expect(await race.result()).toEqual([
      [2, 1],
      [1, 2],
    ]);
    // Read once more it is no other arrival; read earlier it is that of the other bird; the other's chip is its own.
    await race.read(0, 302);
    await race.read(0, 299);
    await race.read(2, 305);
    expect(await race.result()).toEqual([
      [2, 1],
      [1, 2],
      [0, 3],
    ]);
    await race.whole();
    const why = `/api/lofts/${race.loft.id}/flights/${race.key.flight_id}/places/${race.pigeon_ids[2]}`;
    expect((await scene.app.inject({ method: 'GET', url: why })).json().place).toMatchObject({
      exchanged_with: race.ringOf(0),
      reading: { time_us: (race.release_ms + 299 * 60_000) * 1000 },
      rulings: [{ kind: 'exchanged', reason: 'As the film shows' }],
    });
    const log = `/api/lofts/${race.loft.id}/flights/${race.key.flight_id}/log`;
    expect((await scene.app.inject({ method: 'GET', url: log })).json().log.at(-1)).toMatchObject({
      details: { of: 'exchanged', ring: race.ringOf(0), other_ring: race.ringOf(2) },
    });
    const { entries } = (await call('GET', `${race.url}/entries?ring=${race.ringOf(2)}`, race.marta)).body;
    expect(entries.find(({ kind }: { kind: string }) => kind === 'exchanged')).toMatchObject({
      rings: [race.ringOf(0), race.ringOf(2)],
    });
    const entry = entries.find(({ kind }: { kind: string }) => kind === 'exchanged').number;
    expect((await race.rule({ kind: 'void', number: entry })).status).toBe(200);
    expect(await race.result()).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    await race.whole();
  });

  it('a disqualified bird stays out when it is exchanged; a manual arrival names its bird by itself', async () => {
    const race = await ruledFlight({ kind: 'training' });
    await race.read(0, 300);
    await race.read(1, 301);
    await race.rule({ kind: 'manual', ring: race.ringOf(2), ...race.clock(302) });
    await race.rule({ kind: 'disqualified', ring: race.ringOf(1) });
    await race.rule({ kind: 'exchanged', ring: race.ringOf(0), other_ring: race.ringOf(1) });
    expect(await race.result()).toEqual([
      [0, 1],
      [2, 2],
    ]);
    const read = await rankedAnew(scene.db, (await findFlownFlight(scene.db, race.key))!);
    expect(read[0]!.time_ms - race.release_ms).toBe(301 * 60_000);
    // Nor does a further reading of its other chip bring it in.
    await race.read(0, 310);
    expect(await race.result()).toHaveLength(2);
    await race.whole();
  });

  it.each<[what: string, (ringOf: (bird: number) => string) => object, field: string, code: string]>([
    ['with itself', (of) => ({ ring: of(0), other_ring: of(0) }), 'other_ring', 'exchange_itself'],
    [
      'with one that is not on the list',
      (of) => ({ ring: of(0), other_ring: 'XX 1' }),
      'other_ring',
      'pigeon_not_basketed',
    ],
    ['again', (of) => ({ ring: of(2), other_ring: of(3) }), 'other_ring', 'pigeon_exchanged'],
    ['that is it already', (of) => ({ ring: of(3), other_ring: of(2) }), 'ring', 'pigeon_exchanged'],
  ])('a bird is not exchanged %s', async (_what, rings, field, code) => {
    const race = await ruledFlight({ kind: 'training' });
    await race.rule({ kind: 'exchanged', ring: race.ringOf(3), other_ring: race.ringOf(4) });
    const { status, body } = await race.preview({ kind: 'exchanged', ...rings(race.ringOf) });
    expect(status).toBe(409);
    expect(body.codes).toEqual({ [field]: [code] });
  });

  it('release, distance and closing are said anew, and birds, speeds and places follow', async () => {
    const race = await ruledFlight({ kind: 'training' });
    await race.read(0, 250);
    await race.read(1, 520);
    await race.read(2, 640);
    expect((await race.rule({ kind: 'release', ...race.clock(258) })).body).toEqual({ n: 1, state: 'prepared' });
    await race.sign(1, race.ines);
    expect((await race.result()).map(([bird]) => bird)).toEqual([1, 2]);
    expect((await race.rule({ kind: 'release', ...race.clock(0) })).body).toEqual({ n: 2, state: 'prepared' });
    await race.sign(2, race.ines);
    expect((await race.rule({ kind: 'closing', ...race.clock(600) })).status).toBe(200);
    expect((await race.result()).map(([bird]) => bird)).toEqual([0, 1]);
    expect((await race.rule({ kind: 'closing', ...race.clock(700) })).status).toBe(200);
    expect((await race.result()).map(([bird]) => bird)).toEqual([0, 1, 2]);
    expect((await race.rule({ kind: 'distance', distance: '420.5' })).status).toBe(200);
    const [first] = await rankedAnew(scene.db, (await findFlownFlight(scene.db, race.key))!);
    expect(first!.speed).toBe(1682);
    const future = { date: '2090-01-01', time: '10:00' };
    expect((await race.rule({ kind: 'release', ...future })).body).toMatchObject({
      codes: { time: ['release_in_future'] },
    });
    await race.whole();
  });

  it('a release is not before the basketing, and nobody moves it, or the distance, far alone', async () => {
    const race = await ruledFlight({ kind: 'training' });
    const errors = async (minutes: number) =>
      (await race.preview({ kind: 'release', ...race.clock(minutes) })).body.codes;
    // The list was entered after the release, and the basketing never planned: nothing is known of it.
    expect(await errors(-24 * 60)).toBeUndefined();
    await scene.db
      .updateTable('flights')
      .set({ basketing_at: at(race, -600) })
      .where('id', '=', race.key.flight_id)
      .execute();
    expect(await errors(-600)).toEqual({ time: ['basketing_after_release'] });
    expect(await errors(-599)).toBeUndefined();
    // When it was opened counts before when it was to be: here now, and the release to come.
    const opened = await ruledFlight({ release_time: new Date(Date.now() + 3_600_000).toISOString() });
    const before = await opened.preview({ kind: 'release', ...opened.clock(-120) });
    expect(before.body.codes).toEqual({ time: ['basketing_after_release'] });
    // Nobody is home yet.
    const needs = async (ruling: object) => (await race.preview(ruling)).body.effect.needs_second;
    expect(await needs({ kind: 'release', ...race.clock(-60) })).toBe(false);
    expect(await needs({ kind: 'release', ...race.clock(-61) })).toBe(true);
    expect(await needs({ kind: 'distance', distance: '440' })).toBe(false);
    expect(await needs({ kind: 'distance', distance: '441' })).toBe(true);
  });

  it('a distance has the ruling as its source, where a place is explained', async () => {
    const race = await ruledFlight({ kind: 'training' });
    await race.read(0, 300);
    await race.rule({ kind: 'distance', distance: '401' });
    await race.rule({ kind: 'distance', distance: '402' }, { reason: 'Measured again' });
    await race.rule({ kind: 'closing', ...race.clock(600) });
    const why = `/api/lofts/${race.loft.id}/flights/${race.key.flight_id}/places/${race.pigeon_ids[0]}`;
    expect((await scene.app.inject({ method: 'GET', url: why })).json().place).toMatchObject({
      distance_m: 402_000,
      rulings: [{ n: 2, kind: 'distance', reason: 'Measured again' }],
    });
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
    expect(await read('?version=3')).toMatchObject({ code: 'not_found' });
    const stored = scene.db.selectFrom('standings').selectAll().where('flight_id', '=', race.key.flight_id);
    expect(await stored.execute()).toMatchObject([{ place: 1, pigeon_id: race.pigeon_ids[1] }]);
    await expect(
      scene.db.deleteFrom('standings').where('flight_id', '=', race.key.flight_id).execute(),
    ).rejects.toThrow(/official flight stay/);
    await race.whole();
  });

  it('on an official result changes what it says and nothing else: a later reading stays outside until a ruling takes it in', async () => {
    const race = await ruledFlight({ kind: 'training' });
    for (const [bird, minutes] of [
      [0, 300],
      [1, 301],
    ] as const)
      await race.read(bird, minutes);
    await race.finish([race.marta, race.ines]);
    // One of a bird that nobody had read, and one of the second that is before the first.
    await race.read(2, 302);
    await race.read(1, 299);
    const decide = async (n: number, ruling: object) => {
      expect((await race.rule(ruling)).body).toEqual({ n, state: 'prepared' });
      expect((await race.sign(n, race.ines)).body).toEqual({ state: 'made' });
      return race.result();
    };
    const { device_id } = race.device;
    const both = [
      [0, 1],
      [1, 2],
    ];
    // Each of these matches both birds again.
    expect(await decide(1, { kind: 'offset', device_id, offset_ms: -2000 })).toEqual(both);
    expect(await decide(2, { kind: 'release', ...race.clock(1) })).toEqual(both);
    expect(await decide(3, { kind: 'closing', ...race.clock(800) })).toEqual(both);
    expect(await decide(4, { kind: 'exchanged', ring: race.ringOf(2), other_ring: race.ringOf(3) })).toEqual(both);
    const late = `/api/lofts/${race.loft.id}/flights/${race.key.flight_id}/late`;
    const outside = async () => (await scene.app.inject({ method: 'GET', url: late })).json().birds;
    expect(await outside()).toMatchObject([{ ring: race.ringOf(3) }]);
    // By the exchange it was the other bird that the clock read.
    const seen = await race.preview({ kind: 'manual', ring: race.ringOf(3), ...race.clock(305) });
    expect(seen.body.read).toEqual([
      { clock: 'Clock 1', time: at(race, 302 - 2 / 60), becomes: 'counts', is_late: true },
    ]);
    expect(await decide(5, { kind: 'manual', ring: race.ringOf(3), ...race.clock(305) })).toEqual([...both, [3, 3]]);
    const [, , taken] = await rankedAnew(scene.db, (await findFlownFlight(scene.db, race.key))!);
    expect(taken!.time_ms).toBe(race.release_ms + 302 * 60_000 - 2000);
    expect(await outside()).toEqual([]);
    // It stays in, and goes out with the ruling that took it in.
    expect(await decide(6, { kind: 'closing', ...race.clock(810) })).toEqual([...both, [3, 3]]);
    const { entries } = (await call('GET', `${race.url}/5`, race.ines)).body.ruling;
    expect(await decide(7, { kind: 'void', number: entries[0] })).toEqual(both);
    expect(await outside()).toMatchObject([{ ring: race.ringOf(3) }]);
    expect(await decide(8, { kind: 'manual', ring: race.ringOf(1), ...race.clock(300) })).toEqual([
      [1, 1],
      [0, 2],
    ]);
    await race.whole();
  });

  it('on an official result that a clock owes readings to is refused, as a preview and when it is signed (A3)', async () => {
    const race = await ruledFlight();
    await race.read(0, 300);
    await race.read(1, 301);
    await race.finish([race.marta, race.ines]);
    const ruling = { kind: 'disqualified', ring: race.ringOf(1) };
    expect((await race.rule(ruling)).body).toEqual({ n: 1, state: 'prepared' });
    const { body } = await call('POST', `${race.url}/1/effect`, race.ines, {});
    // One that came in between is missing.
    race.skip();
    await race.read(2, 302);
    const missing = { code: 'readings_missing', params: { from: 3, to: 3 } };
    expect((await race.preview(ruling)).body).toMatchObject(missing);
    const sign = () => call('POST', `${race.url}/1/signature`, race.ines, { seen: body.effect.fingerprint });
    expect((await sign()).body).toMatchObject(missing);
    // A ruling that takes the reading behind the hole out of the result fills no hole.
    const { head } = await scene.db
      .selectFrom('ledgers')
      .select('head')
      .where('loft_id', '=', race.loft.id)
      .executeTakeFirstOrThrow();
    expect((await race.preview({ kind: 'void', number: head })).body).toMatchObject(missing);
    await race.read(3, 303, 3);
    expect((await sign()).body).toEqual({ state: 'made' });
    await race.whole();
  });
});

describe('the effect of a ruling', () => {
  it('says the flying time and speed of each bird before and after, and by how much they differ', async () => {
    const race = await ruledFlight({ kind: 'training', birds: 6 });
    for (let bird = 0; bird < 5; bird += 1) await race.read(bird, 300 + bird);
    const release = (await race.preview({ kind: 'release', ...race.clock(1 / 5) })).body.effect;
    expect(release).toMatchObject({ down: 0, up: 0, retimed: 5, speeds: 5, needs_second: false });
    expect(release.shift.net_ms).toEqual({ birds: 5, least: -12_000, most: -12_000 });
    expect(release.shift.speed).toMatchObject({ birds: 5 });
    // The first three by themselves, the others as one run.
    expect(release.lines).toMatchObject([
      { before: { net_ms: 300 * 60_000 }, after: { net_ms: 300 * 60_000 - 12_000 } },
      { before: { rank: 2 } },
      { before: { rank: 3 } },
      { from: 4, to: 5, birds: 2, by: 0 },
    ]);
    expect(release.lines[0].after.speed).toBeGreaterThan(release.lines[0].before.speed);
    const distance = (await race.preview({ kind: 'distance', distance: '401' })).body.effect;
    expect(distance).toMatchObject({ retimed: 0, speeds: 5, shift: { net_ms: null, speed: { birds: 5 } } });
    expect(distance.lines[0]).toMatchObject({ before: { net_ms: 300 * 60_000 }, after: { net_ms: 300 * 60_000 } });
  });

  it('says which places change in the aces of the season', async () => {
    const aces: Rulebook['aces'] = [
      { method: 'mean_speed', kinds: ['final'], best: 1 },
      { method: 'rank_sum', kinds: ['hot_spot'], best: 1 },
    ];
    const race = await ruledFlight({ book: { aces } });
    for (let bird = 0; bird < 3; bird += 1) await race.read(bird, 300 + bird);
    const { effect } = (await race.preview({ kind: 'disqualified', ring: race.ringOf(0) })).body;
    expect(effect.aces).toMatchObject([
      {
        method: 'mean_speed',
        birds: 3,
        lines: [
          { ring: race.ringOf(1), before: 2, after: 1 },
          { ring: race.ringOf(2), before: 3, after: 2 },
          { ring: race.ringOf(0), before: 1, after: null },
        ],
      },
    ]);
    // Another distance changes every speed and no place of an ace.
    expect((await race.preview({ kind: 'distance', distance: '401' })).body.effect.aces).toEqual([]);
  });

  it('says which special prizes move beside shares of the fund, and is of one sum where both are money', async () => {
    const special = { final: [{ to: 'first_hen' as const, every: null, amount_cents: 10_000, in_kind: null }] };
    const effectOf = async (book: Partial<Rulebook>) => {
      const race = await ruledFlight({ book: { special, ...book } });
      await scene.db.updateTable('pigeons').set({ sex: 'hen' }).where('id', 'in', race.pigeon_ids).execute();
      for (let bird = 0; bird < 3; bird += 1) await race.read(bird, 300 + bird);
      const { effect } = (await race.preview({ kind: 'disqualified', ring: race.ringOf(0) })).body;
      return { race, effect };
    };
    const percent = { final: { basis: 'percent' as const, steps: [{ from: 1, to: 1, value: 5_000 }] } };
    const { race, effect } = await effectOf({ prizes: percent });
    expect(effect.moved).toMatchObject([
      {
        what: 'special',
        name: null,
        currency: 'EUR',
        lines: [
          { ring: race.ringOf(0), before_cents: 10_000, after_cents: 0 },
          { ring: race.ringOf(1), before_cents: 0, after_cents: 10_000 },
        ],
      },
    ]);
    expect((await effectOf({})).effect.moved).toEqual([]);
  });

  it('says how many birds would be faster than pigeons fly, and then needs a second person', async () => {
    const race = await ruledFlight({ kind: 'training' });
    await race.read(0, 300);
    const early = await race.preview({ kind: 'manual', ring: race.ringOf(1), ...race.clock(60) });
    expect(early.body.effect).toMatchObject({ come_in: 1, too_fast: 1, needs_second: true });
    const release = { kind: 'release', ...race.clock(240) };
    expect((await race.preview(release)).body.effect).toMatchObject({ too_fast: 1, go_out: 0, needs_second: true });
    expect((await race.rule(release)).body).toEqual({ n: 1, state: 'prepared' });
    expect((await race.preview({ kind: 'distance', distance: '5000' })).body.effect).toMatchObject({
      too_fast: 1,
      needs_second: true,
    });
    const late = await race.preview({ kind: 'manual', ring: race.ringOf(1), ...race.clock(301) });
    expect(late.body.effect).toMatchObject({ come_in: 1, too_fast: 0, needs_second: false });
  });

  it('says that a clock has no reading in the flight', async () => {
    const race = await ruledFlight({ kind: 'training' });
    const offset = { kind: 'offset', device_id: race.device.device_id, offset_ms: 500 };
    expect((await race.preview(offset)).body).toMatchObject({ readings: 0, effect: { lines: [] } });
    await race.read(0, 300);
    expect((await race.preview(offset)).body).toMatchObject({ readings: 1, effect: { retimed: 1 } });
    expect((await race.preview({ kind: 'disqualified', ring: race.ringOf(0) })).body.readings).toBeNull();
  });

  it('is refused at its field where it says what counts already', async () => {
    const race = await ruledFlight({ kind: 'training' });
    await race.read(0, 300);
    const { distance_m } = (await findFlownFlight(scene.db, race.key))!;
    const { device_id } = race.device;
    const same = async (ruling: object) => {
      const { status, body } = await race.preview(ruling);
      return status === 200 ? null : body.codes;
    };
    const release = { kind: 'release', ...race.clock(0) };
    const distance = { kind: 'distance', distance: String(distance_m! / 1000) };
    expect(await same(release)).toEqual({ time: ['ruling_same'] });
    expect(await same(distance)).toEqual({ distance: ['ruling_same'] });
    expect(await same({ kind: 'offset', device_id, offset_ms: 0 })).toEqual({ offset_ms: ['ruling_same'] });
    const closing = { kind: 'closing', ...race.clock(500) };
    expect(await same(closing)).toBeNull();
    for (const ruling of [closing, { kind: 'offset', device_id, offset_ms: -2290 }])
      expect((await race.rule(ruling)).body).toMatchObject({ state: 'made' });
    expect(await same(closing)).toEqual({ time: ['ruling_same'] });
    expect(await same({ kind: 'offset', device_id, offset_ms: -2290 })).toEqual({ offset_ms: ['ruling_same'] });
    expect(await same({ kind: 'offset', device_id, offset_ms: 0 })).toBeNull();
  });

  it('needs a second person where it takes several birds out or in, though no prize changes', async () => {
    const race = await ruledFlight({ kind: 'training' });
    for (let bird = 0; bird < 3; bird += 1) await race.read(bird, 300 + bird * 10);
    expect((await race.preview({ kind: 'closing', ...race.clock(315) })).body.effect).toMatchObject({
      go_out: 1,
      needs_second: false,
    });
    const closing = { kind: 'closing', ...race.clock(305) };
    expect((await race.preview(closing)).body.effect).toMatchObject({ go_out: 2, prizes: 0, needs_second: true });
    expect((await race.rule(closing)).body).toEqual({ n: 1, state: 'prepared' });
    expect(await race.result()).toHaveLength(3);
    expect((await race.sign(1, race.marta)).body).toMatchObject({ code: 'ruling_own' });
    expect((await race.sign(1, race.ines)).body).toEqual({ state: 'made' });
    expect(await race.result()).toEqual([[0, 1]]);
    expect((await race.rule({ kind: 'closing', ...race.clock(900) })).body).toEqual({ n: 2, state: 'prepared' });
    await race.whole();
  });
});

describe('the entries of a flight', () => {
  it('are found by the ring of a bird, and those that count can be withdrawn', async () => {
    const race = await ruledFlight({ kind: 'training' });
    const first = await race.read(0, 300);
    const second = await race.read(1, 301);
    await race.rule({ kind: 'manual', ring: race.ringOf(2), ...race.clock(301.5) });
    await race.rule({ kind: 'disqualified', ring: race.ringOf(1) });
    await race.rule({ kind: 'offset', device_id: race.device.device_id, offset_ms: -100 });
    const find = async (ring: string, who = race.marta) =>
      (await call('GET', `${race.url}/entries?ring=${encodeURIComponent(ring)}`, who)).body.entries;
    expect((await find('')).map(({ kind }: { kind: string }) => kind)).toEqual([
      'offset',
      'disqualified',
      'manual',
      'reading',
      'reading',
    ]);
    expect(await find(race.ringOf(1))).toMatchObject([
      { kind: 'disqualified', rings: [race.ringOf(1)] },
      {
        kind: 'reading',
        number: second,
        rings: [race.ringOf(1)],
        time: new Date(race.release_ms + 301 * 60_000).toISOString(),
      },
    ]);
    expect(await find('no such ring')).toEqual([]);
    await race.rule({ kind: 'void', number: first });
    expect(await find(race.ringOf(0))).toEqual([]);
    expect((await find(''))[0]).toMatchObject({ kind: 'void', rings: [] });
  });
});

describe('a ruling that waits for its second person', () => {
  /** A provisional result with one signature, and a ruling on it that needs nobody else. */
  async function provisional() {
    const race = await ruledFlight({ kind: 'training' });
    await race.read(0, 300);
    await race.read(1, 301);
    await write(async (tx) => closeFlight(tx, await lockFlight(tx, race.key), at(race, 900)));
    await write(async (tx) => moveFlight(tx, await lockFlight(tx, race.key), 'publish'));
    const signatures = race.url.replace(/rulings$/, 'signatures');
    const toSign = async () => (await call('GET', signatures, race.marta)).body.result;
    return {
      ...race,
      toSign,
      signResult: async (who: Person) => call('POST', signatures, who, { fingerprint: (await toSign()).fingerprint }),
    };
  }
  const tooFast = (race: Awaited<ReturnType<typeof provisional>>) => ({
    kind: 'manual',
    ring: race.ringOf(2),
    ...race.clock(60),
  });

  it('stands before the signatures, and the result is not signed until it is signed or refused', async () => {
    const race = await provisional();
    expect((await race.signResult(race.marta)).body).toEqual({ status: 'provisional' });
    await race.rule(tooFast(race));
    expect((await race.toSign()).waiting_rulings).toBe(1);
    expect(await race.signResult(race.ines)).toMatchObject({
      status: 409,
      body: { code: 'rulings_wait', params: { n: 1 } },
    });
    await race.refuse(1, race.ines);
    expect((await race.toSign()).waiting_rulings).toBe(0);
    expect((await race.signResult(race.ines)).body).toEqual({ status: 'official' });
  });

  it('is seen by a signature that comes at the same moment; control: a look without the lock does not see it', async () => {
    const race = await provisional();
    await race.signResult(race.marta);
    const ruling = tooFast(race);
    const { fingerprint: seen } = (await race.preview(ruling)).body.effect;
    const { fingerprint } = await race.toSign();
    const typed = rulingTyped.parse(ruling);
    let signed: Promise<string> | undefined;
    await write(async (tx) => {
      const flight = await lockFlight(tx, race.key);
      const said = { ruling: typed, reason: 'Seen', seen, file_ids: [], unit: 'km' as const };
      await prepareRuling(tx, flight, said, { by: race.marta.user_id, now_ms: Date.now() });
      signed = write(async (other) =>
        signResult(other, await lockFlight(other, race.key), fingerprint, {
          by: race.ines.user_id,
          now_ms: Date.now(),
        }),
      ).catch(({ code }: { code: string }) => code);
      await new Promise((done) => setTimeout(done, 200));
      expect((await race.toSign()).waiting_rulings).toBe(0);
    });
    expect(await signed).toBe('rulings_wait');
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

  it('exchange one bird with two others: one of them counts, and the database keeps pairs (its guard)', async () => {
    const race = await ruledFlight({ kind: 'training' });
    for (let bird = 0; bird < 3; bird += 1) await race.read(bird, 300 + bird);
    const rulings = [1, 2].map((bird) => ({
      kind: 'exchanged',
      ring: race.ringOf(0),
      other_ring: race.ringOf(bird),
    }));
    const seen = await Promise.all(rulings.map(async (one) => (await race.preview(one)).body.effect.fingerprint));
    const answers = await Promise.all(
      rulings.map((ruling, n) =>
        call('POST', race.url, [race.marta, race.ines][n]!, { ruling, reason: 'x', seen: seen[n] }),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    const paired = scene.db
      .selectFrom('baskets')
      .select(['pigeon_id', 'exchanged_with', 'exchanged_by'])
      .where('flight_id', '=', race.key.flight_id)
      .where('exchanged_with', 'is not', null);
    const pair = await paired.execute();
    expect(new Set(pair.map(({ exchanged_with }) => exchanged_with))).toEqual(
      new Set(pair.map(({ pigeon_id }) => pigeon_id)),
    );
    const third = race.pigeon_ids.find((id) => !pair.some(({ pigeon_id }) => pigeon_id === id))!;
    const { exchanged_by, exchanged_with } = pair[0]!;
    const mark = scene.db.updateTable('baskets').set({ exchanged_by, exchanged_with });
    await expect(
      mark.where('flight_id', '=', race.key.flight_id).where('pigeon_id', '=', third).execute(),
    ).rejects.toThrow(/unique/);
    await race.whole();
  });

  it('rule on a flight in the air: the one that did not see the other looks again', async () => {
    const race = await ruledFlight({ kind: 'training' });
    await race.read(0, 300);
    await race.read(1, 301);
    const rulings = [
      { kind: 'distance', distance: '401' },
      { kind: 'offset', device_id: race.device.device_id, offset_ms: -100 },
    ];
    const effects = await Promise.all(rulings.map(async (ruling) => (await race.preview(ruling)).body.effect));
    const answers = await Promise.all(
      rulings.map((ruling, n) =>
        call('POST', race.url, [race.marta, race.ines][n]!, { ruling, reason: 'x', seen: effects[n].fingerprint }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
    const late = statuses.indexOf(409);
    expect(answers[late]!.body).toMatchObject({ code: 'ruling_changed' });
    // The control: nothing of what is signed while birds come differs, only that another ruling was made meanwhile.
    const anew = (await race.preview(rulings[late]!)).body.effect;
    expect(anew).toMatchObject({ come_in: 0, go_out: 0, prizes: 0, speeds: 2 });
    expect(anew.fingerprint).not.toBe(effects[late].fingerprint);
    expect((await race.rule(rulings[late]!)).body).toMatchObject({ state: 'made' });
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

describe('a clock that an earlier flight corrected', () => {
  it('stands in the log of a later flight that it read for, until that has a correction of its own', async () => {
    const race = await ruledFlight({ birds: 2, kind: 'training' });
    const { loft, season_id, pigeon_ids, key } = race;
    const { device_id } = race.device;
    await race.read(0, 210);
    expect((await race.rule({ kind: 'offset', device_id, offset_ms: -2300 })).body).toMatchObject({ state: 'made' });
    await write(async (tx) => closeFlight(tx, await lockFlight(tx, key), at(race, 240)));
    const later_id = await write((tx) =>
      buildFlight(tx, { loft, season_id, pigeon_ids }, { until: 'released', release_time: at(race, 260) }),
    );
    const logOf = async (flight_id: number) =>
      (await scene.app.inject(`/api/lofts/${loft.id}/flights/${flight_id}/log`)).json().log as {
        kind: string;
        details: object;
      }[];
    const corrected = async () => (await logOf(later_id)).filter(({ kind }) => kind === 'clock_corrected');
    // Control: before the clock has read for it, it is no concern of the flight.
    expect(await corrected()).toEqual([]);
    await race.read(1, 480);
    expect(await corrected()).toMatchObject([
      { reason: 'As the film shows', details: { n: 1, offset_ms: -2300, flight_id: key.flight_id, flight: 'Ruled' } },
    ]);
    expect((await logOf(key.flight_id)).some(({ kind }) => kind === 'clock_corrected')).toBe(false);

    const url = `/api/admin/seasons/${season_id}/flights/${later_id}/rulings`;
    const ruling = { kind: 'offset', device_id, offset_ms: -100 };
    const { body } = await call('POST', `${url}/effect`, race.marta, { ruling });
    const made = { ruling, reason: 'It was set meanwhile', seen: body.effect.fingerprint };
    expect((await call('POST', url, race.marta, made)).body).toMatchObject({ state: 'made' });
    expect(await corrected()).toEqual([]);
    await race.whole();
  });
});
