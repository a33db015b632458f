/** *My flock*: the birds of a person over lofts and seasons. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReplyOf } from '#domain/contract.ts';
import type { readFlock } from '#domain/flock/contract.ts';
import { buildPerson, buildRace } from '#testing/builders.ts';
import { buildEntries } from '#testing/entries.ts';
import { type TestSite, testSite } from '#testing/site.ts';

let scene: TestSite;
let built: Awaited<ReturnType<typeof buildEntries>>;
beforeAll(async () => {
  scene = await testSite();
  built = await buildEntries(scene.db);
});
afterAll(() => scene?.end());

type Person = Awaited<ReturnType<typeof buildPerson>>;
type Flock = ReplyOf<typeof readFlock>;
async function flockOf({ headers }: Pick<Person, 'headers'>, q = ''): Promise<Flock> {
  const answer = await scene.app.inject({ url: `/api/flock?q=${encodeURIComponent(q)}`, headers });
  expect(answer.statusCode).toBe(200);
  return answer.json() as Flock;
}
const ringsOf = ({ seasons }: Flock) => seasons.map(({ birds }) => birds.map(({ ring }) => ring));

describe('my flock', () => {
  it('has the birds of one’s orders and teams in every loft, with state, last flight and place', async () => {
    const order = await built.order();
    const ring = 'BE 26-4023187';
    const body = { ring, name: 'Lowie', color: '', sex: 'cock', team_id: null };
    const entered = await scene.app.inject({
      method: 'POST',
      url: `/api/registrations/${order.id}/pigeons`,
      headers: built.customer.headers,
      payload: body,
    });
    expect(entered.statusCode).toBe(200);
    const race = await buildRace(scene.db, { birds: 3 });
    const team = await scene.db
      .selectFrom('pigeons')
      .select('team_id')
      .where('id', '=', race.pigeon_ids[0]!)
      .executeTakeFirstOrThrow();
    await scene.db
      .updateTable('teams')
      .set({ user_id: built.customer.user_id })
      .where('id', '=', team.team_id!)
      .execute();

    const flock = await flockOf(built.customer);
    expect(flock.total).toBe(2);
    const entry = flock.seasons.find(({ loft }) => loft.id === built.season.loft_id)!;
    expect(entry).toMatchObject({
      next: null,
      birds: [{ ring, pigeon_name: 'Lowie', health: 'assigned', order_id: order.id, share_bp: 10_000, last: null }],
    });
    const flown = flock.seasons.find(({ loft }) => loft.id === race.loft.id)!;
    expect(flown.birds).toMatchObject([
      { pigeon_id: race.pigeon_ids[0], order_id: null, last: { flight: { id: race.flight_id }, basketed: 1, home: 0 } },
    ]);

    expect(ringsOf(await flockOf(built.customer, '3187'))).toEqual([[ring]]);
    expect(ringsOf(await flockOf(built.customer, 'nothing such'))).toEqual([]);
    expect((await flockOf(built.merchant)).total).toBe(0);
  });

  it('follows the rights: a bird given away is no more in it, half of one is in both', async () => {
    const race = await buildRace(scene.db, { birds: 2 });
    const [giver, taker] = [await buildPerson(scene.db), await buildPerson(scene.db)];
    await scene.db.updateTable('teams').set({ user_id: giver.user_id }).where('loft_id', '=', race.loft.id).execute();
    const give = (pigeon_id: number, share_bp: number) =>
      scene.db
        .insertInto('pigeon_rights')
        .values({
          loft_id: race.loft.id,
          pigeon_id,
          n: 1,
          user_id: taker.user_id,
          from_day: '2020-01-01',
          until_day: null,
          share_bp,
          reason: 'sold',
          order_id: null,
          given_by: giver.user_id,
          at: new Date().toISOString(),
        })
        .execute();
    await give(race.pigeon_ids[0]!, 10_000);
    await give(race.pigeon_ids[1]!, 5000);
    const sharesOf = async (person: Person) =>
      (await flockOf(person)).seasons.flatMap(({ birds }) =>
        birds.map(({ pigeon_id, share_bp }) => [race.pigeon_ids.indexOf(pigeon_id), share_bp]),
      );
    expect(await sharesOf(giver)).toEqual([[1, 5000]]);
    expect((await sharesOf(taker)).toSorted((a, b) => a[0]! - b[0]!)).toEqual([
      [0, 10_000],
      [1, 5000],
    ]);
  });
});
