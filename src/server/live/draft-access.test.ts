/** A flight of a season in draft is followed only by people with rights, and only as long as they have them (P6). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { changePermission, lockLoftOfRights } from '#server/accounts/permissions.ts';
import { endSessions } from '#server/accounts/sessions.ts';
import { changeStanding, lockStanding } from '#server/accounts/standing.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { createSeason } from '#server/seasons/seasons.ts';
import { asOwner, type BuiltRace, buildLoft, buildPerson, buildRace, entryOf, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let built: App;
let address: string;
/** A race of a season in draft, and a public one at the same loft. */
let draft: BuiltRace;
let open: BuiltRace;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  built = await buildApp({ config: testConfig, db: connection.db, databaseUrl: database.url, version: 'test' });
  address = await built.app.listen({ port: 0, host: '127.0.0.1' });
  open = await buildRace(connection.db, { birds: 2 }, await buildLoft(connection.db));
  const { id: season_id } = await connection.db
    .transaction()
    .execute((tx) => createSeason(tx, { loft_id: open.loft.id, name: 'Draft', year: 2027 }));
  draft = await buildRace(connection.db, { birds: 2 }, { ...open, season_id });
});
afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await database?.drop();
});

/** A socket that subscribes to a flight: its first message, and its end. */
async function follow({ flight_id }: BuiltRace, token?: string) {
  const headers = token ? { cookie: `session=${token}` } : {};
  const socket = new WebSocket(`${address.replace('http', 'ws')}/live`, { headers });
  socket.on('open', () => socket.send(JSON.stringify({ subscribe: `flight:${flight_id}`, after: 0 })));
  const closed = new Promise<string>((resolve) =>
    socket.on('close', (code, reason) => resolve(`${code} ${reason.toString()}`)),
  );
  const first = await new Promise<{ error?: string; rows?: unknown[] }>((resolve) =>
    socket.once('message', (raw: Buffer) => resolve(JSON.parse(raw.toString()))),
  );
  return { socket, first, closed };
}

const change = (user_id: number, entry: ReturnType<typeof entryOf> | null) =>
  connection.db.transaction().execute(async (tx) => {
    await lockLoftOfRights(tx, draft.loft.id);
    await changePermission(tx, null, { loft_id: draft.loft.id, user_id }, entry);
  });
const agent = () => buildPerson(connection.db, { entries: [{ loft_id: draft.loft.id, entry: { is_agent: true } }] });

describe('a flight of a season in draft', () => {
  it('is followed by the people who prepare it, and does not exist for others', async () => {
    const merchantElsewhere = await buildLoft(connection.db).then(({ loft }) =>
      buildPerson(connection.db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] }),
    );
    const people = [await agent(), await buildPerson(connection.db, { is_admin: true })];
    for (const { token } of people) {
      const { first, socket } = await follow(draft, token);
      expect(first).toMatchObject({ topic: `flight:${draft.flight_id}`, rows: [] });
      socket.terminate();
    }
    const customer = await buildPerson(connection.db);
    for (const token of [undefined, 'x'.repeat(43), customer.token, merchantElsewhere.token]) {
      const { first, socket } = await follow(draft, token);
      expect(first).toEqual({ topic: `flight:${draft.flight_id}`, error: 'not_found' });
      socket.terminate();
    }
  });

  it.each([
    ['all rights are taken', (user_id: number) => change(user_id, null)],
    ['the rights sleep', (user_id: number) => change(user_id, entryOf({ is_agent: true, is_active: false }))],
    ['staff alone is left', (user_id: number) => change(user_id, entryOf({ is_staff: true }))],
    ['the person signs out', (user_id: number) => endSessions(connection.db, { user_id })],
  ])('is closed at once when %s (P6)', async (_name, take) => {
    const { user_id, token } = await agent();
    const { socket, closed } = await follow(draft, token);
    const publicOne = await follow(open, token);
    const other = await follow(draft, (await agent()).token);
    await take(user_id);
    expect(await closed).toBe('1008 rights');
    // Followers who keep their rights, and public flights, go on.
    expect([other.socket.readyState, publicOne.socket.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
    for (const one of [socket, other.socket, publicOne.socket]) one.terminate();
    const again = await follow(draft, token);
    expect(again.first.error).toBe('not_found');
    again.socket.terminate();
  });

  it('is closed for a person who stops being an admin', async () => {
    await buildPerson(connection.db, { is_admin: true });
    const { user_id, token } = await buildPerson(connection.db, { is_admin: true });
    const { closed } = await follow(draft, token);
    await asOwner(connection.db, async (tx) =>
      changeStanding(tx, null, await lockStanding(tx, user_id), { is_admin: false, roles: ['supporter'] }),
    );
    expect(await closed).toBe('1008 rights');
  });
});
