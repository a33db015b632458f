/** The intake of birds: by scanner and by list; changes of chips with a reason; notices of losses. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { csvOf } from '#domain/csv.ts';
import { refusalOfDatabase } from '#server/db/refusals.ts';
import { writeSheet } from '#server/share/sheet.ts';
import { buildEntries } from '#testing/entries.ts';
import { waitingFor } from '#testing/notifications.ts';
import { type TestSite, testSite } from '#testing/site.ts';

let scene: TestSite;
let owner: pg.Client;
let built: Awaited<ReturnType<typeof buildEntries>>;
beforeAll(async () => {
  scene = await testSite();
  owner = new pg.Client({ connectionString: scene.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await scene?.end();
});
beforeEach(async () => {
  built = await buildEntries(scene.db);
});

async function call(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, who = built.merchant) {
  const answer = await scene.app.inject({ method, url, headers: who.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}
const adminPath = (rest: string) => `/api/admin/seasons/${built.season.season_id}/${rest}`;
let rings = 0;
/** A bird of each place of a new order; its rings by place. */
async function entered(count = 3) {
  const order = await built.order();
  const birds: { ring: string; pigeon_id: number }[] = [];
  for (let i = 0; i < count; i++) {
    const ring = `BE 26-${5_000_000 + ++rings}`;
    const bird = { ring, name: '', color: '', sex: 'unknown' };
    const { body } = await call('POST', `/api/registrations/${order.id}/pigeons`, bird, built.customer);
    birds.push({ ring, pigeon_id: body.pigeon_id });
  }
  return birds;
}
const scan = (ring: string, chip: string, reason = '') => call('POST', adminPath('intake'), { ring, chip, reason });
const read = async (pigeon_id: number) => (await call('GET', adminPath(`pigeons/${pigeon_id}`))).body;

describe('a bird that arrives', () => {
  it('is at the loft with its chip, and active or a reserve by its place', async () => {
    const [one, two, three] = await entered();
    expect((await call('GET', adminPath('intake'))).body).toMatchObject({ arrived: 0, expected: 3, pigeon: null });
    expect((await scan(one!.ring.replace(' ', ''), 'c 1 a00001')).body).toMatchObject({
      ...one,
      chip: 'C1A00001',
      health: 'active',
    });
    expect((await scan(three!.ring, 'C3000003')).body).toMatchObject({ health: 'reserve' });
    expect((await call('GET', adminPath('intake?ring=c3000003'))).body).toMatchObject({
      arrived: 2,
      expected: 1,
      pigeon: three,
    });
    // The end of a ring finds its bird as at the desk, and several where it can mean several.
    const last = three!.ring.slice(-3);
    expect((await call('GET', adminPath(`intake?ring=${last}`))).body).toMatchObject({ pigeon: three, found: 1 });
    expect((await call('GET', adminPath(`intake?ring=${last.slice(0, -1)}`))).body.pigeon).toBeNull();
    expect(await read(one!.pigeon_id)).toMatchObject({
      pigeon: { health: 'active', location: 'at_loft', chip: 'C1A00001' },
      changes: expect.arrayContaining([
        expect.objectContaining({
          from: 'at_home',
          to: 'at_loft',
          by: expect.objectContaining({ user_id: built.merchant.user_id }),
        }),
      ]),
    });
    expect(await scan('BE 26-1', 'C9000009')).toMatchObject({
      status: 409,
      body: { codes: { ring: ['no_such_pigeon'] } },
    });
    expect(await scan(two!.ring, ' ')).toMatchObject({ status: 422, body: { codes: { chip: expect.anything() } } });
  });

  it('does not get another bird’s chip, and a second chip only with a reason, which is stored', async () => {
    const [one, two] = await entered();
    await scan(one!.ring, 'D1000001');
    expect(await scan(two!.ring, 'd1000001')).toMatchObject({
      status: 409,
      body: { codes: { chip: ['chip_on_bird'] } },
    });
    const put = `insert into pigeon_chips (loft_id, pigeon_id, chip, during) values ($1, $2, 'D1000001', tstzrange(now(), null))`;
    const no = await owner.query(put, [built.season.loft_id, two!.pigeon_id]).catch(refusalOfDatabase);
    expect(no).toMatchObject({ code: 'chip_on_another_bird', errors: { chip: expect.anything() } });
    expect(await scan(one!.ring, 'D2000002')).toMatchObject({
      status: 409,
      body: { codes: { reason: ['chip_reason_needed'] } },
    });
    expect(await scan(one!.ring, 'D2000002', 'Lost on the way')).toMatchObject({ status: 200 });
    const { chips, pigeon } = await read(one!.pigeon_id);
    expect(pigeon.chip).toBe('D2000002');
    expect(chips).toMatchObject([
      { chip: 'D2000002', until: null, reason: 'Lost on the way', by: { user_id: built.merchant.user_id } },
      { chip: 'D1000001', until: expect.any(String) },
    ]);
    // The chip that was taken off is free again.
    expect(await scan(two!.ring, 'D1000001')).toMatchObject({ status: 200 });
  });

  /** Scans of the same moment: all have begun, and none has locked the season yet. */
  async function atOnce(...scans: Parameters<typeof scan>[]) {
    const waiting = `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await owner.query('begin');
    await owner.query('select from seasons where id = $1 for update', [built.season.season_id]);
    const begun = scans.map((one) => scan(...one));
    const waiters = async () => (await scene.connection.pool.query(waiting)).rows[0].n;
    await expect.poll(waiters, { timeout: 10_000 }).toBe(scans.length);
    await owner.query('commit');
    return (await Promise.all(begun)).toSorted((a, b) => a.status - b.status);
  }

  it('scanned twice at once wears the chip of one scan: the other needs a reason', async () => {
    const [bird] = await entered(1);
    const [taken, refused] = await atOnce([bird!.ring, 'D3000003'], [bird!.ring, 'D4000004']);
    expect([taken!.status, refused!.status]).toEqual([200, 409]);
    expect(refused!.body).toMatchObject({ codes: { reason: ['chip_reason_needed'] } });
    const { chips } = await read(bird!.pigeon_id);
    expect(chips).toMatchObject([{ chip: taken!.body.chip, until: null }]);
  });

  it('sent twice at once with the same chip is taken in once, and both are answered alike', async () => {
    const [bird] = await entered(1);
    const [one, other] = await atOnce([bird!.ring, 'D5000005'], [bird!.ring, 'D5000005']);
    expect([one!.status, other]).toEqual([200, one]);
    const { chips, changes } = await read(bird!.pigeon_id);
    expect(chips).toMatchObject([{ chip: 'D5000005', until: null }]);
    expect(changes.filter(({ to }: { to: string }) => to === 'at_loft')).toHaveLength(1);
  });

  it('gets a chip that is scanned for two birds at once, or the other does; that one stays as it was', async () => {
    const birds = await entered(2);
    const [taken, refused] = await atOnce([birds[0]!.ring, 'D6000006'], [birds[1]!.ring, 'D6000006']);
    expect([taken!.status, refused!.status]).toEqual([200, 409]);
    const loser = birds.find(({ pigeon_id }) => pigeon_id !== taken!.body.pigeon_id)!;
    expect(refused!.body).toMatchObject({ codes: { chip: ['chip_on_bird'] } });
    expect(await read(taken!.body.pigeon_id)).toMatchObject({ chips: [{ chip: 'D6000006', until: null }] });
    expect(await read(loser.pigeon_id)).toMatchObject({ pigeon: { location: 'at_home', chip: null }, chips: [] });
    // Control: it was the chip alone.
    expect(await scan(loser.ring, 'D7000007')).toMatchObject({ status: 200 });
  });
});

describe('a list', () => {
  const send = (file: Uint8Array | string, mode: 'look' | 'good' | 'all') =>
    call('POST', adminPath('pigeon-imports'), {
      file: Buffer.from(file).toString('base64'),
      mode,
      outside_reason: 'The loft’s own',
    });
  const rows = [
    ['Ring', 'Name', 'Sexe', 'Équipe', 'País', 'Chip', 'Weight', 'Augenfarbe'],
    ['BE 26-6000001', '=Lowie', 'Mâle', 'Aerts', 'BE', 'A1000001', '480', 'ROJO'],
    ['BE 26-6000002', 'Witpen', 'duivin', 'aerts', 'be', '', '', '-'],
    ['BE 26-6000001', '', '', '', '', '', '', ''],
    ['', 'Nobody', '', '', '', '', '', ''],
    ['BE 26-6000003', '', '', 'Aerts', '', '', '', 'green'],
  ];
  const wrong = [
    { line: 4, errors: [{ field: 'ring', code: 'ring_twice' }] },
    { line: 5, errors: [{ field: 'ring', code: 'error_required' }] },
    { line: 6, errors: [{ field: 'eye_color', code: 'eye_color_unknown' }] },
  ];

  it('is checked without being entered, entered whole or not at all, or by its good lines', async () => {
    const csv = csvOf(rows);
    for (const mode of ['look', 'all'] as const) {
      const { body } = await send(csv, mode);
      expect(body).toMatchObject({ entered: 0, good: 2, unknown_columns: ['Weight'] });
      expect(body.lines.filter(({ errors }: { errors: unknown[] }) => errors.length)).toMatchObject(wrong);
    }
    expect((await call('GET', adminPath('pigeons'))).body.total).toBe(0);
    expect((await send(csv, 'good')).body).toMatchObject({ entered: 2 });
    const { pigeons } = (await call('GET', adminPath('pigeons?sort=ring'))).body;
    expect(pigeons).toMatchObject([
      {
        ring: 'BE 26-6000001',
        pigeon_name: '=Lowie',
        sex: 'cock',
        eye_color: 'red',
        team: 'Aerts',
        country: 'BE',
        chip: 'A1000001',
        health: 'active',
        location: 'at_loft',
      },
      { ring: 'BE 26-6000002', sex: 'hen', team: 'Aerts', chip: null, health: 'assigned', location: 'at_home' },
    ]);
    // A second import: all are known.
    expect((await send(csv, 'good')).body).toMatchObject({ entered: 0, good: 0 });
  });

  it('is accepted as a spreadsheet too; other files are refused', async () => {
    const sheet = await writeSheet({
      title: 'Birds',
      lang: 'de',
      dir: 'ltr',
      rows: [
        ['Ring', 'Chip'],
        ['DV-06914-12-479', 47110815],
      ],
    });
    expect((await send(sheet, 'all')).body).toMatchObject({
      entered: 1,
      lines: [{ ring: 'DV-06914-12-479', chip: '47110815' }],
    });
    expect(await send('PK nothing of the kind', 'look')).toMatchObject({
      status: 409,
      body: { code: 'pedigree.import_invalid_file' },
    });
    expect(await send('a\0b', 'look')).toMatchObject({ status: 409, body: { code: 'pedigree.import_invalid_file' } });
    expect(await send('Name\nLowie', 'look')).toMatchObject({
      status: 409,
      body: { codes: { file: ['list_without_rings'] } },
    });
  });
});

describe('a bird that is lost', () => {
  it('is listed with date and reason until it is back; its owner is notified of both, once', async () => {
    const [bird] = await entered(1);
    await scan(bird!.ring, 'E1000001');
    const to = (status: string, reason = '') =>
      call('PUT', adminPath('pigeon-statuses'), { pigeon_ids: [bird!.pigeon_id], status, reason });
    expect(await to('lost', 'Not home from training')).toMatchObject({ status: 200, body: { changed: 1 } });
    expect(await to('lost')).toMatchObject({ status: 409, body: { code: 'same_status' } });
    const lost = (await call('GET', adminPath('lost'))).body;
    expect(lost).toMatchObject({ lost: [{ ...bird, reason: 'Not home from training' }], back: [] });
    await to('held_back');
    const back = (await call('GET', adminPath('lost'))).body;
    expect(back).toMatchObject({ lost: [], back: [{ ...bird, health: 'held_back', lost_at: lost.lost[0].since }] });
    const notices = await scene.db
      .selectFrom('notifications')
      .select(['event', 'user_id'])
      .where('user_id', '=', built.customer.user_id)
      .execute();
    expect(notices).toEqual([]);
    await scene.db
      .updateTable('users')
      .set({ email: 'zoe@example.org' })
      .where('id', '=', built.customer.user_id)
      .execute();
    await to('lost');
    await sent();
    await to('active');
    const waiting = await waitingFor(scene.db, built.customer.user_id);
    expect(waiting).toMatchObject([
      { event: 'bird_lost', channel: 'mail', key: `lost:${bird!.pigeon_id}:5`, status: 'sent' },
      { event: 'bird_lost', channel: 'mail', key: `lost:${bird!.pigeon_id}:6`, status: 'pending' },
    ]);
  });
});

/** Sends the waiting notices. */
const sent = () =>
  scene.db.updateTable('notifications').set({ status: 'sent' }).where('status', '=', 'pending').execute();

describe('owners of a bird', () => {
  const notices = async () =>
    (
      await scene.db
        .selectFrom('notifications as n')
        .leftJoin('job_items as i', (join) =>
          join.onRef('i.queue', '=', 'n.channel').on(sql`n.id::text`, '=', sql.ref('i.item')),
        )
        .select(['n.facts', 'n.status', 'i.next_try_at', 'n.channel'])
        .where('n.user_id', '=', built.customer.user_id)
        .where('n.channel', '=', 'mail')
        .orderBy('n.id')
        .execute()
    ).map(({ facts, ...one }) => ({ ...one, as: (facts as { as: string }).as }));
  async function owned() {
    const [bird] = await entered(1);
    await scan(bird!.ring, `E2${String(bird!.pigeon_id).padStart(6, '0')}`);
    const { user_id } = built.customer;
    await scene.db
      .updateTable('users')
      .set({ email: `zoe-${user_id}@example.org` })
      .where('id', '=', user_id)
      .execute();
    return (status: string) => call('PUT', adminPath('pigeon-statuses'), { pigeon_ids: [bird!.pigeon_id], status });
  }

  it('are notified when it is injured, in quarantine or dead, by that word, and when it is well again', async () => {
    const to = await owned();
    for (const status of ['injured', 'quarantine', 'active', 'lost', 'active', 'died', 'held_back', 'active']) {
      expect((await to(status)).status).toBe(200);
      await sent();
    }
    expect((await notices()).map(({ as }) => as)).toEqual([
      'injured',
      'quarantine',
      'well',
      'lost',
      'back',
      'died',
      // Set by mistake.
      'alive',
    ]);
  });

  it('are not notified of a mistake that is corrected within minutes; until then the notice waits', async () => {
    const to = await owned();
    const before = Date.now();
    await to('died');
    const [waits] = await notices();
    expect(waits).toMatchObject({ as: 'died', status: 'pending' });
    expect(Date.parse(waits!.next_try_at!)).toBeGreaterThanOrEqual(before + 5 * 60_000);
    await to('held_back');
    await to('active');
    expect((await notices()).map(({ as, status }) => [as, status])).toEqual([['died', 'withdrawn']]);
  });

  it('are notified of the last state, once', async () => {
    const to = await owned();
    await to('lost');
    await sent();
    await to('active');
    await to('lost');
    expect((await notices()).map(({ as, status }) => [as, status])).toEqual([
      ['lost', 'sent'],
      ['back', 'withdrawn'],
    ]);
  });
});
