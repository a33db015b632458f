/**
 * Proves that the clocks get their replies under heavy public load (A14). First by counts: every connection of the
 * public pool is taken by waiting readers, and the clocks' readings are acknowledged all the same, because they have
 * connections of their own; in the control both share a pool. Then by time: page views, half of them of signed-in
 * members, results, downloaded lists, sockets that come and go and sockets that never read, beside a clock that sends
 * one reading after the other.
 */

import { connect as dial, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { type BuiltRace, buildPerson, buildRace, readingOf, testConfig } from '#testing/builders.ts';
import { hasPages } from '#testing/built-pages.ts';
import { testDatabase } from '#testing/database.ts';
import { startProgram, stopProgram } from '#testing/program.ts';
import { proveSize, reportProof } from '#testing/proof.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let owner: Connection;
let race: BuiltRace;
let sequence = 0;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  owner = connect(database.ownerUrl, () => {});
  race = await buildRace(connection.db, { birds: 2000 });
});
afterAll(async () => {
  await connection?.close();
  await owner?.close();
  await database?.drop();
});

/** The next bird comes home. @returns its reading. */
function nextReading() {
  sequence += 1;
  return readingOf(race, sequence % race.chips.length, 300 + sequence / 60, { sequence });
}

/** Sends a reading as a clock does. @returns the status of the reply, once there is one. */
async function land(address: string, reading = nextReading()): Promise<number> {
  const answer = await fetch(`${address}/api/devices/readings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${race.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings: [reading] }),
  });
  await answer.text();
  return answer.status;
}

const flightPath = () => `/api/lofts/${race.loft.id}/flights/${race.flight_id}`;

/** Readers wait for a locked table, then the clocks send. @returns who got a reply meanwhile. */
async function answeredInStorm(shared: boolean, readers: number, readings: number) {
  const publicPool = connect(database.url, () => {});
  const built: App = await buildApp({
    config: testConfig,
    db: publicPool.db,
    databaseUrl: database.url,
    version: 'test',
    ...(shared ? { race: publicPool } : {}),
  });
  const address = await built.app.listen({ port: 0, host: '127.0.0.1' });
  const holder = await owner.pool.connect();
  let answered_readers = 0;
  let acknowledged = 0;
  try {
    await land(address);
    await holder.query('begin');
    // Results need the table of teams; readings do not.
    await holder.query('lock table teams in access exclusive mode');
    const storm = Array.from({ length: readers }, async (_, i) => {
      const answer = await fetch(`${address}${flightPath()}/result?page=${1 + (i % 20)}`);
      await answer.text();
      // Who waits too long is asked to come again later, which is no result.
      if (answer.ok) answered_readers += 1;
    });
    const waiting = async () =>
      (
        await owner.pool.query(`select count(*)::int as n from pg_locks where not granted and
          database = (select oid from pg_database where datname = current_database())`)
      ).rows[0].n as number;
    await expect.poll(waiting, { timeout: 60_000 }).toBeGreaterThanOrEqual(publicPool.pool.options.max);
    const clocks = Array.from({ length: readings }, async () => {
      const reading = nextReading();
      let status = await land(address, reading);
      // With shared connections some wait too long and are asked to come again later, which clocks do.
      for (let again = 0; shared && status === 503 && again < 10; again++) status = await land(address, reading);
      if (status === 200) acknowledged += 1;
    });
    // The control waits this long for nothing; the rest ends with the last acknowledgement, however slow the machine is.
    await Promise.race([Promise.all(clocks), sleep(shared ? 3000 : 60_000)]);
    const meanwhile = { readers, answered_readers, readings, acknowledged };
    await holder.query('rollback');
    await Promise.all([...storm, ...clocks]);
    return { ...meanwhile, acknowledged_afterwards: acknowledged };
  } finally {
    await holder.query('rollback').catch(() => {});
    holder.release();
    await built.app.close();
    await publicPool.close();
  }
}

describe('readings in a storm', () => {
  const readers = proveSize(100, 1000);
  const readings = proveSize(50, 500);

  it('are all acknowledged though every connection of the public is taken (A14)', async () => {
    const own = await answeredInStorm(false, readers, readings);
    const control = await answeredInStorm(true, readers, readings);
    reportProof('A14-connections', { ...own, control_acknowledged: control.acknowledged });
    expect(own).toMatchObject({ answered_readers: 0, acknowledged: readings });
    expect(control, 'with shared connections the clocks must wait').toMatchObject({
      answered_readers: 0,
      acknowledged: 0,
      acknowledged_afterwards: readings,
    });
  });

  const seconds = proveSize(3, 60);
  const views = 20_000 / 60;
  const members = proveSize(20, 200);
  const lists = proveSize(4, 50);

  it(`are all acknowledged beside ${Math.round(views)} page views a second, lists and readers that never read (A14)`, async () => {
    const program = startProgram({
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      SOCKETS_PER_ADDRESS: '100000',
      ROLE: hasPages ? 'web' : 'live',
    });
    const address = await program.up;
    const { hostname, port } = new URL(address);
    const cookies: string[] = [];
    for (let i = 0; i < members; i++) cookies.push(`session=${(await buildPerson(connection.db)).token}`);
    const sockets: { destroy(): unknown }[] = [];
    let storming = true;
    const seen = { views: 0, views_of_members: 0, results: 0, lists: 0, lists_later: 0, failed: 0 };
    const ask = async (
      path: string,
      count: 'views' | 'views_of_members' | 'results' | 'lists',
      headers: Record<string, string> = {},
    ) => {
      const answer = await fetch(address + path, { headers }).catch(() => null);
      await answer?.text();
      if (answer?.ok) seen[count] += 1;
      // All come from one address, which has a limit of lists in a time.
      else if (count === 'lists' && answer?.headers.has('retry-after')) seen.lists_later += 1;
      else seen.failed += 1;
    };
    try {
      const page = hasPages ? `/lofts/${race.loft.id}/flights/${race.flight_id}` : `${flightPath()}/arrivals?after=0`;
      const storm = [
        paced(views / 2, () => ask(page, 'views')),
        paced(views / 2, (n) => ask(page, 'views_of_members', { cookie: cookies[n % members]! })),
        // Each a different one, so that none is cached: as a spreadsheet and on paper.
        ...(hasPages
          ? [
              paced(lists / seconds, (n) =>
                ask(`${page}/result.${n % 2 ? 'pdf' : 'csv'}?n=${n}`, 'lists', { cookie: cookies[n % members]! }),
              ),
            ]
          : []),
        // Not cacheable: a page of a result, and with a cookie a personal page.
        paced(10, () => ask(`${flightPath()}/result?page=2`, 'results')),
        paced(10, () => ask(page, 'results', { cookie: 'somebody=1' })),
        paced(20, async () => {
          const socket = new WebSocket(`${address.replace('http', 'ws')}/live`);
          socket.on('error', () => {});
          socket.on('open', () => socket.send(JSON.stringify({ subscribe: `flight:${race.flight_id}`, after: 0 })));
          await sleep(500);
          socket.terminate();
        }),
      ];
      for (let i = 0; i < 100; i++) sockets.push(neverReads(hostname, Number(port)));
      const waits: number[] = [];
      let acknowledged = 0;
      const until = Date.now() + seconds * 1000;
      while (Date.now() < until) {
        const started = performance.now();
        if ((await land(address)) === 200) acknowledged += 1;
        waits.push(performance.now() - started);
        await sleep(20);
      }
      storming = false;
      await Promise.all(storm);
      const sorted = waits.toSorted((a, b) => a - b);
      const figures = { ...seen, readings: waits.length, acknowledged };
      reportProof('A14', {
        ...figures,
        p50_ms: Math.round(sorted[Math.floor(sorted.length * 0.5)]!),
        p99_ms: Math.round(sorted[Math.floor(sorted.length * 0.99)]!),
        worst_ms: Math.round(sorted.at(-1)!),
      });
      expect(figures).toMatchObject({ failed: 0, acknowledged: waits.length });
      expect(Math.min(seen.views, seen.views_of_members, hasPages ? seen.lists : 1)).toBeGreaterThan(0);
    } finally {
      storming = false;
      for (const socket of sockets) socket.destroy();
      await stopProgram(program);
    }

    /** Begins a piece of work at a fixed rate per second, however long each takes. */
    async function paced(perSecond: number, work: (n: number) => Promise<void>): Promise<void> {
      const begun: Promise<void>[] = [];
      const started = performance.now();
      for (let n = 0; storming; n++) {
        begun.push(work(n));
        await sleep(Math.max(0, started + ((n + 1) * 1000) / perSecond - performance.now()));
      }
      await Promise.all(begun);
    }

    function neverReads(host: string, at: number): Socket {
      const socket = dial({ host, port: at });
      socket.on('error', () => {});
      socket.write(
        `GET /live HTTP/1.1\r\nHost: ${host}:${at}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
      );
      const said = Buffer.from(JSON.stringify({ subscribe: `flight:${race.flight_id}`, after: 0 }));
      socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | said.length, 0, 0, 0, 0]), said]));
      return socket.pause();
    }
  });
});
