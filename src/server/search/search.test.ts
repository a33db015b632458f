/** The search over the whole site: what it finds, in which order, and what it must not find (3.15). */

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { creditorReference } from '#domain/bank.ts';
import { orderNumber } from '#domain/orders/order.ts';
import type { searchSite } from '#domain/search/contract.ts';
import { enterPigeons, enterTeams } from '#server/pigeons/pigeons.ts';
import { createSeason } from '#server/seasons/seasons.ts';
import { changeHidden } from '#server/seasons/visibility.ts';
import { buildLoft, buildPerson, buildRace, readingOf } from '#testing/builders.ts';
import { buildEntries } from '#testing/entries.ts';
import { buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import { testSite } from '#testing/site.ts';

type Found = z.output<typeof searchSite.reply>;

let site: Awaited<ReturnType<typeof testSite>>;
let loft_id: number;
let season_id: number;

beforeAll(async () => {
  site = await testSite({ keep_ms: 0 });
  const built = await buildLoft(site.db, { name: 'Ourthe One Loft', country: 'BE' });
  loft_id = built.loft.id;
  season_id = built.season_id;
  const key = { loft_id, season_id };
  await site.db.transaction().execute(async (tx) => {
    const teams = await enterTeams(tx, key, [
      { name: 'Hermanos Ortuño', fancier: 'Paco Ortuño', country: 'ES' },
      { name: 'Quinta do Vale', fancier: 'Rui Vale', country: 'PT' },
    ]);
    const [spain, portugal] = [...teams.values()];
    await enterPigeons(tx, key, [
      { ring: 'BE 26-755-108', team_id: spain!, name: 'Relámpago' },
      { ring: 'BE 26-4551023', team_id: spain! },
      { ring: 'PT 26-40551', team_id: portugal! },
      { ring: 'BE6200551 .26', team_id: portugal! },
    ]);
  });
  await buildRace(site.db, { birds: 1 }, built);
});
afterAll(() => site?.end());

async function search(query: string): Promise<Found & { status: number }> {
  const answer = await site.app.inject(`/api/search?${query}`);
  return { ...(answer.json() as Found), status: answer.statusCode };
}
const rings = async (q: string) => (await search(`q=${encodeURIComponent(q)}`)).birds.rows.map(({ ring }) => ring);

describe('the search over the whole site', () => {
  it('finds a bird by any digits of its ring: by its last ones first, across a dash last', async () => {
    expect(await rings('551')).toEqual(['BE6200551 .26', 'PT 26-40551', 'BE 26-4551023', 'BE 26-755-108']);
    expect(await rings('be 26-755108')).toEqual(['BE 26-755-108']);
    expect(await rings('٥٥١٠٢٣')).toEqual(['BE 26-4551023']);
  });

  it('finds a ring whose year is typed before its number, where the list has it behind, and the other way round', async () => {
    expect(await rings('BE 26-6200551')).toEqual(['BE6200551 .26']);
    expect(await rings('be4551023/26')).toEqual(['BE 26-4551023']);
    expect(await rings('BELG 26-4551023')).toEqual(['BE 26-4551023']);
    expect(await rings('BE 25-6200551')).toEqual([]);
  });

  it('finds a bird that races beside its ring in an order of somebody else', async () => {
    const entries = await buildEntries(site.db);
    const { id } = await entries.order();
    const answer = await site.app.inject({
      method: 'POST',
      url: `/api/registrations/${id}/pigeons`,
      headers: entries.customer.headers,
      payload: { ring: 'BE 26-4551023', name: '', color: '', sex: 'unknown' },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const { rows } = (await search('q=4551023')).birds;
    expect(rows.map(({ loft }) => loft)).toContain('Ourthe One Loft');
    expect(rows).toHaveLength(2);
    await site.app.inject({
      method: 'DELETE',
      url: `/api/registrations/${id}/pigeons/${answer.json().pigeon_id}`,
      headers: entries.customer.headers,
      payload: {},
    });
  });

  it('finds by names without regard to accents, with other words in the team', async () => {
    expect(await rings('relampago')).toEqual(['BE 26-755-108']);
    expect(await rings('551 ortuno')).toEqual(['BE 26-4551023', 'BE 26-755-108']);
    expect(await rings('ortuno')).toEqual([]);
    const { teams, lofts, seasons, flights } = await search('q=ourthe');
    expect(lofts.rows.map(({ name }) => name)).toEqual(['Ourthe One Loft']);
    expect([seasons.rows.length, flights.rows.length, teams.rows.length]).toEqual([1, 1, 0]);
    expect((await search('q=paco')).teams.rows).toMatchObject([{ team: 'Hermanos Ortuño', fancier: 'Paco Ortuño' }]);
  });

  it('finds a flight by its kind in the language of the reader, with other words in its name or loft', async () => {
    const kinds = async (q: string, locale: string) =>
      (await search(`q=${encodeURIComponent(q)}&locale=${locale}`)).flights.rows.length;
    expect((await search('q=final')).flights.rows).toMatchObject([{ kind: 'final' }]);
    expect(await kinds('ourthe endflug', 'de')).toBe(1);
    expect(await kinds('决赛', 'cn')).toBe(1);
    expect(await kinds('endflug', 'en')).toBe(0);
    expect(await kinds('hot spot', 'en')).toBe(0);
    expect(await kinds('endflug elsewhere', 'de')).toBe(0);
  });

  it('finds nothing by a text that is in nearly every name, and refuses what is no query', async () => {
    expect(await rings('5')).toEqual([]);
    expect(await rings('%%')).toEqual([]);
    expect(await rings('\0\0ab')).toEqual([]);
    expect((await search(`q=${'a'.repeat(101)}`)).status).toBe(422);
    expect((await search('q=551&kind=people')).status).toBe(422);
    expect((await search('q=551&page=41')).status).toBe(422);
  });

  it('shows the first five of each kind, and a kind by pages', async () => {
    await site.db.transaction().execute((tx) =>
      enterPigeons(
        tx,
        { loft_id, season_id },
        Array.from({ length: 30 }, (_, n) => ({ ring: `NL 26-88${String(n).padStart(2, '0')}9`, team_id: null })),
      ),
    );
    const first = await search('q=nl26');
    expect([first.birds.rows.length, first.birds.has_more]).toEqual([5, true]);
    const pages = [await search('q=nl26&kind=birds'), await search('q=nl26&kind=birds&page=2')];
    expect(pages.map(({ birds }) => [birds.rows.length, birds.has_more])).toEqual([
      [25, true],
      [5, false],
    ]);
    expect(new Set(pages.flatMap(({ birds }) => birds.rows.map(({ ring }) => ring))).size).toBe(30);
  });

  it('finds no draft, and nothing by what a season hides (3.15)', async () => {
    const draft = await site.db
      .transaction()
      .execute((tx) => createSeason(tx, { loft_id, name: 'Ourthe Secret', year: 2031 }));
    await site.db
      .transaction()
      .execute((tx) => enterPigeons(tx, { loft_id, season_id: draft.id }, [{ ring: 'ZZ 31-777123', team_id: null }]));
    expect(await rings('777123')).toEqual([]);
    expect((await search('q=secret')).seasons.rows).toEqual([]);
    const hide = (...hidden: Parameters<typeof changeHidden>[3][number][]) =>
      site.db.transaction().execute((tx) => changeHidden(tx, null, { loft_id, season_id }, hidden));
    await hide('fanciers.pigeonName', 'participants.fancier');
    expect(await rings('relampago')).toEqual([]);
    expect((await search('q=755108')).birds.rows[0]).toMatchObject({ pigeon_name: null, team: 'Hermanos Ortuño' });
    expect((await search('q=paco')).teams.rows).toEqual([]);
    await hide('fanciers.ringDescriptor', 'participants.team');
    expect(await rings('551')).toEqual([]);
    expect(await rings('relampago')).toEqual([]);
    expect((await search('q=ortuno')).teams.rows).toEqual([]);
    await hide();
    expect(await rings('755108')).toEqual(['BE 26-755-108']);
  });

  it('says of a bird which race it flies now and whether it is home, unless its season hides either (3.15)', async () => {
    const race = await buildRace(site.db, { birds: 2 });
    await site.app.inject({
      method: 'POST',
      url: '/api/devices/readings',
      headers: { authorization: `Bearer ${race.key}` },
      payload: { readings: [readingOf(race, 1, 300, { sequence: 1 })] },
    });
    const { rows } = await sql<{ ring: string; flight: string }>`
      select p.ring, f.name as flight from pigeons p, flights f
      where p.loft_id = ${race.loft.id} and p.id = any(${race.pigeon_ids}) and f.id = ${race.flight_id} order by p.id`.execute(
      site.db,
    );
    const { flight } = rows[0]!;
    const presentOf = async (bird: number) =>
      (await search(`q=${encodeURIComponent(rows[bird]!.ring)}`)).birds.rows.map(({ present }) => present);
    expect(await presentOf(0)).toEqual([{ flight, is_home: false }]);
    expect(await presentOf(1)).toEqual([{ flight, is_home: true }]);
    const season = { loft_id: race.loft.id, season_id: race.season_id };
    for (const hidden of ['baskets.time', 'results.ringDescriptor', 'baskets.ringDescriptor'] as const) {
      await site.db.transaction().execute((tx) => changeHidden(tx, null, season, [hidden]));
      expect(await presentOf(1)).toEqual([null]);
    }
  });
});

describe('the search for an order by its number', () => {
  it('finds it for its customer and for those who manage its season, and for nobody else', async () => {
    const offer = await buildOffer(site.db);
    const customer = await buildCustomer(site.db);
    const order = await plantOrder(site.db, offer, customer.user_id);
    const agent = await buildPerson(site.db, { entries: [{ loft_id: offer.loft.id, entry: { is_agent: true } }] });
    const foreign = (await buildOffer(site.db)).merchant;
    const admin = await buildPerson(site.db, { is_admin: true });
    const { year } = await site.db
      .selectFrom('seasons')
      .select('year')
      .where('id', '=', offer.season.season_id)
      .executeTakeFirstOrThrow();
    const number = orderNumber({ year, number: order.number });
    const found = async (who: { headers: Record<string, string> } | null, q = number) => {
      const answer = await site.app.inject({
        url: `/api/search/orders?q=${encodeURIComponent(q)}`,
        headers: who?.headers ?? {},
      });
      if (answer.statusCode !== 200) return answer.statusCode;
      return (answer.json().orders as { order_id: number; is_own: boolean; customer: string | null }[])
        .filter(({ order_id }) => order_id === order.id)
        .map(({ is_own, customer: name }) => [is_own, name]);
    };
    expect(await found(customer)).toEqual([[true, null]]);
    expect(await found(offer.merchant)).toEqual([[false, 'Luc van Aerde']]);
    expect(await found(admin)).toEqual([[false, 'Luc van Aerde']]);
    expect(await found(customer, creditorReference(number))).toEqual([[true, null]]);
    for (const other of [agent, foreign, await buildCustomer(site.db)]) expect(await found(other)).toEqual([]);
    expect(await found(null)).toBe(401);
    expect(await found(customer, `${number.slice(0, 3)}9999`)).toEqual([]);
    // What is found for everybody says nothing of it.
    const anonymous = await site.app.inject({ url: `/api/search?q=${number}`, headers: offer.merchant.headers });
    expect(anonymous.body).not.toContain('order_id');
  });
});
