import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { testConfig } from '#testing/builders.ts';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { type PasskeyLies, testPasskey } from '#testing/passkey.ts';
import { openAccount } from './account.ts';
import type { Provider } from './provider.ts';

let database: TestDatabase;
let connection: Connection;
let built: App;
let provider: Provider;
const site = `http://localhost:${testConfig.port}`;
const password = 'Homing-2026';

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  built = await buildApp({ config: testConfig, db: connection.db, databaseUrl: database.url, version: 'test' });
  provider = await built.provider();
});
afterAll(async () => {
  await built.app.close();
  await connection.close();
  await database.drop();
});

let people = 0;

/** A browser at the provider, with its cookies. */
function browser(ip = `198.51.100.${++people}`) {
  const jar = new Map<string, string>();
  return async <T>(work: (account: ReturnType<typeof openAccount>) => Promise<T>): Promise<T> => {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const account = openAccount(provider, {
      headers: new Headers({ cookie, 'user-agent': 'Test' }),
      ip,
      locale: 'en',
      pause: async () => {},
    });
    try {
      return await work(account);
    } finally {
      for (const header of account.cookies) {
        const [name = '', value = ''] = header.split(';')[0]!.split(/=(.*)/s);
        if (/max-age=0/i.test(header)) jar.delete(name);
        else jar.set(name, value);
      }
    }
  };
}

async function member() {
  const id = randomUUID();
  const email = `${id}@example.org`;
  await provider.users.enter({ id, email, name: 'Ada Aerts', givenName: 'Ada' }, password);
  const visit = browser();
  await visit((account) => account.signIn({ email, password }, '/id/account'));
  return { id, email, visit };
}

async function withPasskey() {
  const person = await member();
  const key = testPasskey(site);
  const asked = await person.visit((account) => account.beginPasskey(null));
  await person.visit((account) => account.addPasskey('My phone', key.make(asked)));
  return { ...person, key };
}

/** Sets the age of the session's proof. */
const age = (id: string, minutes: number) =>
  sql`update idp.session set "createdAt" = now() - ${minutes} * interval '1 minute' where "userId" = ${id}`.execute(
    connection.db,
  );

const methods = async (id: string) =>
  (
    await sql<{ amr: string | null }>`
      select amr from idp.session where "userId" = ${id} order by "createdAt" desc limit 1`.execute(connection.db)
  ).rows[0]?.amr;

describe('a passkey', () => {
  it('is added with a name, listed, renamed and removed by its owner', async () => {
    const { id, visit } = await withPasskey();
    const [one] = await visit((account) => account.passkeys());
    expect(one).toMatchObject({ name: 'My phone' });
    await visit((account) => account.renamePasskey(one!.id, 'Old phone'));
    expect(await visit((account) => account.passkeys())).toMatchObject([{ name: 'Old phone' }]);
    await visit((account) => account.removePasskey(one!.id, null));
    expect(await visit((account) => account.passkeys())).toEqual([]);
    const log = connection.db.selectFrom('security_log').select(['event', 'agent']).where('account', '=', id);
    expect(await log.where('event', 'like', 'passkey%').orderBy('id').execute()).toEqual([
      { event: 'passkey_add', agent: 'Test' },
      { event: 'passkey_remove', agent: 'Test' },
    ]);
  });

  it('signs its owner in without a password, as two factors', async () => {
    const { email, id, key } = await withPasskey();
    expect(await methods(id)).toBe('pwd');
    const elsewhere = browser();
    const asked = await elsewhere((account) => account.askPasskey());
    expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    await elsewhere((account) => account.signInWithPasskey(key.answer(asked)));
    expect(await elsewhere((account) => account.me())).toMatchObject({ email, proven: true });
    expect(await methods(id)).toBe('pop mfa');
    // A new password replaces the session, with the same methods.
    await elsewhere((account) => account.changePassword({ old: password, password: 'Homing-2027' }));
    expect(await methods(id)).toBe('pop mfa');
  });

  it('makes the browser a known one, which guesses of others in its network do not lock out', async () => {
    const { email, key } = await withPasskey();
    const phone = browser();
    const asked = await phone((account) => account.askPasskey());
    await phone((account) => account.signInWithPasskey(key.answer(asked)));
    await phone((account) => account.signOut());
    // In the same network as the phone.
    const guesser = browser(`198.51.100.${people}`);
    const guess = () => guesser((account) => account.signIn({ email, password: 'Wrong-2026' }, '/id/account'));
    for (let i = 0; i < 10; i++) await expect(guess()).rejects.toMatchObject({ code: 'credentials_wrong' });
    await expect(guess()).rejects.toMatchObject({ code: 'too_often' });
    expect(await phone((account) => account.signIn({ email, password }, '/id/account'))).toBe('done');
  });

  it.each<[string, PasskeyLies]>([
    ['for another site', { origin: 'https://evil.example' }],
    ['of another site’s name', { rpId: 'evil.example' }],
    ['to another challenge', { challenge: Buffer.from('guessed').toString('base64url') }],
    ['of a device that has not asked who holds it', { userVerified: false }],
  ])('does not sign in with an answer %s', async (_what, lies) => {
    const { key } = await withPasskey();
    const thief = browser();
    const asked = await thief((account) => account.askPasskey());
    const tried = thief((account) => account.signInWithPasskey(key.answer(asked, lies)));
    await expect(tried).rejects.toMatchObject({ code: 'passkey_refused' });
    expect(await thief((account) => account.me())).toBeNull();
    // Control: the same key without the fault.
    const again = await thief((account) => account.askPasskey());
    await thief((account) => account.signInWithPasskey(key.answer(again)));
    expect(await thief((account) => account.me())).not.toBeNull();
  });

  it('does not sign in with a used answer, another person’s challenge, or another person’s signature', async () => {
    const { key, visit } = await withPasskey();
    const asked = await visit((account) => account.askPasskey());
    const answer = key.answer(asked);
    await visit((account) => account.signInWithPasskey(answer));
    const thief = browser();
    const tries = [answer, testPasskey(site).answer(asked), { ...testPasskey(site).answer(asked), id: answer.id }];
    for (const tried of tries) {
      await thief((account) => account.askPasskey());
      await expect(thief((account) => account.signInWithPasskey(tried))).rejects.toMatchObject({
        code: 'passkey_refused',
      });
    }
    await expect(visit((account) => account.signInWithPasskey(answer))).rejects.toMatchObject({
      code: 'passkey_refused',
    });
    expect(await thief((account) => account.me())).toBeNull();
  });

  it('is neither added nor removed without a proof of the last fifteen minutes or the password', async () => {
    const { id, visit } = await withPasskey();
    const [one] = await visit((account) => account.passkeys());
    await age(id, 16);
    expect(await visit((account) => account.me())).toMatchObject({ proven: false });
    const tries = [
      (proof: string | null) => visit((account) => account.beginPasskey(proof)),
      (proof: string | null) => visit((account) => account.removePasskey(one!.id, proof)),
    ];
    for (const work of tries) {
      await expect(work(null)).rejects.toMatchObject({ code: 'proof_needed' });
      await expect(work('Wrong-2026')).rejects.toMatchObject({ code: 'credentials_wrong' });
      await work(password);
    }
    expect(await visit((account) => account.passkeys())).toEqual([]);
  });

  it('counts as a proof to add another one', async () => {
    const { id, key, visit } = await withPasskey();
    await age(id, 16);
    const asked = await visit((account) => account.askPasskey());
    await visit((account) => account.signInWithPasskey(key.answer(asked)));
    const begun = await visit((account) => account.beginPasskey(null));
    await visit((account) => account.addPasskey('My key', testPasskey(site).make(begun)));
    expect(await visit((account) => account.passkeys())).toHaveLength(2);
  });

  it('is not made without user verification, nor twice, nor for another person', async () => {
    const { key, visit } = await withPasskey();
    const other = await member();
    const lies = [
      [testPasskey(site), { userVerified: false }],
      [testPasskey(site), { origin: 'https://evil.example' }],
      [key, {}],
    ] as const;
    for (const [device, lie] of lies) {
      const asked = await other.visit((account) => account.beginPasskey(null));
      const tried = other.visit((account) => account.addPasskey('Stolen', device.make(asked, lie)));
      await expect(tried).rejects.toMatchObject({ code: 'passkey_refused' });
    }
    expect(await other.visit((account) => account.passkeys())).toEqual([]);
    const [one] = await visit((account) => account.passkeys());
    const tries: ((account: ReturnType<typeof openAccount>) => Promise<unknown>)[] = [
      (account) => account.renamePasskey(one!.id, 'Mine now'),
      (account) => account.removePasskey(one!.id, null),
    ];
    for (const work of tries) await expect(other.visit(work)).rejects.toMatchObject({ code: 'passkey_refused' });
    expect(await visit((account) => account.passkeys())).toMatchObject([{ name: 'My phone' }]);
    for (const work of [...tries, (account: ReturnType<typeof openAccount>) => account.beginPasskey(null)])
      await expect(browser()(work)).rejects.toMatchObject({ code: 'sign_in_first' });
  });

  it('is limited in its challenges', async () => {
    const visit = browser();
    const tries = Array.from({ length: 61 }, () =>
      visit((account) => account.signInWithPasskey(testPasskey(site).answer({}))),
    );
    const codes = (await Promise.allSettled(tries)).map((one) => one.status === 'rejected' && one.reason.code);
    expect(codes.filter((code) => code === 'passkey_refused')).toHaveLength(60);
    expect(codes.filter((code) => code === 'too_often')).toHaveLength(1);
  });

  it('is not reached by the library’s own calls', async () => {
    for (const [method, path] of [
      ['GET', 'generate-register-options'],
      ['GET', 'generate-authenticate-options'],
      ['GET', 'list-user-passkeys'],
      ['POST', 'verify-registration'],
      ['POST', 'verify-authentication'],
      ['POST', 'delete-passkey'],
      ['POST', 'update-passkey'],
    ] as const)
      expect((await built.app.inject({ method, url: `/id/passkey/${path}` })).statusCode, path).toBe(404);
  });
});
