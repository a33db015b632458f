/** Disputes through their calls: who may open one and until when, who answers, and that the result waits for it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rulebook } from '#domain/seasons/rulebook.ts';
import { signResult } from '#server/arrivals/official.ts';
import type { Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { closeFlight, moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { lockSeason } from '#server/seasons/seasons.ts';
import { changeHidden } from '#server/seasons/visibility.ts';
import { buildPerson, readingOf } from '#testing/builders.ts';
import { asDataUrl, pictureOf } from '#testing/files.ts';
import { buildFinal } from '#testing/finals.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { answerDispute, openDispute } from './disputes.ts';

let scene: TestSite;
beforeAll(async () => {
  scene = await testSite();
});
afterAll(async () => {
  await scene?.end();
});

type Person = Awaited<ReturnType<typeof buildPerson>>;
const write = <Answer>(work: (tx: Tx) => Promise<Answer>) => transact(scene.db, work);
const hour_ms = 3_600_000;

async function call(method: 'GET' | 'POST', url: string, who: Person, payload?: object) {
  const answer = await scene.app.inject({ method, url, headers: who.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

/** A final that was published some hours ago, with a participant; its rulebook gives a day for disputes. */
async function published({ ago_h = 1, book = { disputes: { hours: 24 } } as Partial<Rulebook> } = {}) {
  const final = await buildFinal(scene.db, { book });
  const { race, flight_id, marta, ines, ringOf } = final;
  const { loft, season_id, pigeon_ids } = race;
  const key = { loft_id: loft.id, flight_id };
  for (const [bird, minutes] of [
    [0, 300],
    [1, 301],
  ] as const) {
    const payload = { readings: [readingOf(race, bird, minutes, { sequence: bird + 1 })] };
    const headers = { authorization: `Bearer ${race.key}` };
    await scene.app.inject({ method: 'POST', url: '/api/devices/readings', headers, payload });
  }
  const published_ms = Date.now() - ago_h * hour_ms;
  await write(async (tx) =>
    closeFlight(tx, await lockFlight(tx, key), new Date(race.release_ms + 900 * 60_000).toISOString()),
  );
  await write(async (tx) => moveFlight(tx, await lockFlight(tx, key), 'publish', { now_ms: published_ms }));
  await scene.db
    .updateTable('users')
    .set({ email: `marta-${flight_id}@example.org` })
    .where('id', '=', marta.user_id)
    .execute();
  // The team of the first bird has an owner.
  const owner = await buildPerson(scene.db, {
    first_name: 'Olga',
    last_name: 'Owner',
    email: `olga-${flight_id}@example.org`,
  });
  await scene.db
    .updateTable('teams')
    .set({ user_id: owner.user_id })
    .where('loft_id', '=', loft.id)
    .where('id', '=', ({ selectFrom }) => selectFrom('pigeons').select('team_id').where('id', '=', pigeon_ids[0]!))
    .execute();
  const flight = `/api/lofts/${loft.id}/flights/${flight_id}`;
  const admin = `/api/admin/seasons/${season_id}/flights/${flight_id}`;
  return {
    key,
    race,
    marta,
    ines,
    owner,
    ringOf,
    published_ms,
    flight,
    admin,
    open: (who: Person, body: object = {}) =>
      call('POST', `${flight}/disputes`, who, { ring: '', text: 'The clock was fast', file_ids: [], ...body }),
    own: (who: Person) => call('GET', `${flight}/disputes`, who),
    answer: (n: number, who: Person, body: object = {}) =>
      call('POST', `${admin}/disputes/${n}/answer`, who, {
        decision: 'rejected',
        text: 'The film shows it was right',
        ruling_n: null,
        ...body,
      }),
    withdraw: (n: number, who: Person) => call('POST', `${flight}/disputes/${n}/withdrawal`, who, {}),
    toSign: async () => (await call('GET', `${admin}/signatures`, marta)).body.result,
    sign: async (who: Person) => {
      const { body } = await call('GET', `${admin}/signatures`, who);
      return call('POST', `${admin}/signatures`, who, { fingerprint: body.result.fingerprint });
    },
    log: async () =>
      (await scene.app.inject({ method: 'GET', url: `${flight}/log` })).json().log as Record<string, unknown>[],
    notices: async (who: Person) =>
      scene.db
        .selectFrom('notifications')
        .select(['key', 'facts'])
        .where('user_id', '=', who.user_id)
        .where('event', '=', 'dispute')
        .where('channel', '=', 'mail')
        .orderBy('id')
        .execute(),
  };
}

describe('a provisional result', () => {
  it('is disputed by who has a bird in the flight, and the loft is notified; everybody reads that, not what and by whom', async () => {
    const { open, own, owner, marta, ringOf, log, notices, flight, published_ms, admin } = await published();
    const until = new Date(published_ms + 24 * hour_ms).toISOString();
    const shown = (await scene.app.inject({ method: 'GET', url: flight })).json().flight;
    expect(shown.disputes_until).toBe(until);
    expect((await own(owner)).body).toMatchObject({ disputes: [], refusal: null });
    expect((await own(owner)).body.rings).toContain(ringOf(0));
    // Another’s bird, and as its ring is written elsewhere.
    const ring = ringOf(1).replace(/[ -]/g, '').toLowerCase();
    expect((await open(owner, { ring })).body).toEqual({ n: 1 });
    expect((await own(owner)).body.disputes).toMatchObject([
      { n: 1, state: 'open', ring: ringOf(1), text: 'The clock was fast', answer: null },
    ]);
    const { body } = await call('GET', `${admin}/disputes`, marta);
    expect(body).toMatchObject({
      disputes: [{ n: 1, by: 'Olga Owner', is_own: false, state: 'open' }],
      rulings: [],
      until,
    });
    expect((await log()).at(-1)).toMatchObject({ kind: 'dispute', reason: null, details: { n: 1, ring: ringOf(1) } });
    expect(JSON.stringify(await log())).not.toMatch(/Olga|clock was fast/);
    const [notice] = await notices(marta);
    expect(notice?.facts).toMatchObject({ as: 'opened', ring: ringOf(1), text: 'The clock was fast' });
    expect(await notices(owner)).toEqual([]);
  });

  it('is not disputed by others, nor by a bird that is not in it, nor without a word', async () => {
    const { open, owner, marta, own, ringOf } = await published();
    const stranger = await buildPerson(scene.db);
    expect(await open(stranger)).toMatchObject({ status: 409, body: { code: 'dispute_not_participant' } });
    expect((await own(stranger)).body).toMatchObject({ refusal: 'dispute_not_participant', rings: [] });
    expect((await open(marta)).body).toMatchObject({ code: 'dispute_not_participant' });
    // What an operator is told, to put it on the list, would be no advice to a fancier.
    expect((await open(owner, { ring: 'XX 1' })).body.codes).toEqual({ ring: ['dispute_ring_unknown'] });
    expect((await open(owner, { text: ' ' })).body).toMatchObject({ codes: { text: ['error_required'] } });
    expect((await open(owner, { text: 'x'.repeat(501) })).status).toBe(422);
    expect((await open(owner, { ring: ringOf(0), text: 'x'.repeat(500) })).body).toEqual({ n: 1 });
  });

  it('is disputed until the hours of its rulebook are over, and not where it gives none', async () => {
    const over = await published({ ago_h: 24 });
    expect((await over.open(over.owner)).body).toMatchObject({ code: 'dispute_time_over' });
    const none = await published({ book: { disputes: { hours: 0 } } });
    expect((await none.open(none.owner)).body).toMatchObject({ code: 'dispute_no_time' });
    const older = await published({ book: { disputes: undefined } });
    expect((await older.open(older.owner)).body).toMatchObject({ code: 'dispute_no_time' });
    expect((await scene.app.inject({ method: 'GET', url: older.flight })).json().flight.disputes_until).toBeNull();
  });

  it('does not tell by a dispute which birds are in it, where the season does not show them', async () => {
    const { open, owner, race, key, ringOf, log } = await published();
    const season = { loft_id: key.loft_id, season_id: race.season_id };
    await write(async (tx) => {
      await lockSeason(tx, season);
      await changeHidden(tx, null, season, ['baskets.ringDescriptor']);
    });
    expect((await open(owner, { ring: ringOf(1) })).body).toMatchObject({ errors: { ring: [expect.anything()] } });
    expect((await open(owner, { ring: ringOf(0) })).body).toEqual({ n: 1 });
    expect((await log()).at(-1)).toMatchObject({ kind: 'dispute', details: { n: 1, ring: null } });
  });

  it('is not disputed without end by one person', async () => {
    const { open, owner } = await published();
    for (let n = 1; n <= 10; n += 1) expect((await open(owner)).body).toEqual({ n });
    expect((await open(owner)).body).toMatchObject({ code: 'dispute_too_many' });
  });
});

describe('a picture of a dispute', () => {
  it('is seen by its sender and those who run the loft, and sent by who may dispute', async () => {
    const { open, own, owner, marta, flight } = await published();
    const picture = asDataUrl('image/png', await pictureOf(64, 48));
    const stranger = await buildPerson(scene.db);
    const send = (who: Person) => call('POST', `${flight}/disputes/pictures?name=ring.jpg`, who, [picture]);
    expect((await send(stranger)).body).toMatchObject({ code: 'dispute_not_participant' });
    const { body } = await send(owner);
    const [{ id, src }] = body.data;
    expect((await open(owner, { file_ids: [id] })).body).toEqual({ n: 1 });
    expect((await own(owner)).body.disputes[0].files).toMatchObject([{ id, src: `/files/${id}` }]);
    const read = async (who: Person) => (await scene.app.inject({ url: src, headers: who.headers })).statusCode;
    expect([await read(owner), await read(marta), await read(stranger)]).toEqual([200, 200, 404]);
    // The picture of somebody else is not found.
    const other = await published();
    expect((await other.open(other.owner, { file_ids: [id] })).status).toBe(404);
  });
});

describe('an open dispute', () => {
  it('is answered once, for everybody to read, and its person is notified', async () => {
    const { open, answer, own, owner, ines, marta, log, notices } = await published();
    await open(owner);
    expect((await answer(1, owner)).status).toBe(404);
    expect((await answer(1, marta, { text: '' })).body).toMatchObject({ codes: { text: ['error_required'] } });
    expect((await answer(1, marta)).status).toBe(200);
    expect((await answer(1, ines)).body).toMatchObject({ code: 'dispute_decided' });
    expect((await own(owner)).body.disputes).toMatchObject([
      { state: 'rejected', answer: 'The film shows it was right', ruling_n: null },
    ]);
    const entries = await log();
    expect(entries.slice(-2).map(({ kind }) => kind)).toEqual(['dispute', 'dispute_decided']);
    expect(entries.at(-1)).toMatchObject({
      reason: 'The film shows it was right',
      details: { n: 1, decision: 'rejected', ring: null },
    });
    expect((await notices(owner)).map(({ facts }) => facts)).toMatchObject([{ as: 'rejected' }]);
  });

  it('that is upheld names the ruling that mended it, one of its flight that was made', async () => {
    const { open, answer, own, owner, marta, admin, ringOf } = await published();
    await open(owner);
    const mended = { decision: 'upheld', text: 'It is mended', ruling_n: 1 };
    const errors = async (body: object) => (await answer(1, marta, body)).body.codes;
    expect(await errors(mended)).toEqual({ ruling_n: ['dispute_ruling_unknown'] });
    expect(await errors({ ...mended, ruling_n: null })).toEqual({ ruling_n: ['dispute_ruling_needed'] });
    for (const [n, bird] of [
      [1, 5],
      [2, 4],
    ] as const) {
      const ruling = { kind: 'disqualified', ring: ringOf(bird) };
      const { body } = await call('POST', `${admin}/rulings/effect`, marta, { ruling });
      const made = { ruling, reason: 'As the film shows', seen: body.effect.fingerprint };
      expect((await call('POST', `${admin}/rulings`, marta, made)).body).toMatchObject({ n, state: 'made' });
    }
    // Two of a kind are told apart.
    expect((await call('GET', `${admin}/disputes`, marta)).body.rulings).toEqual([
      { n: 1, kind: 'disqualified', of: [ringOf(5)] },
      { n: 2, kind: 'disqualified', of: [ringOf(4)] },
    ]);
    expect((await answer(1, marta, { ...mended, decision: 'rejected' })).status).toBe(409);
    expect((await answer(1, marta, mended)).status).toBe(200);
    expect((await own(owner)).body.disputes).toMatchObject([{ state: 'upheld', ruling_n: 1 }]);
  });

  it('is withdrawn by who opened it, and by nobody else', async () => {
    const { open, withdraw, own, owner, marta, log, answer } = await published();
    await open(owner);
    expect((await withdraw(1, marta)).status).toBe(404);
    expect((await withdraw(1, owner)).status).toBe(200);
    expect((await withdraw(1, owner)).body).toMatchObject({ code: 'dispute_decided' });
    expect((await answer(1, marta)).body).toMatchObject({ code: 'dispute_withdrawn' });
    expect((await own(owner)).body.disputes).toMatchObject([{ state: 'withdrawn', answer: null }]);
    expect((await log()).at(-1)).toMatchObject({ kind: 'dispute_decided', details: { decision: 'withdrawn' } });
  });

  it('of somebody who runs the loft is answered by somebody else', async () => {
    const { open, answer, owner, key, ines } = await published();
    await scene.db
      .insertInto('loft_permissions')
      .values({
        loft_id: key.loft_id,
        user_id: owner.user_id,
        is_merchant: true,
        is_agent: false,
        is_staff: false,
        has_seasons: false,
        is_active: true,
      })
      .execute();
    await open(owner);
    expect((await answer(1, owner)).body).toMatchObject({ code: 'dispute_own' });
    expect((await answer(1, ines)).status).toBe(200);
  });

  it('is never altered: neither it nor its answer, and the database compares the two people', async () => {
    const { open, answer, owner, marta, key } = await published();
    await open(owner);
    await open(owner);
    await answer(1, marta);
    const refused = (work: Promise<unknown>) => expect(work).rejects.toThrow();
    await refused(
      scene.db.updateTable('disputes').set({ text: 'Other' }).where('flight_id', '=', key.flight_id).execute(),
    );
    await refused(scene.db.deleteFrom('dispute_answers').where('flight_id', '=', key.flight_id).execute());
    const own = { ...key, n: 2, ruling_n: null, user_id: owner.user_id, opened_by: owner.user_id };
    const at = new Date().toISOString();
    await refused(
      scene.db
        .insertInto('dispute_answers')
        .values({ ...own, decision: 'upheld', text: 'Mine', at })
        .execute(),
    );
    const upheld = { ...own, user_id: marta.user_id, decision: 'upheld' as const, text: 'Mended', at };
    await expect(scene.db.insertInto('dispute_answers').values(upheld).execute()).rejects.toMatchObject({
      constraint: 'upheld_by_ruling',
    });
  });
});

describe('the official result', () => {
  it('waits until the time for disputes is over and all are answered', async () => {
    const early = await published();
    expect((await early.toSign()).disputes).toEqual({
      open: 0,
      until: new Date(early.published_ms + 24 * hour_ms).toISOString(),
    });
    expect(await early.sign(early.marta)).toMatchObject({ status: 409, body: { code: 'disputes_possible' } });

    const { key, owner, toSign, sign, answer, marta, ines, published_ms } = await published({ ago_h: 25 });
    const act = { by: owner.user_id, now_ms: published_ms + hour_ms };
    const line = { ring: '', text: 'The clock was fast', file_ids: [], showsRings: true };
    await write(async (tx) => openDispute(tx, await lockFlight(tx, key), line, act));
    expect((await toSign()).disputes).toEqual({ open: 1, until: null });
    expect(await sign(marta)).toMatchObject({ status: 409, body: { code: 'disputes_open' } });
    await answer(1, ines);
    expect((await sign(marta)).body).toEqual({ status: 'provisional' });
    expect((await sign(ines)).body).toEqual({ status: 'official' });
  });

  /** A result with one signature, at the end of the time for disputes: a dispute and the second signature meet. */
  async function meeting() {
    const flight = await published({ ago_h: 24 });
    const { key, owner, marta, ines, sign, published_ms, toSign } = flight;
    await sign(marta);
    const { fingerprint } = await toSign();
    const last_ms = published_ms + 24 * hour_ms - 1;
    const line = { ring: '', text: 'The clock was fast', file_ids: [], showsRings: true };
    const dispute = (tx: Tx, locked: Awaited<ReturnType<typeof lockFlight>>) =>
      openDispute(tx, locked, line, { by: owner.user_id, now_ms: last_ms });
    const signature = (tx: Tx, locked: Awaited<ReturnType<typeof lockFlight>>) =>
      signResult(tx, locked, fingerprint, { by: ines.user_id, now_ms: last_ms + 1 });
    const outcome = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        ({ code }: { code: string }) => code,
      );
    return { key, dispute, signature, outcome };
  }

  it('and a dispute in the last moment: one of the two is refused', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { key, dispute, signature, outcome } = await meeting();
      const disputes = () => outcome(write(async (tx) => dispute(tx, await lockFlight(tx, key))));
      const signs = () => outcome(write(async (tx) => signature(tx, await lockFlight(tx, key))));
      const [first, second] = round % 2 ? [disputes(), signs()] : [signs(), disputes()];
      const outcomes = await Promise.all([first, second]);
      const [disputed, signed] = round % 2 ? outcomes : outcomes.toReversed();
      const official = { status: signed === 'done' ? 'official' : 'provisional' };
      expect([disputed, signed]).toEqual(
        disputed === 'done' ? ['done', 'disputes_open'] : ['dispute_not_provisional', 'done'],
      );
      expect(await statusOf(key.flight_id)).toEqual(official);
    }
  });

  it('control: a dispute that does not lock the flight comes into an official result', async () => {
    const { key, dispute, signature, outcome } = await meeting();
    const before = await write((tx) => lockFlight(tx, key));
    let disputed: Promise<string> | undefined;
    await write(async (tx) => {
      await signature(tx, await lockFlight(tx, key));
      disputed = outcome(write((other) => dispute(other, before)));
      // Until it has found nothing against it, and waits for the row of the flight.
      await new Promise((done) => setTimeout(done, 300));
    });
    expect(await disputed).toBe('done');
    expect(await statusOf(key.flight_id)).toEqual({ status: 'official' });
  });

  it('never comes of an annulled flight, but its disputes are still answered', async () => {
    const { key, owner, marta, published_ms } = await published({ ago_h: 25 });
    const line = { ring: '', text: 'The clock was fast', file_ids: [], showsRings: true };
    await write(async (tx) =>
      openDispute(tx, await lockFlight(tx, key), line, { by: owner.user_id, now_ms: published_ms + 1 }),
    );
    await write(async (tx) => moveFlight(tx, await lockFlight(tx, key), 'annul', { reason: 'Storm' }));
    const answer = { n: 1, decision: 'rejected', text: 'Annulled', ruling_n: null } as const;
    await write(async (tx) =>
      answerDispute(tx, await lockFlight(tx, key), answer, { by: marta.user_id, now_ms: Date.now() }),
    );
  });
});

const statusOf = (flight_id: number) =>
  scene.db.selectFrom('flights').select('status').where('id', '=', flight_id).executeTakeFirstOrThrow();
