/** What a stranger loads before a public page is alive: a phone in a field has 2G first. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { builtPages, hasPages } from '#testing/built-pages.ts';
import { publicPages } from '#web/public-pages.ts';

/** Bytes of script, compressed as they are sent. */
const most = 150_000;
/** The pages with forms that a newcomer sees first: an account, an invitation, a registration, a letter to the operator. */
const firstForms = [
  ...['sign-in', 'register', 'verify-email', 'forgot-password', 'reset-password', 'second-factor'].map(
    (page) => `id/${page}`,
  ),
  'lofts/:loft_id/seasons/:season_id/register',
  'lofts/:loft_id/seasons/:season_id/sale',
  'invitation',
  'contact',
];
/** Tools for the lorry park, kept for use without a network: everything that is needed there. */
const tools = ['basketing', 'release', 'route'];

const isLight = (path: string) => firstForms.includes(path) || (publicPages.has(path) && !tools.includes(path));

const { client } = builtPages;
const bytes = (path: string) => statSync(`${client}${path}.br`).size;

/** Bytes of script that the map of a flight may add to what its reader has already. */
const mostOfMap = 260_000;

it.skipIf(!hasPages)(
  'the map of a flight has at most 260 kB of script, and no page has it before it is opened',
  async () => {
    const { assets } = await builtPages.build();
    const routes = Object.values(assets.routes).flatMap((route) => route ?? []);
    const filesOf = ({ module, imports = [] }: (typeof routes)[number]) => [module, ...imports];
    const map = routes.find(({ path }) => path === 'lofts/:loft_id/flights/:flight_id/map')!;
    const board = routes.find(({ path }) => path === 'lofts/:loft_id/flights/:flight_id')!;
    const moving = readdirSync(`${client}/assets`).filter((file) => /^flight-map-[\w-]+\.js$/.test(file));
    expect(moving).toHaveLength(1);
    const added = [...filesOf(map), `/assets/${moving[0]!}`].filter((file) => !filesOf(board).includes(file));
    const whole = added.filter((file) => existsSync(`${client}${file}.br`)).reduce((sum, file) => sum + bytes(file), 0);
    expect(whole).toBeLessThan(mostOfMap);
    // The scripts of pages are fetched while a browser is idle.
    expect(routes.flatMap(filesOf).filter((file) => /flight-map-|streets|maplibre/.test(file))).toEqual([]);
  },
);

it.skipIf(!hasPages)('a public page, and a first form, has at most 150 kB of script', async () => {
  const { assets } = await builtPages.build();
  const { entry, routes } = assets;
  const ofPage = (route: (typeof routes)[string]) => [
    ...new Set([entry, routes.root!, route].flatMap((part) => (part ? [part.module, ...(part.imports ?? [])] : []))),
  ];
  const pages = Object.values(routes).flatMap((route) =>
    route?.parentId === 'root' && isLight(route.path ?? '') ? [route] : [],
  );
  const tooHeavy = pages.flatMap((route) => {
    const files = ofPage(route).filter((file) => existsSync(`${client}${file}.br`));
    const whole = files.reduce((sum, file) => sum + bytes(file), 0);
    const list = files.map((file) => `  ${bytes(file)} ${file}`).join('\n');
    return whole > most ? [`/${route.path ?? ''} has ${whole} bytes:\n${list}`] : [];
  });
  expect(tooHeavy.join('\n')).toBe('');
  expect(pages.length).toBeGreaterThan(20);
});
