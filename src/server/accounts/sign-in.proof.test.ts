/** Attacks on signing in, by a provider that lies and by strangers: none of them gets a session (S1). */
import { createPublicKey, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { createSeason } from '#server/seasons/seasons.ts';
import { buildLoft, buildPerson, buildRace, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { type Json, type Lies, signedBy, startTestIssuer, type TestIssuer } from '#testing/issuer.ts';
import { type Visitor, visit } from '#testing/visitor.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let issuer: TestIssuer;
let other: TestIssuer;
let built: App;

const build = (provider = issuer) =>
  buildApp({
    config: { ...testConfig, oidc: { issuer: provider.issuer, ...provider.client } },
    db: connection.db,
    databaseUrl: database.url,
    version: 'test',
  });

beforeAll(async () => {
  [database, issuer, other] = await Promise.all([testDatabase(), startTestIssuer(), startTestIssuer()]);
  connection = connect(database.url, () => {});
  built = await build();
});
afterAll(async () => {
  await built?.app.close();
  await issuer?.stop();
  await other?.stop();
  await connection?.close();
  await database?.drop();
});
beforeEach(() => {
  issuer.lies = {};
  issuer.person = { sub: randomUUID() };
});

const sessionsOf = async (subject: unknown) =>
  connection.db
    .selectFrom('user_sessions')
    .innerJoin('users', 'users.id', 'user_sessions.user_id')
    .selectAll('user_sessions')
    .where('subject', '=', String(subject))
    .execute();

/** No session began: no cookie, and nothing in the database. */
async function expectNobody(visitor: Visitor) {
  expect(visitor.cookies.has('session')).toBe(false);
  expect(await sessionsOf(issuer.person.sub)).toEqual([]);
}

const now_s = () => Math.floor(Date.now() / 1000);
/** Sets a field, or deletes it with undefined. */
function set(target: Json, name: string, value: unknown): void {
  if (value === undefined) delete target[name];
  else target[name] = value;
}
const claim = (name: string, value: unknown): Lies => ({ claims: (claims) => set(claims, name, value) });
const header = (name: string, value: unknown): Lies => ({
  token(head, claims) {
    set(head, name, value);
    return signedBy(issuer.key, head, claims);
  },
});
const answered = (name: string, value: unknown): Lies => ({ answer: (response) => set(response, name, value) });
const asked = (name: string, value: unknown): Lies => ({ userinfo: (claims) => set(claims, name, value) });
const back = (name: string, value: string | undefined): Lies => ({
  back: ({ searchParams }) => (value === undefined ? searchParams.delete(name) : searchParams.set(name, value)),
});
const forged = (token: NonNullable<Lies['token']>): Lies => ({ token });
const published = () => createPublicKey(issuer.key).export({ type: 'spki', format: 'pem' }).toString();
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('what the provider says is not believed (S1)', () => {
  const lies: [string, () => Lies][] = [
    ['another state', () => back('state', 'x'.repeat(43))],
    ['no state', () => back('state', undefined)],
    [
      'a state of the same beginning',
      () => ({ back: ({ searchParams: s }) => s.set('state', s.get('state')!.slice(0, 8) + 'x'.repeat(35)) }),
    ],
    ['two states', () => ({ back: ({ searchParams: s }) => s.append('state', s.get('state')!) })],
    ['another code', () => back('code', 'another')],
    ['no code', () => back('code', undefined)],
    ['two codes', () => ({ back: ({ searchParams: s }) => s.append('code', 'another') })],
    ['an error beside the code', () => back('error', 'server_error')],
    ['the name of another issuer', () => back('iss', 'https://evil.example')],
    ['no name of the issuer, though its metadata promises one', () => back('iss', undefined)],
    ['another nonce', () => claim('nonce', 'another')],
    ['no nonce', () => claim('nonce', undefined)],
    ['a nonce that is no text', () => claim('nonce', 7)],
    ['a token of another issuer', () => claim('iss', 'https://evil.example')],
    ['a token of an issuer that only begins so', () => claim('iss', `${issuer.issuer}.evil.example`)],
    ['a token of no issuer', () => claim('iss', undefined)],
    ['a token for another site', () => claim('aud', 'another')],
    ['a token without an audience', () => claim('aud', undefined)],
    ['a token for two other sites', () => claim('aud', ['another', 'third'])],
    [
      'a token for several sites, given to another',
      () => ({ claims: (c) => Object.assign(c, { aud: ['another', c.aud], azp: 'another' }) }),
    ],
    ['a token without a subject', () => claim('sub', undefined)],
    ['a token whose subject is a number', () => claim('sub', 7)],
    ['a token that is over', () => claim('exp', now_s() - 600)],
    ['a token that is over since a minute', () => claim('exp', now_s() - 60)],
    ['a token without an end', () => claim('exp', undefined)],
    ['a token whose end is a text', () => claim('exp', '2099')],
    ['a token that is not valid yet', () => claim('nbf', now_s() + 600)],
    ['a token without a beginning', () => claim('iat', undefined)],
    [
      'a token that is not signed',
      () => forged((head, claims) => `${base64({ ...head, alg: 'none' })}.${base64(claims)}.`),
    ],
    [
      'a token signed by nobody under an honest name',
      () => forged((head, claims) => `${base64(head)}.${base64(claims)}.`),
    ],
    [
      'a token sealed with the site’s own secret',
      () => forged((head, claims) => signedBy(issuer.client.client_secret, { ...head, alg: 'HS256' }, claims)),
    ],
    [
      'a token sealed with the published key',
      () => forged((head, claims) => signedBy(published(), { ...head, alg: 'HS256' }, claims)),
    ],
    ['a token signed by a stranger’s key', () => forged((head, claims) => signedBy(other.key, head, claims))],
    [
      'a token with another signature',
      () =>
        forged(
          (head, claims, signature) => `${base64(head)}.${base64(claims)}.${signature.split('').reverse().join('')}`,
        ),
    ],
    [
      'a token changed after it was signed',
      () => forged((head, claims, signature) => `${base64(head)}.${base64({ ...claims, sub: 'admin' })}.${signature}`),
    ],
    ['a token in pieces', () => forged((head, claims) => `${base64(head)}.${base64(claims)}`)],
    ['a token that is none', () => forged(() => 'token')],
    ['a token by another algorithm', () => header('alg', 'RS512')],
    ['a token by a symmetric algorithm', () => header('alg', 'HS256')],
    ['a token by a key nobody published', () => header('kid', 'another')],
    ['a token by an algorithm of another family', () => header('alg', 'ES256')],
    ['a token with an unknown critical header', () => header('crit', ['another'])],
    ['no token about the person', () => answered('id_token', undefined)],
    ['no access token', () => answered('access_token', undefined)],
    ['a kind of token that is not known', () => answered('token_type', 'mac')],
    ['another person than the token is about', () => asked('sub', 'admin')],
    ['no person in the userinfo', () => asked('sub', undefined)],
    ['a refusal at the token endpoint', () => ({ fails: { status: 400, error: 'invalid_grant' } })],
  ];

  it.each(lies)('%s', async (_name, lie) => {
    issuer.lies = lie();
    const visitor = visit(built.app);
    const answer = await visitor.signIn(issuer);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/']);
    await expectNobody(visitor);
  });

  it('a server error', async () => {
    issuer.lies = { fails: { status: 500, error: 'server_error' } };
    const visitor = visit(built.app);
    const answer = await visitor.signIn(issuer);
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'provider_away']);
    await expectNobody(visitor);
  });

  it('a description of another issuer', async () => {
    other.lies = { discovery: (metadata) => set(metadata, 'issuer', 'https://evil.example') };
    const { app } = await build(other);
    const visitor = visit(app);
    expect((await visitor.get('/login')).statusCode).toBe(503);
    other.lies = {};
    await app.close();
  });

  it('control: without a lie the same visitor is signed in; a clock that is seconds off is accepted', async () => {
    for (const lie of [() => ({}), () => claim('exp', now_s() - 5), () => claim('nbf', now_s() + 5)]) {
      issuer.lies = lie();
      issuer.person = { sub: randomUUID() };
      const visitor = visit(built.app);
      expect((await visitor.signIn(issuer)).headers.location).toBe('/lofts');
      expect(await sessionsOf(issuer.person.sub)).toHaveLength(1);
    }
  });
});

describe('what a stranger tries is refused (S1)', () => {
  it('a callback that was used before, without asking the provider whether it accepts the code again', async () => {
    const visitor = visit(built.app);
    const begun = await visitor.get('/login');
    const callback = await issuer.approve(begun.headers.location!);
    await visitor.get(callback);
    const token = visitor.cookies.get('session');
    const { authorization_code } = issuer.asked;
    await visitor.get(callback);
    expect(issuer.asked.authorization_code).toBe(authorization_code);
    expect(await sessionsOf(issuer.person.sub)).toHaveLength(1);
    expect(visitor.cookies.get('session')).toBe(token);
  });

  it('a callback that another browser began', async () => {
    const [mallory, victim] = [visit(built.app), visit(built.app)];
    const begun = await mallory.get('/login');
    await victim.get('/login');
    await victim.get(await issuer.approve(begun.headers.location!));
    await expectNobody(victim);
  });

  it('a code of another browser, put into one’s own callback', async () => {
    const [mallory, victim] = [visit(built.app), visit(built.app)];
    const stolen = new URL(await issuer.approve((await victim.get('/login')).headers.location!), 'http://loft.example');
    const own = new URL(await issuer.approve((await mallory.get('/login')).headers.location!), 'http://loft.example');
    own.searchParams.set('code', stolen.searchParams.get('code')!);
    await mallory.get(own.pathname + own.search);
    await expectNobody(mallory);
  });

  it('a code of another provider', async () => {
    const mallory = visit(built.app);
    const begun = await mallory.get('/login');
    other.person = { sub: issuer.person.sub };
    await mallory.get(await other.approve(begun.headers.location!));
    await expectNobody(mallory);
  });

  it('an attempt that was tampered with', async () => {
    const mallory = visit(built.app);
    const callback = await issuer.approve((await mallory.get('/login')).headers.location!);
    const [name, value] = [...mallory.cookies][0]!;
    const begun = JSON.parse(Buffer.from(value, 'base64url').toString()) as Json;
    for (const wrong of ['verifier', 'nonce', 'state']) {
      mallory.cookies.set(name, base64({ ...begun, [wrong]: 'w'.repeat(43) }));
      await mallory.get(callback);
      await expectNobody(mallory);
    }
  });

  it('a session that somebody planted beforehand', async () => {
    const [mallory, victim] = [visit(built.app), visit(built.app)];
    await mallory.signIn(issuer);
    const planted = mallory.cookies.get('session')!;
    victim.cookies.set('session', planted);
    issuer.person = { sub: randomUUID() };
    await victim.signIn(issuer);
    expect(victim.cookies.get('session')).not.toBe(planted);
    // The planted session has ended, so that it does not show the victim to the attacker.
    expect((await mallory.get('/api/olr/user')).statusCode).toBe(401);
  });

  it('a token that was never issued', async () => {
    const visitor = visit(built.app);
    for (const made of ['x'.repeat(43), '', "' or true --"]) {
      visitor.cookies.set('session', encodeURIComponent(made));
      expect((await visitor.get('/api/olr/user')).statusCode).toBe(401);
    }
  });

  it('the hash of a token from the database', async () => {
    const visitor = visit(built.app);
    await visitor.signIn(issuer);
    const [session] = await sessionsOf(issuer.person.sub);
    for (const encoding of ['hex', 'base64url'] as const) {
      visitor.cookies.set('session', session!.token_hash.toString(encoding));
      expect((await visitor.get('/api/olr/user')).statusCode).toBe(401);
    }
  });

  it('a link that leads elsewhere afterwards (R5)', async () => {
    const paths = ['//evil.example', '/\\evil.example', 'https://evil.example', '/login/callback', '/login?to=/x', ''];
    for (const to of [...paths, 'javascript:alert(1)', '/\t/evil.example', '/%2f/../..//evil.example', '/logout']) {
      const answer = await visit(built.app).signIn(issuer, to);
      expect(answer.headers.location, to).toMatch(/^\/($|%2f)/);
      expect(new URL(answer.headers.location!, 'http://loft.example').origin).toBe('http://loft.example');
    }
  });

  it('signing out also closes the session’s sockets', async () => {
    const { app } = await build();
    const host = new URL(await app.listen({ port: 0, host: '127.0.0.1' })).host;
    const visitor = visit(app, host);
    await visitor.signIn(issuer);
    const draft = await draftFlight(String(issuer.person.sub));
    const socket = new WebSocket(`ws://${host}/live`, {
      headers: { cookie: `session=${visitor.cookies.get('session')}` },
    });
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    const heard = new Promise<string>((resolve) => socket.once('message', (raw: Buffer) => resolve(raw.toString())));
    socket.once('open', () => socket.send(JSON.stringify({ subscribe: `flight:${draft}` })));
    expect(JSON.parse(await heard)).toMatchObject({ topic: `flight:${draft}`, seq: expect.any(Number) });
    await visitor.post('/logout');
    expect(await closed).toBe(1008);
    await app.close();
  });
});

/** A flight of a season in draft, with this person as a merchant of its loft: only the loft's people may follow it. */
async function draftFlight(subject: string): Promise<number> {
  const { db } = connection;
  const at = await buildLoft(db);
  const { id: season_id } = await db
    .transaction()
    .execute((tx) => createSeason(tx, { loft_id: at.loft.id, name: 'Draft', year: 2027 }));
  const { flight_id } = await buildRace(db, { birds: 1 }, { ...at, season_id });
  const entries = [{ loft_id: at.loft.id, entry: { is_merchant: true } }];
  await buildPerson(db, { issuer: issuer.issuer, subject, entries });
  return flight_id;
}
