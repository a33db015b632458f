/** Attacks on people's accounts, each as a stranger would try it, and refused. */

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { removeOld } from '#server/retention.ts';
import { buildLoft, buildPerson } from '../builders.ts';
import { hasPages } from '../built-pages.ts';
import { type Stranger, stranger, type Target, target } from './target.ts';

const password = 'Homing-2026';
let site: Target;
let addresses = 0;
let people = 0;
/** A person with a new address. */
const newcomer = (ip = `198.18.${addresses >> 8}.${addresses++ & 255}`) => stranger(site.app, ip);
const emailOf = (name: string) => `${name}${++people}@example.org`;

const signIn = (who: Stranger, email: string, typed = password) => who.post('/id/sign-in', { email, password: typed });

/** A person with an account, in the browser with which it was created. */
async function member() {
  const email = emailOf('member');
  const { users } = await site.provider();
  const own = { givenName: 'Ada', familyName: 'Aerts', locale: 'en' };
  await users.enter({ id: email, email, name: 'Ada Aerts', ...own }, password);
  const browser = newcomer();
  expect((await signIn(browser, email)).statusCode).toBe(302);
  return { email, browser };
}

beforeAll(async () => {
  if (hasPages) site = await target({ trust_proxy: readConfig({ TRUST_PROXY: '10.0.0.0/8' }).trust_proxy });
});
afterAll(() => site?.close());

describe.runIf(hasPages)('locking a person out', () => {
  it('101 guesses from one address do not lock the owner out, here or elsewhere', async () => {
    const { email, browser } = await member();
    const guesser = newcomer();
    const statuses = [];
    for (let i = 0; i < 101; i++) statuses.push((await signIn(guesser, email, 'no')).statusCode);
    expect(statuses.filter((status) => status === 409)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(91);
    expect((await signIn(newcomer(), email)).statusCode).toBe(302);
    expect((await signIn(browser, email)).statusCode).toBe(302);
  });

  it('ten of many simultaneous guesses from one address are checked', async () => {
    const { email } = await member();
    const guesser = newcomer();
    const all = await Promise.all(Array.from({ length: 40 }, () => signIn(guesser, email, 'no')));
    expect(all.filter(({ statusCode }) => statusCode === 409)).toHaveLength(10);
  });

  it('guesses from many networks slow the sign-in down and refuse nobody; no other page waits for them', async () => {
    const { email, browser } = await member();
    for (let i = 0; i < 28; i++) expect((await signIn(newcomer(), email, 'no')).statusCode).toBe(409);
    let is_in = false;
    const slow = ['no', 'no', password].map((typed) => signIn(newcomer(), email, typed));
    const last = slow[2]!.then(({ statusCode }) => {
      is_in = true;
      return statusCode;
    });
    for (let i = 0; i < 5; i++) expect((await newcomer().get('/id/sign-in')).statusCode).toBe(200);
    // A known browser waits for nothing.
    expect((await signIn(browser, email)).statusCode).toBe(302);
    expect(is_in).toBe(false);
    expect(await last).toBe(302);
  });

  it("requests for new passwords from one address do not prevent the owner's own", async () => {
    const { email, browser } = await member();
    const ask = (who: Stranger) => who.post('/id/forgot-password', { email });
    const bully = newcomer();
    const statuses = [];
    for (let i = 0; i < 10; i++) statuses.push((await ask(bully)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429, 429, 429, 429, 429]);
    expect((await ask(newcomer())).statusCode).toBe(200);
    expect((await ask(browser)).statusCode).toBe(200);
    await vi.waitFor(async () => expect(await site.mailsTo(email, /reset-password/)).toHaveLength(5), 30_000);
  });
});

describe.runIf(hasPages)('guessing from many addresses', () => {
  it('45 guesses from 45 addresses of one IPv6 line behind a proxy are ten', async () => {
    const { email } = await member();
    const from = (ip: string) => stranger(site.app, ip, { proxy: '10.0.0.1' });
    const statuses = [];
    for (let i = 1; i <= 45; i++)
      statuses.push((await signIn(from(`2001:db8:5:5::${i.toString(16)}`), email, 'no')).statusCode);
    expect(statuses.filter((status) => status === 409)).toHaveLength(10);
    expect((await signIn(from('2001:db8:5:6::1'), email, 'no')).statusCode).toBe(409);
  });

  it('a network that claims to be a proxy is counted as itself, unless it is a trusted one', async () => {
    const { email } = await member();
    const statuses = [];
    for (let i = 1; i <= 12; i++) {
      const liar = stranger(site.app, `192.0.2.${i}`, { proxy: '203.0.113.99' });
      statuses.push((await signIn(liar, email, 'no')).statusCode);
    }
    expect(statuses.filter((status) => status === 409)).toHaveLength(10);
  });

  it('failed sign-ins are logged with account and network; for an unknown address nothing is stored', async () => {
    const { email } = await member();
    const before = await site.connection.db
      .selectFrom('security_log')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    await signIn(newcomer('198.51.100.77'), email, 'no');
    await signIn(newcomer('198.51.100.78'), 'nobody@example.org', 'no');
    const rows = await site.connection.db
      .selectFrom('security_log')
      .select(['account', 'event', 'network'])
      .where('id', '>', before[0]?.id ?? 0)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { account: email, event: 'sign_in_failed', network: '198.51.100.77' },
      { account: null, event: 'sign_in_failed', network: '198.51.100.78' },
    ]);
  });
});

/** Registers as a form does. @returns the redirect of the reply */
const register = (who: Stranger, email: string, more: Record<string, string> = {}) =>
  who.post('/id/register', {
    first_name: 'Ada',
    last_name: 'Aerts',
    email,
    password,
    password_again: password,
    ...more,
  });

const linkIn = (letter: string) => /http:\/\/\S+(\/id\/verify-email\?\S+)/.exec(letter)![1]!;
const linksTo = async (email: string) => (await site.mailsTo(email, /verify-email/)).map(linkIn);
const confirm = (who: Stranger, link: string, typed?: string) =>
  who.post(link, {
    token: new URL(link, 'http://x').searchParams.get('token')!,
    ...(typed !== undefined && { password: typed, password_again: typed }),
  });

describe.runIf(hasPages)('an address that a stranger registers first', () => {
  const theirs = 'Attacker-1pw';

  it("becomes the account of the mailbox's owner, who sets the password; the stranger’s is not valid", async () => {
    const email = emailOf('staff');
    const attacker = newcomer();
    await register(attacker, email, { password: theirs, password_again: theirs });
    const owner = newcomer();
    const [link] = await linksTo(email);
    expect((await owner.get(link!)).body).toContain('name="password"');
    // A click alone confirms nothing that the stranger typed.
    expect((await confirm(owner, link!)).statusCode).toBe(422);
    expect((await signIn(attacker, email, theirs)).headers.location).toMatch(/^\/id\/verify-email/);
    expect((await confirm(owner, link!, password)).statusCode).toBe(302);
    expect((await owner.get('/id/account')).statusCode).toBe(200);
    expect((await signIn(attacker, email, theirs)).statusCode).toBe(409);
    expect((await signIn(newcomer(), email)).statusCode).toBe(302);
  });

  it('belongs to the owner after their own registration, with the password and the name they typed', async () => {
    const email = emailOf('owner');
    await register(newcomer(), email, { first_name: 'Eve', password: theirs, password_again: theirs });
    const owner = newcomer();
    await register(owner, email);
    const attackers = newcomer();
    await register(attackers, email, { first_name: 'Eve', password: theirs, password_again: theirs });
    const links = await vi.waitFor(async () => {
      const all = await linksTo(email);
      expect(all).toHaveLength(3);
      return all;
    }, 30_000);
    const pages = await Promise.all(links.map(async (link) => ({ link, page: (await owner.get(link)).body })));
    const own = pages.find(({ page }) => !page.includes('name="password"'))!;
    expect(own.page).toContain('Ada');
    expect((await confirm(owner, own.link)).statusCode).toBe(302);
    expect((await signIn(newcomer(), email)).statusCode).toBe(302);
    expect((await signIn(attackers, email, theirs)).statusCode).toBe(409);
    // The links of other registrations are invalid, also in the browsers that requested them.
    for (const { link } of pages.filter((one) => one !== own))
      expect((await confirm(attackers, link, theirs)).statusCode).toBe(409);
  });

  it('is confirmed once, however many links are followed at the same moment', async () => {
    const email = emailOf('crowd');
    const browsers = [newcomer(), newcomer(), newcomer()];
    for (const one of browsers) await register(one, email);
    const links = await vi.waitFor(async () => {
      const all = await linksTo(email);
      expect(all).toHaveLength(3);
      return all;
    }, 30_000);
    const answers = await Promise.all(
      links.flatMap((link, i) => [0, 1].map((n) => confirm(newcomer(), link, `Chosen-${i}${n}`))),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([302, 409, 409, 409, 409, 409]);
  });

  it('expires after a day without confirmation', async () => {
    const email = emailOf('late');
    await register(newcomer(), email);
    const [link] = await linksTo(email);
    await sql`update idp.registrations set at = at - interval '25 hours', until = until - interval '25 hours'
      where email = ${email}`.execute(site.connection.db);
    expect((await confirm(newcomer(), link!, password)).statusCode).toBe(409);
    await removeOld(site.connection.db);
    const { rows } = await sql`select from idp.registrations where email = ${email}`.execute(site.connection.db);
    expect(rows).toHaveLength(0);
  });
});

describe.runIf(hasPages)('a new account', () => {
  it('registered on a computer and confirmed on a phone is signed in at the site too', async () => {
    const computer = newcomer();
    const email = emailOf('grandfather');
    // From the site to the registration, by the link on the sign-in page.
    const asked = await computer.get('/login?to=/lofts%3Fpage%3D2');
    const provider = await computer.get(asked.headers.location!.replace(/^http:\/\/[^/]+/, ''));
    const search = new URL(provider.headers.location!, 'http://x').search;
    await computer.post(`/id/register${search}`, {
      first_name: 'Jan',
      last_name: 'Peeters',
      email,
      password,
      password_again: password,
    });
    const phone = newcomer();
    const [link] = await linksTo(email);
    let answer = await confirm(phone, link!, password);
    let at = '';
    for (let i = 0; i < 6 && answer.headers.location; i++) {
      at = answer.headers.location.replace(/^http:\/\/[^/]+/, '');
      answer = await phone.get(at);
    }
    expect(at).toBe('/lofts?page=2');
    expect((await phone.get('/api/olr/user')).json()).toMatchObject({ is_admin: false });
  });

  it.each([
    ['//evil.example/x', '/'],
    ['https://evil.example/', '/'],
    ['/\\evil.example', '/'],
    ['/login?to=//evil.example', '/'],
    ['/lofts', '/lofts'],
  ])('comes back from its mail to a page of this site only: %s', async (to, wanted) => {
    const who = newcomer();
    const email = emailOf(`back${wanted.length}${to.length}`);
    const asked = await who.get(`/login?register&to=${encodeURIComponent(to)}`);
    const provider = await who.get(asked.headers.location!.replace(/^http:\/\/[^/]+/, ''));
    const page = new URL(provider.headers.location!, 'http://x');
    expect(page.pathname).toBe('/id/register');
    // Whoever writes the address by hand gets no further than this site either.
    const search = page.search.replace(/return_to=[^&]*/, `return_to=${encodeURIComponent(to)}`);
    const person = { first_name: 'Jan', last_name: 'Peeters', email, password, password_again: password };
    await who.post(`/id/register${search}`, person);
    const [link] = await linksTo(email);
    let answer = await confirm(who, link!);
    let at = '';
    for (let i = 0; i < 6 && answer.headers.location; i++) {
      expect(new URL(answer.headers.location, 'http://localhost').hostname).not.toContain('evil');
      at = answer.headers.location.replace(/^http:\/\/[^/]+/, '');
      answer = await who.get(at);
    }
    expect(at).toBe(wanted);
    expect((await who.get('/api/olr/user')).statusCode).toBe(200);
  });

  it('is sent its mail again by its own browser, and by no other', async () => {
    const email = emailOf('again');
    const who = newcomer();
    await register(who, email);
    await linksTo(email);
    const page = `/id/verify-email?email=${encodeURIComponent(email)}`;
    await who.post(page, { email });
    await vi.waitFor(async () => expect(await site.mailsTo(email, /verify-email/)).toHaveLength(2));
    const other = await newcomer().post(page, { email });
    expect(other.statusCode).toBe(200);
    expect(await site.mailsTo(email, /verify-email/)).toHaveLength(2);
  });

  it('is confirmed by mails without the names that strangers typed', async () => {
    const email = emailOf('spam');
    const bait = 'You won 5000 EUR, claim at http://evil.example/claim';
    await register(newcomer(), email, { first_name: bait });
    const mails = await site.mailsTo(email, /verify-email/);
    expect(mails.join()).not.toMatch(/5000|evil/);
  });
});

describe.runIf(hasPages)('filling a mailbox', () => {
  it('40 sign-ins with the right password from eight addresses cause six mails', async () => {
    const email = emailOf('op');
    await register(newcomer(), email);
    const browsers = Array.from({ length: 8 }, () => newcomer());
    await Promise.all(
      browsers.map(async (one) => {
        for (let i = 0; i < 5; i++) await signIn(one, email);
      }),
    );
    expect(await site.mailsTo(email, /verify-email/)).toHaveLength(6);
  });
});

describe.runIf(hasPages)('reading the database', () => {
  it('reveals no link: neither the outbox nor any table of the provider has one', async () => {
    const { email } = await member();
    const fresh = emailOf('fresh');
    await register(newcomer(), fresh);
    await newcomer().post('/id/forgot-password', { email });
    const mails = [...(await site.mailsTo(fresh, /token=/)), ...(await site.mailsTo(email, /token=/))];
    const tokens = mails.map((text) => /token=([\w.-]+)/.exec(text)![1]!.split('.')[1]!);
    expect(tokens).toHaveLength(2);
    const { rows } = await sql<{ text: string }>`
      select n::text as text from notifications n union all select r::text from idp.registrations r
      union all select p::text from idp.password_resets p union all select v::text from idp.verification v`.execute(
      site.connection.db,
    );
    expect(rows.filter(({ text }) => tokens.some((token) => text.includes(token)))).toEqual([]);
  });
});

describe.runIf(hasPages)('looking people up', () => {
  it("a merchant who tries addresses is refused after thirty, and learns no stranger's name", async () => {
    const { db } = site.connection;
    const { loft } = await buildLoft(db);
    const merchant = await buildPerson(db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] });
    const luc = await buildPerson(db, { email: emailOf('luc'), first_name: 'Luc', last_name: 'van Aerde' });
    const { email } = await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', luc.user_id)
      .executeTakeFirstOrThrow();
    const look = (address: string) =>
      site.app.inject({
        url: `/api/lofts/${loft.id}/people?email=${encodeURIComponent(address)}`,
        headers: merchant.headers,
        remoteAddress: '203.0.113.60',
      });
    const found = await look(email!);
    expect(found.json().people).toMatchObject([{ user_id: luc.user_id, first_name: null, last_name: null }]);
    expect(found.body).not.toMatch(/Luc|Aerde/);
    const statuses = [];
    for (let i = 0; i < 30; i++) statuses.push((await look(`customer${i}@loftline.example`)).statusCode);
    expect(statuses).toEqual([...Array<number>(29).fill(200), 429]);
  });
});

describe.runIf(hasPages)('writing to the operator', () => {
  it("200 messages from one address are five, and do not prevent a stranger's message", async () => {
    const write = (email: string, remoteAddress: string) =>
      site.app.inject({
        method: 'POST',
        url: '/api/contact',
        remoteAddress,
        payload: { name: 'Eve', email, message: 'Hello', locale: 'en' },
      });
    const statuses = [];
    for (let i = 0; i < 200; i++) statuses.push((await write(`eve${i}@example.org`, '203.0.113.61')).statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect((await write('ann@example.org', '203.0.113.62')).statusCode).toBe(200);
  });
});
