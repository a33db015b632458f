/** Attempts to bypass the rules for a bird's chip, order and place. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusalOfDatabase } from '#server/db/refusals.ts';
import { markPaid } from '#server/payments/by-hand.ts';
import { enterPigeons } from '#server/pigeons/pigeons.ts';
import { buildPerson } from '../builders.ts';
import { at, buildEntries } from '../entries.ts';
import { proveSize } from '../proof.ts';
import { type TestSite, testSite } from '../site.ts';

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
const adminPath = (rest: string, of = built) => `/api/admin/seasons/${of.season.season_id}/${rest}`;
let rings = 0;
/** The bird of the next place of an order. */
async function enter(order_id: number): Promise<{ ring: string; pigeon_id: number }> {
  const ring = `BE 26-${5_000_000 + ++rings}`;
  const bird = { ring, name: '', color: '', sex: 'unknown' };
  const { body } = await call('POST', `/api/registrations/${order_id}/pigeons`, bird, built.customer);
  return { ring, pigeon_id: body.pigeon_id };
}
const scan = (ring: string, chip: string, of = built) =>
  call('POST', adminPath('intake', of), { ring, chip, reason: '' }, of.merchant);
const pay = (order_id: number) =>
  scene.db.transaction().execute((tx) =>
    markPaid(tx, order_id, {
      by: built.merchant.user_id,
      reason: 'By bank',
      file_id: null,
      is_merchant: true,
      now_ms: at.now_ms,
    }),
  );
const birdsOf = async (of = built) =>
  (await call('GET', adminPath('pigeons', of), undefined, of.merchant)).body.pigeons;
const send = (rows: readonly (readonly string[])[], more: object = {}) =>
  call('POST', adminPath('pigeon-imports'), { file: fileOf(rows), mode: 'good', ...more });
/** The errors of each line. */
const wrongIn = (body: { lines: { errors: { field: string; code: string }[] }[] }) =>
  body.lines.map(({ errors }) => errors.map(({ field, code }) => `${field} ${code}`));
const setTo = (status: string, pigeon_ids: readonly number[], more: object = {}) =>
  call('PUT', adminPath('pigeon-statuses'), { pigeon_ids, status, ...more });
const fileOf = (rows: readonly (readonly string[])[]) =>
  Buffer.from(rows.map((row) => row.join(';')).join('\n')).toString('base64');

describe('a chip', () => {
  it.each([
    ['the ring of the bird, scanned twice', (ring: string) => ring, 'chip_is_ring'],
    [
      'the same ring as a reader without a keyboard types it',
      (ring: string) => ring.replace(/\W/g, ''),
      'chip_is_ring',
    ],
    ['a ring of another season', () => 'DE27-01234-567', 'chip_is_ring'],
    ['an emoji', () => '🐦', 'chip_not_hex'],
    ['a name', () => 'Lowie', 'chip_not_hex'],
    ['half a code', () => '4F90', 'chip_too_short'],
    ['two codes in one', () => '4F90A1C2004F90A1C200', 'chip_too_long'],
  ])('is never %s', async (_, typed, code) => {
    const bird = await enter((await built.order()).id);
    const { status, body } = await scan(bird.ring, typed(bird.ring));
    expect(body.codes).toEqual({ chip: [code] });
    expect([409, 422]).toContain(status);
    expect(await birdsOf()).toMatchObject([{ chip: null, location: 'at_home', health: 'assigned' }]);
  });

  it('is not a ring of another bird of the season in an unknown format, and a ring is not a chip of one', async () => {
    const order = await built.order();
    const bird = await enter(order.id);
    const odd = { ring: '12-34-56-78-AB', name: '', color: '', sex: 'unknown' };
    await call('POST', `/api/registrations/${order.id}/pigeons`, odd, built.customer);
    expect((await scan(bird.ring, '12345678AB')).body.codes).toEqual({ chip: ['chip_is_ring'] });
    await scan(bird.ring, '12345678AC');
    const ring = { ...odd, ring: '12345678AC' };
    const refused = await call('POST', `/api/registrations/${order.id}/pigeons`, ring, built.customer);
    expect(refused.body.codes).toEqual({ ring: ['ring_is_chip'] });
    const { loft_id, season_id } = built.season;
    const key = { loft_id, season_id };
    const no = await enterPigeons(scene.db, key, [{ ring: ring.ring, team_id: null }]).catch(refusalOfDatabase);
    expect(no).toMatchObject({ code: 'ring_is_chip' });
  });

  it('cannot be set by a list either, alone or together with the ring that equals it', async () => {
    const rows = [
      ['ring', 'chip'],
      ['BE 26-8000001', 'BE 26-8000001'],
      ['B26-8000002', 'B268000003'],
      ['B26-8000003', '🐦'],
      ['BE 26-8000004', '12'],
    ];
    const { body } = await send(rows, { outside_reason: 'The loft’s own' });
    const wrong = body.lines.map((line: { errors: { field: string; code: string }[] }) =>
      line.errors.filter(({ field }) => field === 'chip').map(({ code }) => code),
    );
    expect(wrong).toEqual([['chip_is_ring'], ['chip_is_ring'], ['chip_not_hex'], ['chip_too_short']]);
    expect(body.entered).toBe(0);
  });

  it('on another bird is reported with the bird to its own loft, and without it to another loft', async () => {
    const order = await built.order();
    const [one, two] = [await enter(order.id), await enter(order.id)];
    const chip = `AA${one.pigeon_id.toString(16).padStart(8, '0')}`;
    await scan(one.ring, chip);
    const own = await scan(two.ring, chip);
    expect(own.body).toMatchObject({
      codes: { chip: ['chip_on_bird'] },
      errors: { chip: [expect.stringContaining(`${one.ring}, team Zoë 1`)] },
    });

    const mine = built;
    built = await buildEntries(scene.db);
    const bird = await enter((await built.order()).id);
    const foreign = await scan(bird.ring, chip);
    expect(foreign.body.codes).toEqual({ chip: ['chip_on_another_bird'] });
    expect(JSON.stringify(foreign.body)).not.toContain(one.ring);
    expect((await birdsOf(mine))[0]).toMatchObject({ chip: chip.toUpperCase() });
  });

  it('is refused by the database too, for every writer; an existing one can be removed', async () => {
    const bird = await enter((await built.order()).id);
    const { loft_id } = built.season;
    const put = (chip: string) =>
      scene.db
        .insertInto('pigeon_chips')
        .values({ loft_id, pigeon_id: bird.pigeon_id, chip, during: '[2026-01-01,)' })
        .execute()
        .catch(refusalOfDatabase);
    for (const [chip, code] of [
      [bird.ring.replace(/\W/g, ''), 'chip_is_ring'],
      ['🐦', 'chip_not_hex'],
      ['A1', 'chip_too_short'],
      ['A'.repeat(17), 'chip_too_long'],
    ] as const)
      expect(await put(chip)).toMatchObject({ code });
    expect(await put('A1B2C3D4')).not.toHaveProperty('code');
  });
});

describe('an import', () => {
  const heads = ['ring', 'team', 'country', 'chip'];
  let line = 0;
  const bird = (team = 'Zoë 1', chip = '', country = '') => {
    const n = ++line;
    return [`BE 26-${9_000_000 + n}`, team, country, chip && `AB${String(n).padStart(6, '0')}`];
  };

  it('creates no racing birds without order, team and payment, and names all problems of a line', async () => {
    await built.order();
    const rows = [heads, bird('', 'chip'), bird('Team Nirgends', 'chip', 'ZZ'), bird('Zoë 1', 'chip')];
    const { body } = await send(rows);
    expect(wrongIn(body)).toEqual([
      ['team team_needed'],
      ['country error_country', 'team no_such_team'],
      ['team order_not_paid'],
    ]);
    expect(body.entered).toBe(0);
    expect(await birdsOf()).toEqual([]);
  });

  it('takes the places of an order and no more, and makes birds at the loft active or reserves by their place', async () => {
    const order = await built.order();
    await pay(order.id);
    const rows = [heads, bird('zoë 1', 'chip'), bird(), bird('Zoë 1', 'chip'), bird('Zoë 1', 'chip')];
    const { body } = await send(rows);
    expect(wrongIn(body)).toEqual([[], [], [], ['team order_full']]);
    expect((await birdsOf()).map((one: { health: string; order_id: number }) => [one.health, one.order_id])).toEqual([
      ['active', order.id],
      ['assigned', order.id],
      ['reserve', order.id],
    ]);
    const again = await send([heads, bird()]);
    expect(wrongIn(again.body)).toEqual([['team order_full']]);
  });

  it('takes over the birds of an ended order of the same person, and of no other one, as manual entry does', async () => {
    const before = await built.order();
    const [left, others] = [await enter(before.id), await enter(before.id)];
    await built.move(before.id, 'cancel');
    const rows = [heads, [left.ring, 'Zoë 1', '', '']];
    // Without a new order they are not taken over, not even outside one.
    expect(wrongIn((await send(rows)).body)).toEqual([['team team_without_order', 'ring entry_exists']]);
    expect(wrongIn((await send(rows, { outside_reason: 'A gift' })).body)).toEqual([['ring entry_exists']]);
    const next = await built.order();
    const { body } = await send(rows);
    expect(wrongIn(body)).toEqual([[]]);
    expect(await birdsOf()).toContainEqual(
      expect.objectContaining({ pigeon_id: left.pigeon_id, order_id: next.id, health: 'assigned', team: 'Zoë 1' }),
    );
    const stranger = await buildPerson(scene.db);
    const { loft_id, season_id } = built.season;
    const team = { loft_id, season_id, name: 'Thief', fancier: null, country: null, user_id: stranger.user_id };
    const { id: team_id } = await scene.db.insertInto('teams').values(team).returning('id').executeTakeFirstOrThrow();
    const theirs = await built.order('confirmed', stranger.user_id);
    await owner.query('update orders set team_id = $1 where id = $2', [team_id, theirs.id]);
    const stolen = await send([heads, [others.ring, 'Thief', '', '']]);
    expect(wrongIn(stolen.body)).toEqual([['ring entry_exists']]);
    expect(stolen.body.entered).toBe(0);
  });

  it('outside an order needs a reason, which is shown with the bird and counted, within the places of the season', async () => {
    await scene.db
      .updateTable('seasons')
      .set({ max_active_pigeons: 1 })
      .where('id', '=', built.season.season_id)
      .execute();
    const rows = [heads, bird('A gift', 'chip'), bird('A gift', 'chip')];
    const { body } = await send(rows, { outside_reason: 'Of the patron' });
    expect(wrongIn(body)).toEqual([[], ['outside most_active_pigeons']]);
    expect(await birdsOf()).toMatchObject([
      { health: 'active', team: 'A gift', order_id: null, extra: 'outside_order', extra_reason: 'Of the patron' },
    ]);
    expect((await call('GET', adminPath('overview'))).body).toMatchObject({
      extra: { outside_order: 1, without_fee: 0 },
      places: { taken: 1 },
    });
    const written = await scene.db
      .selectFrom('audit_log')
      .select('after')
      .where('loft_id', '=', built.season.loft_id)
      .where('action', '=', 'pigeon.extra_place')
      .execute();
    expect(written).toMatchObject([{ after: { places: [{ kind: 'outside_order', reason: 'Of the patron' }] } }]);
    // No order can take this place.
    expect(await built.order().catch((no) => no.code)).toBe('most_active_pigeons');
  });

  it('for one line takes only that line; the reason has its own column', async () => {
    const rows = [
      [...heads, 'Outside an order'],
      [...bird('A gift', 'chip'), 'Of the patron'],
      [...bird('A gift', 'chip'), ''],
    ];
    expect(wrongIn((await send(rows)).body)).toEqual([[], ['team no_such_team']]);
  });

  it('takes no place twice: two imports at once, and one beside its owner', async () => {
    for (let round = 0; round < proveSize(3, 100); round++) {
      const order = await built.order();
      const owner = { ring: `BE 26-${6_000_000 + ++line}`, name: '', color: '', sex: 'unknown' };
      const answers = await Promise.all([
        send([heads, bird(), bird()]),
        send([heads, bird(), bird()]),
        call('POST', `/api/registrations/${order.id}/pigeons`, owner, built.customer),
      ]);
      const entered = answers.map(({ status, body }) => body.entered ?? (status === 200 ? 1 : 0));
      expect(entered.reduce((sum, one) => sum + one, 0)).toBe(3);
      const places = await scene.db
        .selectFrom('entries')
        .select('place')
        .where('order_id', '=', order.id)
        .orderBy('place')
        .execute();
      expect(places.map(({ place }) => place)).toEqual([1, 2, 3]);
    }
  });

  it('outside an order takes no place of the season twice; control: without the trigger there are too many', async () => {
    const { loft_id, season_id } = built.season;
    await scene.db.updateTable('seasons').set({ max_active_pigeons: 3 }).where('id', '=', season_id).execute();
    const outside = () => send([heads, bird('A gift'), bird('A gift')], { outside_reason: 'Of the patron' });
    const answers = await Promise.all([outside(), outside(), outside()]);
    expect(answers.reduce((sum, { body }) => sum + body.entered, 0)).toBe(3);

    await call('POST', adminPath('teams'), { team: 'Spare', fancier: '', country: null });
    const [spare] = await enterPigeons(scene.db, { loft_id, season_id }, [{ ring: 'X 1', team_id: null }]);
    const put = `with counted as (update seasons set outside_order_pigeons = outside_order_pigeons + 1 where id = ${season_id})
      insert into extra_places (loft_id, season_id, pigeon_id, kind, reason, at)
      values (${loft_id}, ${season_id}, ${spare!}, 'outside_order', 'Tried', now())`;
    expect(await owner.query(put).catch(refusalOfDatabase)).toMatchObject({ code: 'most_active_pigeons' });
    await owner.query('begin');
    await owner.query('alter table seasons drop constraint most_active_pigeons');
    expect((await owner.query(put)).rowCount).toBe(1);
    await owner.query('rollback');
  });
});

describe('a bird without an order', () => {
  it('does not race because it was scanned or set to active; outside an order it does, with a reason', async () => {
    const order = await built.order();
    const bird = await enter(order.id);
    await built.move(order.id, 'cancel');
    const chip = `AC${String(bird.pigeon_id).padStart(6, '0')}`;
    expect((await scan(bird.ring, chip)).body.code).toBe('pigeon_without_order');
    for (const status of ['active', 'reserve'])
      expect((await setTo(status, [bird.pigeon_id], { reason: 'A gift', without_fee: true })).body.code).toBe(
        'pigeon_without_order',
      );
    // Nor indirectly.
    await setTo('lost', [bird.pigeon_id]);
    expect((await setTo('active', [bird.pigeon_id])).body.code).toBe('pigeon_without_order');
    const race = (reason: string) => call('POST', adminPath(`pigeons/${bird.pigeon_id}/outside-order`), { reason });
    expect((await race(' ')).body.codes).toEqual({ reason: ['error_required'] });
    expect((await race('A gift')).status).toBe(200);
    expect((await race('A gift')).body.code).toBe('pigeon_has_place');
    expect((await setTo('active', [bird.pigeon_id])).status).toBe(200);
    expect(await birdsOf()).toMatchObject([{ health: 'active', extra: 'outside_order', extra_reason: 'A gift' }]);
  });
});

describe('a reserve', () => {
  /** The two active birds and the reserve of a paid order, at the loft. */
  async function atLoft() {
    const order = await built.order();
    await pay(order.id);
    const birds = [await enter(order.id), await enter(order.id), await enter(order.id)];
    for (const { ring, pigeon_id } of birds) await scan(ring, `AD${String(pigeon_id).padStart(6, '0')}`);
    return birds.map(({ pigeon_id }) => pigeon_id);
  }

  it('set to active by hand needs a reason and takes a place of its order, or one without a fee', async () => {
    const [one, , reserve] = await atLoft();
    expect((await setTo('active', [reserve!])).body.codes).toEqual({ reason: ['reserve_reason_needed'] });
    for (const status of ['active', 'activated_reserve'])
      expect((await setTo(status, [reserve!], { reason: 'A gift' })).body).toMatchObject({
        code: 'no_active_place',
        params: { places: 2 },
      });
    const sent = { pigeon_id: reserve, pigeon_status_type_id: 3, reason: 'A gift' };
    expect((await call('POST', '/api/res/v1/pigeon-statuses', sent)).body.code).toBe('no_active_place');
    expect((await setTo('active', [reserve!], { reason: 'A gift', without_fee: true })).status).toBe(200);
    const entry = (await birdsOf()).find((bird: { pigeon_id: number }) => bird.pigeon_id === reserve);
    expect(entry).toMatchObject({ health: 'active', extra: 'without_fee', extra_reason: 'A gift' });
    // Made a reserve again, it frees its place; then it takes that of a bird that is out.
    await setTo('reserve', [reserve!]);
    await setTo('lost', [one!]);
    expect((await setTo('active', [reserve!], { reason: 'One is lost' })).status).toBe(200);
    expect((await birdsOf()).filter((bird: { extra: string | null }) => bird.extra)).toEqual([]);
  });

  it('without a fee takes a place of the season, and two at once take one free place of their order once', async () => {
    const { season_id } = built.season;
    const [, , first] = await atLoft();
    await scene.db.updateTable('seasons').set({ max_active_pigeons: 2 }).where('id', '=', season_id).execute();
    const free = { reason: 'A gift', without_fee: true };
    expect((await setTo('active', [first!], free)).body.code).toBe('most_active_pigeons');

    await scene.db.updateTable('seasons').set({ max_active_pigeons: null }).where('id', '=', season_id).execute();
    for (let round = 0; round < proveSize(3, 50); round++) {
      const [one, , reserve] = await atLoft();
      const spare = await enter((await built.order()).id);
      // A second reserve of the same order.
      const { order_id } = await scene.db
        .selectFrom('entries')
        .select('order_id')
        .where('pigeon_id', '=', reserve!)
        .executeTakeFirstOrThrow();
      await owner.query('begin');
      await owner.query('alter table registrations disable trigger user');
      await owner.query(`update registrations set pigeons_reserve = 2 where order_id = ${order_id}`);
      await owner.query(`update entries set order_id = ${order_id}, place = 4 where pigeon_id = ${spare.pigeon_id}`);
      await owner.query('alter table registrations enable trigger user');
      await owner.query('commit');
      await scan(spare.ring, `AE${String(spare.pigeon_id).padStart(6, '0')}`);
      await setTo('lost', [one!]);
      const answers = await Promise.all(
        [reserve!, spare.pigeon_id].map((pigeon_id) => setTo('active', [pigeon_id], { reason: 'One is lost' })),
      );
      expect(answers.map(({ body }) => String(body.code ?? 'raced')).sort()).toEqual(['no_active_place', 'raced']);
    }
  });
});
