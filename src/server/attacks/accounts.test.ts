/** Attacks on the accounts of people, each as a stranger would try it, and refused. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { has_pages, type Stranger, stranger, type Target, target } from './testing.ts';

const password = 'Homing-2026';
let site: Target;
let addresses = 0;
let people = 0;
/** Somebody at an address where nobody was before. */
const newcomer = (ip = `198.18.${addresses >> 8}.${addresses++ & 255}`) => stranger(site.app, ip);
const emailOf = (name: string) => `${name}${++people}@example.org`;

const signIn = (who: Stranger, email: string, typed = password) => who.post('/id/sign-in', { email, password: typed });

/** Somebody with an account, in the browser with which it was made. */
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
  if (has_pages) site = await target({ trust_proxy: readConfig({ TRUST_PROXY: '10.0.0.0/8' }).trust_proxy });
});
afterAll(() => site?.close());

describe.runIf(has_pages)('keeping somebody out', () => {
  it('101 guesses from one address do not keep their owner out, here or elsewhere', async () => {
    const { email, browser } = await member();
    const guesser = newcomer();
    const statuses = [];
    for (let i = 0; i < 101; i++) statuses.push((await signIn(guesser, email, 'no')).statusCode);
    expect(statuses.filter((status) => status === 409)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(91);
    expect((await signIn(newcomer(), email)).statusCode).toBe(302);
    expect((await signIn(browser, email)).statusCode).toBe(302);
  });

  it('guesses at the same moment from one address are judged ten times and no oftener', async () => {
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
    // The browser that is known waits for nothing.
    expect((await signIn(browser, email)).statusCode).toBe(302);
    expect(is_in).toBe(false);
    expect(await last).toBe(302);
  });

  it('asking for new passwords from one address does not keep the owner from asking', async () => {
    const { email, browser } = await member();
    const ask = (who: Stranger) => who.post('/id/forgot-password', { email });
    const bully = newcomer();
    const statuses = [];
    for (let i = 0; i < 10; i++) statuses.push((await ask(bully)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429, 429, 429, 429, 429]);
    expect((await ask(newcomer())).statusCode).toBe(200);
    expect((await ask(browser)).statusCode).toBe(200);
    await vi.waitFor(async () => expect(await site.lettersTo(email, /reset-password/)).toHaveLength(5));
  });
});

describe.runIf(has_pages)('guessing from many addresses', () => {
  it('45 guesses from 45 addresses of one IPv6 line behind a proxy are ten', async () => {
    const { email } = await member();
    const from = (ip: string) => stranger(site.app, ip, { proxy: '10.0.0.1' });
    const statuses = [];
    for (let i = 1; i <= 45; i++)
      statuses.push((await signIn(from(`2001:db8:5:5::${i.toString(16)}`), email, 'no')).statusCode);
    expect(statuses.filter((status) => status === 409)).toHaveLength(10);
    expect((await signIn(from('2001:db8:5:6::1'), email, 'no')).statusCode).toBe(409);
  });

  it('a network that says it speaks for others is counted as itself, unless it is a proxy of ours', async () => {
    const { email } = await member();
    const statuses = [];
    for (let i = 1; i <= 12; i++) {
      const liar = stranger(site.app, `192.0.2.${i}`, { proxy: '203.0.113.99' });
      statuses.push((await signIn(liar, email, 'no')).statusCode);
    }
    expect(statuses.filter((status) => status === 409)).toHaveLength(10);
  });

  it('failed sign-ins are written down with account and network; of an address nobody has, nothing is kept', async () => {
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
