/** The search over the whole site: what it finds, in which order, and what it must not find (3.15). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { searchSite } from '#domain/search/contract.ts';
import { enterPigeons, enterTeams } from '#server/pigeons/pigeons.ts';
import { createSeason } from '#server/seasons/seasons.ts';
import { changeHidden } from '#server/seasons/visibility.ts';
import { buildLoft, buildRace } from '#testing/builders.ts';
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

  it('finds by names without regard to accents, with other words in the team', async () => {
    expect(await rings('relampago')).toEqual(['BE 26-755-108']);
    expect(await rings('551 ortuno')).toEqual(['BE 26-4551023', 'BE 26-755-108']);
    expect(await rings('ortuno')).toEqual([]);
    const { teams, lofts, seasons, flights } = await search('q=ourthe');
    expect(lofts.rows.map(({ name }) => name)).toEqual(['Ourthe One Loft']);
    expect([seasons.rows.length, flights.rows.length, teams.rows.length]).toEqual([1, 1, 0]);
    expect((await search('q=paco')).teams.rows).toMatchObject([{ team: 'Hermanos Ortuño', fancier: 'Paco Ortuño' }]);
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
});
