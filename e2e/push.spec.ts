/** A push to a browser that shows notifications: the one with windows, as the other shows none. */
import { expect } from '@playwright/test';
import { buildPerson } from '#testing/builders.ts';
import { chromiumArgs } from '../dev/browser.ts';
import { signIn, test } from './support.ts';

test.use({
  serviceWorkers: 'allow',
  launchOptions: { executablePath: process.env.CHROMIUM_PATH!, args: chromiumArgs },
});

test('a browser asks for permission, is subscribed, shows a push and is unsubscribed', async ({ page, site }) => {
  const { user_id, token } = await buildPerson(site.db, { email: 'dora.pushes@example.org' });
  await signIn(page.context(), site.program, token);
  await page.context().grantPermissions(['notifications'], { origin: site.program });
  // There is no push service for a browser in a test: it gets a made-up subscription.
  await page.addInitScript(() => {
    let current: object | null = null;
    const one = {
      endpoint: 'https://push.example.org/one',
      toJSON: () => ({ endpoint: one.endpoint, keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } }),
      unsubscribe: async () => {
        current = null;
        return true;
      },
    };
    PushManager.prototype.getSubscription = async () => current as PushSubscription | null;
    PushManager.prototype.subscribe = async () => {
      current = one;
      return one as unknown as PushSubscription;
    };
  });
  const browsers = () =>
    site.db
      .selectFrom('push_subscriptions as p')
      .innerJoin('user_sessions as s', 's.id', 'p.session_id')
      .select('p.endpoint')
      .where('s.user_id', '=', user_id)
      .execute();
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ status }) => status === 'activated');
      if (active) resolve(active.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  await page.goto(`${site.program}/notifications`);
  await page.getByRole('button', { name: 'Allow in this browser' }).click();
  await expect(page.getByText('This browser shows notifications.')).toBeVisible();
  expect(await browsers()).toEqual([{ endpoint: 'https://push.example.org/one' }]);

  const message = {
    title: 'وصلت BE 1',
    body: 'Highfield',
    path: '/lofts',
    tag: 'bird_home flight:1',
    lang: 'ar',
    dir: 'rtl',
  };
  const registrationId = await registered;
  const push = (data: string) =>
    cdp.send('ServiceWorker.deliverPushMessage', { origin: site.program, registrationId, data });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const all = await registration.getNotifications();
      return all.map(({ title, body, tag, lang, dir, data }) => ({ title, body, tag, lang, dir, path: data.path }));
    });
  await push(JSON.stringify(message));
  await expect.poll(shown).toEqual([message]);
  // A second push of the same kind replaces the first; one that cannot be decrypted shows nothing.
  await push('no message');
  await push(JSON.stringify({ ...message, body: 'Highfield, Final' }));
  await expect.poll(shown).toEqual([{ ...message, body: 'Highfield, Final' }]);

  await page.getByRole('button', { name: 'Stop in this browser' }).click();
  await expect(page.getByRole('button', { name: 'Allow in this browser' })).toBeEnabled();
  expect(await browsers()).toEqual([]);
});
