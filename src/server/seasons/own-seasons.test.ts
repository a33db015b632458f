import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildLoft, buildPerson } from '#testing/builders.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { createSeason } from './seasons.ts';

let scene: TestSite;
beforeAll(async () => {
  scene = await testSite();
});
afterAll(() => scene?.end());

it('an agent sees no draft among the seasons of a loft and begins none; its merchant does (6.5, 6.8)', async () => {
  const { loft, season_id } = await buildLoft(scene.db);
  const draft = await scene.db
    .transaction()
    .execute((tx) => createSeason(tx, { loft_id: loft.id, name: 'Next', year: 2027 }));
  const listOf = async (right: object) => {
    const { headers } = await buildPerson(scene.db, { entries: [{ loft_id: loft.id, entry: right }] });
    const answer = await scene.app.inject({ url: '/api/admin/seasons', headers });
    const { seasons, may_create } = answer.json() as { seasons: { id: number }[]; may_create: boolean };
    return { ids: seasons.map(({ id }) => id), may_create };
  };
  expect(await listOf({ is_agent: true })).toEqual({ ids: [season_id], may_create: false });
  expect(await listOf({ is_merchant: true })).toEqual({ ids: [draft.id, season_id], may_create: true });
});
