/** Which events notify whom: each through the call that causes it. */
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServices } from '#server/outside/services.ts';
import { buildLoft, buildPerson, entryOf } from '#testing/builders.ts';
import { startTestIssuer, type TestIssuer } from '#testing/issuer.ts';
import { waitingFor } from '#testing/notifications.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { visit } from '#testing/visitor.ts';
import { createMailer } from './mail.ts';
import { readOutbox } from './outbox.ts';

let scene: TestSite;
let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startTestIssuer();
  scene = await testSite({ oidc: { issuer: issuer.issuer, ...issuer.client } });
});
afterAll(async () => {
  await scene?.end();
  await issuer?.stop();
});

const mailsTo = async (email: string) => {
  await scene.send();
  return (await readOutbox(scene.db)).filter(({ recipient }) => recipient === email).reverse();
};

describe('a person', () => {
  it('is notified of rights that another person gave or took', async () => {
    const { loft } = await buildLoft(scene.db);
    const by = await buildPerson(scene.db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] });
    const email = 'agent@example.org';
    const { user_id } = await buildPerson(scene.db, { email, language: 'nl' });
    const url = `/api/lofts/${loft.id}/permissions/${user_id}`;
    const put = (entry: Parameters<typeof entryOf>[0]) =>
      scene.app.inject({ method: 'PUT', url, headers: by.headers, payload: entryOf(entry) });
    await put({ is_agent: true, has_seasons: true });
    // Without a change there is no notice.
    await put({ is_agent: true, has_seasons: true });
    await put({ is_agent: true, is_active: false });
    const mails = await mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill(`${loft.name}: je rechten zijn gewijzigd`));
    // Notices due at the same time are sent in any order.
    expect(new Set(mails.map(({ text }) => text.split('\n')[0]))).toEqual(
      new Set([
        `${loft.name}: je rechten zijn nu Agent en Seizoenen.`,
        `${loft.name}: je hebt daar geen rechten meer.`,
      ]),
    );
  });

  it('is notified of a sign-in with an unknown browser, and not of the first or the next one', async () => {
    const email = 'anna.signs.in@example.org';
    issuer.person = { sub: 'anna', given_name: 'Anna', email, email_verified: true, locale: 'en' };
    const known = visit(scene.app);
    await known.signIn(issuer);
    await known.post('/logout');
    await known.signIn(issuer);
    expect(await mailsTo(email)).toEqual([]);
    const other = visit(scene.app);
    await other.signIn(issuer);
    await other.signIn(issuer);
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text).toContain('with a browser that we do not know');
  });

  it('sees no notifications in a browser of another person whose sign-in expired', async () => {
    const endpoint = 'https://push.example.org/shared';
    const browser = visit(scene.app);
    const signedIn = async (sub: string) => {
      issuer.person = { sub };
      await browser.signIn(issuer);
      const cookie = `session=${browser.cookies.get('session')}`;
      return (await scene.app.inject({ url: '/api/notifications', headers: { cookie } })).json().reach.browsers;
    };
    const subscriptions = () =>
      scene.db.selectFrom('push_subscriptions').select('session_id').where('endpoint', '=', endpoint).execute();
    expect(await signedIn('first-here')).toBe(0);
    const headers = { cookie: `session=${browser.cookies.get('session')}` };
    const payload = { endpoint, p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) };
    await scene.app.inject({ method: 'POST', url: '/api/notifications/browsers', headers, payload });
    const [{ session_id }] = (await subscriptions()) as [{ session_id: number }];
    const expires_at = new Date(Date.now() - 1000).toISOString();
    await scene.db.updateTable('user_sessions').set({ expires_at }).where('id', '=', session_id).execute();
    // The same person gets it back …
    expect(await signedIn('first-here')).toBe(1);
    expect(await subscriptions()).toHaveLength(1);
    // … and another person ends it.
    expect(await signedIn('second-here')).toBe(0);
    expect(await subscriptions()).toEqual([]);
  });

  it('with a phone number verified by the provider can be reached by SMS, otherwise not', async () => {
    const numbers = async (sub: string, claims: object) => {
      issuer.person = { sub, ...claims };
      await visit(scene.app).signIn(issuer);
      const row = await scene.db.selectFrom('users').select('phone').where('subject', '=', sub).executeTakeFirst();
      return row!.phone;
    };
    expect(await numbers('phone-1', { phone_number: '+32470123456', phone_number_verified: true })).toBe(
      '+32470123456',
    );
    expect(await numbers('phone-2', { phone_number: '+32470123456', phone_number_verified: false })).toBe(null);
    expect(await numbers('phone-3', { phone_number: '0470 12' })).toBe(null);
  });

  it('gets an SMS where they chose one', async () => {
    const { user_id, headers } = await buildPerson(scene.db, { phone: '+32470999999' });
    const { settings } = (await scene.app.inject({ url: '/api/notifications', headers })).json();
    settings.choices.rights = { mail: false, push: false, sms: true };
    await scene.app.inject({ method: 'PUT', url: '/api/notifications', headers, payload: settings });
    const { loft } = await buildLoft(scene.db);
    const admin = await buildPerson(scene.db, { is_admin: true });
    const url = `/api/lofts/${loft.id}/permissions/${user_id}`;
    await scene.app.inject({ method: 'PUT', url, headers: admin.headers, payload: entryOf({ is_staff: true }) });
    expect(await mailsTo('+32470999999')).toMatchObject([
      { channel: 'sms', text: expect.stringContaining(`${loft.name}: your rights are now Staff.`) },
    ]);
    expect(await waitingFor(scene.db, user_id)).toHaveLength(1);
  });
});

describe('a mail', () => {
  let server: Server;
  let received = '';
  beforeAll(async () => {
    // As much of SMTP as a mail needs.
    server = createServer((socket) => {
      let inData = false;
      const say = (line: string) => socket.write(`${line}\r\n`);
      say('220 test');
      socket.setEncoding('utf8').on('data', (text: string) => {
        if (inData) {
          received += text;
          if (!received.endsWith('\r\n.\r\n')) return;
          inData = false;
          say('250 taken');
        } else if (text.startsWith('DATA')) {
          inData = true;
          say('354 go on');
        } else say(text.startsWith('QUIT') ? '221 bye' : '250 ok');
      });
      socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('has headers for unsubscribing with one click, and its message id', async () => {
    const { port } = server.address() as { port: number };
    const mail = createMailer(
      { smtp_url: `smtp://127.0.0.1:${port}`, mail_from: 'Loftline <a@b.example>' },
      scene.db,
      createServices().mail,
    );
    const stop_url = 'https://loft.example/notifications/stop?token=1.rights.mail.x';
    const subject = 'One line\r\nBcc: everybody@example.org';
    await mail({ to: 'ann@example.org', subject, text: 'Text', stop_url, id: '<notification-7@loft.example>' });
    const lines = received.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
    expect(lines).toContain(`List-Unsubscribe: <${stop_url}>`);
    expect(lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(lines).toContain('Message-ID: <notification-7@loft.example>');
    expect(lines.filter((line) => line.startsWith('Bcc'))).toEqual([]);
  });
});
