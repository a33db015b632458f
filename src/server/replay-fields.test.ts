/**
 * P4 for the replay of a race, which exists once the race is closed: the fields that a season hides (3.15) are on its
 * page neither as rows nor in the data for its script.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Switch, switches } from '#domain/seasons/visibility.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { closeFlight } from '#server/flights/lifecycle.ts';
import { lockFlight } from '#server/flights/locked-flight.ts';
import { changeHidden } from '#server/seasons/visibility.ts';
import { type BuiltRace, buildRace, readingOf, testConfig } from '#testing/builders.ts';
import { builtPages, hasPages } from '#testing/built-pages.ts';
import { type TestDatabase, testDatabase } from '#testing/database.ts';

/** Without these the page has no rows at all, because each row says them. */
const said: readonly Switch[] = [
  'fanciers.ringDescriptor',
  'results.ringDescriptor',
  'baskets.ringDescriptor',
  'results.rank',
  'results.time',
  'results.speed',
  'baskets.time',
];
/** What a row says beside them, if both lists of the flight do. */
const names = { team: /Zteamq/, fancier: /Zfanq/, country: /"SM\\+"/, pigeonName: /Znameq/ } as const;

describe.skipIf(!hasPages)('the replay', () => {
  let database: TestDatabase;
  let connection: Connection;
  let built: App;
  let address: string;
  let race: BuiltRace;
  let rings: string[] = [];

  beforeAll(async () => {
    database = await testDatabase();
    connection = connect(database.url, () => {});
    const { db } = connection;
    built = await buildApp({
      config: { ...testConfig, keep_ms: 0 },
      db,
      databaseUrl: database.url,
      version: 'test',
      pages: builtPages,
    });
    address = await built.app.listen({ port: 0, host: '127.0.0.1' });
    race = await buildRace(db, { birds: 3 });
    const { loft_id, team_id, ring } = await db
      .selectFrom('pigeons')
      .select(['loft_id', 'team_id', 'ring'])
      .where('id', '=', race.pigeon_ids[0]!)
      .executeTakeFirstOrThrow();
    rings = [ring];
    await db
      .updateTable('pigeons')
      .set({ name: 'Znameq', sire: 'ZZ 20-884432' })
      .where('loft_id', '=', loft_id)
      .execute();
    await db
      .updateTable('teams')
      .set({ name: 'Zteamq', fancier: 'Zfanq', country: 'SM' })
      .where('loft_id', '=', loft_id)
      .where('id', '=', team_id!)
      .execute();
    const answer = await fetch(`${address}/api/devices/readings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${race.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        readings: [0, 1].map((bird) => readingOf(race, bird, 307 + bird, { sequence: bird + 1 })),
      }),
    });
    expect(answer.status).toBe(200);
    const key = { loft_id: race.loft.id, flight_id: race.flight_id };
    await transact(db, async (tx) =>
      closeFlight(tx, await lockFlight(tx, key), new Date(race.release_ms + 12 * 3_600_000).toISOString()),
    );
  });

  afterAll(async () => {
    await built?.app.close();
    await connection?.close();
    await database?.drop();
  });

  const both = (['team', 'fancier', 'country', 'pigeonName'] as const).map((name): Switch[] => [
    `results.${name}`,
    `baskets.${name}`,
  ]);
  const choices: Switch[][] = [[], ...switches.map((one) => [one]), ...both];

  it.each(choices.map((hidden) => [hidden.join(' and ') || 'nothing', hidden] as const))(
    'shows no field that is hidden: %s (3.15, P4)',
    async (_, hidden) => {
      const season = { loft_id: race.loft.id, season_id: race.season_id };
      await transact(connection.db, (tx) => changeHidden(tx, null, season, hidden));
      // Where the two lists of the flight differ, or a part of every row is hidden, there are no rows.
      const isOneSided = Object.keys(names).some(
        (name) => hidden.includes(`results.${name}` as Switch) !== hidden.includes(`baskets.${name}` as Switch),
      );
      const hasRows = !isOneSided && !said.some((one) => hidden.includes(one));
      const path = `/lofts/${race.loft.id}/flights/${race.flight_id}/replay`;
      for (const asked of [path, `${path}.data`]) {
        const answer = await fetch(address + asked, { headers: { 'accept-language': 'en' } });
        const text = await answer.text();
        expect(answer.status).toBe(200);
        expect(rings.some((tag) => text.includes(tag))).toBe(hasRows);
        for (const [name, canary] of Object.entries(names))
          expect([name, canary.test(text)]).toEqual([name, hasRows && !hidden.includes(`results.${name}` as Switch)]);
        // What no row says.
        expect(text).not.toContain('884432');
      }
    },
  );
});
