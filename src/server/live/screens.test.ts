/** A phone leads a screen that presents a flight: what is said to a code comes to who follows it, in any process. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { ScreenMessage } from '#domain/flights/presentation-contract.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { floods } from '#server/limits.ts';
import { testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
const connections: Connection[] = [];
const apps: App[] = [];
const addresses: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  for (let program = 0; program < 2; program++) {
    const connection = connect(database.url, () => {});
    const app = await buildApp({ config: testConfig, db: connection.db, databaseUrl: database.url, version: 'test' });
    addresses.push(await app.app.listen({ port: 0, host: '127.0.0.1' }));
    connections.push(connection);
    apps.push(app);
  }
});
afterAll(async () => {
  for (const { app } of apps) await app.close();
  for (const connection of connections) await connection.close();
  await database?.drop();
});

let drawn = 0;
const newCode = () => `screen_${String(++drawn).padStart(15, '0')}`;
const order = { order: { do: 'next' } } as const;

interface Frame {
  topic: string;
  said?: ScreenMessage | null;
  error?: string;
}

/** Somebody who follows these codes by one socket. */
async function follow(program: number, ...codes: string[]) {
  const socket = new WebSocket(`${addresses[program]!.replace('http', 'ws')}/live`);
  const frames: Frame[] = [];
  socket.on('message', (raw: Buffer) => frames.push(JSON.parse(raw.toString())));
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise((resolve) => socket.on('open', resolve));
  for (const code of codes) socket.send(JSON.stringify({ subscribe: `screen:${code}` }));
  // An answer to the last message: everything before it is done.
  socket.send(JSON.stringify({ subscribe: 'flight:999999999' }));
  await expect.poll(() => frames.some(({ error, topic }) => error && topic.startsWith('flight'))).toBe(true);
  const said = () => frames.flatMap((frame) => frame.said ?? []);
  return { socket, frames, closed, said };
}

async function say(program: number, code: string, message: unknown, remoteAddress = '127.0.0.1'): Promise<number> {
  const payload = { code, message };
  const answer = await apps[program]!.app.inject({
    method: 'POST',
    url: '/api/screens/messages',
    payload,
    remoteAddress,
  });
  return answer.statusCode;
}

it('what is said to a code comes to all who follow it, also through another process', async () => {
  const code = newCode();
  const [screen, phone] = [await follow(1, code), await follow(0, code)];
  expect(await say(0, code, order)).toBe(200);
  await expect.poll(screen.said).toEqual([order]);
  const state = { state: { is_held: true, locale: 'de', theme: null, slide: 'cover', slides: ['cover', 'aces-3'] } };
  expect(await say(1, code, state)).toBe(200);
  await expect.poll(phone.said).toEqual([order, state]);
  for (const { socket } of [screen, phone]) socket.close();
});

it('who has another code hears nothing, and moves nothing', async () => {
  const [own, other] = [newCode(), newCode()];
  const [screen, stranger] = [await follow(0, own), await follow(0, other)];
  expect(await say(0, other, order)).toBe(200);
  await expect.poll(stranger.said).toEqual([order]);
  expect(screen.said()).toEqual([]);
  for (const { socket } of [screen, stranger]) socket.close();
});

it.each([
  ['a short code', 'abc', order],
  ['a code with a blank', `${'x'.repeat(21)} `, order],
  ['another order', newCode(), { order: { do: 'reload' } }],
  ['a language that is none', newCode(), { order: { do: 'language', locale: 'xx' } }],
  ['an address', newCode(), { order: { do: 'language', locale: 'de', to: 'https://example.org' } }],
  ['a text of its own', newCode(), { text: '<b>' }],
])('%s is refused', async (_what, code, message) => {
  expect(await say(0, code, message)).toBe(422);
});

it('a code has at most sixteen followers', async () => {
  const code = newCode();
  const all = await Promise.all(Array.from({ length: 17 }, () => follow(0, code)));
  const refused = all.filter(({ frames }) => frames.some(({ topic, error }) => topic.startsWith('screen') && error));
  expect(refused).toHaveLength(1);
  for (const { socket, closed } of all) {
    socket.close();
    await closed;
  }
  // The topic is gone with its followers: there is room again.
  const next = await follow(0, code);
  await say(0, code, order);
  await expect.poll(next.said).toEqual([order]);
  next.socket.close();
});

it('who follows more than sixteen codes is sent away', async () => {
  const codes = Array.from({ length: 17 }, newCode);
  const socket = new WebSocket(`${addresses[0]!.replace('http', 'ws')}/live`);
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise((resolve) => socket.on('open', resolve));
  for (const code of codes) socket.send(JSON.stringify({ subscribe: `screen:${code}` }));
  expect(await closed).toBe(1008);
});

it('one network says so much in a minute, and no more (R8)', async () => {
  const statuses = [];
  for (let n = 0; n <= floods.screen.most; n++) statuses.push(await say(0, newCode(), order, '203.0.113.9'));
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  expect(await say(0, newCode(), order, '203.0.113.10')).toBe(200);
});
