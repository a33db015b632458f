/** Which teams are the career of one fancier. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SeasonKey } from '#domain/keys.ts';
import type { Switch } from '#domain/seasons/visibility.ts';
import { changeHidden } from '#server/seasons/visibility.ts';
import { buildLoft, buildPerson, buildSeason } from '#testing/builders.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { enterTeams } from './pigeons.ts';

let scene: TestSite;
let first: SeasonKey;
let next: SeasonKey;
let elsewhere: SeasonKey;
let owner: number;
/** The teams of Jan Aerts: in two seasons of a loft, and in another loft under another name. */
let own: { team: number; next: number; elsewhere: number };
/** A namesake's, of another account. */
let namesake: number;
/** Of the same account, under the name of somebody else. */
let other: number;
beforeAll(async () => {
  scene = await testSite();
  const loft = await buildLoft(scene.db);
  const built = await buildSeason(scene.db, loft, 2027);
  const away = await buildLoft(scene.db);
  first = { loft_id: loft.loft.id, season_id: loft.season_id };
  next = { loft_id: loft.loft.id, season_id: built.season_id };
  elsewhere = { loft_id: away.loft.id, season_id: away.season_id };
  owner = (await buildPerson(scene.db, { email: 'career@example.org' })).user_id;
  const stranger = (await buildPerson(scene.db, { email: 'namesake@example.org' })).user_id;
  own = {
    team: await enter(first, 'Aerts', 'Jan Aerts', owner),
    next: await enter(next, 'Aerts', 'JAN AERTS', owner),
    elsewhere: await enter(elsewhere, 'Team Zaventem', 'Jan Aerts', owner),
  };
  namesake = await enter(elsewhere, 'Aerts', 'Jan Aerts', stranger);
  other = await enter(first, 'Aerts & Co', 'Piet Smet', owner);
});
afterAll(() => scene?.end());

async function enter(season: SeasonKey, name: string, fancier: string, user_id: number | null): Promise<number> {
  const teams = await scene.db
    .transaction()
    .execute((tx) => enterTeams(tx, season, [{ name, fancier, country: 'BE' }]));
  const id = teams.get(name)!;
  await scene.db.updateTable('teams').set({ user_id }).where('id', '=', id).execute();
  return id;
}
async function career({ loft_id }: SeasonKey, team_id: number): Promise<number[]> {
  const answer = await scene.app.inject({ url: `/api/lofts/${loft_id}/teams/${team_id}/seasons` });
  expect(answer.statusCode).toBe(200);
  return answer
    .json()
    .seasons.map(({ team }: { team: { team_id: number } }) => team.team_id)
    .sort((a: number, b: number) => a - b);
}
const hide = (season: SeasonKey, ...hidden: Switch[]) =>
  scene.db.transaction().execute((tx) => changeHidden(tx, null, season, hidden));

describe('the career of a fancier', () => {
  it('has the teams of one account and one name, over seasons and lofts, from any of them', async () => {
    const all = [own.team, own.next, own.elsewhere].sort((a, b) => a - b);
    expect(await career(first, own.team)).toEqual(all);
    expect(await career(elsewhere, own.elsewhere)).toEqual(all);
  });

  it('joins no namesakes, and does not say that two names are of one account', async () => {
    expect(await career(elsewhere, namesake)).toEqual([namesake]);
    expect(await career(first, other)).toEqual([other]);
  });

  it('joins teams without an account where their loft keeps them as one fancier', async () => {
    const [one, two] = [await enter(first, 'Smet 1', 'An Smet', null), await enter(first, 'Smet 2', 'An Smet', null)];
    expect(await career(first, one)).toEqual([one]);
    const { id: fancier_id } = await scene.db
      .insertInto('fanciers')
      .values({ loft_id: first.loft_id, name: 'An Smet' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const teams = [one, two].map((team_id) => ({ loft_id: first.loft_id, team_id, fancier_id }));
    await scene.db.insertInto('fancier_teams').values(teams).execute();
    expect(await career(first, one)).toEqual([one, two]);
  });

  it('is told by no season that hides whose its teams are, and by no draft (3.15)', async () => {
    await hide(next, 'participants.fancier');
    expect(await career(first, own.team)).toEqual([own.team, own.elsewhere].sort((a, b) => a - b));
    expect(await career(next, own.next)).toEqual([]);
    await hide(next);
    await hide(elsewhere, 'participants.team');
    expect(await career(first, own.team)).toEqual([own.team, own.next]);
    await hide(elsewhere);
    await scene.db.deleteFrom('teams').where('id', '=', namesake).execute();
  });
});
