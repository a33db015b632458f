/**
 * Which modules of the pages come in one file. A reader of a public page loads what public pages share, and nothing that
 * only people at work need; src/server/page-weight.test.ts holds each page to its budget.
 */
import { basename } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { Rolldown } from 'vite';
import { needsSignIn, publicPages } from '../src/web/public-pages.ts';
import routes from '../src/web/routes.ts';

type Context = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...given: never[]) => unknown>>[1];

const filesOf = (has: (path: string) => boolean): ReadonlySet<string> =>
  new Set(
    (routes as RouteConfigEntry[]).flatMap(({ path = '', file, children }) =>
      children || !has(path) ? [] : [`src/web/${file}`],
    ),
  );

/**
 * Pages that are the same for everybody and that most readers open: without the tools for the lorry park, which only look
 * like such pages, and without those whose parts no reader of another page should load.
 */
const shown = filesOf(
  (path) =>
    publicPages.has(path) && !['basketing', 'release', 'watch'].includes(path) && !/\/(present|career)$/.test(path),
);
/** Pages with forms that need no account: signing in, registering, writing to a loft. */
const open = filesOf((path) => !publicPages.has(path) && !needsSignIn(path));

/** The pages that have a module at once, by file; what is loaded later is a page of its own. */
const known = new Map<string, ReadonlySet<string>>();
function pagesWith(id: string, context: Context): ReadonlySet<string> {
  const before = known.get(id);
  if (before) return before;
  const pages = new Set<string>();
  // First, because modules of a library import each other in circles.
  known.set(id, pages);
  const info = context.getModuleInfo(id);
  if (info?.isEntry || info?.dynamicImporters.length) pages.add(/src\/web\/[\w/.]+/.exec(id)?.[0] ?? id);
  for (const importer of info?.importers ?? []) for (const page of pagesWith(importer, context)) pages.add(page);
  return pages;
}

const liveBoard = 'src/web/flights/FlightPage.tsx';
const mapOfFlight = 'src/web/flights/FlightMapPage.tsx';
const ranked = /^src\/web\/(rankings|championships)\//;
const entry = 'src/web/entry.client.tsx';
const ofAll = [entry, 'src/web/root.tsx'];

/** The file of a module, by the pages that have it. */
function fileOf(id: string, context: Context): string | null {
  const pages = pagesWith(id, context);
  // It runs as soon as its file is imported, which has to come after those of the pages.
  if (id.endsWith(entry)) return null;
  if (ofAll.some((page) => pages.has(page))) return 'shared';
  if (pages.size < 2) return null;
  const public_pages = [...pages].filter((page) => shown.has(page)).sort();
  // A ranking of a season and one over lofts are no lists of a race.
  if (public_pages.length > 1 && public_pages.every((page) => ranked.test(page))) return 'of-Rankings';
  // The steps of a place and of a line of a ranking are few bytes, and neither needs the rest of the other.
  if (public_pages.length > 1 && public_pages.every((page) => /\/(Place|Why)Page\.tsx$/.test(page))) return 'steps';
  // The live board has the most of its own: what it does not need comes apart.
  if (public_pages.length >= 3 && public_pages.includes(liveBoard)) return 'shared';
  // The map is the heaviest of the others: it takes along no head of a loft and no news.
  if (public_pages.length >= 3) return public_pages.includes(mapOfFlight) ? 'shared-map' : 'shared-lists';
  // The names of a style sheet, and the little that the map shares with the board, are fewer bytes than a file for them.
  if (public_pages.length > 1 && public_pages.includes(liveBoard))
    if (id.endsWith('.css') || public_pages.includes(mapOfFlight)) return 'shared';
  // Else a page with a small map would take along all of the large one.
  if (public_pages.length > 1 && public_pages.includes(mapOfFlight)) return 'shared-map';
  // Of one page and what it loads later, or of two pages: nobody else loads it.
  // A rule that a form shares with them comes without their panels.
  const form = public_pages.length > 1 && [...pages].some((page) => open.has(page)) ? '-forms' : '';
  if (public_pages.length > 0) return `of-${public_pages.map((page) => basename(page, 'Page.tsx')).join('-')}${form}`;
  // What a page fetches later, beside those of people at work.
  if ([...pages].some((page) => !page.endsWith('Page.tsx') && page.startsWith('src/web/flights/'))) return 'later';
  // A form that is open to everybody comes without what only people at work need.
  const open_pages = [...pages].filter((page) => open.has(page));
  if (open_pages.length === 0) return 'work';
  return open_pages.length > 1 ? 'forms' : `forms-${basename(open_pages[0]!, '.tsx')}`;
}

/** Those of most readers first: a file takes along what its modules import. */
const files = ['shared', 'shared-map', 'shared-lists', 'steps', 'of-', 'later', 'forms', 'work'] as const;
const own = /src\/(web|domain)\//;

export const groups: Rolldown.CodeSplittingGroup[] = [
  {
    name: 'libraries',
    test: /node_modules\/(react|react-dom|react-router|scheduler|cookie-es)\//,
    priority: 9,
  },
  { name: 'schemas', test: /node_modules\/zod\//, priority: 8 },
  // Fetches what is loaded later; else it would come with whatever page is the first to do so.
  { name: 'preload', test: /vite\/preload-helper/, priority: 8 },
  ...files.map((file, at) => ({
    name: (id: string, context: Context) => {
      const name = fileOf(id, context);
      return name === file || (file !== 'shared' && name?.startsWith(file)) ? name : null;
    },
    test: own,
    priority: 7 - at,
  })),
];
