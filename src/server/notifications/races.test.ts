/** Which race events notify whom: through the calls of the clocks and the steps of a flight. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeFlight, moveFlight, releaseFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { createSeason } from '#server/seasons/seasons.ts';
import { changeHidden } from '#server/seasons/visibility.ts';
import { asOwner, type BuiltRace, buildFlight, buildPerson, buildRace, readingOf } from '#testing/builders.ts';
import { disqualify } from '#testing/corrections.ts';
import { countingSenders, sendAll, waitingFor } from '#testing/notifications.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { notifyFans } from './fans.ts';
import { gather_ms } from './late-homes.ts';
import { readOutbox } from './outbox.ts';
import { addFlightEvent } from './races.ts';
import { choose, settingsOf } from './settings.ts';

let scene: TestSite;
let people = 0;
beforeAll(async () => {
  scene = await testSite();
});
afterAll(() => scene?.end());

/** The notices were written so long ago that those of birds that were read late wait for no others. */
async function waited() {
  await notifyFans(scene.db, Date.now());
  await asOwner(scene.db, (tx) =>
    sql`update notifications set created_at = created_at - ${gather_ms} * interval '1 ms' where status = 'pending'`.execute(
      tx,
    ),
  );
}

interface Star {
  loft_id: number;
  pigeon_id?: number;
  team_id?: number;
  flight_id?: number;
}

/** A person with these stars who wants mail of everything. */
async function fan(...stars: Star[]) {
  const email = `fan${++people}@example.org`;
  const { user_id } = await buildPerson(scene.db, { email, language: 'en' });
  const settings = await settingsOf(scene.db, user_id);
  const all = { mail: true, push: true, sms: true };
  const choices = { ...settings.choices, bird_home: all, released: all, results: all };
  await choose(scene.db, user_id, { ...settings, choices });
  for (const star of stars)
    await scene.db
      .insertInto('favorites')
      .values({ pigeon_id: null, team_id: null, flight_id: null, ...star, user_id })
      .execute();
  const notices = async () => {
    await notifyFans(scene.db, Date.now());
    return (await waitingFor(scene.db, user_id)).map(({ event, key }) => `${event}: ${key}`);
  };
  const mails = async () => {
    await waited();
    await scene.send();
    return (await readOutbox(scene.db)).filter(({ recipient }) => recipient === email);
  };
  return { user_id, notices, mails };
}

async function clock(race: BuiltRace, bird: number, minutes: number, sequence: number) {
  const answer = await scene.app.inject({
    method: 'POST',
    url: '/api/devices/readings',
    headers: { authorization: `Bearer ${race.key}` },
    payload: { readings: [readingOf(race, bird, minutes, { sequence })] },
  });
  expect(answer.json().readings[0].status).toBe('stored');
}
const teamOf = async (race: BuiltRace, bird: number) =>
  (await scene.db
    .selectFrom('pigeons')
    .select('team_id')
    .where('id', '=', race.pigeon_ids[bird]!)
    .executeTakeFirstOrThrow())!.team_id!;

describe('a bird that comes home', () => {
  it('notifies everyone who starred it or its team, once, and nobody else', async () => {
    const race = await buildRace(scene.db, { birds: 12 });
    const loft_id = race.loft.id;
    const [first, second] = race.pigeon_ids as [number, number];
    const team_id = await teamOf(race, 0);
    const ofBird = await fan({ loft_id, pigeon_id: first });
    const ofTeam = await fan({ loft_id, team_id });
    const ofBoth = await fan({ loft_id, team_id }, { loft_id, pigeon_id: first });
    const ofOther = await fan({ loft_id, pigeon_id: second });
    const ofLoft = await fan({ loft_id });
    await clock(race, 0, 240, 1);
    const expected = [`bird_home: flight:${race.flight_id} pigeon:${first}`];
    for (const { notices } of [ofBird, ofTeam, ofBoth]) expect(await notices()).toEqual(expected);
    for (const { notices } of [ofOther, ofLoft]) expect(await notices()).toEqual([]);
    // Another clock's earlier reading corrects the time; the notice is the same.
    await clock(race, 0, 239, 2);
    expect(await ofBird.notices()).toEqual(expected);
    // The eleventh bird is of the first one's team.
    await clock(race, 10, 250, 3);
    expect(await ofTeam.notices()).toHaveLength(2);
    expect(await ofBird.notices()).toHaveLength(1);
    const [mail] = await ofBird.mails();
    const { ring } = await scene.db
      .selectFrom('pigeons')
      .select('ring')
      .where('id', '=', first)
      .executeTakeFirstOrThrow();
    expect(mail!.subject).toBe(`${ring} is home`);
    // 05:00 UTC and 239 minutes, in the loft's time zone: the time that counts when it is sent.
    expect(mail!.text).toMatch(new RegExp(`^${ring} is home. ${race.loft.name}, .+: 6 June at 10:59:00 CEST\\.`));
    expect(mail!.text).toContain(`/lofts/${loft_id}/flights/${race.flight_id}\n`);
  });

  it('notifies who has a share in it without a star, by mail where they want it, unless they have unmarked it', async () => {
    const race = await buildRace(scene.db, { birds: 12 });
    const loft_id = race.loft.id;
    const owner = await fan();
    await scene.db
      .updateTable('teams')
      .set({ user_id: owner.user_id })
      .where('id', '=', await teamOf(race, 0))
      .execute();
    await scene.db
      .insertInto('unmarked_birds')
      .values({ user_id: owner.user_id, loft_id, pigeon_id: race.pigeon_ids[10]! })
      .execute();
    await clock(race, 0, 240, 1);
    await clock(race, 10, 241, 2);
    await clock(race, 1, 242, 3);
    expect(await owner.notices()).toEqual([`bird_home: flight:${race.flight_id} pigeon:${race.pigeon_ids[0]}`]);
    expect(await owner.mails()).toHaveLength(1);
    // For who wants no mail nothing is handled.
    const calm = await buildPerson(scene.db, { email: 'calm@example.org' });
    const team = await teamOf(race, 1);
    await scene.db.updateTable('teams').set({ user_id: calm.user_id }).where('id', '=', team).execute();
    await clock(race, 11, 243, 4);
    expect(await notifyFans(scene.db, Date.now())).toBe(0);
    const waiting = await scene.db.selectFrom('race_events').select('id').where('loft_id', '=', loft_id).execute();
    expect(waiting).toEqual([]);
  });

  it('with markup in its name is named unchanged', async () => {
    const race = await buildRace(scene.db, { birds: 1 });
    const [pigeon_id] = race.pigeon_ids as [number];
    const name = '<b>{{loft}} $t(nav.home)\u0007';
    await scene.db.updateTable('pigeons').set({ name }).where('id', '=', pigeon_id).execute();
    const { mails } = await fan({ loft_id: race.loft.id, pigeon_id });
    await clock(race, 0, 240, 1);
    expect((await mails())[0]!.subject).toContain('<b>{{loft}} $t(nav.home)');
  });

  it('is no longer sent, while it waits, when the season hides more of it', async () => {
    const race = await buildRace(scene.db, { birds: 2 });
    const loft_id = race.loft.id;
    const hide = (...hidden: Parameters<typeof changeHidden>[3][number][]) =>
      scene.db.transaction().execute((tx) => changeHidden(tx, null, { loft_id, season_id: race.season_id }, hidden));
    const first = await fan({ loft_id, pigeon_id: race.pigeon_ids[0]! });
    const second = await fan({ loft_id, pigeon_id: race.pigeon_ids[1]! });
    await hide('fanciers.color');
    await clock(race, 0, 240, 1);
    // Shown again, it is sent as before.
    await hide();
    expect(await first.mails()).toHaveLength(1);
    await clock(race, 1, 250, 2);
    expect(await second.notices()).toHaveLength(1);
    await hide('results.time');
    expect(await second.mails()).toEqual([]);
  });

  it('in a season in draft notifies nobody', async () => {
    const race = await buildRace(scene.db, { birds: 1 });
    const key = { loft_id: race.loft.id, name: 'Draft', year: 2027 };
    const season = await scene.db.transaction().execute((tx) => createSeason(tx, key));
    const draft = await buildRace(scene.db, { birds: 1 }, { ...race, season_id: season.id });
    const { notices } = await fan(
      { loft_id: race.loft.id },
      { loft_id: race.loft.id, pigeon_id: draft.pigeon_ids[0]! },
    );
    await clock(draft, 0, 240, 1);
    expect(await notices()).toEqual([]);
  });
});

describe('birds that are read late (reliability A12)', () => {
  const day_ms = 24 * 3_600_000;
  /** The readings of these birds in one call, so many minutes after the release. */
  const upload = async (race: BuiltRace, birds: readonly number[], minutes: number) => {
    const answer = await scene.app.inject({
      method: 'POST',
      url: '/api/devices/readings',
      headers: { authorization: `Bearer ${race.key}` },
      payload: { readings: birds.map((bird) => readingOf(race, bird, minutes + bird, { sequence: bird + 1 })) },
    });
    expect(answer.statusCode, answer.body).toBe(200);
  };
  /** What somebody who wants mail only gets, sent by several processes at once. */
  const sentTo = async (user_id: number, now_ms: number) => {
    await notifyFans(scene.db, now_ms);
    const { sent, senders } = countingSenders();
    await Promise.all([1, 2, 3].map(() => sendAll({ db: scene.db, senders }, now_ms)));
    return sent
      .filter(({ to, channel }) => to.user_id === user_id && channel === 'mail')
      .map(({ notice: { title, text } }) => ({ title, text }));
  };
  const longAgo = () => new Date(Math.floor((Date.now() - day_ms) / 1000) * 1000).toISOString();

  it('are one notice for who follows them, with their number and the first of them; one that is read at once is its own', async () => {
    const race = await buildRace(scene.db, { birds: 40, release_time: longAgo() });
    const loft_id = race.loft.id;
    const ofAll = await fan(...race.pigeon_ids.map((pigeon_id) => ({ loft_id, pigeon_id })));
    const ofOne = await fan({ loft_id, pigeon_id: race.pigeon_ids[3]! });
    const [first, fourth] = await scene.db
      .selectFrom('pigeons')
      .select('ring')
      .where('id', 'in', [race.pigeon_ids[0]!, race.pigeon_ids[3]!])
      .orderBy('id')
      .execute();
    const minutes_now = Math.floor((Date.now() - race.release_ms) / 60_000);
    // The second half of the box comes first, and its clock reads one bird as it lands.
    await upload(race, [20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38], 240);
    await upload(race, [39], minutes_now - 39);
    const ring = (
      await scene.db
        .selectFrom('pigeons')
        .select('ring')
        .where('id', '=', race.pigeon_ids[39]!)
        .executeTakeFirstOrThrow()
    ).ring;
    expect((await sentTo(ofAll.user_id, Date.now() + 5000)).map(({ title }) => title)).toEqual([`${ring} is home`]);
    await upload(race, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19], 240);
    await notifyFans(scene.db, Date.now());
    const later_ms = Date.now() + gather_ms + 5000;
    const { sent, senders } = countingSenders();
    await Promise.all([1, 2, 3].map(() => sendAll({ db: scene.db, senders }, later_ms)));
    const mailsTo = (user_id: number) =>
      sent.filter(({ to, channel }) => to.user_id === user_id && channel === 'mail').map(({ notice }) => notice);
    expect(mailsTo(ofAll.user_id)).toMatchObject([
      { title: 'Your pigeons home: 39', text: expect.stringContaining(`The first is ${first!.ring}: `) },
    ]);
    expect(mailsTo(ofOne.user_id)).toMatchObject([{ title: `${fourth!.ring} is home` }]);
    expect(await sentTo(ofAll.user_id, later_ms + gather_ms)).toEqual([]);
    expect((await waitingFor(scene.db, ofAll.user_id)).filter(({ status }) => status === 'pending')).toEqual([]);
  });

  it('are counted as they stand when they are sent', async () => {
    const race = await buildRace(scene.db, { birds: 3, release_time: longAgo() });
    const loft_id = race.loft.id;
    const { user_id } = await fan(...race.pigeon_ids.map((pigeon_id) => ({ loft_id, pigeon_id })));
    await upload(race, [0, 1, 2], 240);
    await notifyFans(scene.db, Date.now());
    const key = { loft_id, flight_id: race.flight_id };
    const act = { by: user_id, now_ms: Date.now(), reason: 'Doped' };
    await scene.db
      .transaction()
      .execute(async (tx) => disqualify(tx, await lockFlight(tx, key), race.pigeon_ids[0]!, act));
    const ready_ms = Date.now() + gather_ms + 5000;
    // The notice that was to stand for the others is withdrawn; the next one does.
    const sent = [...(await sentTo(user_id, ready_ms)), ...(await sentTo(user_id, ready_ms + gather_ms))];
    expect(sent.map(({ title }) => title)).toEqual(['Your pigeons home: 2']);
    const statuses = (await waitingFor(scene.db, user_id)).filter(({ channel }) => channel === 'mail');
    expect(statuses.map(({ status }) => status)).toEqual(['withdrawn', 'sent', 'sent']);
  });
});

describe('a flight', () => {
  it('notifies everyone who starred it or its loft of its release and of its results', async () => {
    const race = await buildRace(scene.db, { birds: 2, until: 'basketing' });
    const other = await buildRace(scene.db, { birds: 1, until: 'basketing' });
    const loft_id = race.loft.id;
    const { flight_id } = race;
    const second = await scene.db.transaction().execute((tx) => buildFlight(tx, race, { until: 'planned' }));
    const ofFlight = await fan({ loft_id, flight_id });
    const ofBoth = await fan({ loft_id }, { loft_id, flight_id });
    const ofAnother = await fan({ loft_id, flight_id: second }, { loft_id: other.loft.id });
    const ofBird = await fan({ loft_id, pigeon_id: race.pigeon_ids[0]! });
    const step = (
      act: (tx: Parameters<typeof lockFlight>[0], flight: Awaited<ReturnType<typeof lockFlight>>) => unknown,
    ) => scene.db.transaction().execute(async (tx) => act(tx, await lockFlight(tx, { loft_id, flight_id })));
    await step((tx, flight) => releaseFlight(tx, flight, '2026-06-06T05:00:00.000Z'));
    await step((tx, flight) => closeFlight(tx, flight, '2026-06-07T05:00:00.000Z'));
    await step((tx, flight) => moveFlight(tx, flight, 'publish'));
    await step((tx, flight) => moveFlight(tx, flight, 'make_official'));
    await step((tx) => addFlightEvent(tx, { loft_id, flight_id }, 'corrected'));
    const expected = [
      `released: flight:${flight_id} released`,
      `results: flight:${flight_id} provisional`,
      `results: flight:${flight_id} official`,
      `results: flight:${flight_id} corrected 0`,
    ];
    expect(await ofFlight.notices()).toEqual(expected);
    expect(await ofBoth.notices()).toEqual(expected);
    expect(await ofAnother.notices()).toEqual([]);
    expect(await ofBird.notices()).toEqual([]);
    const texts = (await ofFlight.mails()).map(({ text }) => text);
    expect(texts).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/the pigeons were released\. 6 June at 07:00:00 CEST/),
        expect.stringContaining('the provisional results are there.'),
        expect.stringContaining('the results are official.'),
        expect.stringContaining('a ruling corrected the result.'),
      ]),
    );
  });
});
