/**
 * Takes pictures of the pages of a running demo and puts each beside its design in one contact sheet.
 *   npm run looks -- --mocks DIR
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type Cookie, chromium, type Page } from '@playwright/test';
import { chromiumArgs, findChromium } from './browser.ts';
import { cannot, readFlags, runTool, wrongCall } from './connection.ts';

const help = `
npm run looks -- [--address URL] [--mocks DIR] [--to DIR] [--only TEXT]

Opens the pages of a running demo as their designs draw them (size, light or dark, language, person) and writes one
picture each, index.html with every picture beside its design, and looks.png of all that.

  --address URL  where the demo answers; http://localhost:3000 by default
  --mocks DIR    the pictures of the designs (21-live-phone.png and so on); without them the sheet shows the pages alone
  --to DIR       where the pictures go; build/looks by default
  --only TEXT    only the views with this text in their name
`;

const flags = {
  address: { type: 'string' },
  mocks: { type: 'string' },
  to: { type: 'string' },
  only: { type: 'string' },
} as const;

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };
const tablet = { width: 1180, height: 820 };

interface View {
  /** The name of its design, without `.png`. */
  design: string;
  /** The page, or the page and a link on it that leads there. */
  at: string | readonly [page: string, link: string];
  size: { width: number; height: number };
  who?: 'merchant' | 'customer';
  dark?: boolean;
  locale?: string;
  /** The whole page instead of its first screen. */
  whole?: boolean;
  /** Rows of the page above the first screen, in pixels. */
  scrolled?: number;
}

/** Which flights the demo has at the moment. */
interface Flights {
  live: number;
  next: number;
}

const shown = (flight_id: number) => `/lofts/1/flights/${flight_id}`;
const worked = (flight_id: number) => `/admin/seasons/2/flights/${flight_id}`;

/** Flight 1 of the demo is an official one. */
const official = shown(1);

const views = ({ live, next }: Flights): View[] => [
  { design: '01-home', at: '/', size: desktop, whole: true },
  { design: '01b-home-phone', at: '/', size: phone, whole: true },
  { design: '02-live', at: shown(live), size: desktop },
  { design: '04-loft', at: '/lofts/1', size: desktop, whole: true },
  { design: '05-register', at: ['/', 'a[href$="/register"]'], size: desktop, who: 'customer', whole: true },
  { design: '05b-register-phone', at: ['/', 'a[href$="/register"]'], size: phone, who: 'customer' },
  { design: '06-registrations', at: '/registrations', size: desktop, who: 'customer', whole: true },
  { design: '06b-registrations-phone', at: '/registrations', size: phone, who: 'customer', whole: true },
  { design: '07-merchant', at: '/admin/seasons/2', size: desktop, who: 'merchant', whole: true },
  { design: '10-live-arabic', at: shown(live), size: desktop, locale: 'ar' },
  { design: '11-live-dark', at: shown(live), size: desktop, dark: true },
  { design: '13-print', at: `${official}/result/sheet`, size: { width: 794, height: 1123 } },
  { design: '14-basketing-desk', at: `${worked(next)}/basketing`, size: tablet, who: 'merchant' },
  { design: '14c-basketing-phone', at: `${worked(next)}/basketing`, size: phone, who: 'merchant' },
  { design: '15-release-phone', at: `${worked(next)}/release`, size: phone, who: 'merchant' },
  { design: '16-race-control', at: `${worked(live)}/control`, size: desktop, who: 'merchant' },
  { design: '17-ruling', at: `${worked(1)}/rulings/create`, size: desktop, who: 'merchant' },
  { design: '18-why-this-rank', at: [official, 'a[href*="/places/"]'], size: desktop },
  { design: '18b-why-this-rank-phone', at: [official, 'a[href*="/places/"]'], size: phone },
  { design: '19-decision-log', at: `${official}?tab=info`, size: desktop, whole: true },
  { design: '19b-decision-log-phone', at: `${official}?tab=info`, size: phone },
  { design: '20-flights-admin', at: '/admin/seasons/2/flights', size: desktop, who: 'merchant', whole: true },
  { design: '20b-plan-flight', at: '/admin/seasons/2/flights/create', size: desktop, who: 'merchant' },
  { design: '21-live-phone', at: shown(live), size: phone },
  { design: '21b-live-phone-scrolled', at: shown(live), size: phone, scrolled: 1200 },
  { design: '21c-live-phone-dark', at: shown(live), size: phone, dark: true },
  { design: '21d-live-phone-arabic', at: shown(live), size: phone, locale: 'ar' },
  { design: '22-live-desktop', at: shown(live), size: desktop },
  { design: '22b-live-desktop-prize', at: shown(live), size: desktop, scrolled: 1200 },
  { design: '23-before-release', at: shown(next), size: desktop, whole: true },
  { design: '23b-before-release-phone', at: shown(next), size: phone },
  { design: '24-official-result', at: official, size: desktop },
  { design: '24b-official-result-phone', at: official, size: phone },
  { design: '26-home-newcomer', at: '/', size: desktop, whole: true },
  { design: '26b-home-newcomer-phone', at: '/', size: phone },
  { design: '27-bird-passport', at: ['/lofts/1/pigeons', 'a[href*="/pigeons/"]'], size: desktop, whole: true },
  { design: '27b-bird-passport-phone', at: ['/lofts/1/pigeons', 'a[href*="/pigeons/"]'], size: phone, whole: true },
  { design: '29-loft', at: '/lofts/1', size: desktop, whole: true },
  { design: '29b-loft-phone', at: '/lofts/1', size: phone, whole: true },
];

/** The password of everybody in the demo. */
const password = 'Loftline-2026';

async function main(): Promise<number> {
  const call = readFlags(flags, help);
  if (!call) return 0;
  const { address = 'http://localhost:3000', mocks, to = 'build/looks', only = '' } = call.values;
  if (call.positionals.length) throw wrongCall(`"${call.positionals[0]}" belongs to no flag. See --help.`);
  if (!URL.canParse(address)) throw wrongCall(`--address "${address}" is no address, as http://localhost:3000.`);
  const designs = mocks === undefined ? [] : await readdir(mocks).catch(() => null);
  if (!designs) throw wrongCall(`--mocks "${mocks}" is no folder.`);
  const wanted = views(await flightsAt(address)).filter(({ design }) => design.includes(only));
  if (!wanted.length) throw wrongCall(`No view has "${only}" in its name.`);
  await mkdir(to, { recursive: true });
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs });
  try {
    const figures: string[] = [];
    for (const view of wanted) {
      const wide = await takePicture(browser, address, view, join(to, `${view.design}.png`));
      const design = designs.includes(`${view.design}.png`) ? join(resolve(mocks!), `${view.design}.png`) : undefined;
      figures.push(figureOf(view, design, wide));
      process.stdout.write(`${view.design}${wide > 0 ? `: ${wide} px wider than the screen` : ''}\n`);
    }
    const sheet = join(to, 'index.html');
    await writeFile(sheet, sheetOf(figures));
    const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
    await page.goto(pathToFileURL(resolve(sheet)).href);
    await page.screenshot({ path: join(to, 'looks.png'), fullPage: true });
    process.stdout.write(`${sheet}\n`);
    return 0;
  } finally {
    await browser.close();
  }
}

/** @throws Error in one sentence where no demo answers, or nothing flies in it. */
async function flightsAt(address: string): Promise<Flights> {
  const answer = await fetch(new URL('/api/home', address)).catch(() => null);
  if (!answer?.ok) throw cannot(`The program does not answer at ${address}. Start it, or say with --address where.`);
  type Flight = { id: number; replay_factor: number | null };
  const home = (await answer.json()) as { leading: { flight: Flight } | null; also_live: Flight[]; next: Flight[] };
  const flying = [...home.also_live, ...(home.leading ? [home.leading.flight] : [])];
  const live = flying.find(({ replay_factor }) => replay_factor !== null) ?? flying[0];
  const [next] = home.next;
  if (!live || !next) throw cannot(`At ${address} no flight is in the air, or none is planned: it is no demo.`);
  return { live: live.id, next: next.id };
}

/** Writes the picture of one view. Returns how many pixels the page is wider than its screen. */
async function takePicture(browser: Browser, address: string, view: View, file: string): Promise<number> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: view.size,
    colorScheme: view.dark ? 'dark' : 'light',
    deviceScaleFactor: view.size === phone ? 2 : 1,
  });
  try {
    const page = await context.newPage();
    if (view.who) await signIn(page, view.who);
    await context.addCookies([{ name: 'locale', value: view.locale ?? 'en', url: address }]);
    const [start, link] = typeof view.at === 'string' ? [view.at, undefined] : view.at;
    await page.goto(start);
    if (link) await page.goto((await page.locator(link).first().getAttribute('href')) ?? start);
    await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {}); // a live page is never idle
    if (view.scrolled) await page.evaluate((y) => scrollTo(0, y), view.scrolled);
    // Fonts and pictures that come into view are there before the picture is taken.
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: file, ...(view.whole && { clip: await pageArea(page) }), fullPage: view.whole });
    return await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  } finally {
    await context.close();
  }
}

/** The page from its top, at most as high as the highest design: a result of thousands of birds has no end. */
async function pageArea(page: Page) {
  const { width, height } = await page.evaluate(() => ({
    width: innerWidth,
    height: document.documentElement.scrollHeight,
  }));
  return { x: 0, y: 0, width, height: Math.min(height, 6500) };
}

/** The cookies of who has signed in: the site lets a person do so a few times a minute only. */
const signedIn = new Map<string, Cookie[]>();

async function signIn(page: Page, who: string): Promise<void> {
  const known = signedIn.get(who);
  if (known) return page.context().addCookies(known);
  await page.goto('/login?to=/about');
  await page.locator('input[type=email]').fill(`${who}@loftline.example`);
  await page.locator('input[type=password]').fill(password);
  await page.locator('input[type=password]').press('Enter');
  await page.waitForURL((url) => url.pathname === '/about');
  signedIn.set(who, await page.context().cookies());
}

function figureOf({ design, size, dark, locale }: View, mock: string | undefined, wide: number): string {
  const facts = [`${size.width} × ${size.height}`, dark && 'dark', locale, wide > 0 && `${wide} px too wide`];
  return `<figure${size.width < 600 ? ' class="narrow"' : ''}>
<figcaption><b>${design}</b> ${facts.filter(Boolean).join(' · ')}</figcaption>
${mock ? `<img src="${pathToFileURL(mock).href}" alt="Design of ${design}">` : ''}
<img src="${design}.png" alt="Page of ${design}">
</figure>`;
}

function sheetOf(figures: readonly string[]): string {
  return `<!doctype html>
<meta charset="utf-8">
<title>Loftline: designs and pages</title>
<style>
body { margin: 24px; font: 14px system-ui; background: #eee; display: flex; flex-wrap: wrap; align-items: start; gap: 32px; }
figure { margin: 0; display: grid; grid-template-columns: repeat(2, 360px); gap: 8px; align-items: start; }
figure.narrow { grid-template-columns: repeat(2, 180px); }
figcaption { grid-column: 1 / -1; }
img { width: 100%; max-height: 720px; object-fit: cover; object-position: top; border: 1px solid #bbb; }
</style>
<h1 style="width: 100%">Each design on the left, its page on the right</h1>
${figures.join('\n')}
`;
}

if (import.meta.main) await runTool(main);
