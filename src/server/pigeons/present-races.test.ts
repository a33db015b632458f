/** The page of a bird shows every race that it is in, also those of another loft (2.11). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { type BuiltRace, buildFlight, buildLoft, buildRace, testConfig } from '#testing/builders.ts';
import { builtPages, hasPages } from '#testing/built-pages.ts';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { enterPigeons } from './pigeons.ts';
import { bringTo, lockPigeons } from './statuses.ts';

let database: TestDatabase;
let connection: Connection;
let built: App;
let race: BuiltRace;
/** Of the same bird in another loft. */
let there: { loft_id: number; pigeon_id: number; flight_id: number };

describe.skipIf(!hasPages)('a bird in two races', () => {
  beforeAll(async () => {
    database = await testDatabase();
    connection = connect(database.url, () => {});
    built = await buildApp({
      config: { ...testConfig, keep_ms: 0 },
      db: connection.db,
      databaseUrl: database.url,
      version: 'test',
      pages: builtPages,
    });
    const release_time = new Date(Date.now() - 3_600_000).toISOString();
    race = await buildRace(connection.db, { birds: 2, release_time });
    const other = await buildLoft(connection.db, { name: 'Serra Alta' });
    there = await connection.db.transaction().execute(async (tx) => {
      const { ring } = await tx
        .selectFrom('pigeons')
        .select('ring')
        .where('id', '=', race.pigeon_ids[0]!)
        .executeTakeFirstOrThrow();
      const season = { loft_id: other.loft.id, season_id: other.season_id };
      const [pigeon_id] = await enterPigeons(tx, season, [{ ring, team_id: null }]);
      const act = { by: null, now_ms: Date.now() };
      await bringTo(tx, season, await lockPigeons(tx, season, [pigeon_id!]), 'active', act);
      const flight_id = await buildFlight(tx, { ...other, pigeon_ids: [pigeon_id!] }, { until: 'basketing' });
      return { loft_id: other.loft.id, pigeon_id: pigeon_id!, flight_id };
    });
  });
  afterAll(async () => {
    await built?.app.close();
    await connection?.close();
    await database?.drop();
  });

  /** The flights of the panels before the life of a bird, and the text of these. */
  async function present(loft_id: number, pigeon_id: number) {
    const page = `/lofts/${loft_id}/teams/pigeons/${pigeon_id}`;
    const first = await built.app.inject(page);
    const { body } = first.headers.location ? await built.app.inject(String(first.headers.location)) : first;
    const before = body.slice(0, body.indexOf('id="flights"'));
    return { flights: [...before.matchAll(/href="\/lofts\/\d+\/flights\/(\d+)/g)].map(([, id]) => Number(id)), before };
  }

  it('shows both, the one in the air first, and which loft the other is of', async () => {
    const { flights, before } = await present(race.loft.id, race.pigeon_ids[0]!);
    expect([...new Set(flights)]).toEqual([race.flight_id, there.flight_id]);
    expect(before).toContain('Serra Alta');
    const back = await present(there.loft_id, there.pigeon_id);
    expect([...new Set(back.flights)]).toEqual([race.flight_id, there.flight_id]);
  });

  it('control: a bird of one race shows that one', async () => {
    const { flights, before } = await present(race.loft.id, race.pigeon_ids[1]!);
    expect([...new Set(flights)]).toEqual([race.flight_id]);
    expect(before).not.toContain('Serra Alta');
  });
});
