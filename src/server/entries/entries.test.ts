/**
 * The birds of an order through their calls: entered, changed, moved, removed; read with the names of part 7; counted
 * by the database.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusalOfDatabase } from '#server/db/refusals.ts';
import type { Order } from '#server/orders/order.ts';
import { changeStatuses } from '#server/pigeons/statuses.ts';
import { buildFlight, buildPerson } from '#testing/builders.ts';
import { buildEntries } from '#testing/entries.ts';
import { asDataUrl, pdfOf } from '#testing/files.ts';
import { proveSize, reportProof } from '#testing/proof.ts';
import { type TestSite, testSite } from '#testing/site.ts';

let scene: TestSite;
let owner: pg.Client;
let data_dir: string;
let built: Awaited<ReturnType<typeof buildEntries>>;
let order: Order;
beforeAll(async () => {
  data_dir = await mkdtemp(join(tmpdir(), 'loftline-entries-'));
  scene = await testSite({ data_dir });
  owner = new pg.Client({ connectionString: scene.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await scene?.end();
  await rm(data_dir, { recursive: true, force: true });
});
beforeEach(async () => {
  built = await buildEntries(scene.db);
  order = await built.order();
});

type Person = Awaited<ReturnType<typeof buildPerson>>;
async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  who: Person = built.customer,
) {
  const answer = await scene.app.inject({ method, url, headers: who.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}
const url = (rest = '', of = order) => `/api/registrations/${of.id}/${rest || 'pigeons'}`;
let rings = 0;
const bird = (more: object = {}) => ({
  ring: `BE 26-${4_000_000 + ++rings}`,
  name: '',
  color: 'Blue bar',
  sex: 'unknown',
  ...more,
});
const enter = async (more: object = {}, of = order) =>
  (await call('POST', url('', of), bird(more))).body as { pigeon_id: number; place: number };
const read = async () => (await call('GET', url())).body;
const placesOf = async () =>
  ((await read()).pigeons as { pigeon_id: number; part: string }[]).map(({ pigeon_id, part }) => [pigeon_id, part]);
const tx = <T>(work: Parameters<ReturnType<typeof scene.db.transaction>['execute']>[0]) =>
  scene.db.transaction().execute(work) as Promise<T>;
const bring = (pigeon_id: number, status: 'at_loft' | 'active' | 'lost' | 'injured') =>
  tx((t) => changeStatuses(t, built.season, { pigeon_ids: [pigeon_id], status }, { by: null, now_ms: Date.now() }));

describe('a bird', () => {
  it('is entered for the next place of a confirmed order, for its team, and is assigned then (4.3, 6.6)', async () => {
    const pending = await built.order('pending');
    expect(await call('POST', url('', pending), bird())).toMatchObject({
      status: 409,
      body: { code: 'order_takes_no_pigeons' },
    });
    expect(await enter({ ring: ' be 26/4023187 ', name: 'Lowie' })).toMatchObject({ place: 1 });
    await enter();
    await enter();
    const { pigeons, order: view } = await read();
    expect(view).toMatchObject({ number: '26-0001', pigeons_active: 2, pigeons_reserve: 1, takes_pigeons: true });
    expect(pigeons[0]).toMatchObject({
      ring: 'be 26/4023187',
      pigeon_name: 'Lowie',
      team: 'Zoë 1',
      health: 'assigned',
      location: 'at_home',
      place: 1,
      is_unusual: false,
    });
    expect(pigeons.map(({ part }: { part: string }) => part)).toEqual(['active', 'active', 'reserve']);
    // The customer's view of the order contains them too.
    expect((await call('GET', url().replace('/pigeons', ''))).body.order.pigeons).toMatchObject([
      { place: 1, name: 'Lowie', location: 'at_home', health: 'assigned' },
      { place: 2 },
      { place: 3 },
    ]);
    expect(await call('POST', url(), bird())).toMatchObject({
      status: 409,
      body: { code: 'order_full', params: { places: 3 } },
    });
  });

  it('has one of seven eye colours; a fact that is left empty, or out, is unknown', async () => {
    const { pigeon_id } = await enter({ eye_color: 'pearl' });
    await enter({ eye_color: '' });
    await enter();
    const eyes = async () => (await read()).pigeons.map((one: { eye_color: string | null }) => one.eye_color);
    expect(await eyes()).toEqual(['pearl', null, null]);
    expect((await call('GET', url().replace('/pigeons', ''))).body.order.pigeons[0]).toMatchObject({
      eye_color: 'pearl',
    });
    const change = (eye_color: string) => call('PUT', url(`pigeons/${pigeon_id}`), bird({ eye_color }));
    expect(await change('bull')).toMatchObject({ status: 200 });
    expect(await eyes()).toEqual(['bull', null, null]);
    expect(await change('green')).toMatchObject({ status: 422, body: { codes: { eye_color: expect.anything() } } });
  });

  it('is in a season once, in any notation of its ring (8.17); a ring must be valid; an unusual one is accepted', async () => {
    await enter({ ring: 'BE 26-4023187' });
    const twice = await call('POST', url(), bird({ ring: 'be26.4023187' }));
    expect(twice).toMatchObject({ status: 409, body: { codes: { ring: ['entry_exists'] } } });
    expect(await call('POST', url(), bird({ ring: ' - ' }))).toMatchObject({
      status: 422,
      body: { codes: { ring: ['error_required'] } },
    });
    // What has no digit, a picture or signs of markup can be no ring, and takes no place.
    for (const ring of ['Blue', '🐦🐦 12', 'BE 26 <b>12'])
      expect(await call('POST', url(), bird({ ring }))).toMatchObject({
        status: 422,
        body: { codes: { ring: ['ring_impossible'] } },
      });
    expect((await read()).pigeons).toHaveLength(1);
    expect(await call('POST', url(), bird({ sex: 'both' }))).toMatchObject({ status: 422 });
    await enter({ ring: 'BE 26-12' });
    expect((await read()).pigeons[1]).toMatchObject({ ring: 'BE 26-12', is_unusual: true });
  });

  it('is changed and removed until the loft has it, and not when it was in a flight (5.7, 8.22)', async () => {
    const [one, two, three] = [await enter(), await enter(), await enter()];
    const at = url(`pigeons/${two.pigeon_id}`);
    expect(await call('PUT', at, bird({ name: 'Witpen', sex: 'hen' }))).toMatchObject({ status: 200 });
    expect((await read()).pigeons[1]).toMatchObject({ pigeon_name: 'Witpen', sex: 'hen', is_changeable: true });
    await bring(two.pigeon_id, 'at_loft');
    expect(await call('PUT', at, bird())).toMatchObject({ status: 409, body: { code: 'pigeon_at_loft' } });
    expect(await call('DELETE', at)).toMatchObject({ status: 409, body: { code: 'pigeon_at_loft' } });
    expect(await call('DELETE', url(`pigeons/${one.pigeon_id}`))).toMatchObject({ status: 200 });
    expect(await placesOf()).toEqual([
      [two.pigeon_id, 'active'],
      [three.pigeon_id, 'active'],
    ]);
    await bring(three.pigeon_id, 'active');
    await tx((t) =>
      buildFlight(
        t,
        { loft: built.loft, season_id: built.season.season_id, pigeon_ids: [three.pigeon_id] },
        { until: 'basketing' },
      ),
    );
    expect(await call('DELETE', url(`pigeons/${three.pigeon_id}`))).toMatchObject({
      status: 409,
      body: { code: 'pigeon_flown' },
    });
    expect(await call('DELETE', url('pigeons/99999999'))).toMatchObject({ status: 404 });
  });

  it('gets its pedigree, a PDF or a picture, until the loft has both (5.16)', async () => {
    const { pigeon_id } = await enter();
    const at = `${url(`pigeons/${pigeon_id}/pedigree`)}?name=lowie.pdf`;
    const sent = await call('POST', at, [asDataUrl('application/pdf', pdfOf())]);
    expect(sent).toMatchObject({ status: 200, body: { data: [{ kind: 'pdf', name: 'lowie.pdf' }] } });
    expect((await read()).pigeons[0].pedigree).toMatchObject({ id: sent.body.data[0].id, name: 'lowie.pdf' });
    // Others cannot read it by its address.
    const { src } = sent.body.data[0];
    const shownTo = async (who: { headers: Record<string, string> }) =>
      (await scene.app.inject({ url: src, headers: who.headers })).statusCode;
    const rival = await buildPerson(scene.db);
    expect([await shownTo(built.customer), await shownTo(rival), await shownTo({ headers: {} })]).toEqual([
      200, 404, 404,
    ]);
    const text = await call('POST', at, [asDataUrl('text/plain', Buffer.from('no picture'))]);
    expect(text).toMatchObject({ status: 409, body: { code: 'pedigree.import_invalid_file' } });
    const stranger = await buildPerson(scene.db);
    expect(await call('POST', at, [asDataUrl('application/pdf', pdfOf())], stranger)).toMatchObject({ status: 404 });
    expect(await call('DELETE', at)).toMatchObject({ status: 200 });
    expect((await read()).pigeons[0].pedigree).toBeNull();
    await bring(pigeon_id, 'at_loft');
    expect(await call('DELETE', at)).toMatchObject({ status: 409, body: { code: 'pigeon_at_loft' } });
    // One that is missing is taken later too, and then stays.
    const late = () => call('POST', at, [asDataUrl('application/pdf', pdfOf())]);
    expect(await late()).toMatchObject({ status: 200 });
    expect(await late()).toMatchObject({ status: 409, body: { code: 'pigeon_at_loft' } });
    expect(await call('DELETE', at)).toMatchObject({ status: 409, body: { code: 'pigeon_at_loft' } });
  });

  it('has the place that its owner gives it: the first ones are active, the others reserves', async () => {
    const ids = [await enter(), await enter(), await enter()].map(({ pigeon_id }) => pigeon_id) as [
      number,
      number,
      number,
    ];
    const turned = [ids[2], ids[0], ids[1]];
    expect(await call('PUT', url('places'), { pigeon_ids: turned })).toMatchObject({ status: 200 });
    expect(await placesOf()).toEqual([
      [ids[2], 'active'],
      [ids[0], 'active'],
      [ids[1], 'reserve'],
    ]);
    expect(await call('PUT', url('places'), { pigeon_ids: ids.slice(1) })).toMatchObject({ status: 422 });
    await bring(ids[1], 'at_loft');
    expect(await call('PUT', url('places'), { pigeon_ids: ids })).toMatchObject({
      status: 409,
      body: { code: 'pigeon_at_loft' },
    });
  });

  it('left without a place by an ended order is taken over by another order of the same person', async () => {
    const { pigeon_id } = await enter({ ring: 'BE 26-4023999' });
    await built.move(order.id, 'cancel');
    expect((await read()).pigeons[0]).toMatchObject({ pigeon_id, health: 'unassigned' });
    const next = await built.order();
    expect(await enter({ ring: 'BE 26-4023999' }, next)).toEqual({ pigeon_id, place: 1 });
    const history = await owner.query('select to_status from pigeon_history where pigeon_id = $1 order by n', [
      pigeon_id,
    ]);
    expect(history.rows.map(({ to_status }) => to_status)).toEqual(['assigned', 'unassigned', 'assigned']);
    const stranger = await buildPerson(scene.db);
    const theirs = await built.order('confirmed', stranger.user_id);
    const taken = await call('POST', url('', theirs), bird({ ring: 'BE 26-4023999' }), stranger);
    expect(taken).toMatchObject({ status: 409, body: { codes: { ring: ['entry_exists'] } } });
  });

  it('leads whoever entered it from its public page to its order, and nobody else (2.11)', async () => {
    const { pigeon_id } = await enter();
    const own = `/api/me/lofts/${built.season.loft_id}/pigeons/${pigeon_id}`;
    const { order } = await read();
    expect((await call('GET', own)).body).toEqual({ order: { order_id: order.order_id, number: order.number } });
    expect((await call('GET', own, undefined, built.merchant)).body).toEqual({ order: null });
    expect((await call('GET', own, undefined, await buildPerson(scene.db))).body).toEqual({ order: null });
  });

  it('is visible to its owner and the managers of the season only', async () => {
    const stranger = await buildPerson(scene.db);
    for (const [method, rest, payload] of [
      ['GET', '', undefined],
      ['POST', '', bird()],
      ['PUT', 'places', { pigeon_ids: [] }],
      ['PUT', 'team', { team_id: null, team: 'Mine now' }],
    ] as const)
      expect(await call(method, url(rest), payload, stranger)).toMatchObject({ status: 404 });
    expect(await call('GET', url(), undefined, built.merchant)).toMatchObject({ status: 200 });
  });
});

describe('a team of one’s own', () => {
  it('is named and renamed until a flight of the season was released', async () => {
    const made = await call('PUT', url('team'), { team_id: null, team: 'Zoë 2' });
    expect(made.status).toBe(200);
    // A new team is of the country of the order's team, and may have another.
    const countries = async () => (await read()).teams.map(({ country }: { country: string | null }) => country);
    expect(new Set(await countries()).size).toBe(1);
    await call('PUT', url('team'), { team_id: made.body.team_id, team: 'Zoë & Zoon', country: 'TH' });
    expect(await countries()).toContain('TH');
    expect(await call('PUT', url('team'), { team_id: null, team: 'Nowhere', country: 'ZZ' })).toMatchObject({
      status: 422,
      body: { codes: { country: ['error_country'] } },
    });
    expect((await read()).teams.map(({ team }: { team: string }) => team)).toEqual(['Zoë & Zoon', 'Zoë 1']);
    const twice = await call('PUT', url('team'), { team_id: made.body.team_id, team: 'zoë 1' });
    expect(twice).toMatchObject({ status: 409, body: { codes: { team: ['error_unique'] } } });
    const { pigeon_id } = await enter({ team_id: made.body.team_id });
    expect((await read()).pigeons[0]).toMatchObject({ team: 'Zoë & Zoon' });
    await bring(pigeon_id, 'active');
    await tx((t) =>
      buildFlight(
        t,
        { loft: built.loft, season_id: built.season.season_id, pigeon_ids: [pigeon_id] },
        { until: 'released', release_time: '2027-06-06T05:00:00.000Z' },
      ),
    );
    const late = await call('PUT', url('team'), { team_id: made.body.team_id, team: 'Too late' });
    expect(late).toMatchObject({ status: 409, body: { code: 'team_has_flown' } });
  });
});

describe('what a person has in a season', () => {
  it('is returned with orders, pigeons, teams and due dates in the shapes of 3.6–3.8 (7.7, 7.8)', async () => {
    const { pigeon_id } = await enter({ ring: 'BE 26-4023188' });
    await enter();
    const { user_id } = built.customer;
    const { season_id } = built.season;
    const { status, body } = await call('GET', `/api/custom/v1/user/${user_id}/seasons/${season_id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: season_id,
      orders: [
        {
          id: order.id,
          latest_order_status: { order_status_type: { code: 'confirmed' } },
          order_positions: [
            { amount: 650, quantity: 1, product: { product_category_id: 1, pigeons_active: 2, pigeons_reserve: 1 } },
          ],
          latest_transportation: null,
        },
      ],
      pigeon_teams: [{ id: built.team_id, user_id, name: 'Zoë 1' }],
      due_dates: [{ due_date_category_id: 1, starts_at: '2027-01-01', ends_at: '2027-02-28' }],
    });
    expect(body.pigeons).toHaveLength(2);
    const pigeons = await call('GET', `/api/custom/v1/user/${user_id}/pigeons/${season_id}`);
    expect(pigeons.body).toEqual(body.pigeons);
    expect(pigeons.body.find(({ id }: { id: number }) => id === pigeon_id)).toMatchObject({
      ring_number: 'BE 26-4023188',
      order_id: order.id,
      latest_pigeon_health_status: { pigeon_status_type_id: 2, pigeon_id },
      latest_pigeon_progressive_status: null,
    });
    // The new state has the same names (7.9).
    const sent = await call(
      'POST',
      '/api/res/v1/pigeon-statuses',
      { pigeon_id, pigeon_status_type_id: 6, reason: 'A wing' },
      built.merchant,
    );
    expect(sent).toMatchObject({
      status: 200,
      body: { pigeon_id, pigeon_status_type_id: 6, pigeon_status_type: { id: 6, code: 'injured' }, reason: 'A wing' },
    });
    const again = await call(
      'POST',
      '/api/res/v1/pigeon-statuses',
      { pigeon_id, pigeon_status_type_id: 6 },
      built.merchant,
    );
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'same_status', error: 'The new status is the same as the last one' },
    });
    const stranger = await buildPerson(scene.db);
    for (const path of [`seasons/${season_id}`, `pigeons/${season_id}`])
      expect(await call('GET', `/api/custom/v1/user/${user_id}/${path}`, undefined, stranger)).toMatchObject({
        status: 404,
      });
    expect(
      await call('GET', `/api/custom/v1/user/${stranger.user_id}/pigeons/${season_id}`, undefined, stranger),
    ).toMatchObject({ status: 200, body: [] });
  });
});

describe('the places of an order', () => {
  it('are taken to the last one and no more, however many are entered at once', async () => {
    const rounds = proveSize(3, 200);
    for (let round = 0; round < rounds; round++) {
      const next = await built.order();
      const answers = await Promise.all(Array.from({ length: 8 }, () => call('POST', url('', next), bird())));
      const words = answers.map(({ status, body }) => String(status === 200 ? body.place : body.code)).sort();
      expect(words).toEqual(['1', '2', '3', ...Array<string>(5).fill('order_full')]);
    }
    reportProof('places of an order', { rounds, at_once: 8, places: 3 });
  });

  it('a ring entered twice at the same moment is stored once (8.17)', async () => {
    const other = await built.order();
    for (let round = 0; round < proveSize(3, 100); round++) {
      const same = bird();
      const answers = await Promise.all([order, other].map((of) => call('POST', url('', of), same)));
      expect(answers.map(({ body }) => String(body.codes?.ring?.[0] ?? 'entered')).sort()).toEqual([
        'entered',
        'entry_exists',
      ]);
    }
  });

  it('are limited by the database with the same code; control: without its constraint there are too many', async () => {
    const ids = [await enter(), await enter(), await enter()];
    const spare = await built.order();
    const { pigeon_id } = await enter({}, spare);
    const put = `update entries set order_id = ${order.id}, place = 4 where pigeon_id = ${pigeon_id}`;
    const no = await owner.query(put).catch(refusalOfDatabase);
    expect(no).toMatchObject({ code: 'order_full' });
    const pending = await built.order('pending');
    const early = await owner
      .query(`update entries set order_id = ${pending.id}, place = 1 where pigeon_id = ${pigeon_id}`)
      .catch(refusalOfDatabase);
    expect(early).toMatchObject({ code: 'order_takes_no_pigeons' });
    const twice = `insert into pigeons (loft_id, season_id, ring, ring_key, bird_id) select loft_id, season_id, ring, ring_key, bird_id from pigeons where id = ${ids[0]!.pigeon_id}`;
    expect(await scene.connection.pool.query(twice).catch(refusalOfDatabase)).toMatchObject({ code: 'entry_exists' });
    await owner.query('begin');
    await owner.query('alter table entries disable trigger keep_places');
    expect((await owner.query(put)).rowCount).toBe(1);
    await owner.query('rollback');
  });
});

describe('a pasted list', () => {
  const paste = (list: string, mode: 'look' | 'good') => call('POST', url('pigeon-lists'), { list, mode });

  it('is checked without a trace, says of each line what entering would, and is then entered', async () => {
    await enter({ ring: 'BE 26-5000001' });
    const list =
      'BE 26-5000002\tLowie\tdoffer\tBlau\n\nBE-26-5000001\nBE 26-5000002\nBE 26-5000003;;crow\nBE 26-5000004\nBE 26-5000005';
    const looked = await call('POST', url('pigeon-lists'), { list, mode: 'look' });
    const errors = [
      [1, []],
      [3, [['ring', 'entry_exists']]],
      [4, [['ring', 'ring_twice']]],
      [5, [['sex', 'sex_word_unknown']]],
      [6, []],
      [7, [['ring', 'order_full']]],
    ];
    const errorsOf = ({ body }: typeof looked) =>
      (body.lines as { line: number; errors: { field: string; code: string }[] }[]).map((one) => [
        one.line,
        one.errors.map(({ field, code }) => [field, code]),
      ]);
    expect(errorsOf(looked)).toEqual(errors);
    expect(looked.body).toMatchObject({ good: 2, wrong: 4, rest: list });
    expect((await read()).pigeons).toHaveLength(1);

    const entered = await paste(list, 'good');
    expect(errorsOf(entered)).toEqual(errors);
    expect(entered.body.rest).toBe('BE-26-5000001\nBE 26-5000002\nBE 26-5000003;;crow\nBE 26-5000005');
    const { pigeons } = await read();
    expect((pigeons as object[]).slice(1)).toMatchObject([
      { ring: 'BE 26-5000002', pigeon_name: 'Lowie', sex: 'cock', color: 'Blau', place: 2, health: 'assigned' },
      { ring: 'BE 26-5000004', place: 3 },
    ]);
  });

  it('numbers its lines as they were pasted, and keeps the empty ones with them until they are entered', async () => {
    const list = '\n\nBE 26-5100001\n\nx\n';
    const looked = await paste(list, 'look');
    expect(looked.body).toMatchObject({ rest: list, lines: [{ line: 3 }, { line: 5 }] });
    expect((await paste(looked.body.rest, 'good')).body).toMatchObject({
      rest: 'x',
      lines: [{ line: 3 }, { line: 5 }],
    });
  });

  it('is asked about unusual rings as the form of a single bird, for the team that is chosen', async () => {
    const { body: made } = await call('PUT', url('team'), { team_id: null, team: 'Zoë 2' });
    const list = '123\nDE 26-12345\nDV 06914-26-18\nDV 06914-40-19';
    const send = (mode: 'look' | 'good', kept_rings: string[] = []) =>
      call('POST', url('pigeon-lists'), { list, mode, team_id: made.team_id, kept_rings });
    const doubts = ({ body }: Awaited<ReturnType<typeof send>>) =>
      (body.lines as { errors: { code: string }[] }[]).map(({ errors }) => errors.map(({ code }) => code).join());
    expect(doubts(await send('look'))).toEqual(['ring_unusual', 'ring_unlike', '', 'ring_of_future']);
    const entered = await send('good', ['de26-12345']);
    expect(doubts(entered)).toEqual(['ring_unusual', '', '', 'ring_of_future']);
    expect(entered.body).toMatchObject({ good: 2, wrong: 2, rest: '123\nDV 06914-40-19' });
    expect((await read()).pigeons).toMatchObject([
      { ring: 'DE 26-12345', team: 'Zoë 2' },
      { ring: 'DV 06914-26-18', team: 'Zoë 2' },
    ]);
    // The order, and by it its papers, say whom each bird flies for.
    const { body: whole } = await call('GET', `/api/registrations/${order.id}`);
    expect(whole.order).toMatchObject({ team: { name: 'Zoë 1' }, pigeons: [{ team: 'Zoë 2' }, { team: 'Zoë 2' }] });
    const foreign = await call('POST', url('pigeon-lists'), { list, mode: 'good', team_id: 99_999_999 });
    expect(foreign.body.good).toBe(0);
  });

  it('may name its columns, and refuses an empty or endless one at the field', async () => {
    const named = await paste('Farbe;Ring;Preis\nBlau;DV 06914-26-17;3', 'good');
    expect(named.body).toMatchObject({ good: 1, wrong: 0, unknown_columns: ['Preis'], rest: '' });
    expect((await read()).pigeons).toMatchObject([{ color: 'Blau' }]);
    expect(await paste(' \n', 'look')).toMatchObject({ status: 422, body: { codes: { list: ['error_required'] } } });
    const long = Array.from({ length: 501 }, (_, i) => `BE 26-${6_000_000 + i}`).join('\n');
    expect((await paste(long, 'look')).body).toMatchObject({ codes: { list: ['list_too_long'] } });
  });

  it('gives the last place to one of two lists that come at once', async () => {
    const ends = await Promise.all(
      ['7000000', '7100000'].map((from) => paste([0, 1].map((i) => `BE 26-${Number(from) + i}`).join('\n'), 'good')),
    );
    expect(ends.map(({ body }) => body.good as number).sort((a, b) => a - b)).toEqual([1, 2]);
    expect((await read()).pigeons).toHaveLength(3);
  });
});
