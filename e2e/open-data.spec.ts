/** The board of a flight on another site, the open data to try out, and a key and a webhook of one's own. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { buildPerson } from '#testing/builders.ts';
import english from '../locales/en.json' with { type: 'json' };
import { clockOf, overflow, type Race, raceInTheAir, seriousIn, signIn, test, untilHydrated } from './support.ts';

const { developers: words } = english;

let race: Race;
/** Another site, whose only page has the lines of the board. */
let other: Server;
let club: string;
test.beforeAll(async ({ site }) => {
  race = await raceInTheAir(site);
  const board = `<script async src="${site.program}/embed.js" data-flight="${race.loft.id}/${race.flight_id}" data-lang="de" data-theme="dark" data-title="Our race"></script>`;
  other = createServer((_request, reply) => {
    reply.setHeader('content-type', 'text/html; charset=utf-8');
    reply.end(`<!DOCTYPE html><html lang="en"><title>Club</title><h1>Club</h1>${board}</html>`);
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  club = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
});
test.afterAll(() => {
  other?.close();
});

test('another site shows the board of a flight, as high as its content, and the next bird by itself', async ({
  page,
  site,
}) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|blocked/i.test(message.text())) refused.push(message.text());
  });
  await page.goto(club);
  const frame = page.frameLocator('iframe[title="Our race"]');
  await expect(frame.locator('html')).toHaveAttribute('lang', 'de');
  await expect(frame.getByRole('heading')).toBeVisible();
  await expect(frame.locator('tbody tr')).toHaveCount(0);
  const height = () =>
    page.locator('iframe').evaluate((one: HTMLIFrameElement) => Number.parseInt(one.style.height, 10));
  await expect.poll(height).not.toBe(420);
  const before = await height();
  const clock = await clockOf(site, race, 'embed');
  await clock(0, 20);
  await expect(frame.getByText(race.rings[0]!)).toBeVisible({ timeout: 15_000 });
  await expect.poll(height).toBeGreaterThan(before);
  expect(refused).toEqual([]);
  expect(await page.context().cookies(site.program)).toEqual([]);
});

for (const [way, hasSocket] of [
  ['by the live socket, and is not read while nothing happens', true],
  ['without a socket by reading it again', false],
] as const)
  test(`a board is kept up to date ${way}`, async ({ page, site }) => {
    const flown = await raceInTheAir(site);
    const address = `${site.program}/embed/flights/${flown.loft.id}/${flown.flight_id}?lang=en`;
    const sent: string[] = [];
    let reads = 0;
    await page.routeWebSocket(/\/live$/, (socket) => {
      if (!hasSocket) return socket.close();
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        sent.push(String(message));
        server.send(message);
      });
    });
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch' && request.url() === address) reads += 1;
    });
    await page.goto(address);
    // Who follows a flight soon after it has changed is told so.
    await page.waitForTimeout(7000);
    reads = 0;
    await page.waitForTimeout(11_000);
    expect(reads).toBe(hasSocket ? 0 : 2);
    expect(sent.map((message) => JSON.parse(message).subscribe)).toEqual(
      hasSocket ? [`flight:${flown.flight_id}`] : [],
    );
    const clock = await clockOf(site, flown, `board-${hasSocket}`);
    await clock(0, 20);
    await expect(page.getByText(flown.rings[0]!)).toBeVisible({ timeout: hasSocket ? 3000 : 8000 });
    expect(reads).toBeGreaterThan(0);
  });

test('control: the page of the flight itself is shown in no frame', async ({ page, site }) => {
  await page.goto(club);
  await page.evaluate((address) => {
    const frame = document.createElement('iframe');
    frame.src = address;
    frame.title = 'page';
    document.body.append(frame);
  }, `${site.program}${race.path}`);
  await expect(page.frameLocator('iframe[title="Our race"]').getByRole('heading')).toBeVisible();
  await expect(page.frameLocator('iframe[title="page"]').getByRole('heading')).toHaveCount(0);
});

for (const [lang, theme] of [
  ['en', 'light'],
  ['ar', 'dark'],
])
  test(`axe finds nothing serious on the board in ${lang}, ${theme}, on a narrow phone`, async ({ browser, site }) => {
    const context = await browser.newContext({ bypassCSP: true, viewport: { width: 320, height: 700 } });
    const page = await context.newPage();
    await page.goto(`${site.program}/embed/flights/${race.loft.id}/${race.flight_id}?lang=${lang}&theme=${theme}`);
    await expect(page.getByText(race.rings[0]!)).toBeVisible();
    expect(await seriousIn(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await context.close();
  });

test('in a narrow column of another site nothing of the board is cut', async ({ page, site }) => {
  await page.setViewportSize({ width: 260, height: 700 });
  const flown = await raceInTheAir(site);
  await (await clockOf(site, flown, 'narrow'))(0, 20);
  await page.goto(`${site.program}/embed/flights/${flown.loft.id}/${flown.flight_id}?lang=en`);
  const cells = page.getByRole('row').last().getByRole('cell');
  await expect(cells).toHaveCount(4);
  const edge = await page.getByRole('main').evaluate((one) => one.getBoundingClientRect().right);
  for (const cell of await cells.all())
    expect(await cell.evaluate((one) => one.getBoundingClientRect().left + one.scrollWidth)).toBeLessThanOrEqual(edge);
  expect(await overflow(page)).toBe(0);
});

test('the lines of the board are in the menu of sharing at a desk', async ({ page, site }) => {
  await page.goto(`${site.program}${race.path}`);
  await untilHydrated(page);
  await page.getByRole('button', { name: english.share.do }).first().click();
  await page.getByRole('button', { name: english.share.embed }).click();
  await expect(page.getByRole('textbox', { name: english.share.embed_hint })).toHaveValue(
    new RegExp(`data-flight="${race.loft.id}/${race.flight_id}"`),
  );
  expect(await seriousIn(page)).toEqual([]);
});

test('a call is tried out on the page that documents it', async ({ page, site }) => {
  await page.goto(`${site.program}/developers`);
  await untilHydrated(page);
  const results = page.getByRole('region', { name: /\/results$/ });
  await results.getByText(words.fields).click();
  await expect(results.getByText('results[].speed_m_min')).toBeVisible();
  await results.getByRole('link', { name: words.ask }).click();
  await expect(results.getByText('ETag')).toBeVisible();
  await expect(results.getByRole('region', { name: words.reply })).toContainText('"results": [');
  expect(await seriousIn(page)).toEqual([]);
});

for (const script of [true, false])
  test(`a key is made, shown once and revoked ${script ? 'with' : 'without'} a script`, async ({ browser, site }) => {
    const { token } = await buildPerson(site.db, { email: `keys-${script}@example.org` });
    const context = await browser.newContext({ javaScriptEnabled: script, locale: 'en-GB' });
    await signIn(context, site.program, token);
    const page = await context.newPage();
    await page.goto(`${site.program}/developers/keys`);
    if (script) await untilHydrated(page);
    await page.getByLabel(words.key_name).fill('Club house');
    await page.getByRole('button', { name: words.make }).click();
    const key = await page.getByText(/^loftline_/).innerText();
    const ask = () => page.request.get(`${site.program}/api/v1/lofts`, { headers: { authorization: `Bearer ${key}` } });
    expect((await ask()).status()).toBe(200);
    await page.goto(`${site.program}/developers/keys`);
    await expect(page.getByText(key)).toHaveCount(0);
    await page.getByText(`${english.devices.revoke}…`).click();
    await page.getByRole('button', { name: `${english.devices.revoke}: Club house` }).click();
    await expect(page.getByText(words.no_keys)).toBeVisible();
    expect((await ask()).status()).toBe(401);
    await context.close();
  });

test('a webhook is added, refused at its field, tested and removed', async ({ page, site }) => {
  const { token } = await buildPerson(site.db, { email: 'webhook@example.org' });
  await signIn(page.context(), site.program, token);
  await page.goto(`${site.program}/developers/webhooks`);
  await untilHydrated(page);
  const address = page.getByLabel(words.webhook_url);
  await address.fill('http://localhost/hook');
  await page.getByRole('button', { name: words.add_webhook }).click();
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  // Once, at the field.
  await expect(page.getByText(english.refusals.error_webhook_url)).toHaveCount(1);
  await address.fill('https://receiver.loftline-club.org/hook');
  await page.getByRole('button', { name: words.add_webhook }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await page.getByRole('button', { name: words.send_test }).click();
  await expect(page.getByRole('region', { name: words.deliveries }).getByText(words.on_test)).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);
  await page.getByText(`${english.identity.remove}…`).click();
  await page.getByRole('button', { name: english.identity.remove, exact: true }).click();
  await expect(page.getByText(words.no_webhooks)).toBeVisible();
});
