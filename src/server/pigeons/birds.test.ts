/**
 * One bird for life: the same ring in two seasons or lofts is one bird. A bird entered again gets the facts that the
 * person entering it may know, and none that a season hides; a loft can separate two birds with the same ring, with
 * history.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Switch } from '#domain/seasons/visibility.ts';
import { changeHidden } from '#server/seasons/visibility.ts';
import { type BuiltLoft, buildLoft, buildPerson, buildSeason } from '#testing/builders.ts';
import { buildEntries } from '#testing/entries.ts';
import { asDataUrl, pdfOf } from '#testing/files.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { enterPigeons, wearChips } from './pigeons.ts';

let scene: TestSite;
let owner: pg.Client;
let data_dir: string;
beforeAll(async () => {
  data_dir = await mkdtemp(join(tmpdir(), 'loftline-birds-'));
  scene = await testSite({ data_dir });
  owner = new pg.Client({ connectionString: scene.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await scene?.end();
  await rm(data_dir, { recursive: true, force: true });
});

type Built = Awaited<ReturnType<typeof buildEntries>>;
type Person = Awaited<ReturnType<typeof buildPerson>>;

/** A season of last year, this year's of the same loft, and one of another loft, each with the same customer. */
let last: Built;
let next: Built;
let elsewhere: Built;
let loft: BuiltLoft;
let ring: string;
let rings = 0;
beforeEach(async () => {
  loft = await buildLoft(scene.db);
  last = await buildEntries(scene.db, { built: loft });
  next = await buildEntries(scene.db, { built: await buildSeason(scene.db, loft, 2027), customer: last.customer });
  elsewhere = await buildEntries(scene.db, { customer: last.customer });
  await scene.db.updateTable('seasons').set({ year: 2025 }).where('id', '=', elsewhere.season.season_id).execute();
  ring = `BE 26-${5_000_000 + ++rings}`;
});

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, who: Person | null, payload?: object) {
  const answer = await scene.app.inject({ method, url, headers: who?.headers ?? {}, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}
async function enter(built: Built, bird: object, { order, by = built.customer }: { order?: number; by?: Person } = {}) {
  const order_id = order ?? (await built.order()).id;
  const { status, body } = await call('POST', `/api/registrations/${order_id}/pigeons`, by, {
    name: '',
    color: '',
    sex: 'unknown',
    ...bird,
  });
  expect(status).toBe(200);
  const { pigeons } = (await call('GET', `/api/registrations/${order_id}/pigeons`, by)).body;
  return { order_id, ...pigeons.find((one: { pigeon_id: number }) => one.pigeon_id === body.pigeon_id) };
}
/** The loft has received the bird. */
async function arrive(built: Built, { pigeon_id }: { pigeon_id: number }) {
  const url = `/api/admin/seasons/${built.season.season_id}/pigeon-statuses`;
  const { status } = await call('PUT', url, built.merchant, { pigeon_ids: [pigeon_id], status: 'active' });
  expect(status).toBe(200);
}
const idOf = async (pigeon_id: number) =>
  (await scene.db.selectFrom('pigeons').select('bird_id').where('id', '=', pigeon_id).executeTakeFirstOrThrow())
    .bird_id;
const hide = (built: Built, ...hidden: Switch[]) =>
  scene.db.transaction().execute((tx) => changeHidden(tx, null, built.season, hidden));
const seasonsOf = async (built: Built, pigeon_id: number, who: Person | null = null) =>
  (await call('GET', `/api/lofts/${built.loft.id}/pigeons/${pigeon_id}/seasons`, who)).body.seasons;
const adminPath = (built: Built, pigeon_id: number) =>
  `/api/admin/seasons/${built.season.season_id}/pigeons/${pigeon_id}/bird`;
const say = (built: Built, pigeon_id: number, same_as: number | null, who = built.merchant) =>
  call('PUT', adminPath(built, pigeon_id), who, { same_as, reason: 'Of another country' });

describe('the same ring', () => {
  it('is one bird in two seasons and two lofts, in any notation; another ring is another bird', async () => {
    const first = await enter(last, { ring });
    const again = await enter(next, { ring: ` ${ring.toLowerCase().replace('-', '/')}` });
    const there = await enter(elsewhere, { ring });
    const other = await enter(last, { ring: `${ring}9` });
    const ids = await Promise.all([first, again, there, other].map(({ pigeon_id }) => idOf(pigeon_id)));
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).toBe(ids[0]);
    expect(ids[3]).not.toBe(ids[0]);
  });

  it('is one bird, also when entered twice at the same moment', async () => {
    const fresh = Array.from({ length: 40 }, (_, i) => ({ ring: `NL 26-${rings}-${i}`, team_id: null }));
    const enterAll = (built: Built, list: typeof fresh) =>
      scene.db.transaction().execute((tx) => enterPigeons(tx, built.season, list));
    await Promise.all([
      enterAll(last, fresh),
      enterAll(next, fresh.toReversed()),
      enterAll(elsewhere, [...fresh.slice(20), ...fresh.slice(0, 20)]),
    ]);
    const { rows } = await owner.query(
      `select count(*)::int as pigeons, count(distinct bird_id)::int as birds from pigeons where ring like 'NL 26-${rings}-%'`,
    );
    expect(rows).toEqual([{ pigeons: 120, birds: 40 }]);
  });

  it('becomes another bird when it is corrected', async () => {
    const wrong = await enter(last, { ring });
    const right = await enter(elsewhere, { ring: `${ring}1` });
    const body = { ring: `${ring}1`, name: '', color: '', sex: 'hen' };
    await call('PUT', `/api/registrations/${wrong.order_id}/pigeons/${wrong.pigeon_id}`, last.customer, body);
    expect(await idOf(wrong.pigeon_id)).toBe(await idOf(right.pigeon_id));
  });
});

describe('a bird whose ring is corrected', () => {
  it('keeps the facts left out, and a merchant’s decision about it when the ring is corrected back', async () => {
    const first = await enter(last, { ring });
    const there = await enter(elsewhere, { ring, hatch_year: 2024, breeder: 'Gaby Vandenabeele' });
    await say(elsewhere, there.pigeon_id, null);
    const apart = await idOf(there.pigeon_id);
    const url = `/api/registrations/${there.order_id}/pigeons/${there.pigeon_id}`;
    const change = (to: string) => call('PUT', url, elsewhere.customer, { ring: to, name: '', color: '', sex: 'hen' });
    expect((await change(`${ring}7`)).status).toBe(200);
    expect(await idOf(there.pigeon_id)).not.toBe(apart);
    expect((await change(ring)).status).toBe(200);
    expect(await idOf(there.pigeon_id)).toBe(apart);
    expect(await idOf(first.pigeon_id)).not.toBe(apart);
    const { pigeons } = (await call('GET', `/api/registrations/${there.order_id}/pigeons`, elsewhere.customer)).body;
    expect(pigeons[0]).toMatchObject({ hatch_year: 2024, breeder: 'Gaby Vandenabeele', sex: 'hen' });
  });
});

describe('a bird that is entered again', () => {
  const known = {
    name: 'Lowie',
    color: 'Blue bar',
    sex: 'cock',
    eye_color: 'pearl',
    hatch_year: '2024',
    breeder: 'Gaby Vandenabeele',
    sire: 'BE 21-4100233',
    dam: 'BE 22-4100871',
  };
  const { name: pigeon_name, ...said } = known;
  const knownFacts = { ...said, pigeon_name, hatch_year: 2024 };

  it('has what its owner knows of it, also from another loft and from a season that hides it', async () => {
    await enter(elsewhere, { ring, ...known });
    await hide(elsewhere, 'fanciers.color', 'fanciers.sex', 'fanciers.breeder');
    const again = await enter(next, { ring, name: 'Louis' });
    expect(again).toMatchObject({ ...knownFacts, pigeon_name: 'Louis' });
    // Its owner reads where they are from, and what is corrected is from there no more.
    const from = { loft: elsewhere.loft.name, year: 2025 };
    const rest = ['sex', 'eye_color', 'hatch_year', 'breeder', 'sire', 'dam'];
    expect(again.known_from).toEqual([{ ...from, facts: ['sex', 'color', ...rest.slice(1)] }]);
    const changed = { ring, name: 'Louis', sex: 'cock', color: 'Red' };
    const at = `/api/registrations/${again.order_id}/pigeons`;
    expect((await call('PUT', `${at}/${again.pigeon_id}`, next.customer, changed)).status).toBe(200);
    expect((await call('GET', at, next.customer)).body.pigeons[0].known_from).toEqual([{ ...from, facts: rest }]);
    // Facts entered earlier stay unchanged.
    const before = await scene.db
      .selectFrom('pigeons')
      .select(['name', 'color'])
      .where('season_id', '=', elsewhere.season.season_id)
      .execute();
    expect(before).toEqual([{ name: 'Lowie', color: 'Blue bar' }]);
  });

  it('is said to its owner, and to nobody else, where another loft has it in the same year', async () => {
    const here = await enter(next, { ring });
    expect(here.also_in).toEqual([]);
    await scene.db.updateTable('seasons').set({ year: 2027 }).where('id', '=', elsewhere.season.season_id).execute();
    expect((await enter(elsewhere, { ring: ring.toLowerCase() })).also_in).toEqual([
      { loft: next.loft.name, season: '2027' },
    ]);
    const entries = async (who: Person) =>
      (await call('GET', `/api/registrations/${here.order_id}/pigeons`, who)).body.pigeons[0].also_in;
    expect(await entries(next.customer)).toEqual([{ loft: elsewhere.loft.name, season: expect.any(String) }]);
    expect(await entries(next.merchant)).toEqual([]);
    // Another person's entry of the same ring is not the owner's to know.
    const stranger = await buildEntries(scene.db);
    await scene.db.updateTable('seasons').set({ year: 2027 }).where('id', '=', stranger.season.season_id).execute();
    expect((await enter(stranger, { ring })).also_in).toEqual([]);
    expect(await entries(next.customer)).toHaveLength(1);
  });

  it('has for another person, and for the loft, the public facts only', async () => {
    const bird = await enter(elsewhere, { ring, ...known });
    await hide(elsewhere, 'fanciers.color', 'fanciers.sire');
    // Anyone can enter any ring: the facts count once the loft has received the bird.
    const early = await buildEntries(scene.db);
    expect(await enter(early, { ring })).toMatchObject({ pigeon_name: null, hatch_year: null });
    await arrive(elsewhere, bird);
    const stranger = await buildEntries(scene.db);
    const shown = { ...knownFacts, color: null, sire: null };
    const theirs = await enter(stranger, { ring });
    expect(theirs).toMatchObject(shown);
    expect(theirs.known_from.flatMap(({ facts }: { facts: string[] }) => facts)).not.toContain('color');
    // Entered by the loft for the customer: another loft's non-public facts are not passed on.
    const own = await enter(next, { ring }, { by: next.merchant });
    expect(own).toMatchObject(shown);
    await arrive(next, own);
    await hide(elsewhere, 'fanciers.ringDescriptor');
    const nobody = await buildEntries(scene.db);
    expect(await enter(nobody, { ring: ` ${ring}` })).toMatchObject({ pigeon_name: 'Lowie', color: null });
  });

  it('has its owner’s own facts before those of a stranger who entered the same ring later', async () => {
    await enter(elsewhere, { ring, name: 'Lowie' });
    const stranger = await buildEntries(scene.db);
    await arrive(stranger, await enter(stranger, { ring, name: 'Zorro', color: 'Red', sire: 'NL 20-1' }));
    expect(await enter(next, { ring })).toMatchObject({ pigeon_name: 'Lowie', color: 'Red', sire: 'NL 20-1' });
  });

  it('has for the loft no facts of another owner that their season hid', async () => {
    const stranger = await buildPerson(scene.db);
    const order = (await last.order('confirmed', stranger.user_id)).id;
    await arrive(last, await enter(last, { ring, ...known }, { order, by: stranger }));
    await hide(last, 'fanciers.breeder', 'fanciers.sire');
    const bird = await enter(next, { ring }, { by: next.merchant });
    expect(bird).toMatchObject({ pigeon_name: 'Lowie', breeder: null, sire: null });
  });

  it('has nothing of a season that hides its rings or is a draft', async () => {
    await enter(elsewhere, { ring, ...known });
    await hide(elsewhere, 'fanciers.ringDescriptor');
    const stranger = await buildEntries(scene.db);
    expect(await enter(stranger, { ring })).toMatchObject({ pigeon_name: null, color: null, hatch_year: null });
  });

  it('keeps its pedigree within the loft, and only for the same owner', async () => {
    const first = await enter(last, { ring, ...known });
    const url = `/api/registrations/${first.order_id}/pigeons/${first.pigeon_id}/pedigree?name=Lowie.pdf`;
    const sent = await call('POST', url, last.customer, [asDataUrl('application/pdf', pdfOf())]);
    expect(sent.status).toBe(200);
    expect((await enter(next, { ring })).pedigree).toMatchObject({ name: 'Lowie.pdf' });
    expect((await enter(elsewhere, { ring })).pedigree).toBeNull();
    const third = await buildSeason(scene.db, loft, 2028);
    const stranger = await buildEntries(scene.db, { built: third });
    expect((await enter(stranger, { ring })).pedigree).toBeNull();
  });

  it('is suggested to its owner until it is entered, and to the loft where the loft had it itself', async () => {
    await enter(elsewhere, { ring, ...known });
    await enter(last, { ring: `${ring}1` });
    const { id } = await next.order();
    const offered = async (who: Person) =>
      ((await call('GET', `/api/registrations/${id}/earlier-pigeons`, who)).body.pigeons as { ring: string }[])
        .map((bird) => bird.ring)
        .sort();
    expect(await offered(next.customer)).toEqual([ring, `${ring}1`]);
    expect(await offered(next.merchant)).toEqual([`${ring}1`]);
    await enter(next, { ring }, { order: id });
    expect(await offered(next.customer)).toEqual([`${ring}1`]);
  });

  it('is entered from a list too, with what the loft knows of it', async () => {
    await arrive(last, await enter(last, { ring, ...known }));
    // It has the chip that it wears since then; another bird's chip is refused.
    const chip = `C0FFEE${String(rings).padStart(4, '0')}`;
    const { id: pigeon_id } = await scene.db
      .selectFrom('pigeons')
      .select('id')
      .where('season_id', '=', last.season.season_id)
      .executeTakeFirstOrThrow();
    const since = '2026-04-01T10:00:00.000Z';
    await scene.db.transaction().execute((tx) => wearChips(tx, last.loft.id, [{ pigeon_id, chip }], since));
    const csv = Buffer.from(`ring;name;chip;outside\n${ring};;${chip};A guest\n`).toString('base64');
    const sent = { file: csv, mode: 'all' };
    const url = `/api/admin/seasons/${next.season.season_id}/pigeon-imports`;
    const wrong = Buffer.from(`ring;chip;outside\n${ring}8;${chip};A guest\n`).toString('base64');
    expect((await call('POST', url, next.merchant, { file: wrong, mode: 'look' })).body.lines).toMatchObject([
      { errors: [{ field: 'chip', code: 'chip_on_another_bird' }] },
    ]);
    expect((await call('POST', url, next.merchant, sent)).body).toMatchObject({ entered: 1 });
    const bird = await scene.db
      .selectFrom('pigeons')
      .select(['name', 'hatch_year', 'breeder'])
      .where('season_id', '=', next.season.season_id)
      .execute();
    expect(bird).toEqual([{ name: 'Lowie', hatch_year: 2024, breeder: 'Gaby Vandenabeele' }]);
    const { rows } = await owner.query(
      `select p.season_id::int, upper_inf(c.during) as is_worn from pigeon_chips c join pigeons p on p.id = c.pigeon_id
        where c.chip = '${chip}' order by lower(c.during)`,
    );
    expect(rows).toEqual([
      { season_id: last.season.season_id, is_worn: false },
      { season_id: next.season.season_id, is_worn: true },
    ]);
  });
});

describe('the other seasons of a bird', () => {
  it('are public as far as each shows it, with their flights; none that hides its rings or is a draft', async () => {
    const first = await enter(last, { ring, name: 'Lowie', color: 'Blue bar' });
    const there = await enter(elsewhere, { ring });
    await hide(last, 'fanciers.color', 'participants.fancier');
    expect(await seasonsOf(elsewhere, there.pigeon_id)).toMatchObject([
      {
        loft: { id: last.loft.id, name: last.loft.name },
        season: { id: last.season.season_id, year: 2026 },
        pigeon: { pigeon_id: first.pigeon_id, ring, pigeon_name: 'Lowie', color: null, fancier: null, team: 'Zoë 1' },
        flight_count: 0,
      },
    ]);
    await hide(last, 'results.ringDescriptor');
    expect(await seasonsOf(elsewhere, there.pigeon_id)).toMatchObject([{ flight_count: null }]);
    await hide(last, 'fanciers.ringDescriptor');
    expect(await seasonsOf(elsewhere, there.pigeon_id)).toEqual([]);
    expect(await seasonsOf(elsewhere, there.pigeon_id, elsewhere.merchant)).toEqual([]);
    expect(await seasonsOf(elsewhere, there.pigeon_id, last.merchant)).toHaveLength(1);
    expect(await seasonsOf(last, first.pigeon_id)).toBeUndefined();
    await hide(last);
    expect(await seasonsOf(elsewhere, there.pigeon_id)).toHaveLength(1);
  });
});

describe('a stranger’s ring', () => {
  it('is no other season of a bird until a loft receives it, except for members of that loft', async () => {
    const first = await enter(last, { ring });
    const stranger = await buildEntries(scene.db);
    const there = await enter(stranger, { ring });
    expect(await idOf(there.pigeon_id)).toBe(await idOf(first.pigeon_id));
    const none = async () => {
      expect(await seasonsOf(last, first.pigeon_id)).toEqual([]);
      expect(await seasonsOf(stranger, there.pigeon_id)).toEqual([]);
    };
    await none();
    // Nor when the order has ended and left it behind.
    const late = await enter(stranger, { ring: `${ring}2` });
    const known = await enter(last, { ring: `${ring}2`, name: 'Lowie' });
    await arrive(last, known);
    const ended = await call('POST', `/api/registrations/${late.order_id}/cancellation`, stranger.customer, {});
    expect(ended.status).toBe(200);
    expect(await seasonsOf(last, known.pigeon_id)).toEqual([]);
    await arrive(last, first);
    await none();
    expect(await seasonsOf(last, first.pigeon_id, last.merchant)).toEqual([]);
    // The expecting loft sees the claimed identity, and can reject it.
    expect(await seasonsOf(stranger, there.pigeon_id, stranger.merchant)).toHaveLength(1);
    await arrive(stranger, there);
    expect(await seasonsOf(last, first.pigeon_id)).toHaveLength(1);
    expect(await seasonsOf(stranger, there.pigeon_id)).toHaveLength(1);
    // The owner's own bird is known at once.
    const again = await enter(next, { ring });
    expect(await seasonsOf(last, first.pigeon_id)).toHaveLength(2);
    expect(await seasonsOf(next, again.pigeon_id)).toHaveLength(1);
  });
});

describe('a correction by a loft', () => {
  it('applies in every state of the pigeon, with author, change and date; impossible facts are refused', async () => {
    const first = await enter(last, { ring, name: 'Lowie' });
    await arrive(last, first);
    const at = `/api/admin/seasons/${last.season.season_id}/pigeons/${first.pigeon_id}`;
    const correct = (said: object, who = last.merchant) =>
      call('PUT', `${at}/facts`, who, { ring, name: 'Lowie', color: '', sex: '', ...said });
    expect(await correct({ color: 'Red', hatch_year: '2025' })).toMatchObject({ status: 200 });
    expect(await correct({ color: 'Red', hatch_year: '2025' })).toMatchObject({ status: 200 });
    const { pigeon, corrections } = (await call('GET', at, last.merchant)).body;
    expect(pigeon).toMatchObject({ color: 'Red', hatch_year: 2025, health: 'active', team: first.team });
    expect(corrections).toMatchObject([
      {
        by: { user_id: last.merchant.user_id },
        changes: [
          { fact: 'color', from: null, to: 'Red' },
          { fact: 'hatch_year', from: null, to: 2025 },
        ],
      },
    ]);
    for (const [said, errors] of [
      [{ hatch_year: '2027' }, { hatch_year: ['error_max_value'] }],
      [{ hatch_year: '26' }, { hatch_year: ['error_year'] }],
      [{ hatch_year: '1800' }, { hatch_year: ['error_min_value'] }],
      [{ ring: '!!!???' }, { ring: ['error_required'] }],
      [{ sire: ring.toLowerCase() }, { sire: ['parent_is_itself'] }],
      [{ sire: 'NL 20-77', dam: 'NL20 77' }, { dam: ['same_parents'] }],
    ])
      expect((await correct(said as object)).body).toMatchObject({ codes: errors });
    expect((await correct({}, elsewhere.merchant)).status).toBe(404);
    expect((await correct({}, last.customer)).status).toBe(404);
    const other = await enter(last, { ring: `${ring}1` });
    expect((await correct({ ring: other.ring })).body).toMatchObject({ codes: { ring: ['entry_exists'] } });
  });
});

describe('the identity of a bird', () => {
  it('a merchant separates two birds with the same ring, and joins them again, with history', async () => {
    const first = await enter(last, { ring });
    const there = await enter(elsewhere, { ring });
    const bird_id = await idOf(first.pigeon_id);
    expect((await say(elsewhere, there.pigeon_id, null)).status).toBe(200);
    const apart = await idOf(there.pigeon_id);
    expect(apart).not.toBe(bird_id);
    expect(await seasonsOf(elsewhere, there.pigeon_id)).toEqual([]);
    expect(await seasonsOf(last, first.pigeon_id)).toEqual([]);
    const view = (await call('GET', adminPath(elsewhere, there.pigeon_id), elsewhere.merchant)).body;
    expect(view).toMatchObject({
      seasons: [],
      others: [{ seasons: [{ pigeon: { pigeon_id: first.pigeon_id } }] }],
      changes: [{ is_new: true, reason: 'Of another country', by: { user_id: elsewhere.merchant.user_id } }],
      may_change: true,
    });
    // The loft's next season has the loft's bird.
    const later = await buildEntries(scene.db, {
      built: await buildSeason(scene.db, { ...loft, loft: elsewhere.loft }, 2028),
    });
    expect(await idOf((await enter(later, { ring })).pigeon_id)).toBe(apart);

    expect((await say(elsewhere, there.pigeon_id, first.pigeon_id)).status).toBe(200);
    expect(await idOf(there.pigeon_id)).toBe(bird_id);
    expect(await seasonsOf(elsewhere, there.pigeon_id)).toHaveLength(1);
    const { changes } = (await call('GET', adminPath(elsewhere, there.pigeon_id), elsewhere.merchant)).body;
    expect(changes.map(({ is_new }: { is_new: boolean }) => is_new)).toEqual([false, true]);
    expect((await say(elsewhere, there.pigeon_id, first.pigeon_id)).status).toBe(200);
    expect((await call('GET', adminPath(elsewhere, there.pigeon_id), elsewhere.merchant)).body.changes).toHaveLength(2);
  });

  it('is changed in one’s own loft only, for a bird with the same ring, where there is another entry', async () => {
    const first = await enter(last, { ring });
    const there = await enter(elsewhere, { ring });
    const other = await enter(last, { ring: `${ring}1` });
    expect((await say(last, first.pigeon_id, null, elsewhere.merchant)).status).toBe(404);
    expect(await say(last, other.pigeon_id, null)).toMatchObject({ status: 409, body: { code: 'bird_alone' } });
    const wrong = await say(elsewhere, there.pigeon_id, other.pigeon_id);
    expect(wrong.body).toMatchObject({ codes: { same_as: ['not_found'] } });
    // A success must not reveal hidden birds.
    await hide(last, 'fanciers.ringDescriptor');
    expect(await say(elsewhere, there.pigeon_id, null)).toMatchObject({ body: { code: 'bird_alone' } });
    const entries = [{ loft_id: last.loft.id, entry: { is_staff: true, has_seasons: true } }];
    const staff = await buildPerson(scene.db, { entries });
    expect((await call('GET', adminPath(last, first.pigeon_id), staff)).body).toMatchObject({ may_change: false });
    expect((await say(last, first.pigeon_id, null, staff)).status).toBe(404);
  });

  it('is changed by several lofts at the same moment, and each gets a bird of its own', async () => {
    const pigeons = await Promise.all(
      [last, next, elsewhere].map(async (built) => ({ built, ...(await enter(built, { ring })) })),
    );
    const admin = await buildPerson(scene.db, { is_admin: true });
    const said = await Promise.all(pigeons.map(({ built, pigeon_id }) => say(built, pigeon_id, null, admin)));
    // The last one may be the only one left.
    expect(said.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
    const ids = await Promise.all(pigeons.map(({ pigeon_id }) => idOf(pigeon_id)));
    expect(new Set(ids).size).toBe(3);
  });

  it('is protected by the database: no other ring, no change without history, no history removed', async () => {
    const first = await enter(last, { ring });
    const other = await enter(elsewhere, { ring: `${ring}1` });
    const foreign = await idOf(other.pigeon_id);
    const move = (bird_id: number) => `update pigeons set bird_id = ${bird_id} where id = ${first.pigeon_id}`;
    await expect(scene.connection.pool.query(move(foreign))).rejects.toMatchObject({ code: '23503' });
    const apart = (
      await owner.query(`insert into birds (ring_key, n) select ring_key, 9 from birds
      where id = ${await idOf(first.pigeon_id)} returning id`)
    ).rows[0].id;
    await expect(scene.connection.pool.query(move(apart))).rejects.toMatchObject({ code: '23514' });
    // Control: without the guard the same is accepted.
    await owner.query('begin');
    await owner.query('alter table pigeons disable trigger keep_bird');
    await owner.query('set constraints all immediate');
    expect((await owner.query(move(apart))).rowCount).toBe(1);
    await owner.query('rollback');
    const there = await enter(elsewhere, { ring });
    await say(elsewhere, there.pigeon_id, null);
    for (const text of [`delete from bird_changes`, `update bird_changes set reason = 'x'`, `truncate bird_changes`])
      await expect(owner.query(text), text).rejects.toMatchObject({ code: '42501' });
    // A removed pigeon takes its history along.
    const url = `/api/registrations/${there.order_id}/pigeons/${there.pigeon_id}`;
    expect((await call('DELETE', url, elsewhere.customer, {})).status).toBe(200);
    const left = await owner.query(`select from bird_changes where pigeon_id = ${there.pigeon_id}`);
    expect(left.rowCount).toBe(0);
  });
});
