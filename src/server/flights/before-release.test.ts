/** What the public sees of a flight before its release: its log, its seal, one's own birds; and who is notified of it. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifyFans } from '#server/notifications/fans.ts';
import { choose, settingsOf } from '#server/notifications/settings.ts';
import { bringTo, lockPigeons } from '#server/pigeons/statuses.ts';
import { changeHidden } from '#server/seasons/visibility.ts';
import { type BuiltRace, buildPerson, buildRace } from '#testing/builders.ts';
import { waitingFor } from '#testing/notifications.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { moveFlight, reopenList, sealList } from './lifecycle.ts';
import { lockFlight } from './locked-flight.ts';
import { addPlan, addSeries, changePlan, findPlan, postponeFlight } from './plans.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site?.end());

const keyOf = (race: BuiltRace) => ({ loft_id: race.loft.id, flight_id: race.flight_id });
const pathOf = (race: BuiltRace) => `/api/lofts/${race.loft.id}/flights/${race.flight_id}`;
const get = async (path: string) => {
  const answer = await site.app.inject({ method: 'GET', url: path });
  return { status: answer.statusCode, body: answer.json() };
};
const act = () => ({ by: null, now_ms: Date.now() });
const seal = (race: BuiltRace) =>
  site.db.transaction().execute(async (tx) => sealList(tx, await lockFlight(tx, keyOf(race)), act()));
const hide = (race: BuiltRace, ...hidden: Parameters<typeof changeHidden>[3][number][]) =>
  site.db
    .transaction()
    .execute((tx) => changeHidden(tx, null, { loft_id: race.loft.id, season_id: race.season_id }, hidden));

const factsFor = async (user_id: number) =>
  (await site.db.selectFrom('notifications').select('facts').where('user_id', '=', user_id).execute()).map(
    ({ facts }) => facts,
  );

describe('everybody reads', () => {
  it('a flight with its season, and the loft of that (3.3)', async () => {
    const race = await buildRace(site.db, { birds: 1 });
    const { flight, loft } = (await get(pathOf(race))).body;
    expect(flight.season).toMatchObject({ id: race.season_id, status: 'in_progress', loft: { id: race.loft.id } });
    expect(flight.season.loft).toEqual(loft);
  });

  it('the log of a flight, and the sealed list whose fingerprint is computed again', async () => {
    const race = await buildRace(site.db, { birds: 3, until: 'basketing' });
    expect((await get(`${pathOf(race)}/log`)).body).toMatchObject({
      log: [{ kind: 'planned' }, { kind: 'basketing' }],
      seal: null,
    });
    expect((await get(`${pathOf(race)}/sealed-list`)).status).toBe(404);
    const fingerprint = await seal(race);
    const { body } = await get(`${pathOf(race)}/log`);
    expect(body).toMatchObject({ seal: { fingerprint, is_open: true } });
    const { text } = (await get(`${pathOf(race)}/sealed-list`)).body;
    expect(createHash('sha256').update(text).digest('hex')).toBe(fingerprint);
    // The chips are marks: who has a chip can check it, nobody reads it there.
    for (const chip of race.chips) {
      expect(text).not.toContain(chip);
      expect(text).toContain(createHash('sha256').update(chip).digest('hex').slice(0, 16));
    }
  });

  it('the list that was sealed last, after it was opened again for a reason', async () => {
    const race = await buildRace(site.db, { birds: 2, until: 'basketing' });
    const first = await seal(race);
    const reason = 'A bird was ill';
    await site.db
      .transaction()
      .execute(async (tx) => reopenList(tx, await lockFlight(tx, keyOf(race)), { ...act(), reason }));
    expect((await get(`${pathOf(race)}/log`)).body.seal).toBeNull();
    await site.db
      .deleteFrom('baskets')
      .where('flight_id', '=', race.flight_id)
      .where('position', '=', 2)
      .execute()
      .catch(() => {});
    const second = await seal(race);
    const kept = await site.db
      .selectFrom('sealed_lists')
      .select(['n', 'fingerprint'])
      .where('flight_id', '=', race.flight_id)
      .orderBy('n')
      .execute();
    expect(kept).toEqual([
      { n: 1, fingerprint: first },
      { n: 2, fingerprint: second },
    ]);
    expect((await get(`${pathOf(race)}/log`)).body.log).toContainEqual(expect.objectContaining({ reason }));
  });

  it('nothing of a list whose rings the season hides (3.15)', async () => {
    const race = await buildRace(site.db, { birds: 2, until: 'basketing' });
    await seal(race);
    const asked = `${pathOf(race)}/basketing/birds?pigeons=${race.pigeon_ids.join(',')}`;
    expect((await get(asked)).body.birds).toHaveLength(2);
    await hide(race, 'baskets.ringDescriptor');
    expect((await get(`${pathOf(race)}/sealed-list`)).status).toBe(404);
    expect((await get(`${pathOf(race)}/log`)).body.seal).toMatchObject({ is_open: false });
    expect((await get(asked)).body.birds).toEqual([]);
  });

  it('only the asked birds of a basketing list, and of a team only where teams are shown', async () => {
    const race = await buildRace(site.db, { birds: 12, until: 'basketing' });
    const [pigeon] = race.pigeon_ids as [number];
    const found = await get(`${pathOf(race)}/basketing/birds?pigeons=${pigeon}`);
    expect(found.body.birds).toMatchObject([{ pigeon_id: pigeon, crate: null, basketed_at: null }]);
    expect(found.body.others).toEqual([]);
    const { team_id } = found.body.birds[0];
    expect((await get(`${pathOf(race)}/basketing/birds?teams=${team_id}`)).body.birds).toHaveLength(2);
    await hide(race, 'participants.team');
    expect((await get(`${pathOf(race)}/basketing/birds?teams=${team_id}`)).body.birds).toEqual([]);
    expect((await get(`${pathOf(race)}/basketing/birds?pigeons=x`)).status).toBe(422);
  });

  it('the asked birds that are not basketed beside them, but none that is lost or of another season', async () => {
    const race = await buildRace(site.db, { birds: 3, basketed: 1, until: 'basketing' });
    const other = await buildRace(site.db, { birds: 1, until: 'basketing' });
    const [first, second, third] = race.pigeon_ids as [number, number, number];
    const season = { loft_id: race.loft.id, season_id: race.season_id };
    for (const state of ['at_loft', 'lost'] as const)
      await site.db
        .transaction()
        .execute(async (tx) => bringTo(tx, season, await lockPigeons(tx, season, [third]), state, act()));
    const asked = [first, second, third, other.pigeon_ids[0]].join(',');
    const { body } = await get(`${pathOf(race)}/basketing/birds?pigeons=${asked}`);
    expect(body.birds.map(({ pigeon_id }: { pigeon_id: number }) => pigeon_id)).toEqual([first]);
    expect(body.others.map(({ pigeon_id }: { pigeon_id: number }) => pigeon_id)).toEqual([second]);
    await hide(race, 'baskets.ringDescriptor');
    expect((await get(`${pathOf(race)}/basketing/birds?pigeons=${asked}`)).body.others).toEqual([]);
  });
});

describe('followers', () => {
  async function followed(until: 'planned' | 'basketing' = 'planned') {
    const race = await buildRace(site.db, { birds: 2, until });
    const fan = await buildPerson(site.db, { email: `${crypto.randomUUID()}@example.org`, language: 'en' });
    const settings = await settingsOf(site.db, fan.user_id);
    const all = { mail: true, push: false, sms: false };
    await choose(site.db, fan.user_id, { ...settings, choices: { ...settings.choices, flight_plans: all } });
    const star = { user_id: fan.user_id, loft_id: race.loft.id, pigeon_id: null, team_id: null, flight_id: null };
    await site.db.insertInto('favorites').values(star).execute();
    const notices = async () => {
      await notifyFans(site.db, Date.now());
      return (await waitingFor(site.db, fan.user_id)).map(({ event, key }) => `${event}: ${key}`);
    };
    const where = { loft_id: race.loft.id, season_id: race.season_id, loft: race.loft };
    return { race, fan, notices, where };
  }
  const plan = (name: string) => ({
    name,
    kind: 'training' as const,
    entry: 'racing' as const,
    is_draft: false,
    notifies_followers: true,
    release_date: '2037-05-01',
    release_time: '08:00',
    basketing_date: null,
    basketing_time: '',
    release_point_id: null,
    distance: null,
    distance_note: '',
    estimated_average_speed: null,
    clock_ids: [],
  });
  const work = <T>(act_: (tx: Parameters<typeof lockFlight>[0]) => Promise<T>) => site.db.transaction().execute(act_);

  it('are notified of a plan when it is shown, of each time it is postponed, and that it is annulled, once each', async () => {
    const { where, notices } = await followed();
    const id = await work((tx) => addPlan(tx, where, { ...plan('Quiet'), is_draft: true }, act()));
    expect(await notices()).toEqual([]);
    const key = { loft_id: where.loft_id, season_id: where.season_id, flight_id: id };
    const version = async () => (await work((tx) => findPlan(tx, key))).version;
    const seen = { version: await version(), reason: '' };
    await work((tx) => changePlan(tx, { ...where, flight_id: id }, { ...plan('Quiet'), ...seen }, act()));
    const planned = `flight_plans: flight:${id} planned`;
    expect(await notices()).toEqual([planned]);
    for (const day of ['2037-05-02', '2037-05-03']) {
      const to = { release_date: day, release_time: '08:00', version: await version(), reason: `Fog until ${day}` };
      await work((tx) => postponeFlight(tx, { ...where, flight_id: id }, to, act()));
      await notices();
    }
    await work(async (tx) => moveFlight(tx, await lockFlight(tx, key), 'annul', { ...act(), reason: 'Storm' }));
    expect(await notices()).toEqual([
      planned,
      `flight_plans: flight:${id} postponed 1`,
      `flight_plans: flight:${id} postponed 2`,
      `flight_plans: flight:${id} annulled`,
    ]);
  });

  it('get one notice of a series, and none of flights without news', async () => {
    const { where, notices, fan } = await followed();
    const { kind, entry, is_draft, notifies_followers, release_time, estimated_average_speed } = plan('Training');
    const series = {
      name: 'Training',
      first_day: '2037-06-01',
      days_between: 7,
      release_point_ids: [null, null, null],
      kind,
      entry,
      is_draft,
      notifies_followers,
      release_time,
      estimated_average_speed,
      clock_ids: [],
    };
    const [first] = await work((tx) => addSeries(tx, where, series, act()));
    await work((tx) => addPlan(tx, where, { ...plan('Silent'), notifies_followers: false }, act()));
    expect(await notices()).toEqual([`flight_plans: flight:${first} planned`]);
    expect(await factsFor(fan.user_id)).toMatchObject([{ as: 'planned', n: 3 }]);
  });

  it('are notified of a seal with its fingerprint, and not where the birds are in the air already', async () => {
    const { race, notices } = await followed('basketing');
    await notices();
    const fingerprint = await seal(race);
    expect(await notices()).toContain(`flight_plans: flight:${race.flight_id} sealed ${fingerprint.slice(0, 16)}`);
  });
});

it('the fingerprint leaves the site at the seal: one mail to each owner of birds on the list', async () => {
  const race = await buildRace(site.db, { birds: 12, until: 'basketing' });
  const owner = await buildPerson(site.db, { email: 'owner@example.org', language: 'en' });
  await site.db
    .updateTable('teams')
    .set({ user_id: owner.user_id })
    .where('season_id', '=', race.season_id)
    .where('name', 'in', ['Team 1', 'Team 2'])
    .execute();
  const stranger = await buildPerson(site.db, { email: 'stranger@example.org', language: 'en' });
  const fingerprint = await seal(race);
  expect(await factsFor(owner.user_id)).toMatchObject([{ fingerprint, pigeons: 4 }]);
  expect(await waitingFor(site.db, stranger.user_id)).toEqual([]);
});
