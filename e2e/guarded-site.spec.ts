/**
 * Settings of the operator: a site behind a password, measurement only after consent, and reports of errors in
 * browsers.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import { tagManagerAt } from '#domain/site.ts';
import { type Program, startProgram, stopProgram } from '#testing/program.ts';
import arabic from '../locales/ar.json' with { type: 'json' };
import english from '../locales/en.json' with { type: 'json' };
import { seriousIn, test } from './support.ts';

const password = 'Not yet for everybody';
let watcher: Server;
let program: Program;
let address: string;
const reports: { message: string; path: string; request_id: string; said: string }[] = [];

test.beforeAll(async ({ site }) => {
  watcher = createServer((request, response) => {
    void text(request).then((body) => {
      reports.push(JSON.parse(body));
      response.end();
    });
  });
  await new Promise<void>((resolve) => watcher.listen(0, '127.0.0.1', resolve));
  const { port } = watcher.address() as AddressInfo;
  program = startProgram({
    ...site.database,
    ROLE: 'web',
    ACCESS_PASSWORD: password,
    TAG_MANAGER_ID: 'GTM-TEST1',
    ERROR_REPORT_URL: `http://127.0.0.1:${port}/`,
  });
  address = await program.up;
});
test.afterAll(async () => {
  if (program) await stopProgram(program);
  watcher?.close();
});

test('leads to its gate, names the site, and lets in visitors with the password, without a script (2.18, 4.18)', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${address}/lofts?live=1`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english.gate.title);
  const field = page.getByLabel(english.identity.password);
  await field.fill('a guess');
  await page.getByRole('button', { name: english.gate.enter }).click();
  await expect(field).toHaveAccessibleDescription(english.refusals.credentials_wrong);
  await page.goto(`${address}/about`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english.about.how_title);
  await page.goto(`${address}/lofts?live=1`);
  await field.fill(password);
  await page.getByRole('button', { name: english.gate.enter }).click();
  await expect(page).toHaveURL(`${address}/lofts?live=1`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english.lofts.title);
  await context.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`has an accessible gate and consent question, from right to left and ${colorScheme}`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 390, height: 844 } });
    await context.addCookies([{ name: 'locale', value: 'ar', url: address }]);
    const page = await context.newPage();
    for (const path of ['/lofts', '/about']) {
      await page.goto(address + path);
      const title = path === '/about' ? arabic.about.how_title : arabic.gate.title;
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      expect([path, await seriousIn(page)]).toEqual([path, []]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
    await context.close();
  });
}

test('measures only visitors who consent, and stops when they withdraw', async ({ page }) => {
  const asked: string[] = [];
  await page.route(`${tagManagerAt}/**`, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: 'document.documentElement.dataset.measured = "1"' });
  });
  const measured = page.locator('html[data-measured]');
  await page.goto(`${address}/about`);
  const question = page.getByRole('region', { name: english.consent.title });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: english.consent.all }).click();
  await expect(measured).toBeAttached();
  await expect(question).toBeHidden();
  expect(asked).toEqual([`${tagManagerAt}/gtm.js?id=GTM-TEST1`]);
  // The page is hydrated: its script did the measuring.
  const choice = page.getByRole('contentinfo').getByLabel(english.consent.title);
  await choice.selectOption('needed');
  await expect(measured).not.toBeAttached();
  await expect(choice).toHaveValue('needed');
  const after = await page.goto(`${address}/about`);
  expect(after!.headers()['content-security-policy']).not.toContain(tagManagerAt);
});

test('gets one report of an error in a browser, with the request id of the page (8.4)', async ({ page }) => {
  const brought = await page.goto(`${address}/about?of=somebody`);
  const id = (await brought!.allHeaders())['x-request-id'];
  // The script that reports errors is active after hydration.
  await expect(async () => {
    await page.evaluate(() => {
      const broken = new Error('a bird of eva@example.org fell out');
      setTimeout(() => {
        throw broken;
      });
      void Promise.reject(broken);
    });
    expect(reports.length).toBeGreaterThan(0);
  }).toPass();
  expect(reports).toMatchObject([
    { message: 'a bird of [mail] fell out', path: '/about', request_id: id, said: 'a page failed in a browser' },
  ]);
});
