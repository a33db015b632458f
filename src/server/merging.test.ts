/** Merging two accounts of one person through its calls (decision 93). */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { readMerge } from '#domain/accounts/merge-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { enterUser, updateUser } from '#server/accounts/users.ts';
import { transact } from '#server/db/transaction.ts';
import { linkToken } from '#server/notifications/link-token.ts';
import { markPaid } from '#server/payments/by-hand.ts';
import { buildPerson, buildRace, entryOf, testConfig } from '#testing/builders.ts';
import { buildEntries } from '#testing/entries.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { moving, staying } from './account-references.ts';
import { mergeAccounts } from './merging.ts';
import { dataOf } from './privacy.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(async () => {
  await site?.end();
});

type Person = Awaited<ReturnType<typeof buildPerson>>;

async function call(method: 'GET' | 'POST', url: string, who: Person, payload?: object) {
  const answer = await site.app.inject({ method, url, headers: who.headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

const someone = async (more: Parameters<typeof buildPerson>[1] = {}) => {
  const email = `${crypto.randomUUID()}@merge.example`;
  return { email, ...(await buildPerson(site.db, { email, ...more })) };
};

/** The token of the last link that was sent to an account; null: none was. */
async function linkTo({ user_id }: Person): Promise<string | null> {
  const asked = await site.db
    .selectFrom('account_merges')
    .select('id')
    .where('from_user_id', '=', user_id)
    .orderBy('asked_at', 'desc')
    .executeTakeFirst();
  return asked ? linkToken(testConfig.auth_secret!, 'merge', asked.id) : null;
}

const ask = (into: Person, email: string) => call('POST', '/api/me/merges', into, { email });
const confirm = (from: Person, token: string) => call('POST', '/api/me/merge', from, { token });
const read = async (from: Person, token: string) =>
  (await call('GET', `/api/me/merge?token=${token}`, from)).body as ReplyOf<typeof readMerge>;

/** Two accounts of one person, of which the second got the link. */
async function asked(more: { into?: Parameters<typeof someone>[0]; from?: Parameters<typeof someone>[0] } = {}) {
  const into = await someone({ first_name: 'Zoë', ...more.into });
  const from = await someone(more.from);
  expect((await ask(into, from.email.toUpperCase())).status).toBe(200);
  return { into, from, token: (await linkTo(from))! };
}

/** The accounts of the rows of a column that a person may have. */
async function countOf(reference: string, user_id: number): Promise<number> {
  const [table = '', column = ''] = reference.split('.');
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = ${user_id}`.execute(site.db);
  return rows[0]!.count;
}

describe('the columns that refer to an account', () => {
  it('are those of the list, each with what becomes of its rows', async () => {
    const { rows } = await sql<{ reference: string }>`
      select c.conrelid::regclass || '.' || a.attname as reference
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid = 'users'::regclass`.execute(site.db);
    const known = [...Object.keys(moving), ...Object.keys(staying)];
    expect(known.sort()).toEqual([...new Set(rows.map(({ reference }) => reference))].sort());
  });
});

describe('asking', () => {
  it('says not whether there is such an account, and sends it a link', async () => {
    const [into, from] = [await someone(), await someone()];
    const answers = [await ask(into, 'nobody@merge.example'), await ask(into, from.email)];
    expect(answers[0]).toEqual(answers[1]);
    const { rows } = await sql<{ facts: object }>`
      select facts from notifications where event = 'account_merge' and facts ->> 'by' = ${into.email}`.execute(
      site.db,
    );
    expect(rows).toHaveLength(1);
    expect(await linkTo(into)).toBeNull();
    // Beyond three a day it is sent no more, without a word; another account still can.
    for (let i = 0; i < 3; i++) expect(await ask(into, from.email)).toEqual(answers[0]);
    expect(await countOf('account_merges.from_user_id', from.user_id)).toBe(3);
    await ask(await someone(), from.email);
    expect(await countOf('account_merges.from_user_id', from.user_id)).toBe(4);
  });

  it('is refused for the own address, without a confirmed one, to admins, and more than five times an hour', async () => {
    const into = await someone();
    expect((await ask(into, into.email)).body.errors).toHaveProperty('email');
    const nobody = await buildPerson(site.db, {});
    expect((await ask(nobody, into.email)).body.code).toBe('merge_no_address');
    expect((await ask(await someone({ is_admin: true }), into.email)).body.code).toBe('merge_admin');
    const eager = await someone();
    for (let i = 0; i < 5; i++) expect((await ask(eager, `${i}@merge.example`)).status).toBe(200);
    expect((await ask(eager, '6@merge.example')).body.code).toBe('too_often');
  });
});

describe('the link', () => {
  it('says in numbers what moves, to the account that got it alone', async () => {
    const { into, from, token } = await asked();
    const entries = await buildEntries(site.db, { customer: from });
    await entries.order();
    expect((await read(from, token)).merge).toMatchObject({
      into: { email: into.email, name: 'Zoë' },
      from: { email: from.email },
      counts: { teams: 1, orders: 1 },
      refusal: null,
    });
    expect((await read(into, token)).merge).toBeNull();
    expect((await confirm(into, token)).body.code).toBe('token_invalid');
    expect(await countOf('teams.user_id', from.user_id)).toBe(1);
  });

  it('needs a fresh proof, holds for a day and is used once', async () => {
    const { from } = await asked({ from: { proven_s_ago: 3600 } });
    expect((await confirm(from, (await linkTo(from))!)).body.code).toBe('proof_needed');
    const late = await asked();
    const { token } = late;
    // Signed otherwise, it is no link.
    expect((await confirm(late.from, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).body.code).toBe(
      'token_invalid',
    );
    expect((await confirm(late.from, token)).status).toBe(200);
    // Its session has ended with it.
    expect((await confirm(late.from, token)).status).toBe(401);
    const over = { id: (await linkTo(from))!.slice(0, 22), by: from.user_id, now_ms: Date.now() + 86_400_000 };
    await expect(transact(site.db, (tx) => mergeAccounts(tx, over))).rejects.toMatchObject({ code: 'token_invalid' });
  });
});

describe('a confirmed merge', () => {
  it('moves what the person has, once where both had it, and closes the account', async () => {
    const { into, from, token } = await asked();
    const { loft, pigeon_ids, flight_id } = await buildRace(site.db, { birds: 3 });
    const entries = await buildEntries(site.db, { customer: from });
    const order = await entries.order();
    const loft_id = loft.id;
    const at = new Date().toISOString();
    const right = { loft_id, n: 1, from_day: '2026-01-01', share_bp: 10_000, reason: 'Given', at };
    await site.db
      .insertInto('pigeon_rights')
      .values({ ...right, pigeon_id: pigeon_ids[0]!, user_id: from.user_id })
      .execute();
    const star = { loft_id, team_id: null, pigeon_id: null };
    await site.db
      .insertInto('favorites')
      .values([
        { ...star, flight_id, user_id: into.user_id },
        { ...star, flight_id, user_id: from.user_id },
        { ...star, flight_id: null, user_id: from.user_id },
      ])
      .execute();
    await site.db
      .insertInto('unmarked_birds')
      .values([into, from].map(({ user_id }) => ({ user_id, loft_id, pigeon_id: pigeon_ids[1]! })))
      .execute();
    const { team_id } = await site.db
      .selectFrom('pigeons')
      .select('team_id')
      .where('id', '=', pigeon_ids[2]!)
      .executeTakeFirstOrThrow();
    for (const who of [into, from])
      expect((await call('POST', `/api/lofts/${loft_id}/teams/${team_id}/claims`, who, { text: 'Mine' })).status).toBe(
        200,
      );
    await call('POST', '/api/keys', from, { name: 'Mine' });
    const settings = (language: string) => ({ language, quiet_from: null, quiet_to: null, time_zone: null });
    await site.db
      .insertInto('notification_settings')
      .values([
        { user_id: into.user_id, ...settings('de') },
        { user_id: from.user_id, ...settings('fr') },
      ])
      .execute();
    const choice = { channel: 'mail', event: 'bird_home' } as const;
    await site.db
      .insertInto('notification_choices')
      .values([
        { ...choice, user_id: into.user_id, wanted: false },
        { ...choice, user_id: from.user_id, wanted: true },
        { ...choice, event: 'results', user_id: from.user_id, wanted: true },
      ])
      .execute();
    const log = await countOf('audit_log.user_id', from.user_id);
    expect((await confirm(from, token)).status).toBe(200);
    const left = await Promise.all(Object.keys(moving).map((one) => countOf(one, from.user_id)));
    expect(left).toEqual(Object.keys(moving).map(() => 0));
    expect(await countOf('teams.user_id', into.user_id)).toBe(1);
    expect(await countOf('pigeon_rights.user_id', into.user_id)).toBe(1);
    expect(await countOf('favorites.user_id', into.user_id)).toBe(2);
    expect(await countOf('unmarked_birds.user_id', into.user_id)).toBe(1);
    expect(await countOf('team_claims.user_id', into.user_id)).toBe(1);
    // What the account that stays chose for itself holds; what only the other chose goes on.
    const told = site.db
      .selectFrom('notification_choices')
      .select(['event', 'wanted'])
      .where('user_id', '=', into.user_id);
    expect(await told.orderBy('event').execute()).toEqual([
      { event: 'bird_home', wanted: false },
      { event: 'results', wanted: true },
    ]);
    const language = site.db.selectFrom('notification_settings').select('language').where('user_id', '=', into.user_id);
    expect(await language.execute()).toEqual([{ language: 'de' }]);
    // The other reads and pays the order.
    expect((await call('GET', `/api/registrations/${order.id}`, into)).status).not.toBe(401);
    const moved = await site.db.selectFrom('orders').select('user_id').where('id', '=', order.id).execute();
    expect(moved).toEqual([{ user_id: into.user_id }]);
    const closed = await site.db
      .selectFrom('users')
      .select(['email', 'first_name', 'merged_into'])
      .where('id', '=', from.user_id)
      .executeTakeFirstOrThrow();
    expect(closed).toEqual({ email: null, first_name: null, merged_into: into.user_id });
    // What it did stays as it was; that it was merged stands beside it.
    expect(await countOf('audit_log.user_id', from.user_id)).toBe(log + 1);
    expect((await call('GET', '/api/me/team-claims', from)).status).toBe(401);
    const subject = await site.db
      .selectFrom('users')
      .select(['issuer', 'subject'])
      .where('id', '=', into.user_id)
      .executeTakeFirstOrThrow();
    const data = await transact(site.db, (tx) => dataOf(tx, subject));
    expect(data).toMatchObject({
      merged_accounts: [{ merged_at: expect.any(String) }],
      team_claims: [{ state: 'open' }],
    });
  });

  it('lets nobody sign in with the closed account, and says which is left', async () => {
    const { into, from, token } = await asked();
    const who = await site.db
      .selectFrom('users')
      .select(['issuer', 'subject'])
      .where('id', '=', from.user_id)
      .executeTakeFirstOrThrow();
    expect((await confirm(from, token)).status).toBe(200);
    const masked = `${into.email[0]}…@merge.example`;
    await expect(transact(site.db, (tx) => enterUser(tx, { ...who, email: from.email }))).rejects.toMatchObject({
      code: 'account_merged',
      params: { email: masked },
    });
    await transact(site.db, (tx) => updateUser(tx, { ...who, email: from.email, first_name: 'Again' }));
    const kept = site.db.selectFrom('users').select(['email', 'first_name']).where('id', '=', from.user_id);
    expect(await kept.executeTakeFirst()).toEqual({ email: null, first_name: null });
  });

  it('leads to the last one where that is merged too', async () => {
    const first = await asked();
    expect((await confirm(first.from, first.token)).status).toBe(200);
    const last = await someone();
    await ask(last, first.into.email);
    expect((await confirm(first.into, (await linkTo(first.into))!)).status).toBe(200);
    const closed = await site.db
      .selectFrom('users')
      .select('merged_into')
      .where('id', 'in', [first.from.user_id, first.into.user_id])
      .execute();
    expect(closed).toEqual([{ merged_into: last.user_id }, { merged_into: last.user_id }]);
  });
});

describe('a merge is refused', () => {
  it.each([
    ['of who works for a loft', 'merge_works'],
    ['into who works for its loft', 'merge_works_there'],
    ['of the better protected one', 'merge_second_factor'],
    ['with a payment under way', 'merge_open_work'],
  ])('%s', async (_what, code) => {
    const { into, from, token } = await asked();
    const entries = await buildEntries(site.db, { customer: from });
    const order = await entries.order();
    const works = (who: Person) =>
      site.db
        .insertInto('loft_permissions')
        .values({ loft_id: entries.loft.id, user_id: who.user_id, ...entryOf({ is_staff: true }) })
        .execute();
    if (code === 'merge_works') {
      await site.db.updateTable('teams').set({ user_id: null }).where('user_id', '=', from.user_id).execute();
      await works(from);
    }
    if (code === 'merge_works_there') await works(into);
    if (code === 'merge_second_factor')
      await site.db.updateTable('users').set({ has_second_factor: true }).where('id', '=', from.user_id).execute();
    // An agent took cash, which waits for a merchant.
    if (code === 'merge_open_work') {
      const { user_id: by } = await someone();
      const cash = { by, now_ms: Date.now(), reason: 'Cash', file_id: null, is_merchant: false };
      await transact(site.db, (tx) => markPaid(tx, order.id, cash));
    }
    const { merge } = await read(from, token);
    expect(merge?.refusal).toBe(code);
    expect((await confirm(from, token)).body.code).toBe(code);
    expect(await countOf('orders.user_id', from.user_id)).toBe(1);
  });

  it('in circles: of two that merge into each other one is left', async () => {
    const { into, from, token } = await asked();
    await ask(from, into.email);
    const back = (await linkTo(into))!;
    const answers = await Promise.all([confirm(from, token), confirm(into, back)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const open = await site.db
      .selectFrom('users')
      .select('id')
      .where('id', 'in', [into.user_id, from.user_id])
      .where('merged_into', 'is', null)
      .execute();
    expect(open).toHaveLength(1);
  });
});

describe('at the same moment', () => {
  it('the link is used once', async () => {
    const { into, from, token } = await asked();
    const answers = await Promise.all([confirm(from, token), confirm(from, token), confirm(from, token)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from audit_log where action = 'person.merge' and about_user_id = ${into.user_id}`.execute(
      site.db,
    );
    expect(rows[0]!.count).toBe(1);
  });

  it('what is entered for the account meanwhile waits, and is refused once it is closed', async () => {
    const { from } = await asked();
    const { loft, season_id } = await buildRace(site.db, { birds: 1 });
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const team = { loft_id: loft.id, season_id, name: 'Late', fancier: null, country: null, user_id: from.user_id };
    // As a call that began before: it writes after the merge has locked the account.
    const merging = transact(site.db, async (tx) => {
      await sql`select from users where id = ${from.user_id} for update`.execute(tx);
      locked.resolve();
      await held.promise;
      await sql`update users set merged_into = (select into_user_id from account_merges
        where from_user_id = ${from.user_id}), merged_at = now() where id = ${from.user_id}`.execute(tx);
    });
    await locked.promise;
    const late = transact(site.db, (tx) => tx.insertInto('teams').values(team).execute());
    const refused = expect(late).rejects.toMatchObject({ constraint: 'account_closed' });
    held.resolve();
    await merging;
    await refused;
  });

  it('what breaks off in between leaves both accounts as they were', async () => {
    const { into, from, token } = await asked();
    await buildEntries(site.db, { customer: from });
    const before = await countOf('teams.user_id', from.user_id);
    await expect(
      transact(site.db, async (tx) => {
        await mergeAccounts(tx, { id: token.slice(0, 22), by: from.user_id, now_ms: Date.now() });
        throw new Error('broken off');
      }),
    ).rejects.toThrow('broken off');
    expect(await countOf('teams.user_id', from.user_id)).toBe(before);
    expect((await confirm(from, token)).status).toBe(200);
    expect(await countOf('teams.user_id', into.user_id)).toBe(before);
  });

  it('rows stay with their account without a merge: the guard of the database', async () => {
    const [one, other] = [await someone(), await someone()];
    const entries = await buildEntries(site.db, { customer: one });
    const order = await entries.order();
    const steal = site.db
      .updateTable('orders')
      .set({ user_id: other.user_id } as never)
      .where('id', '=', order.id);
    await expect(steal.execute()).rejects.toThrow('stay with their account');
  });
});
