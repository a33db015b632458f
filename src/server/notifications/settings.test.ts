import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultChoices, events } from '#domain/notifications/notification.ts';
import { buildLoft, buildPerson, testConfig } from '#testing/builders.ts';
import { notifySomething, waitingFor } from '#testing/notifications.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { readOutbox } from './outbox.ts';

let scene: TestSite;
beforeAll(async () => {
  scene = await testSite();
});
afterAll(() => scene?.end());

type Person = Awaited<ReturnType<typeof buildPerson>>;

async function ask(by: Person | null, method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) {
  const answer = await scene.app.inject({ method, url, headers: by?.headers ?? {}, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}
const settings = { choices: defaultChoices, quiet: null, language: null };
const put = (by: Person, more: object) => ask(by, 'PUT', '/api/notifications', { ...settings, ...more });

describe('the notification settings of a person', () => {
  it('have the program’s defaults until changed, and belong to one person', async () => {
    const ann = await buildPerson(scene.db, { email: 'ann@example.org' });
    const ben = await buildPerson(scene.db);
    const said = await ask(ann, 'GET', '/api/notifications');
    expect(said.body).toMatchObject({ settings, reach: { email: 'ann@example.org', phone: null, browsers: 0 } });
    const own = {
      choices: { ...defaultChoices, results: { mail: true, push: false, sms: false } },
      quiet: { from: '22:30', to: '06:00', time_zone: 'Asia/Bangkok' },
      language: 'th',
    };
    expect((await put(ann, own)).body).toEqual({ settings: own });
    expect((await ask(ann, 'GET', '/api/notifications')).body.settings).toEqual(own);
    expect((await ask(ben, 'GET', '/api/notifications')).body.settings).toEqual(settings);
    expect((await put(ann, {})).body).toEqual({ settings });
  });

  it.each([
    [
      'a time zone that there is not',
      { quiet: { from: '22:00', to: '07:00', time_zone: 'Mars/Base' } },
      'quiet.time_zone',
    ],
    ['a time that there is not', { quiet: { from: '25:00', to: '07:00', time_zone: 'UTC' } }, 'quiet.from'],
    ['a language that we do not speak', { language: 'xx' }, 'language'],
    ['an unknown channel', { choices: { ...defaultChoices, rights: { fax: true } } }, 'choices.rights'],
  ])('%s is refused at its field', async (_name, more, field) => {
    const { status, body } = await put(await buildPerson(scene.db), more);
    expect([status, Object.keys(body.codes)]).toEqual([422, expect.arrayContaining([field])]);
  });

  it('are asked about only where the person can be notified', async () => {
    const { loft } = await buildLoft(scene.db);
    const merchant = await buildPerson(scene.db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] });
    const eventsOf = async (by: Person) => (await ask(by, 'GET', '/api/notifications')).body.events;
    expect(await eventsOf(await buildPerson(scene.db, { is_admin: true }))).toEqual(events);
    expect(await eventsOf(merchant)).toEqual(events.filter((event) => event !== 'job_stuck'));
    const atWork = ['order_new', 'refund_failed', 'device_silent', 'job_stuck'];
    expect(await eventsOf(await buildPerson(scene.db))).toEqual(events.filter((event) => !atWork.includes(event)));
  });

  it('are for people only', async () => {
    expect((await ask(null, 'GET', '/api/notifications')).status).toBe(401);
  });
});

describe('the unsubscribe link at the end of a mail', () => {
  const linkIn = async (email: string) => {
    await scene.send();
    const mail = (await readOutbox(scene.db)).find(({ recipient }) => recipient === email);
    const link = /http\S+\/notifications\/stop\?token=(\S+)/.exec(mail!.text)!;
    return { mail: mail!, token: link[1]! };
  };

  it('stops its event for anyone who has it, and nothing else', async () => {
    const ann = await buildPerson(scene.db, { email: 'ann.stop@example.org', language: 'de' });
    await notifySomething(scene.db, ann.user_id);
    const { mail, token } = await linkIn('ann.stop@example.org');
    expect(mail.subject).toBe('Highfield: Ihre Rechte haben sich geändert');
    expect(mail.text).toContain('Highfield: Ihre Rechte sind jetzt Agent.');
    const url = `/api/notifications/stop?token=${token}`;
    expect((await ask(null, 'GET', url)).body).toEqual({ event: 'rights', channel: 'mail', wanted: true });
    // A waiting notification is stopped too.
    await notifySomething(scene.db, ann.user_id);
    expect((await ask(null, 'POST', '/api/notifications/stop', { token })).body.wanted).toBe(false);
    await scene.send();
    await notifySomething(scene.db, ann.user_id);
    expect((await waitingFor(scene.db, ann.user_id)).map(({ status }) => status)).toEqual(['sent', 'given_up']);
    const { choices } = (await ask(ann, 'GET', '/api/notifications')).body.settings;
    expect(choices).toEqual({ ...defaultChoices, rights: { mail: false, push: true, sms: false } });
  });

  it.each([
    ['another person', (token: string) => token.replace(/^\d+/, (id) => String(Number(id) + 1))],
    ['another event', (token: string) => token.replace('rights', 'sign_in')],
    ['another signature', (token: string) => token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['nothing', () => 'none'],
  ])('changed to name %s does not work', async (_name, change) => {
    const email = `forger${change('1.rights.mail.x').length}${Math.trunc(performance.now())}@example.org`;
    const { user_id } = await buildPerson(scene.db, { email });
    await buildPerson(scene.db);
    await notifySomething(scene.db, user_id);
    const token = change((await linkIn(email)).token);
    expect((await ask(null, 'GET', `/api/notifications/stop?token=${token}`)).status).toBe(404);
    expect((await ask(null, 'POST', '/api/notifications/stop', { token })).status).toBe(404);
  });

  it('of another installation does not work', async () => {
    const other = await testSite({ auth_secret: `${testConfig.auth_secret} of another one` });
    const { user_id } = await buildPerson(scene.db, { email: 'far@example.org' });
    await notifySomething(scene.db, user_id);
    const { token } = await linkIn('far@example.org');
    const answer = await other.app.inject({ url: `/api/notifications/stop?token=${token}` });
    expect(answer.statusCode).toBe(404);
    await other.end();
  });
});

describe('a message to the operator', () => {
  it('is mailed to the operator’s address, with the address for the reply', async () => {
    const own = await testSite({ contact_email: 'operator@example.org' });
    const message = { name: 'Ann', email: 'ann@example.org', message: 'When is the final?', locale: 'en' };
    await own.app.inject({ method: 'POST', url: '/api/contact', payload: message });
    await own.send();
    expect(await readOutbox(own.db)).toMatchObject([
      {
        recipient: 'operator@example.org',
        subject: 'Message from Ann',
        text: 'Ann <ann@example.org>\n\nWhen is the final?',
      },
    ]);
    await own.end();
  });
});
