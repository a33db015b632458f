import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Connection, connect } from '#server/db/database.ts';
import { type BuiltRace, buildRace, readingOf } from '#testing/builders.ts';
import { hasPages } from '#testing/built-pages.ts';
import { testDatabase } from '#testing/database.ts';
import { type Program, startProgram, stopProgram } from '#testing/program.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let race: BuiltRace;
const programs: Program[] = [];

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  race = await buildRace(connection.db);
});
afterAll(async () => {
  await Promise.all(programs.map(stopProgram));
  await connection?.close();
  await database?.drop();
});

function start(env: Record<string, string>): Promise<string> {
  const program = startProgram({ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, ...env });
  programs.push(program);
  return program.up;
}

describe.runIf(hasPages)('sockets of their own', () => {
  it('two socket processes and one page process, on one database, act as one product', async () => {
    const ORIGINS = 'https://loft.example';
    const lives = await Promise.all([start({ ROLE: 'live', ORIGINS }), start({ ROLE: 'live', ORIGINS })]);
    const LIVE_URL = lives[0]!.replace('http', 'ws');
    const web = await start({ ROLE: 'web', LIVE_URL });

    const page = await fetch(`${web}/lofts/${race.loft.id}/flights/${race.flight_id}`);
    expect(page.headers.get('content-security-policy')).toContain(`connect-src 'self' ${LIVE_URL};`);
    expect(await page.text()).toContain(`data-live="${LIVE_URL}"`);

    const rows: [number, number, number][][] = [[], []];
    const sockets = lives.map((address, i) => {
      const socket = new WebSocket(`${address.replace('http', 'ws')}/live`, { origin: ORIGINS });
      socket.on('open', () => socket.send(JSON.stringify({ subscribe: `flight:${race.flight_id}`, after: 0 })));
      socket.on('message', (raw: Buffer) => rows[i]!.push(...JSON.parse(raw.toString()).rows));
      return socket;
    });
    for (const bird of [0, 1, 2]) {
      const answer = await fetch(`${web}/api/devices/readings`, {
        method: 'POST',
        headers: { authorization: `Bearer ${race.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ readings: [readingOf(race, bird, 300 + bird, { sequence: bird + 1 })] }),
      });
      expect(answer.status).toBe(200);
    }
    const expected = [0, 1, 2].map((bird) => [
      bird + 1,
      race.pigeon_ids[bird],
      race.release_ms + (300 + bird) * 60_000,
    ]);
    await expect.poll(() => rows, { timeout: 10_000 }).toEqual([expected, expected]);
    // Pages are served by the other process.
    expect((await fetch(`${lives[0]}/`)).status).toBe(404);
    for (const socket of sockets) socket.close();
  });
});
