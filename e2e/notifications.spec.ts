/** Notification choices: made with and without a script, and withdrawn by the link of a notice. */
import { expect } from '@playwright/test';
import { notify, person } from '#server/notifications/notify.ts';
import { readOutbox } from '#server/notifications/outbox.ts';
import { buildPerson } from '#testing/builders.ts';
import { clockOf, raceInTheAir, seriousIn, signIn, test } from './support.ts';

test('a person chooses events and channels, finds the choice saved, and in Arabic', async ({ page, site }) => {
  const { token } = await buildPerson(site.db, { first_name: 'Ann', email: 'ann.chooses@example.org' });
  await signIn(page.context(), site.program, token);
  await page.goto(site.program);
  await page.locator('summary').filter({ hasText: 'Account' }).click();
  await page.getByRole('link', { name: 'Notifications' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notifications');
  // Only the script knows the time zone of this browser.
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Brussels');
  await expect(page.getByText('Add a mobile number to your account')).toBeVisible();
  await page.getByRole('checkbox', { name: 'A flight is released: E-mail' }).check();
  await page.getByRole('checkbox', { name: 'Keep quiet hours' }).check();
  await page.getByLabel('From').fill('21:15');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'A flight is released: E-mail' })).toBeChecked();
  await expect(page.getByLabel('From')).toHaveValue('21:15');
  expect(await seriousIn(page)).toEqual([]);
  await page.context().addCookies([{ name: 'locale', value: 'ar', url: site.program }]);
  await page.goto(`${site.program}/notifications`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('الإشعارات');
  expect(await seriousIn(page)).toEqual([]);
});

test('without a script it is one form too, and a visitor is asked to sign in', async ({ browser, site }) => {
  const { token } = await buildPerson(site.db, { email: 'ben.chooses@example.org' });
  const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const page = await plain.newPage();
  await page.goto(`${site.program}/notifications`);
  await expect(page).toHaveURL(/\/id\/sign-in|\/authorize/);
  await signIn(plain, site.program, token);
  await page.goto(`${site.program}/notifications`);
  await page.getByRole('checkbox', { name: 'My rights in a loft have changed: E-mail' }).uncheck();
  await page.getByLabel('Language', { exact: true }).selectOption('Nederlands');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'My rights in a loft have changed: E-mail' })).not.toBeChecked();
  await expect(page.getByLabel('Language', { exact: true })).toHaveValue('nl');
  await plain.close();
});

test('a notice is sent by mail, and its link unsubscribes without a sign-in', async ({ browser, site }) => {
  const email = 'carl.stops@example.org';
  const { user_id } = await buildPerson(site.db, { email });
  const facts = { loft: 'Highfield', rights: [] };
  await notify(site.db, person(user_id), { event: 'rights', key: 'change:e2e', facts });
  const mail = async () => (await readOutbox(site.db)).find(({ recipient }) => recipient === email)?.text ?? '';
  await expect.poll(mail).toContain('Highfield: you have no rights there any more.');
  const link = /http\S+\/notifications\/stop\S+/.exec(await mail())![0];

  const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const page = await plain.newPage();
  await page.goto(link);
  await expect(page.getByText('My rights in a loft have changed: no more by E-mail.')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Stopped. Nothing more of this comes by E-mail.')).toBeVisible();
  await plain.close();
  // One-click unsubscription by a mail program, without a page.
  const again = await fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
  expect(again.status).toBe(200);
});

test('an arrival is notified to the person who starred the bird, with a link to its race', async ({ page, site }) => {
  const race = await raceInTheAir(site);
  const email = 'emil.waits@example.org';
  const { user_id, token } = await buildPerson(site.db, { email });
  await signIn(page.context(), site.program, token);
  const pigeon_id = race.pigeon_ids[1]!;
  const star = { user_id, loft_id: race.loft.id, pigeon_id, team_id: null, flight_id: null };
  await site.db.insertInto('favorites').values(star).execute();
  await page.goto(`${site.program}/notifications`);
  await page.getByRole('checkbox', { name: 'A pigeon of mine is home: E-mail' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  const clock = await clockOf(site, race, 'Clock 2');
  await clock(0, 240);
  // A minute ago: one that was read long after it landed would wait for others.
  await clock(1, 299);
  const mails = async () => (await readOutbox(site.db)).filter(({ recipient }) => recipient === email);
  await expect.poll(async () => (await mails()).map(({ subject }) => subject)).toEqual([`${race.rings[1]} is home`]);
  const [mail] = await mails();
  const link = new URL(/http\S+\/flights\/\d+/.exec(mail!.text)![0]);
  expect(link.pathname).toBe(race.path);
});

test('a browser that cannot show notifications, or is not permitted to, says so', async ({ browser, site }) => {
  const { token } = await buildPerson(site.db);
  const said = async (init: () => void) => {
    const context = await browser.newContext({ locale: 'en-GB' });
    await signIn(context, site.program, token);
    const page = await context.newPage();
    await page.addInitScript(init);
    await page.goto(`${site.program}/notifications`);
    await expect(page.getByRole('region', { name: 'This browser' })).toBeVisible();
    const text = await page.getByRole('region', { name: 'This browser' }).getByRole('status').textContent();
    await context.close();
    return text;
  };
  const denied = () => Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  const unable = () => Reflect.deleteProperty(globalThis, 'PushManager');
  expect(await said(denied)).toContain('Notifications are blocked for this site.');
  expect(await said(unable)).toBe('This browser cannot show notifications.');
});
