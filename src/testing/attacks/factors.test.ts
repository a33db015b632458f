/** Strength and age of the proof of identity, attacked with a stolen password or an open browser. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changePermission, lockLoftOfRights } from '#server/accounts/permissions.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import {
  asOwner,
  type BuiltLoft,
  buildLoft,
  buildPerson,
  entryOf,
  type PersonToBuild,
  testConfig,
} from '../builders.ts';
import { testDatabase } from '../database.ts';
import { startTestIssuer, type TestIssuer } from '../issuer.ts';
import { type Visitor, visit } from '../visitor.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let issuer: TestIssuer;
let built: App;
let loft: BuiltLoft;

const build = (config: Partial<typeof testConfig> = {}) =>
  buildApp({
    config: { ...testConfig, oidc: { issuer: issuer.issuer, ...issuer.client }, ...config },
    db: connection.db,
    databaseUrl: database.url,
    version: 'test',
  });

beforeAll(async () => {
  [database, issuer] = await Promise.all([testDatabase(), startTestIssuer()]);
  connection = connect(database.url, () => {});
  built = await build();
});
afterAll(async () => {
  await built?.app.close();
  await issuer?.stop();
  await connection?.close();
  await database?.drop();
});

let people = 0;
beforeEach(async () => {
  people += 1;
  issuer.person = {
    sub: `person-${people}`,
    given_name: 'Anna',
    email: `anna${people}@example.org`,
    email_verified: true,
  };
  issuer.lies = {};
  loft = await buildLoft(connection.db);
});

const now_s = () => Math.floor(Date.now() / 1000);
/** The claims of the provider's next proof. */
const says = (claims: object) => {
  issuer.lies.claims = (issued) => void Object.assign(issued, claims);
};
const twoFactors = () => says({ auth_time: now_s(), amr: ['pwd', 'otp', 'mfa'] });
const oneFactor = () => says({ auth_time: now_s(), amr: ['pwd'] });

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const tokenOf = (visitor: Visitor) => bearer(visitor.cookies.get('session') ?? 'none');
async function ask(
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  url: string,
  headers: object,
  payload?: object,
  of = built,
) {
  const answer = await of.app.inject({ method, url, headers: { ...headers }, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}
const permissions = (of = loft) => `/api/lofts/${of.loft.id}/permissions`;
const demand = (headers: object, is_demanded: boolean, of = loft) =>
  ask('PUT', `/api/lofts/${of.loft.id}/second-factor`, headers, { is_demanded });
const merchant = (more: PersonToBuild = {}) =>
  buildPerson(connection.db, { entries: [{ loft_id: loft.loft.id, entry: { is_merchant: true } }], ...more });

/** A merchant of the loft who signs in with the provider. */
async function visitingMerchant(): Promise<Visitor> {
  const visitor = visit(built.app);
  await visitor.signIn(issuer);
  const subject = String(issuer.person.sub);
  const { id } = await connection.db
    .selectFrom('users')
    .select('id')
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow();
  await connection.db.transaction().execute(async (tx) => {
    await lockLoftOfRights(tx, loft.loft.id);
    await changePermission(tx, null, { loft_id: loft.loft.id, user_id: id }, entryOf({ is_merchant: true }));
  });
  return visitor;
}

/** Invites the person with this address to open a loft. */
const loftFor = (merchant_email: string) => ({
  name: `Loft for ${merchant_email}`,
  time_zone: 'Europe/Brussels',
  currency: 'EUR',
  unit: 'km',
  country: '',
  merchant_email,
});

describe('a loft that requires two factors', () => {
  it('gives a stolen password no right; its owner’s own sign-in with two factors does', async () => {
    oneFactor();
    const thief = await visitingMerchant();
    expect((await ask('GET', permissions(), tokenOf(thief))).status).toBe(200);
    const owner = await merchant({ is_strong: true });
    expect((await demand(owner.headers, true)).status).toBe(200);

    const refused = await ask('GET', permissions(), tokenOf(thief));
    expect(refused).toMatchObject({ status: 403, body: { code: 'second_factor_needed' } });
    const account = await ask('GET', '/api/olr/user', tokenOf(thief));
    expect(account.body.permissions).toEqual([]);
    // It cannot end the requirement either.
    expect(await demand(tokenOf(thief), false)).toMatchObject({ status: 403, body: { code: 'second_factor_needed' } });

    twoFactors();
    const anna = visit(built.app);
    await anna.signIn(issuer);
    expect((await ask('GET', permissions(), tokenOf(anna))).status).toBe(200);
    expect((await ask('GET', permissions(), tokenOf(thief))).status).toBe(403);
  });

  it.each([['is_agent'], ['is_staff'], ['has_seasons'], ['is_merchant']] as const)(
    'withholds the right %s, here and nowhere else',
    async (right) => {
      const other = await buildLoft(connection.db);
      const entry = { is_merchant: right === 'is_merchant', [right]: true };
      const entries = [loft, other].map((of) => ({ loft_id: of.loft.id, entry }));
      const one = await buildPerson(connection.db, { entries });
      const owner = await merchant({ is_strong: true });
      await demand(owner.headers, true);
      const lofts = async () =>
        (await ask('GET', '/api/olr/user', one.headers)).body.permissions.map((p: { loft_id: number }) => p.loft_id);
      expect(await lofts()).toEqual([other.loft.id]);
      await demand(owner.headers, false);
      expect(await lofts()).toEqual([loft.loft.id, other.loft.id].sort((a, b) => a - b));
    },
  );

  it('still does not exist for a person without rights in it', async () => {
    const owner = await merchant({ is_strong: true });
    await demand(owner.headers, true);
    const stranger = await buildPerson(connection.db);
    expect((await ask('GET', permissions(), stranger.headers)).status).toBe(404);
    const past = await buildPerson(connection.db, {
      entries: [{ loft_id: loft.loft.id, entry: { is_merchant: true, is_active: false } }],
    });
    expect((await ask('GET', permissions(), past.headers)).status).toBe(404);
  });

  it('cannot be set so without a second factor: nobody locks themself out', async () => {
    const weak = await merchant();
    expect(await demand(weak.headers, true)).toMatchObject({ status: 409, body: { code: 'second_factor_own_first' } });
    expect((await ask('GET', permissions(), weak.headers)).body.second_factor).toBe(false);
  });

  it('can be released by an admin, and both are recorded for ever', async () => {
    const owner = await merchant({ is_strong: true });
    const admin = await buildPerson(connection.db, { is_admin: true });
    await demand(owner.headers, true);
    expect((await demand(admin.headers, false)).status).toBe(200);
    const log = await connection.db
      .selectFrom('audit_log')
      .select(['user_id', 'before', 'after'])
      .where('loft_id', '=', loft.loft.id)
      .where('action', '=', 'loft.second_factor')
      .orderBy('id')
      .execute();
    expect(log).toEqual([
      { user_id: owner.user_id, before: { is_demanded: false }, after: { is_demanded: true } },
      { user_id: admin.user_id, before: { is_demanded: true }, after: { is_demanded: false } },
    ]);
  });

  it('ignores claims of a browser and of the provider’s unsigned reply', async () => {
    const owner = await merchant({ is_strong: true });
    oneFactor();
    issuer.lies.userinfo = (issued) => void Object.assign(issued, { amr: ['mfa'], acr: 'phr', auth_time: now_s() });
    const thief = await visitingMerchant();
    await demand(owner.headers, true);
    for (const [name, value] of [
      ['is_strong', 'true'],
      ['amr', 'mfa'],
    ] as const)
      thief.cookies.set(name, value);
    const refused = await thief.get(`${permissions()}?amr=mfa&is_strong=true`, { amr: 'mfa', 'x-amr': 'mfa' });
    expect(refused.json()).toMatchObject({ code: 'second_factor_needed' });
  });

  it('does not accept a sign-in that a link carried', async () => {
    const owner = await merchant({ is_strong: true });
    await demand(owner.headers, true);
    expect((await ask('GET', permissions(), owner.headers)).status).toBe(200);
    const reader = visit(built.app);
    const carried = await reader.post('/login/carried', {}, owner.headers);
    expect(carried.statusCode).toBe(204);
    expect((await ask('GET', permissions(), tokenOf(reader))).body).toMatchObject({ code: 'second_factor_needed' });
  });
});

describe('an admin', () => {
  it('needs two factors where the operator asks for them', async () => {
    const strict = await build({ admin_second_factor: true });
    const weak = await buildPerson(connection.db, { is_admin: true });
    const strong = await buildPerson(connection.db, { is_admin: true, is_strong: true });
    expect((await ask('GET', '/api/admin/lofts', weak.headers)).status).toBe(200);
    const refused = await ask('GET', '/api/admin/lofts', weak.headers, undefined, strict);
    expect(refused).toMatchObject({ status: 403, body: { code: 'second_factor_needed' } });
    expect((await ask('GET', '/api/admin/lofts', strong.headers, undefined, strict)).status).toBe(200);
    await strict.app.close();
  });

  it('who once signed in with two factors has no admin rights with the password alone', async () => {
    twoFactors();
    const admin = visit(built.app);
    await admin.signIn(issuer);
    const { sub } = issuer.person;
    await asOwner(connection.db, (tx) =>
      tx.updateTable('users').set({ is_admin: true }).where('subject', '=', String(sub)).execute(),
    );
    expect((await ask('GET', '/api/admin/lofts', tokenOf(admin))).status).toBe(200);
    oneFactor();
    const thief = visit(built.app);
    await thief.signIn(issuer);
    expect((await ask('GET', '/api/admin/lofts', tokenOf(thief))).body).toMatchObject({
      code: 'second_factor_needed',
    });
  });
});

describe('an unattended browser', () => {
  it('changes no rights, money, limits or keys sixteen minutes after its person’s last proof', async () => {
    const old = await merchant({ proven_s_ago: 16 * 60, is_strong: true });
    const admin = await buildPerson(connection.db, { is_admin: true, proven_s_ago: 16 * 60 });
    const friend = await buildPerson(connection.db);
    const device = {
      kind: 'clock',
      name: 'Mine',
      clock_id: null,
      position: null,
      maker: null,
      serial: null,
      note: null,
      online_from: null,
      online_to: null,
      silent_after_s: 600,
      sample_s: 60,
    };
    const opening = loftFor('thief@example.org');
    const rights = { is_merchant: true, is_agent: false, is_staff: false, has_seasons: false };
    const invitation = { email: 'thief@example.org', language: 'en', ...rights };
    const calls = [
      ['PUT', `${permissions()}/${friend.user_id}`, entryOf({ is_agent: true })],
      ['DELETE', `${permissions()}/${old.user_id}`, {}],
      ['PUT', `/api/lofts/${loft.loft.id}/second-factor`, { is_demanded: true }],
      ['PUT', `/api/admin/lofts/${loft.loft.id}/payment-settings`, { agent_limit_cents: 100_000_000 }],
      ['POST', `/api/admin/lofts/${loft.loft.id}/devices`, device],
      ['POST', '/api/admin/lofts', opening],
      ['POST', `/api/admin/lofts/${loft.loft.id}/invitations`, invitation],
    ] as const;
    for (const [method, url, payload] of calls)
      expect(await ask(method, url, old.headers, payload), url).toMatchObject({
        status: 403,
        body: { code: 'proof_needed' },
      });
    const standing = await ask('PUT', `/api/people/${friend.user_id}/standing`, admin.headers, {
      is_admin: true,
      roles: [],
    });
    expect(standing).toMatchObject({ status: 403, body: { code: 'proof_needed' } });
    expect((await ask('GET', '/api/olr/user', friend.headers)).body).toEqual({ is_admin: false, permissions: [] });
    // Other changes still work.
    expect((await ask('GET', permissions(), old.headers)).status).toBe(200);
    // The same with a fresh proof.
    const fresh = await merchant();
    expect(
      (await ask('PUT', `${permissions()}/${friend.user_id}`, fresh.headers, entryOf({ is_agent: true }))).status,
    ).toBe(200);
  });

  it('is described in the OpenAPI document: which calls require a fresh proof', async () => {
    const { paths } = (await built.app.inject({ url: '/api/openapi.json' })).json() as {
      paths: Record<string, Record<string, { operationId?: string; description?: string }>>;
    };
    const said = Object.values(paths)
      .flatMap((path) => Object.values(path))
      .filter(({ description }) => description?.includes('proof_needed'))
      .map(({ operationId }) => operationId);
    expect(new Set(said)).toEqual(
      new Set([
        'answerPayout',
        'beginPayoutAccount',
        'beginSeeing',
        'changeStanding',
        'createLoft',
        'demandSecondFactor',
        'sendRefund',
        'givePermission',
        'inviteStaff',
        'issueDeviceKey',
        'limitAgents',
        'mergeAccounts',
        'payPrizes',
        'registerDevice',
        'takeBackPayout',
        'takePermission',
      ]),
    );
  });

  it('reveals no more to a stranger than before', async () => {
    const stranger = await buildPerson(connection.db, { proven_s_ago: 16 * 60 });
    const url = `${permissions()}/${stranger.user_id}`;
    expect((await ask('PUT', url, stranger.headers, entryOf({ is_agent: true }))).status).toBe(404);
  });

  it('is redirected to the provider, and continues after a fresh proof', async () => {
    says({ auth_time: now_s() - 3600 });
    const anna = await visitingMerchant();
    const url = `${permissions()}/${(await buildPerson(connection.db)).user_id}`;
    const give = () => ask('PUT', url, tokenOf(anna), entryOf({ is_staff: true }));
    expect((await give()).body).toMatchObject({ code: 'proof_needed' });

    const begun = await anna.get('/login?again&to=/lofts');
    const asked = new URL(begun.headers.location!);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      prompt: expect.stringMatching(/\blogin\b/),
      max_age: '900',
    });
    oneFactor();
    const back = await anna.get(await issuer.approve(asked.href));
    expect(back.headers.location).toBe('/lofts');
    expect((await give()).status).toBe(200);
  });

  it('is not helped by a provider that does not ask, nor by an attempt whose cookie was altered', async () => {
    says({ auth_time: now_s() - 3600 });
    const anna = await visitingMerchant();
    const url = `${permissions()}/${(await buildPerson(connection.db)).user_id}`;
    const give = () => ask('PUT', url, tokenOf(anna), entryOf({ is_staff: true }));
    const begun = await anna.get('/login?again&to=/lofts');
    const back = await anna.get(await issuer.approve(begun.headers.location!));
    expect(back.json()).toMatchObject({ code: 'proof_not_given' });
    // It signed nobody out.
    expect((await ask('GET', permissions(), tokenOf(anna))).status).toBe(200);

    const second = await anna.get('/login?again&to=/lofts');
    const [name = '', value = ''] = [...anna.cookies].find(([one]) => one.startsWith('session-begun-')) ?? [];
    const { again: _, ...altered } = JSON.parse(Buffer.from(value, 'base64url').toString());
    anna.cookies.set(name, Buffer.from(JSON.stringify({ ...altered, proven_ms: Date.now() })).toString('base64url'));
    await anna.get(await issuer.approve(second.headers.location!));
    expect((await give()).body).toMatchObject({ code: 'proof_needed' });
  });

  it('gets no fresher proof by renewing its sign-in or a program’s refresh token', async () => {
    says({ auth_time: now_s() - 3600, amr: ['pwd'] });
    const anna = await visitingMerchant();
    const owner = await merchant({ is_strong: true });
    const url = `${permissions()}/${owner.user_id}`;
    twoFactors();
    const due = connection.db.updateTable('user_sessions').set({ renew_at: new Date(0).toISOString() });
    await due.where('refresh_token', 'is not', null).execute();
    const renewals = issuer.asked.refresh_token ?? 0;
    expect((await ask('GET', permissions(), tokenOf(anna))).status).toBe(200);
    expect(issuer.asked.refresh_token).toBe(renewals + 1);
    expect((await ask('PUT', url, tokenOf(anna), entryOf({ is_staff: true }))).body).toMatchObject({
      code: 'proof_needed',
    });
    await demand(owner.headers, true);
    expect((await ask('GET', permissions(), tokenOf(anna))).body).toMatchObject({ code: 'second_factor_needed' });
    await demand(owner.headers, false);

    says({ auth_time: now_s() - 3600 });
    const program = visit(built.app);
    const begun = await program.get('/login');
    const callback = new URL(await issuer.approve(begun.headers.location!), 'http://loft.example');
    const [, value = ''] = [...program.cookies].find(([one]) => one.startsWith('session-begun-')) ?? [];
    const { verifier, nonce } = JSON.parse(Buffer.from(value, 'base64url').toString());
    const brought = {
      clientId: issuer.client.client_id,
      code: callback.searchParams.get('code'),
      redirectUri: 'http://loft.example/login/callback',
      codeVerifier: verifier,
      nonce,
    };
    const { body: first } = await ask('POST', '/api/oauth/token', {}, brought);
    twoFactors();
    const handle = { clientId: issuer.client.client_id, refreshToken: first.refreshToken };
    const { body: renewed } = await ask('POST', '/api/oauth/token', {}, handle);
    const given = await ask('PUT', url, bearer(renewed.token), entryOf({ is_staff: true }));
    expect(given.body).toMatchObject({ code: 'proof_needed' });
  });

  it('counts a proof without a time from the provider as old', async () => {
    says({ amr: ['mfa'] });
    const anna = await visitingMerchant();
    const url = `${permissions()}/${(await buildPerson(connection.db)).user_id}`;
    const given = await ask('PUT', url, tokenOf(anna), entryOf({ is_staff: true }));
    expect(given.body).toMatchObject({ code: 'proof_needed' });
  });
});

describe('an address that the provider lets people type', () => {
  it.each([
    ['does not say whether it is confirmed', undefined],
    ['says that it was not confirmed', false],
    ['says so as text', 'false'],
    ['says something else', 1],
  ])('grants no rights, where the provider %s', async (_says, email_verified) => {
    const { email, ...others } = issuer.person;
    issuer.person = { ...others, email, email_verified };
    const impostor = visit(built.app);
    await impostor.signIn(issuer);
    const admin = await buildPerson(connection.db, { is_admin: true });
    const opened = await ask('POST', '/api/admin/lofts', admin.headers, loftFor(String(email)));
    // No account here has the address: its owner gets a mail.
    expect(opened).toMatchObject({ status: 200, body: { is_invited: true } });
    expect((await ask('GET', '/api/olr/user', tokenOf(impostor))).body).toEqual({ is_admin: false, permissions: [] });
  });

  it.each([[true], ['true']])('is trusted where the provider says that it is confirmed: %j', async (email_verified) => {
    issuer.person = { ...issuer.person, email_verified };
    const owner = visit(built.app);
    await owner.signIn(issuer);
    const admin = await buildPerson(connection.db, { is_admin: true });
    const opened = await ask('POST', '/api/admin/lofts', admin.headers, loftFor(String(issuer.person.email)));
    expect(opened).toMatchObject({ status: 200, body: { is_invited: false } });
    expect((await ask('GET', '/api/olr/user', tokenOf(owner))).body.permissions).toHaveLength(1);
  });
});
