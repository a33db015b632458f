/** The position of a loft on a map: chosen by mouse and by keyboard, saved, shown to the public; and without WebGL. */
import { chromium, expect as hurried, type Page } from '@playwright/test';
import { buildLoft, buildPerson } from '#testing/builders.ts';
import { seriousIn, signIn, test } from './support.ts';

// Without a graphics card a browser draws its first map slowly.
const expect = hurried.configure({ timeout: 50_000 });

/** The values of the two position fields. */
const placeOf = async (page: Page) =>
  Promise.all(['Latitude', 'Longitude'].map(async (name) => Number(await page.getByLabel(name).inputValue())));

test('a position is chosen on the map, saved, and shown on the page of the loft (3.2)', async ({ site }) => {
  test.slow();
  const { loft } = await buildLoft(site.db);
  const { token } = await buildPerson(site.db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] });
  // The browser of the other tests has no WebGL; this one renders in software.
  const executablePath = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-background-networking', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
  const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' });
  await signIn(context, site.program, token);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(`${site.program}/admin/lofts/${loft.id}/address`);
  const pin = page.getByRole('button', { name: 'The loft on the map' });
  await pin.scrollIntoViewIfNeeded();
  const map = page.getByRole('region', { name: 'Map' });
  const box = (await map.boundingBox())!;

  // The map is ten degrees wide.
  await map.click({ position: { x: box.width * 0.7, y: box.height / 2 } });
  await expect.poll(async () => (await placeOf(page))[1]).toBeCloseTo(4.5 + 2, 1);
  expect((await placeOf(page))[0]).toBeCloseTo(51, 1);

  const [latitude, longitude] = await placeOf(page);
  await pin.press('ArrowUp');
  await expect.poll(async () => (await placeOf(page))[0]).toBeGreaterThan(latitude!);
  await pin.press('Shift+ArrowLeft');
  await expect.poll(async () => (await placeOf(page))[1]).toBeLessThan(longitude!);
  await expect(page.getByText(/^51\.\d{4}° N, 6\.\d{4}° E$/)).toBeAttached();

  // Typing moves the pin; an incomplete number does not.
  const x = async () => (await pin.boundingBox())!.x;
  const before = await x();
  await page.getByLabel('Longitude').fill('W 1 30');
  await expect.poll(x).toBeLessThan(before - 100);
  await page.getByLabel('Longitude').fill('E 3°');
  await expect.poll(x).toBeGreaterThan(before - 400);
  expect(await seriousIn(page)).toEqual([]);

  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  const [saved] = await placeOf(page);
  expect(saved).toBeGreaterThan(latitude!);
  const stored = await site.db
    .selectFrom('lofts')
    .select(['latitude', 'longitude'])
    .where('id', '=', loft.id)
    .execute();
  expect(stored).toEqual([{ latitude: saved, longitude: 3 }]);

  // For readers the map loads on request.
  const reader = await (await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' })).newPage();
  const asked: string[] = [];
  reader.on('request', (request) => asked.push(request.url()));
  await reader.goto(`${site.program}/lofts/${loft.id}`);
  await expect(reader.getByRole('img', { name: `${loft.name} on the map` })).toBeVisible();
  const open = reader.getByRole('button', { name: 'Open the map' });
  await open.scrollIntoViewIfNeeded();
  expect(asked.filter((url) => /maplibre|live-map|countries-50m/.test(url))).toEqual([]);
  await open.click();
  await expect(reader.getByRole('button', { name: 'Closer' })).toBeVisible();
  expect(asked.filter((url) => /countries-50m/.test(url))).toHaveLength(1);
  expect(await seriousIn(reader)).toEqual([]);
  expect(complaints).toEqual([]);
  await browser.close();
});

test('without WebGL the static map stays, and the fields work', async ({ site, page, context }) => {
  const { loft } = await buildLoft(site.db);
  const { token } = await buildPerson(site.db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] });
  await signIn(context, site.program, token);
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto(`${site.program}/admin/lofts/${loft.id}/address`);
  await page.getByRole('img', { name: `${loft.name} on the map` }).scrollIntoViewIfNeeded();
  await expect(page.getByText('The map cannot move here.')).toBeVisible();
  await expect(page.getByRole('img', { name: `${loft.name} on the map` })).toBeVisible();
  await page.getByLabel('Latitude').fill('50,5');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Latitude')).toHaveValue('50.5');
});
