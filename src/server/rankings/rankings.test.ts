/** The rankings of a season through the API: set up, live while birds fly, frozen when the last result is official (3.15, domain 2.12). */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reading } from '#domain/arrivals/contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import type {
  listRankings,
  RankingComparison,
  RankingExplained,
  RankingPage,
  readFlightRankings,
  readFrozenRanking,
  readRankingBirds,
  readSeasonLeaders,
} from '#domain/rankings/contract.ts';
import { type RankingRule, rankingBy } from '#domain/rankings/ranking-rule.ts';
import { firstAlias } from '#domain/seasons/visibility.ts';
import { recordReadings } from '#server/arrivals/readings.ts';
import type { Tx } from '#server/db/database.ts';
import { closeFlight, moveFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import { previewed } from '#server/rulings/effect.ts';
import { prepareRuling, signRuling } from '#server/rulings/rulings.ts';
import { lockSeason } from '#server/seasons/seasons.ts';
import { changeHidden } from '#server/seasons/visibility.ts';
import { asOwner, type BuiltRace, buildFlight, buildPerson, buildRace, readingOf } from '#testing/builders.ts';
import { type TestSite, testSite } from '#testing/site.ts';

let site: TestSite;
let queries = 0;
beforeAll(async () => {
  site = await testSite();
  site.connection.pool.on('connect', (client) => {
    const query = client.query.bind(client);
    client.query = ((...sent: Parameters<typeof query>) => {
      queries += 1;
      return query(...sent);
    }) as typeof client.query;
  });
});
afterAll(async () => {
  await site?.end();
});

const write = <Answer>(work: (tx: Tx) => Promise<Answer>) => site.db.transaction().execute(work);
const keyOf = ({ loft, flight_id }: BuiltRace) => ({ loft_id: loft.id, flight_id });
const move = (race: BuiltRace, event: Parameters<typeof moveFlight>[2]) =>
  write(async (tx) => moveFlight(tx, await lockFlight(tx, keyOf(race)), event));
const meanSpeed = rankingBy({ by: 'mean_speed', unit: 'm/min', decimals: 2, rounding: 'half-up' });

/** The birds of a race come home, each after so many minutes. */
async function home(race: BuiltRace, minutes: readonly number[]) {
  const readings = minutes.map((after, bird) =>
    reading.parse(readingOf(race, bird, after, { sequence: bird + 1, boot: race.flight_id })),
  );
  await write(async (tx) => {
    const head = await lockLedger(tx, race.loft.id);
    await recordReadings(tx, race.loft.id, [{ device: race.device, readings, received_ms: 0 }], head);
  });
}

async function finish(race: BuiltRace) {
  await write(async (tx) =>
    closeFlight(tx, await lockFlight(tx, keyOf(race)), new Date(race.release_ms + 900 * 60_000).toISOString()),
  );
  await move(race, 'publish');
  await move(race, 'make_official');
}

/** A flight of four birds over 400 km that is over, and its season with a merchant. */
async function season() {
  const first = await buildRace(site.db, { birds: 4 });
  const merchant = await buildPerson(site.db, { entries: [{ loft_id: first.loft.id, entry: { is_merchant: true } }] });
  const admin = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', payload?: object) => {
    const url = `/api/admin/seasons/${first.season_id}/rankings${path}`;
    const answer = await site.app.inject({ method, url, headers: merchant.headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const get = async <Reply>(path: string, by?: Awaited<ReturnType<typeof buildPerson>>) => {
    const url = `/api/lofts/${first.loft.id}/rankings${path}`;
    return (await site.app.inject({ method: 'GET', url, ...(by && { headers: by.headers }) })).json() as Reply;
  };
  /** Another flight of the same birds, a week later. */
  const another = async (): Promise<BuiltRace> => {
    const release_time = new Date(first.release_ms + 7 * 86_400_000).toISOString();
    const flight_id = await write((tx) => buildFlight(tx, first, { until: 'released', release_time }));
    return { ...first, flight_id, release_ms: Date.parse(release_time) };
  };
  const publish = async (rule = meanSpeed, name = 'Ace pigeon') => {
    const { body } = await admin('POST', '', { name, rule });
    return (await admin('POST', `/${body.ranking.id}/publication`, { version: 1 })).body.ranking.id as number;
  };
  const hide = (hidden: Parameters<typeof changeHidden>[3]) =>
    write(async (tx) => {
      const key = { loft_id: first.loft.id, season_id: first.season_id };
      await lockSeason(tx, key);
      await changeHidden(tx, null, key, hidden);
    });
  return { first, another, admin, merchant, get, publish, hide };
}

describe('a ranking is set up', () => {
  it('as a draft that nobody sees, then published: from then on its rule is fixed', async () => {
    const { admin, get, first, merchant } = await season();
    const { body } = await admin('POST', '', { name: 'Ace pigeon', names: { nl: 'Asduif' }, rule: meanSpeed });
    const { id } = body.ranking;
    // That there is a draft is told to those who set rankings up.
    expect(await get<ReplyOf<typeof listRankings>>('')).toMatchObject({ rankings: [], drafts: 0 });
    const stranger = await buildPerson(site.db, {});
    expect(await get<ReplyOf<typeof listRankings>>('', stranger)).toMatchObject({ drafts: 0 });
    expect(await get<ReplyOf<typeof listRankings>>('', merchant)).toMatchObject({ rankings: [], drafts: 1 });
    expect(await get(`/${id}`)).toMatchObject({ code: 'not_found' });
    expect((await admin('POST', `/${id}/publication`, { version: 1 })).body.ranking.published_at).not.toBeNull();
    expect(await get<ReplyOf<typeof listRankings>>('')).toMatchObject({
      rankings: [{ id, names: { nl: 'Asduif' } }],
      drafts: 0,
    });

    const other = { ...meanSpeed, places_by: 'count' as const };
    const changed = { version: 2, name: 'Ace', names: {}, rule: other };
    expect(await admin('PUT', `/${id}`, changed)).toMatchObject({
      status: 409,
      body: { code: 'ranking_is_published' },
    });
    expect(await admin('DELETE', `/${id}`, { version: 2 })).toMatchObject({ status: 409 });
    expect(await admin('PUT', `/${id}`, { ...changed, rule: meanSpeed })).toMatchObject({ status: 200 });
    // The database refuses the same, whoever writes.
    const rule = JSON.stringify(other);
    await expect(
      asOwner(site.db, (tx) => tx.updateTable('rankings').set({ rule }).where('id', '=', id).execute()),
    ).rejects.toThrow(/keeps its rule/);
    expect(first.season_id).toBeGreaterThan(0);
  });

  it('is withdrawn by who published it, with a reason, unless it promises prizes; the line stays, its name is free', async () => {
    const { admin, get, first, publish } = await season();
    const id = await publish();
    const reason = 'Published to try it';
    const other = await buildPerson(site.db, {
      entries: [{ loft_id: first.loft.id, entry: { is_merchant: true } }],
    });
    const url = `/api/admin/seasons/${first.season_id}/rankings/${id}/withdrawal`;
    const payload = { version: 2, reason };
    const byOther = await site.app.inject({ method: 'POST', url, headers: other.headers, payload });
    expect(byOther.json()).toMatchObject({ code: 'withdraw_by_publisher' });
    expect((await admin('POST', `/${id}/withdrawal`, { version: 2, reason: '' })).body).toMatchObject({
      codes: { reason: ['error_required'] },
    });
    // Of raising prizes and withdrawing at once one is too late.
    const prizes = { basis: 'amount', steps: [{ from: 1, to: 1, value: 10_000 }] };
    const raised = { name: 'Ace pigeon', names: {}, rule: meanSpeed, prizes, version: 2 };
    const both = await Promise.all([
      admin('POST', `/${id}/withdrawal`, { version: 2, reason }),
      admin('PUT', `/${id}`, raised),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const promised = await publish(meanSpeed, 'Promised');
    await admin('PUT', `/${promised}`, { ...raised, name: 'Promised' });
    expect((await admin('POST', `/${promised}/withdrawal`, { version: 3, reason })).body).toMatchObject({
      code: 'withdraw_promised',
    });

    const tried = await publish(meanSpeed, 'Tried');
    expect((await admin('POST', `/${tried}/withdrawal`, { version: 2, reason })).status).toBe(200);
    expect(await get(`/${tried}`)).toMatchObject({ code: 'not_found' });
    const list = await get<ReplyOf<typeof listRankings>>('');
    expect(list.rankings.some((one) => one.id === tried)).toBe(false);
    expect(list.withdrawn.find((one) => one.id === tried)).toMatchObject({ name: 'Tried', reason });
    expect(await publish(meanSpeed, 'Tried')).toBeGreaterThan(tried);
    await expect(
      asOwner(site.db, (tx) => tx.updateTable('rankings').set({ name: 'Other' }).where('id', '=', tried).execute()),
    ).rejects.toThrow(/withdrawn stays/);
  });

  it('a rule that contradicts itself is refused at its field, and two of one name', async () => {
    const { admin } = await season();
    const flights = { ...meanSpeed.flights, best: 2, least: 3 };
    expect((await admin('POST', '', { name: 'A', rule: { ...meanSpeed, flights } })).body.codes).toEqual({
      'rule.flights.least': ['error_max_value'],
    });
    await admin('POST', '', { name: 'Ace', rule: meanSpeed });
    expect((await admin('POST', '', { name: 'ace', rule: meanSpeed })).body.codes).toEqual({ name: ['error_unique'] });
  });

  it('a rule is tried with the birds of the season before it is saved', async () => {
    const { admin, first } = await season();
    await home(first, [400, 500]);
    const { body } = await admin('POST', '/trial', { rule: meanSpeed });
    expect(body.lines.map(({ value }: { value: string }) => value)).toEqual(
      expect.arrayContaining(['1000.00', '800.00']),
    );
    expect((await admin('GET')).body.rankings).toEqual([]);
  });
});

describe('a ranking is live', () => {
  it('moves with each arrival, a bird in the air stands at what it would have now', async () => {
    const { first, another, get, publish } = await season();
    await home(first, [400, 500, 450, 480]);
    await finish(first);
    const id = await publish();
    const second = await another();
    await home(second, [420]);
    const page = await get<RankingPage>(`/${id}`);
    expect(page.flights.map(({ status }) => status)).toEqual(['official', 'released']);
    expect(page.frozen).toBeNull();
    // 1000.00 and 952.38; the others are in the air since long.
    expect(page.lines[0]).toMatchObject({ place: 1, value: '976.19', at_most: false, moved: 0 });
    expect(page.lines.slice(1).every(({ at_most }) => at_most)).toBe(true);
    const [, bird] = second.pigeon_ids as [number, number];
    const before = page.lines.findIndex((line) => line.key === String(bird));
    expect(page.lines[before]!.cells.map(({ in_the_air }) => in_the_air)).toEqual([false, true]);

    const needs = await get<ReplyOf<typeof readRankingBirds>>(`/${id}/birds?pigeons=${bird}`);
    expect(needs.birds[0]!.in_the_air!.steps.length).toBeGreaterThan(0);
    // Anybody reads the same beside the explanation of its line; a bird that is home needs nothing.
    const explained = await get<RankingExplained>(`/${id}/explanation?line=${bird}`);
    expect(explained.in_the_air).toEqual(needs.birds[0]!.in_the_air);
    const [winner] = second.pigeon_ids as [number];
    expect((await get<RankingExplained>(`/${id}/explanation?line=${winner}`)).in_the_air).toBeNull();
    await home(second, [420, 425]);
    const after = await get<RankingPage>(`/${id}`);
    // 800.00 and 941.18.
    expect(after.lines.find((line) => line.key === String(bird))).toMatchObject({ value: '870.59', at_most: false });
  });

  it('what-if says where a bird would stand, against what is home', async () => {
    const { first, get, publish } = await season();
    const id = await publish();
    await home(first, [400, 500]);
    const [, , bird] = first.pigeon_ids as [number, number, number];
    const at = (minutes: number) => encodeURIComponent(new Date(first.release_ms + minutes * 60_000).toISOString());
    expect(await get(`/${id}/what-if?pigeon_id=${bird}&at=${at(450)}`)).toMatchObject({ place: 2, flight_place: 2 });
    expect(await get(`/${id}/what-if?pigeon_id=${bird}&at=${at(600)}`)).toMatchObject({ place: 3, flight_place: 3 });
    expect(await get(`/${id}/what-if?pigeon_id=${bird}&at=${at(-5)}`)).toMatchObject({
      code: 'ranking_before_release',
    });
  });
});

describe('a ranking is frozen', () => {
  it('when its last flight is official, and once more after a correction', async () => {
    const { first, get, publish } = await season();
    const id = await publish();
    await home(first, [400, 500, 450, 480]);
    await finish(first);
    const page = await get<RankingPage>(`/${id}`);
    expect(page.frozen).toMatchObject({ version: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    await move(first, 'correct');
    expect((await get<RankingPage>(`/${id}`)).frozen).toBeNull();
    // The same result: nothing new to freeze.
    await move(first, 'make_official');
    expect((await get<RankingPage>(`/${id}`)).frozen).toMatchObject({ version: 1 });
    await expect(
      asOwner(site.db, (tx) => tx.updateTable('frozen_rankings').set({ content: '' }).execute()),
    ).rejects.toThrow();
  });

  it('says what a version changed, as a text whose fingerprint anybody computes; not where a part is hidden', async () => {
    const { first, get, publish, hide, merchant } = await season();
    const id = await publish();
    const owner = await buildPerson(site.db, {});
    await asOwner(site.db, (tx) =>
      tx.updateTable('teams').set({ user_id: owner.user_id }).where('season_id', '=', first.season_id).execute(),
    );
    const subject = { of: 'fancier' as const, birds: 1, named: false, complete: true };
    const of_fanciers = await publish({ ...meanSpeed, subject }, 'Fanciers');
    await home(first, [400, 500, 450, 480]);
    await finish(first);
    const [gone, last, second, third] = first.pigeon_ids as [number, number, number, number];
    const { ring } = await site.db
      .selectFrom('pigeons')
      .select('ring')
      .where('id', '=', gone)
      .executeTakeFirstOrThrow();
    const second_signer = await buildPerson(site.db, {
      entries: [{ loft_id: first.loft.id, entry: { is_merchant: true } }],
    });
    await write(async (tx) => {
      const flight = await lockFlight(tx, keyOf(first));
      const act = { by: merchant.user_id, now_ms: Date.now() };
      const reason = 'Ring of another bird';
      const ruling = { kind: 'disqualified' as const, ring };
      const change = { kind: 'disqualified' as const, pigeon_id: gone };
      const { fingerprint: seen } = await previewed(tx, flight, change, { ...act, reason });
      const { n } = await prepareRuling(tx, flight, { ruling, reason, seen, file_ids: [], unit: 'km' }, act);
      await signRuling(tx, flight, { n, seen }, { by: second_signer.user_id, now_ms: Date.now() });
    });
    type Frozen = ReplyOf<typeof readFrozenRanking>;
    const now = await get<Frozen>(`/${id}/frozen?with=text`);
    expect(createHash('sha256').update(now.text!).digest('hex')).toBe(now.sha256);
    expect(now).toMatchObject({ version: 2, earlier: [{ version: 1 }], changes: { count: 4 } });
    expect(now.changes.lines.map(({ key, before, after }) => [Number(key), before?.place, after?.place])).toEqual([
      [second, 2, 1],
      [third, 3, 2],
      [last, 4, 3],
      [gone, 1, undefined],
    ]);
    // Why: the ruling of its flight, with its reason, and which flights are worth something else for a line.
    expect(now.causes).toMatchObject([
      {
        flight: { id: first.flight_id },
        counts: true,
        ruling: { n: 1, kind: 'disqualified', reason: 'Ring of another bird' },
      },
    ]);
    expect(now.changes.lines.every(({ flight_ids }) => flight_ids.includes(first.flight_id))).toBe(true);
    const before = await get<Frozen>(`/${id}/frozen?with=text&version=1`);
    expect(before.causes).toEqual([]);
    expect(createHash('sha256').update(before.text!).digest('hex')).toBe(now.earlier[0]!.sha256);
    expect(before.changes.count).toBe(0);
    // Its text has the accounts of fanciers.
    expect(await get(`/${of_fanciers}`)).toMatchObject({ frozen: { version: 2 } });
    expect(await get(`/${of_fanciers}/frozen`)).toMatchObject({ code: 'not_found' });
    await hide(['aces.speed']);
    expect(await get(`/${id}/frozen`)).toMatchObject({ code: 'not_found' });
  });
});

describe('the place among the pigeons of a country', () => {
  it('stands beside the place in the whole ranking, where countries are shown', async () => {
    const { first, get, publish, hide } = await season();
    const id = await publish();
    const [, second, , fourth] = first.pigeon_ids as [number, number, number, number];
    await asOwner(site.db, (tx) =>
      tx
        .updateTable('teams')
        .set({ country: 'NL' })
        .where('id', 'in', tx.selectFrom('pigeons').select('team_id').where('id', 'in', [second, fourth]))
        .execute(),
    );
    await home(first, [400, 410, 420, 430]);
    const whole = await get<RankingPage>(`/${id}`);
    expect(whole.countries).toEqual(['BE', 'NL']);
    expect(whole.lines.map(({ place, national }) => [place, national])).toEqual([
      [1, 1],
      [2, 1],
      [3, 2],
      [4, 2],
    ]);
    const dutch = await get<RankingPage>(`/${id}?country=NL`);
    expect(dutch.lines.map(({ key, place, national }) => [Number(key), place, national])).toEqual([
      [second, 2, 1],
      [fourth, 4, 2],
    ]);
    expect(await get(`/${id}?country=Nl`)).toMatchObject({ codes: { country: [expect.any(String)] } });
    await hide(['aces.country']);
    expect(await get(`/${id}?country=NL`)).toMatchObject({ countries: [], lines: [] });
    expect((await get<RankingPage>(`/${id}`)).lines.map(({ national }) => national)).toEqual([null, null, null, null]);
  });
});

describe('the switches of the season', () => {
  it('hide places, values and rings of its rankings (3.15)', async () => {
    const { first, get, publish, hide } = await season();
    const id = await publish();
    await home(first, [400, 500]);
    await hide(['aces.rank']);
    const unplaced = await get<RankingPage>(`/${id}`);
    expect(unplaced).toMatchObject({ leader: null, can_pass: null });
    expect(unplaced.lines.map(({ place }) => place)).toEqual([null, null, null, null]);
    await hide(['aces.speed', 'aces.ringDescriptor']);
    const [line] = (await get<RankingPage>(`/${id}`)).lines;
    expect(line).toMatchObject({ value: null, bird: { ring: '' } });
    expect(first.pigeon_ids).not.toContain(line!.bird!.pigeon_id);
    // Nor does what a line is named by tell which bird it is.
    expect(first.pigeon_ids.map(String)).not.toContain(line!.key);
    await hide(['results.rank']);
    expect((await get<RankingPage>(`/${id}`)).lines[0]!.cells[0]).toMatchObject({ places: [], value: null });
  });
});

describe('two lines of a ranking beside each other', () => {
  type Compared = RankingComparison & { codes: Record<string, string[]> };

  /** Two flights of four birds: the third bird is at home in the first only, the fourth in neither. */
  async function flown() {
    const made = await season();
    await home(made.first, [400, 500, 450]);
    await finish(made.first);
    const second = await made.another();
    await home(second, [430, 420]);
    await finish(second);
    const [one, two, three, four] = made.first.pigeon_ids as [number, number, number, number];
    const compare = (id: number, a: number | string, b: number | string) =>
      made.get<Compared>(`/${id}/comparison?a=${a}&b=${b}`);
    return { ...made, one, two, three, four, compare };
  }

  it('say who was ahead in each flight, and how often', async () => {
    const { one, two, publish, compare } = await flown();
    const found = await compare(await publish(), one, two);
    expect(found.flights.map(({ outcome }) => outcome)).toEqual(['a', 'b']);
    expect(found.balance).toEqual({ a: 1, b: 1, level: 0 });
    expect(found.a).toMatchObject({ key: String(one), place: 1, value: '965.12', why_not: null });
    expect(found.b.cells.map(({ places, value }) => [places, value])).toEqual([
      [[3], '800.00'],
      [[1], '952.38'],
    ]);
    expect(found.frozen).toMatchObject({ version: 1 });
  });

  it('also where one has no result in a flight, and is not ranked', async () => {
    const { one, three, four, publish, compare } = await flown();
    const id = await publish();
    const found = await compare(id, three, one);
    expect(found.flights.map(({ outcome }) => outcome)).toEqual(['b', 'only_b']);
    expect(found.balance).toEqual({ a: 0, b: 1, level: 0 });
    expect(found.a).toMatchObject({ place: null, value: null, why_not: 'too_few_flights' });
    expect((await compare(id, three, four)).flights.map(({ outcome }) => outcome)).toEqual(['only_a', 'none']);
  });

  it('of teams are compared by their values', async () => {
    const { publish, compare, get } = await flown();
    const subject = { of: 'team' as const, birds: 1, named: false, complete: true };
    const id = await publish({ ...meanSpeed, subject });
    const { lines } = await get<RankingPage>(`/${id}`);
    expect(lines.length).toBeGreaterThan(0);
    const [{ key }] = lines as [RankingPage['lines'][number]];
    const found = await compare(id, key, key);
    expect(found.flights.map(({ outcome }) => outcome)).toEqual(['level', 'level']);
    expect(found.a.group).not.toBeNull();
  });

  it('of fanciers are named by aliases, which are not the numbers of their accounts', async () => {
    const { first, publish, compare, get, hide } = await flown();
    const owner = await buildPerson(site.db, {});
    await asOwner(site.db, (tx) =>
      tx.updateTable('teams').set({ user_id: owner.user_id }).where('season_id', '=', first.season_id).execute(),
    );
    const subject = { of: 'fancier' as const, birds: 1, named: false, complete: true };
    const id = await publish({ ...meanSpeed, subject });
    const { lines } = await get<RankingPage>(`/${id}`);
    expect(lines.map(({ key }) => Number(key) >= firstAlias)).toEqual([true]);
    expect((await compare(id, lines[0]!.key, lines[0]!.key)).a.key).toBe(lines[0]!.key);
    expect(await compare(id, owner.user_id, owner.user_id)).toMatchObject({ codes: { a: ['not_found'] } });
    await hide(['aces.fancier']);
    expect(await compare(id, lines[0]!.key, lines[0]!.key)).toMatchObject({ codes: { a: ['not_found'] } });
  });

  it('are refused at the field that names nobody', async () => {
    const { one, publish, compare } = await flown();
    const id = await publish();
    expect(await compare(id, one, 'nobody')).toMatchObject({ codes: { b: ['not_found'] } });
    expect(await compare(id, '', one)).toMatchObject({ codes: { a: [expect.any(String)] } });
  });

  it('show no more than the ranking does (3.15)', async () => {
    const { one, two, three, publish, compare, get, hide } = await flown();
    const id = await publish();
    await hide(['results.rank']);
    const unplaced = await compare(id, one, two);
    expect(unplaced.flights.map(({ outcome }) => outcome)).toEqual(['hidden', 'hidden']);
    expect(unplaced.balance).toBeNull();
    expect(unplaced.a.cells.every(({ places, value }) => places.length === 0 && value === null)).toBe(true);
    // With hidden rings a bird is found by the alias of its line only, and who is not ranked not at all.
    await hide(['aces.ringDescriptor']);
    expect(await compare(id, one, two)).toMatchObject({ codes: { a: ['not_found'] } });
    const [line] = (await get<RankingPage>(`/${id}`)).lines;
    expect((await compare(id, line!.key, line!.key)).a.bird).toMatchObject({ ring: '' });
    await hide(['aces.rank']);
    expect(await compare(id, one, two)).toMatchObject({ a: { place: null } });
    expect(await compare(id, one, three)).toMatchObject({ codes: { b: ['not_found'] } });
  });
});

describe('why a line has its place', () => {
  /** Two flights of four birds over 400 km: the first two have equal values, the third is at home in the first only. */
  async function flown(rule: RankingRule = meanSpeed) {
    const made = await season();
    await home(made.first, [400, 500, 450]);
    await finish(made.first);
    const second = await made.another();
    await home(second, [500, 400]);
    await finish(second);
    const id = await made.publish(rule);
    const why = (line: number | string) =>
      made.get<RankingExplained & { codes: Record<string, string[]> }>(`/${id}/explanation?line=${line}`);
    return { ...made, id, why };
  }

  it('is told to the last decimal: flights, sum, quotient, and the tie-breaks that were asked', async () => {
    const { first, why } = await flown();
    const [one, two, three, four] = first.pigeon_ids as [number, number, number, number];
    const found = await why(two);
    expect(found).toMatchObject({ frozen: { version: 1 }, ranked: 2, line: { place: 1, value: '900.00' } });
    expect(found.flights.map(({ birds, value, counts }) => [birds[0]!.rank, birds[0]!.net_ms, value, counts])).toEqual([
      [3, 500 * 60_000, '800.00', true],
      [1, 400 * 60_000, '1000.00', true],
    ]);
    expect(found.flights[0]!.birds[0]!.unrounded).toEqual({ digits: '800', is_whole: true });
    expect(found.total).toEqual({
      sum: '1800',
      divisor: { digits: '2', is_whole: true },
      unrounded: { digits: '900', is_whole: true },
    });
    // The second flight is the last final, where it was first; the time there was not asked any more.
    expect(found.above).toBeNull();
    expect(found.below).toMatchObject({
      key: String(one),
      place: 2,
      apart: '0.00',
      decided_by: 'final_place',
      tries: [{ tie_break: 'final_place', own: '1', other: '2' }],
    });
    expect((await why(one)).above).toMatchObject({ tries: [{ own: '2', other: '1' }] });
    const missing = await why(three);
    expect(missing).toMatchObject({ line: { place: null, why_not: 'too_few_flights' }, total: null, above: null });
    expect(missing.flights.map(({ why: dropped }) => dropped)).toEqual([null, 'not_home']);
    expect((await why(four)).flights.every(({ birds }) => birds.length === 0)).toBe(true);
    expect(await why('nobody')).toMatchObject({ codes: { line: ['not_found'] } });
  });

  it('says of those that took part and are not ranked which flights are missing, where birds may be followed', async () => {
    const { first, get, hide, id } = await flown();
    const [, , three, four] = first.pigeon_ids as [number, number, number, number];
    const [, second] = (await get<RankingPage>(`/${id}`)).flights as [unknown, { id: number }];
    const unranked = await get<RankingPage>(`/${id}?lines=unranked`);
    // The fourth was at home in no flight: it took no part.
    expect(unranked).toMatchObject({ ranked: 2, unranked: 1, total: 1, lines: [{ key: String(three), place: null }] });
    expect(unranked.lines[0]!.cells.map(({ value, why }) => [value, why])).toEqual([
      ['888.89', null],
      [null, 'not_home'],
    ]);
    const { birds } = await get<ReplyOf<typeof readRankingBirds>>(`/${id}/birds?pigeons=${three},${four}`);
    expect(birds.find(({ bird }) => bird.pigeon_id === three)!.missing).toEqual([second.id]);
    expect(birds.find(({ bird }) => bird.pigeon_id === four)!.missing).toHaveLength(2);
    await hide(['aces.ringDescriptor']);
    expect(await get<RankingPage>(`/${id}?lines=unranked`)).toMatchObject({ unranked: 1, total: 0, lines: [] });
  });

  it('shows flying times only where the season does, and nothing where a part of it is hidden (3.15)', async () => {
    const { first, why, hide } = await flown(
      rankingBy(
        { by: 'table', steps: [{ from: 1, to: 3, points: '50' }], decimals: 0 },
        { tie_breaks: ['first_bird'] },
      ),
    );
    const [one] = first.pigeon_ids as [number];
    const timesOf = ({ flights, above, below }: RankingExplained) => [
      ...flights.flatMap(({ birds }) => birds.map(({ net_ms }) => net_ms)),
      ...(above ?? below)!.tries.map(({ own }) => own),
    ];
    expect(timesOf(await why(one))).toEqual([400 * 60_000, 500 * 60_000, String(500 * 60_000)]);
    await hide(['results.speed']);
    expect(timesOf(await why(one))).toEqual([null, null, null]);
    for (const hidden of ['aces.rank', 'aces.speed', 'results.rank'] as const) {
      await hide([hidden]);
      expect(await why(one), hidden).toMatchObject({ codes: { line: ['not_found'] } });
    }
    // Rings stay hidden; the line is found by its alias.
    await hide(['aces.ringDescriptor']);
    expect(await why(one)).toMatchObject({ codes: { line: ['not_found'] } });
  });

  it('of a team names the birds that score', async () => {
    const subject = { of: 'team' as const, birds: 1, named: false, complete: true };
    const { why, first } = await flown({ ...meanSpeed, subject });
    const { team_id } = (await site.db
      .selectFrom('pigeons')
      .select('team_id')
      .where('id', '=', first.pigeon_ids[0]!)
      .executeTakeFirstOrThrow()) as { team_id: number };
    const found = await why(team_id);
    expect(found.line.group).toMatchObject({ team_id });
    expect(found.flights.map(({ birds }) => birds.map(({ rank }) => rank))).toEqual([[1], expect.any(Array)]);
    expect(found.flights[0]!.birds[0]!.bird.ring).not.toBe('');
  });
});

describe('a ranking of regions (domain 2.13)', () => {
  it('counts birds by the postcodes of their accounts, and follows an address that changes', async () => {
    const { first, get, publish, admin } = await season();
    const owner = await buildPerson(site.db, {});
    const move_to = (country: string | null, zipcode: string | null) =>
      asOwner(site.db, (tx) =>
        tx.updateTable('users').set({ country, zipcode }).where('id', '=', owner.user_id).execute(),
      );
    await move_to('BE', 'B-8900');
    await asOwner(site.db, (tx) =>
      tx.updateTable('teams').set({ user_id: owner.user_id }).where('season_id', '=', first.season_id).execute(),
    );
    await home(first, [400, 500]);
    const rule: RankingRule = {
      ...meanSpeed,
      subject: { of: 'region', birds: 1, named: false, complete: true },
      regions: [
        { name: 'West-Vlaanderen', country: 'BE', postcodes: ['8'] },
        { name: 'Westhoek', country: 'BE', postcodes: ['89'] },
      ],
    };
    // It is tried before it is published.
    const trial = await admin('POST', '/trial', { rule });
    expect(trial.body.lines).toMatchObject([{ group: { name: 'Westhoek' }, value: '1000.00' }]);
    const id = await publish(rule, 'Regions');
    const names = async () => (await get<RankingPage>(`/${id}`)).lines.map(({ group }) => group!.name);
    expect(await names()).toEqual(['Westhoek']);
    await move_to('BE', '8000');
    expect(await names()).toEqual(['West-Vlaanderen']);
    // Control: an address that is in no region, and one that nobody knows.
    await move_to('NL', '8000');
    expect(await names()).toEqual([]);
    await move_to(null, null);
    expect(await names()).toEqual([]);
    const regions = [...rule.regions!, { name: 'Kust', country: 'BE', postcodes: ['8'] }];
    expect((await admin('POST', '', { name: 'B', rule: { ...rule, regions } })).body.codes).toEqual({
      'rule.regions.2': ['region_twice'],
    });
  });
});

describe('who leads the rankings of a season', () => {
  it('are the first three lines of each published one, without those whose places are hidden (3.15)', async () => {
    const { first, get, publish, admin, hide } = await season();
    const id = await publish();
    await admin('POST', '', { name: 'Draft', rule: meanSpeed });
    type Leaders = ReplyOf<typeof readSeasonLeaders>;
    // All are in the air; the draft is nobody's business.
    const before = await get<Leaders>('/leaders');
    expect(before.rankings.map(({ lines }) => lines.map(({ at_most }) => at_most))).toEqual([[true, true, true]]);
    await home(first, [400, 500, 450, 480]);
    const found = await get<Leaders>(`/leaders?season_id=${first.season_id}`);
    expect(found.rankings).toMatchObject([{ ranking: { id }, is_frozen: false, official: 0, flights: 1 }]);
    expect(found.rankings[0]!.lines.map(({ place, value }) => [place, value])).toEqual([
      [1, '1000.00'],
      [2, '888.89'],
      [3, '833.33'],
    ]);
    await finish(first);
    expect((await get<Leaders>('/leaders')).rankings).toMatchObject([{ is_frozen: true, official: 1 }]);
    await hide(['aces.rank']);
    expect((await get<Leaders>('/leaders')).rankings).toEqual([]);
  });
});

describe('the birds that somebody follows', () => {
  it('are read in all rankings of the season with the queries of one', async () => {
    const { first, another, publish } = await season();
    await home(first, [400, 500, 450, 480]);
    await finish(first);
    await home(await another(), [420]);
    const [bird] = first.pigeon_ids as [number];
    const get = async (path: string) => {
      const before = queries;
      const answer = await site.app.inject({ method: 'GET', url: `/api/lofts/${first.loft.id}${path}` });
      return { body: answer.json(), queries: queries - before };
    };
    const all = `/seasons/${first.season_id}/rankings/birds?pigeons=${bird}`;
    const ids = [await publish()];
    await get(all);
    const ofOne = await get(all);
    ids.push(await publish(rankingBy({ by: 'rank_sum' }), 'Places'), await publish(meanSpeed, 'Speed'));
    await get(all);
    const ofThree = await get(all);
    expect(ofThree.queries).toBe(ofOne.queries);
    // Each by itself is read as the pages of a bird and of a team did before.
    let apart = 0;
    for (const [i, id] of ids.entries()) {
      const one = await get(`/rankings/${id}/birds?pigeons=${bird}`);
      apart += one.queries;
      expect(ofThree.body.rankings[i].lines).toEqual([one.body.birds[0].line]);
    }
    expect(ofThree.queries).toBeLessThan(apart / 2);
    expect(ofThree.body.rankings.map(({ ranking }: { ranking: { id: number } }) => ranking.id)).toEqual(ids);
  });

  it('are in no line where the season hides rings or places (3.15)', async () => {
    const { first, publish, hide } = await season();
    await publish();
    await home(first, [400]);
    const lines = async () =>
      (
        await site.app.inject({
          method: 'GET',
          url: `/api/lofts/${first.loft.id}/seasons/${first.season_id}/rankings/birds?pigeons=${first.pigeon_ids[0]}`,
        })
      ).json();
    expect((await lines()).rankings).toMatchObject([{ lines: [{ key: String(first.pigeon_ids[0]) }] }]);
    for (const hidden of ['aces.ringDescriptor', 'aces.rank', 'results.rank'] as const) {
      await hide([hidden]);
      expect(await lines()).toEqual({ rankings: [] });
    }
  });
});

describe('the rankings with a flight', () => {
  it('stand as they did with it, moved by it, with the lines that are followed', async () => {
    const { first, another, publish } = await season();
    const id = await publish();
    await publish({ ...meanSpeed, flights: { ...meanSpeed.flights, kinds: ['semi_final'] } }, 'Of another kind');
    const read = async (flight_id: number, query = '') => {
      const url = `/api/lofts/${first.loft.id}/flights/${flight_id}/rankings${query}`;
      return (await site.app.inject({ method: 'GET', url })).json() as ReplyOf<typeof readFlightRankings>;
    };
    await home(first, [400, 410, 420, 430]);
    await finish(first);
    const [one, two, , four] = first.pigeon_ids as [number, number, number, number];
    expect((await read(first.flight_id)).rankings).toMatchObject([
      { ranking: { id }, is_frozen: true, ranked: 4, flown: 1, flights: 1, followed: [] },
    ]);
    const second = await another();
    await home(second, [500, 400, 410]);
    // The fourth is in the air since long.
    const [air] = (await read(second.flight_id, `?pigeons=${four}`)).rankings;
    expect(air).toMatchObject({ is_frozen: false, flown: 2, flights: 2 });
    expect(air!.lines.map(({ key, moved }) => [Number(key), moved]).slice(0, 3)).toEqual([
      [two, 1],
      [first.pigeon_ids[2], 1],
      [one, -2],
    ]);
    expect(air!.followed).toMatchObject([{ key: String(four), at_most: true }]);
    await finish(second);
    const [with_second] = (await read(second.flight_id)).rankings;
    expect(with_second).toMatchObject({ is_frozen: true, ranked: 3 });
    // With the first flight all stand as they did, and it is no longer the last word.
    for (let times = 0; times < 2; times += 1) {
      const [before] = (await read(first.flight_id, `?pigeons=${one}`)).rankings;
      expect(before).toMatchObject({ is_frozen: false, ranked: 4, flown: 1, flights: 2 });
      expect(before!.lines.map(({ key }) => Number(key))).toEqual(first.pigeon_ids);
      expect(before!.lines.map(({ value }) => value)).toContain('1000.00');
      expect(before!.followed).toMatchObject([{ key: String(one), place: 1, moved: null }]);
    }
  });

  it('show no more than the ranking does (3.15)', async () => {
    const { first, publish, hide } = await season();
    await publish();
    const subject = { of: 'team' as const, birds: 1, named: false, complete: true };
    await publish({ ...meanSpeed, subject }, 'Teams');
    await home(first, [400, 410]);
    const url = `/api/lofts/${first.loft.id}/flights/${first.flight_id}/rankings?pigeons=${first.pigeon_ids[0]}`;
    const read = async () =>
      ((await site.app.inject({ method: 'GET', url })).json() as ReplyOf<typeof readFlightRankings>).rankings;
    expect((await read()).map(({ followed }) => followed.length)).toEqual([1, 1]);
    await hide(['aces.team', 'aces.rank', 'aces.speed', 'aces.ringDescriptor']);
    const [only, ...others] = await read();
    expect(others).toEqual([]);
    expect(only!.followed).toEqual([]);
    expect(only!.lines.map(({ place, moved, value, bird }) => [place, moved, value, bird!.ring])).toEqual(
      Array.from({ length: 4 }, () => [null, null, null, '']),
    );
  });
});

describe('named birds', () => {
  const named = (before: string): RankingRule => ({
    ...rankingBy({ by: 'points', highest: '100', lowest: '0', decimals: 0, rounding: 'half-up' }),
    prizes: { part: 1, of: 1, rounding: 'up' },
    subject: { of: 'team', birds: 2, named: true, named_before: before, complete: false },
    flights: { ...meanSpeed.flights, kinds: ['hot_spot'] },
  });

  /** A season whose birds are of one team, with its owner and a ranking for which it names two. */
  async function naming(before = '2099-01-01') {
    const made = await season();
    const { first, publish, get } = made;
    const [owner, stranger] = [await buildPerson(site.db, {}), await buildPerson(site.db, {})];
    const team_id = await asOwner(site.db, async (tx) => {
      const season_of = { loft_id: first.loft.id, season_id: first.season_id };
      const { id } = await tx
        .insertInto('teams')
        .values({ ...season_of, name: 'Zilver', user_id: owner.user_id })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx.updateTable('pigeons').set({ team_id: id }).where('season_id', '=', first.season_id).execute();
      return id;
    });
    const id = await publish(named(before));
    const name = async (by: typeof owner, pigeon_ids: readonly (number | undefined)[]) => {
      const url = `/api/lofts/${first.loft.id}/rankings/${id}/teams/${team_id}/birds`;
      const answer = await site.app.inject({ method: 'PUT', url, headers: by.headers, payload: { pigeon_ids } });
      return { status: answer.statusCode, ...answer.json() };
    };
    const own = async (by: typeof owner) =>
      (await site.app.inject({ method: 'GET', url: '/api/flock/namings', headers: by.headers })).json();
    /** The race of the season becomes one that counts. */
    const fly = () =>
      asOwner(site.db, (tx) =>
        tx.updateTable('flights').set({ kind: 'hot_spot' }).where('id', '=', first.flight_id).execute(),
      );
    return { ...made, owner, stranger, team_id, id, name, own, fly, read: () => get<RankingPage>(`/${id}`) };
  }

  it('are named by the owner of the team or the loft, and they alone score from then on', async () => {
    const { first, owner, stranger, merchant, name, own, fly, read, admin, id, team_id } = await naming();
    const [one, two, three] = first.pigeon_ids;
    expect(await name(stranger, [one])).toMatchObject({ status: 404 });
    expect(await name(owner, [three, two])).toMatchObject({ status: 200, named: 2 });
    expect(await name(merchant, [one, two])).toMatchObject({ named: 2 });
    expect((await own(owner)).namings).toMatchObject([{ is_open: true }]);
    await fly();
    await home(first, [400, 410, 420, 430]);
    // Of four the first has 100 points, the second 75.
    expect((await read()).lines).toMatchObject([{ key: String(team_id), value: '175', count: 2 }]);
    expect((await admin('GET', `/${id}/birds`)).body.teams).toMatchObject([
      { team: 'Zilver', birds: [{ pigeon_id: one }, { pigeon_id: two }] },
    ]);
    const [mine] = (await own(owner)).namings;
    expect(mine).toMatchObject({ ranking: { id }, team: 'Zilver', most: 2, before: '2099-01-01', is_open: false });
    expect(mine.birds.map(({ is_named }: { is_named: boolean }) => is_named)).toEqual([true, true, false, false]);
    expect((await own(stranger)).namings).toEqual([]);
    const audited = await site.db
      .selectFrom('audit_log')
      .select('user_id')
      .where('loft_id', '=', first.loft.id)
      .where('action', '=', 'ranking.name_birds')
      .orderBy('id')
      .execute();
    expect(audited.map(({ user_id }) => user_id)).toEqual([owner.user_id, merchant.user_id]);
  });

  it('are refused beyond their number, of another team, and when the day has come', async () => {
    const { first, owner, name } = await naming();
    const other = await season();
    expect(await name(owner, first.pigeon_ids.slice(0, 3))).toMatchObject({
      codes: { pigeon_ids: ['naming_too_many'] },
    });
    expect(await name(owner, other.first.pigeon_ids.slice(0, 1))).toMatchObject({
      codes: { pigeon_ids: ['naming_other_bird'] },
    });
  });

  it('are not named by what they have flown, and a ranking that nobody can be named for is not published', async () => {
    const { first, owner, name, own, fly, admin } = await naming();
    const publish = async (called: string, rule: RankingRule) => {
      const { ranking } = (await admin('POST', '', { name: called, rule })).body;
      return admin('POST', `/${ranking.id}/publication`, { version: 1 });
    };
    expect(await publish('Past', named('2020-01-01'))).toMatchObject({ status: 409, body: { code: 'naming_over' } });
    await fly();
    expect(await name(owner, first.pigeon_ids.slice(0, 1))).toMatchObject({ status: 409, code: 'naming_flown' });
    expect((await own(owner)).namings).toMatchObject([{ is_open: false }]);
    expect(await publish('Flown', named('2099-01-01'))).toMatchObject({ status: 409, body: { code: 'naming_flown' } });
  });

  it('are frozen with the ranking', async () => {
    const { first, owner, name, fly, read } = await naming();
    await name(owner, first.pigeon_ids.slice(0, 1));
    await fly();
    await home(first, [400, 410, 420, 430]);
    await finish(first);
    const page = await read();
    expect(page.frozen).toMatchObject({ version: 1 });
    const { content } = await site.db
      .selectFrom('frozen_rankings')
      .select('content')
      .where('loft_id', '=', first.loft.id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(content).lines[0].flights[0].birds).toMatchObject([{ pigeon_id: first.pigeon_ids[0] }]);
  });
});
