import { createServer, connect as openSocket } from 'node:net';
import { expect, test } from 'vitest';
import { connect } from '#server/db/database.ts';
import { testDatabase } from './database.ts';
import { leakSince, openResources } from './open-resources.ts';

test('a timer, a server and its socket that are left open are named with their counts', async () => {
  const before = openResources();
  const timers = Array.from({ length: 20 }, (_, n) => (n % 2 ? setInterval : setTimeout)(() => {}, 60_000));
  // The test runner has timers of its own, which come and go.
  expect(await leakSince(before, 100)).toMatch(/^Left open: (19|20|21) timers\.$/);
  for (const timer of timers) clearTimeout(timer);
  const server = createServer(() => {});
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  const socket = openSocket(port, '127.0.0.1');
  await new Promise((done) => server.once('connection', done));
  expect(await leakSince(before, 100)).toBe('Left open: 1 servers, 2 sockets.');
  socket.destroy();
  server.close();
  expect(await leakSince(before)).toBeNull();
});

test('what closes within the time is no leak, and an unreferenced timer is none', async () => {
  const before = openResources();
  const timer = setInterval(() => {}, 60_000).unref();
  setTimeout(() => {}, 200);
  expect(await leakSince(before)).toBeNull();
  clearInterval(timer);
});

test('a database with a connection that was left open is dropped with an error', async () => {
  const database = await testDatabase();
  const connection = connect(database.url, () => {});
  await connection.pool.query('select 1');
  await expect(database.drop()).rejects.toThrow('1 connection to the database of this file was left open.');
  await connection.close();
  const other = await testDatabase();
  const closed = connect(other.url, () => {});
  await closed.pool.query('select 1');
  await closed.close();
  await other.drop();
});
