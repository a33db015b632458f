/** Championships over lofts through the API (domain 2.13): set up, published, reckoned from official results, read (3.15). */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reading } from '#domain/arrivals/contract.ts';
import type { ChampionshipPage, listChampionships } from '#domain/championships/contract.ts';
import type { ChampionshipRule } from '#domain/championships/rule.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { recordReadings } from '#server/arrivals/readings.ts';
import type { Tx } from '#server/db/database.ts';
import { closeFlight, moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import { linkToken } from '#server/notifications/link-token.ts';
import { lockSeason } from '#server/seasons/seasons.ts';
import { changeHidden } from '#server/seasons/visibility.ts';
import { asOwner, type BuiltRace, buildPerson, buildRace, readingOf, testConfig } from '#testing/builders.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { reckonChampionships } from './reckoning.ts';

let site: TestSite;
let admin: Awaited<ReturnType<typeof buildPerson>>;
beforeAll(async () => {
  site = await testSite({ keep_ms: 0 });
  admin = await buildPerson(site.db, { is_admin: true, is_strong: true });
});
afterAll(async () => {
  await site?.end();
});

const write = <Answer>(work: (tx: Tx) => Promise<Answer>) => site.db.transaction().execute(work);
const keyOf = ({ loft, flight_id }: BuiltRace) => ({ loft_id: loft.id, flight_id });
const move = (race: BuiltRace, event: Parameters<typeof moveFlight>[2]) =>
  write(async (tx) => moveFlight(tx, await lockFlight(tx, keyOf(race)), event));

const rule: ChampionshipRule = {
  of: 'fancier',
  birds: 1,
  measure: { by: 'points', highest: '100', lowest: '0', decimals: 0, rounding: 'half-up' },
  prizes: { part: 1, of: 1, rounding: 'up' },
  flights: {
    kinds: ['hot_spot', 'training', 'semi_final', 'final'],
    least_distance_m: 0,
    least_basketed: 0,
    best: 4,
    least: 1,
    most_per_loft: 2,
  },
  tie_breaks: ['best_results'],
};

async function ask<Reply = unknown>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  headers: Record<string, string> = admin.headers,
) {
  const answer = await site.app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() as Reply };
}
const read = async (id: number, query = '') =>
  (await ask<ChampionshipPage>('GET', `/championships/${id}${query}`, undefined, {})).body;

/** The birds of a race come home in their order, a minute after each other. */
async function fly(race: BuiltRace, minutes = race.pigeon_ids.map((_, i) => 300 + i)) {
  const readings = minutes.map((after, bird) =>
    reading.parse(readingOf(race, bird, after, { sequence: bird + 1, boot: race.flight_id })),
  );
  await write(async (tx) => {
    const head = await lockLedger(tx, race.loft.id);
    await recordReadings(tx, race.loft.id, [{ device: race.device, readings, received_ms: 0 }], head);
  });
  await write(async (tx) =>
    closeFlight(tx, await lockFlight(tx, keyOf(race)), new Date(race.release_ms + 900 * 60_000).toISOString()),
  );
  await move(race, 'publish');
}

const ownerOf = (race: BuiltRace, bird: number, user_id: number) =>
  asOwner(site.db, (tx) =>
    tx
      .updateTable('teams')
      .set({ user_id })
      .where('id', '=', (eb) => eb.selectFrom('pigeons').select('team_id').where('id', '=', race.pigeon_ids[bird]!))
      .execute(),
  );

/** A flight of four birds at each of two lofts, and a fancier with a team of another name at each. */
async function twoLofts() {
  const races = [await buildRace(site.db, { birds: 4 }), await buildRace(site.db, { birds: 4 })] as const;
  const address = () => `${crypto.randomUUID()}@leagues.example`;
  const emails = [address(), address()] as const;
  const one = await buildPerson(site.db, { email: emails[0] });
  const two = await buildPerson(site.db, { email: emails[1] });
  await ownerOf(races[0], 0, one.user_id);
  await ownerOf(races[1], 2, one.user_id);
  await ownerOf(races[0], 1, two.user_id);
  const season_ids = races.map(({ season_id }) => season_id);
  const fields = { name: crypto.randomUUID(), year: 2026, is_world_list: false, season_ids, rule };
  return { races, fields, one, two, emails };
}

const add = async (fields: object) => (await ask<{ id: number }>('POST', '/admin/championships', fields)).body.id;
const publish = (id: number, version = 1) => ask('POST', `/admin/championships/${id}/publication`, { version });
const hide = (race: BuiltRace, hidden: Parameters<typeof changeHidden>[3]) =>
  write(async (tx) => {
    const key = { loft_id: race.loft.id, season_id: race.season_id };
    await lockSeason(tx, key);
    await changeHidden(tx, null, key, hidden);
  });

describe('a championship is set up', () => {
  it('by admins alone, as a draft that nobody sees; published, its rule and its seasons are fixed', async () => {
    const { races, fields } = await twoLofts();
    const merchant = await buildPerson(site.db, {
      entries: [{ loft_id: races[0].loft.id, entry: { is_merchant: true } }],
    });
    expect((await ask('POST', '/admin/championships', fields, merchant.headers)).status).toBe(404);
    const id = await add(fields);
    expect(await read(id)).toMatchObject({ code: 'not_found' });
    expect((await ask('PUT', `/admin/championships/${id}`, { ...fields, season_ids: [], version: 1 })).status).toBe(
      200,
    );
    expect(await publish(id, 2)).toMatchObject({ status: 409, body: { code: 'championship_without_season' } });
    expect((await ask('PUT', `/admin/championships/${id}`, { ...fields, version: 2 })).status).toBe(200);
    expect(await publish(id, 2)).toMatchObject({ body: { code: 'changed_meanwhile' } });
    expect((await publish(id, 3)).status).toBe(200);
    const changed = { ...fields, rule: { ...rule, birds: 2 }, version: 4 };
    expect(await ask('PUT', `/admin/championships/${id}`, changed)).toMatchObject({
      status: 409,
      body: { code: 'championship_is_published' },
    });
    const named = { ...fields, name: `${fields.name} 2`, version: 4 };
    expect((await ask('PUT', `/admin/championships/${id}`, named)).status).toBe(200);
    expect((await ask('DELETE', `/admin/championships/${id}`, { version: 5 })).body).toMatchObject({
      code: 'championship_is_published',
    });
    // Whoever writes.
    const statements: readonly ((tx: Tx) => Promise<unknown>)[] = [
      (tx: Tx) => tx.updateTable('championships').set({ rule: '{}' }).where('id', '=', id).execute(),
      (tx: Tx) => tx.deleteFrom('championship_seasons').where('championship_id', '=', id).execute(),
      (tx: Tx) => tx.deleteFrom('championships').where('id', '=', id).execute(),
    ];
    for (const statement of statements)
      await expect(asOwner(site.db, statement)).rejects.toMatchObject({ constraint: 'championship_is_published' });
  });

  it('is withdrawn by who published it alone, with a reason; the line stays, its name is free', async () => {
    const { fields } = await twoLofts();
    const id = await add(fields);
    const withdraw = (by: typeof admin, body: object) =>
      ask<{ code?: string; codes?: object }>('POST', `/admin/championships/${id}/withdrawal`, body, by.headers);
    const reason = 'Published to try it';
    expect(await withdraw(admin, { version: 1, reason })).toMatchObject({ body: { code: 'not_found' } });
    await publish(id);
    const other = await buildPerson(site.db, { is_admin: true, is_strong: true });
    expect((await withdraw(other, { version: 2, reason })).body).toMatchObject({ code: 'withdraw_by_publisher' });
    expect((await withdraw(admin, { version: 2, reason: ' ' })).body).toMatchObject({
      codes: { reason: ['error_required'] },
    });
    expect((await withdraw(admin, { version: 1, reason })).body).toMatchObject({ code: 'changed_meanwhile' });
    // Of two at once one withdraws it.
    const both = await Promise.all([1, 2].map(() => withdraw(admin, { version: 2, reason })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    expect(await read(id)).toMatchObject({ code: 'not_found' });
    const { body } = await ask<ReplyOf<typeof listChampionships>>('GET', '/championships', undefined, {});
    expect(body.championships.some((one) => one.id === id)).toBe(false);
    expect(body.withdrawn.find((one) => one.id === id)).toMatchObject({ name: fields.name, reason });
    expect(await reckonChampionships(site.db, Date.now())).not.toContain(id);
    expect(await add(fields)).toBeGreaterThan(id);
    await expect(
      asOwner(site.db, (tx) => tx.updateTable('championships').set({ name: 'Other' }).where('id', '=', id).execute()),
    ).rejects.toThrow(/withdrawn stays/);
  });

  it('says how many of its flights were released before its publication', async () => {
    const { races, fields } = await twoLofts();
    const id = await add(fields);
    await publish(id);
    expect((await read(id)).at_publication).toEqual({
      flights: 2,
      released: 2,
      first: new Date(Math.min(...races.map(({ release_ms }) => release_ms))).toISOString(),
    });
    // A world list counts only what is released later.
    const list = await add({ ...fields, name: crypto.randomUUID(), year: 2033, is_world_list: true });
    await publish(list);
    expect((await read(list)).at_publication).toMatchObject({ released: 0, first: null });
  });

  it('the world list of a year only before its first flight is released', async () => {
    const { fields } = await twoLofts();
    const late = await add({ ...fields, is_world_list: true });
    expect(await publish(late)).toMatchObject({ status: 409, body: { code: 'world_list_too_late' } });
    const early = await add({ ...fields, name: crypto.randomUUID(), year: 2031, is_world_list: true });
    expect((await publish(early)).status).toBe(200);
    expect((await read(early)).championship).toMatchObject({ year: 2031, is_world_list: true });
    const again = await ask('POST', '/admin/championships', {
      ...fields,
      name: crypto.randomUUID(),
      year: 2031,
      is_world_list: true,
    });
    expect(again).toMatchObject({ body: { errors: { is_world_list: [expect.any(String)] } } });
  });
});

describe('a championship is reckoned', () => {
  it('from official results of all its lofts, by the account and not by the name, kept as versions', async () => {
    const { races, fields } = await twoLofts();
    const id = await add(fields);
    await fly(races[0]);
    await publish(id);
    // Provisional results count for nothing.
    expect(await read(id)).toMatchObject({ lines: [], total: 0 });
    await move(races[0], 'make_official');
    expect(await reckonChampionships(site.db, Date.now())).toContain(id);
    expect(await reckonChampionships(site.db, Date.now())).not.toContain(id);
    expect((await read(id)).lines.map(({ place, value }) => [place, value])).toEqual([
      [1, '100'],
      [2, '75'],
    ]);
    await fly(races[1]);
    await move(races[1], 'make_official');
    await reckonChampionships(site.db, Date.now());
    const page = await read(id);
    expect(page.lines[0]).toMatchObject({ place: 1, value: '150', country: 'BE', country_place: 1 });
    // Two teams, two names, one fancier.
    expect(page.lines[0]!.teams.map(({ team }) => team)).toEqual(['Team 1', 'Team 3']);
    expect(page.lines[0]!.results.map(({ loft_id, value }) => [loft_id, value])).toEqual([
      [races[0].loft.id, '100'],
      [races[1].loft.id, '50'],
    ]);
    expect(page.kept!.version).toBe(2);
    const { content, sha256 } = await site.db
      .selectFrom('championship_versions')
      .select(['content', 'sha256'])
      .where('championship_id', '=', id)
      .where('version', '=', 2)
      .executeTakeFirstOrThrow();
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
    expect((await read(id, '?q=aerts')).total).toBe(1);
    expect((await read(id, '?country=NL')).total).toBe(0);
    const { team_id } = page.lines[0]!.teams[1]!;
    const career = await ask('GET', `/lofts/${races[1].loft.id}/teams/${team_id}/championships`, undefined, {});
    expect(career.body).toMatchObject({ championships: [{ id, place: 1 }] });
    // A result that is corrected counts again when it is official again.
    await move(races[1], 'correct');
    await reckonChampionships(site.db, Date.now());
    expect(await read(id)).toMatchObject({ kept: { version: 3 }, lines: [{ value: '100' }, { value: '75' }] });
  });

  it('without seasons that hide places, points or names; they are gone before it is reckoned anew', async () => {
    const { races, fields } = await twoLofts();
    const id = await add(fields);
    for (const race of races) {
      await fly(race);
      await move(race, 'make_official');
    }
    await publish(id);
    expect((await read(id)).lines[0]).toMatchObject({ value: '150' });
    await hide(races[1], ['aces.speed']);
    const meanwhile = await read(id);
    expect(meanwhile.lines.map(({ value }) => value)).toEqual(['75']);
    expect(meanwhile.seasons.map((season) => season.id)).toEqual([races[0].season_id]);
    await reckonChampionships(site.db, Date.now());
    expect((await read(id)).lines.map(({ value }) => value)).toEqual(['100', '75']);
    await hide(races[0], ['aces.country', 'aces.team']);
    await reckonChampionships(site.db, Date.now());
    expect((await read(id)).lines[0]).toMatchObject({ country: null, country_place: null, teams: [], name: 'Aerts' });
  });

  it('anew for a team that belongs to another account since', async () => {
    const { races, fields } = await twoLofts();
    const id = await add(fields);
    await fly(races[0]);
    await move(races[0], 'make_official');
    await publish(id);
    const somebody = await buildPerson(site.db, {});
    await ownerOf(races[0], 2, somebody.user_id);
    expect(await reckonChampionships(site.db, Date.now())).toContain(id);
    expect((await read(id)).lines.map(({ value }) => value)).toEqual(['100', '75', '50']);
  });

  it('anew for a team that was claimed, and for two accounts that were merged (decisions 91 and 93)', async () => {
    const { races, fields, one, two, emails } = await twoLofts();
    const { loft, season_id } = races[0];
    const id = await add(fields);
    await fly(races[0]);
    await move(races[0], 'make_official');
    await publish(id);
    const lines = async () => {
      await reckonChampionships(site.db, Date.now());
      return (await read(id)).lines.map(({ value, teams }) => [value, teams.length]);
    };
    expect(await lines()).toEqual([
      ['100', 1],
      ['75', 1],
    ]);
    const merchant = await buildPerson(site.db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] });
    const zoe = await buildPerson(site.db, {});
    const { id: team_id } = await site.db
      .selectFrom('teams')
      .select('id')
      .where('season_id', '=', season_id)
      .where('name', '=', 'Team 4')
      .executeTakeFirstOrThrow();
    const claimed = await ask<{ claim_id: number }>(
      'POST',
      `/lofts/${loft.id}/teams/${team_id}/claims`,
      { text: 'Mine' },
      zoe.headers,
    );
    const decision = `/admin/lofts/${loft.id}/team-claims/${claimed.body.claim_id}/decision`;
    await ask('POST', decision, { decision: 'accepted', reason: '' }, merchant.headers);
    expect(await lines()).toEqual([
      ['100', 1],
      ['75', 1],
      ['25', 1],
    ]);
    await ask('POST', '/me/merges', { email: emails[1] }, one.headers);
    const request = await site.db
      .selectFrom('account_merges')
      .select('id')
      .where('from_user_id', '=', two.user_id)
      .executeTakeFirstOrThrow();
    const token = linkToken(testConfig.auth_secret!, 'merge', request.id);
    expect((await ask('POST', '/me/merge', { token }, two.headers)).status).toBe(200);
    // Of two teams of one person the better bird counts.
    expect(await lines()).toEqual([
      ['100', 1],
      ['25', 1],
    ]);
  });
});
