/** Which requests the worker handles, which pages it caches and how many. */

/** The paths of identity, administration and machine interfaces: the worker does not handle their requests. */
const unhandledPaths =
  /^\/(api|live|login|logout|id|admin|misc|assets|flags|icons|sw\.js|.*\.(csv|xlsx|pdf|png|txt|ics|webmanifest))(\/|$)/;

/** Whether the worker handles the opening of this page, to show the offline page without a network. */
export function handlesPage(path: string): boolean {
  return !unhandledPaths.test(path);
}

/** The public pages that basketing desks, releases, agents' routes and followed birds have without a network. */
export const shells = ['/basketing', '/release', '/route', '/mine'] as const;

export const isShell = (path: string): boolean => shells.some((shell) => shell === path);

const shelled = /^\/admin\/seasons\/(\d+)\/flights\/(\d+)(\/basketing|\/release)$/;

/** The shell of a page without a network, and its address, for this flight where it has one; null for other pages. */
export function shellFor(path: string): { shell: string; address: string } | null {
  if (path === '/transports/route') return { shell: '/route', address: '/route' };
  const [, season_id, flight_id, shell] = shelled.exec(path) ?? [];
  return shell ? { shell, address: `${shell}?season_id=${season_id}&flight_id=${flight_id}` } : null;
}

/** The pages of races, which are public. */
const ofRaces = /^\/(lofts(\/\d+(\/(flights|teams|pigeons)(\/.*)?)?)?)?$/;

/** Whether a page is cached; only the pages named here are. */
export function mayBeCached(path: string): boolean {
  return handlesPage(path) && ofRaces.test(path);
}

/** The replay of a race: its address names the moment, which the page itself goes to. */
export const isSameForAllQueries = (path: string): boolean => /^\/lofts\/\d+\/flights\/\d+\/replay$/.test(path);

/** What is kept with the page of a race, whichever part of it is viewed: how it is flown, its seal and its log. */
export const keptWith = (path: string): string[] =>
  /^\/lofts\/\d+\/flights\/\d+$/.test(path) ? [`${path}?tab=info`] : [];

/** Files that never change, or not while they are cached. */
export function isFile(path: string): boolean {
  return /^\/(assets|flags)\//.test(path);
}

/** The files that a page needs. */
export function filesOf(html: string): string[] {
  return [...new Set(html.match(/\/(?:assets|flags)\/[\w.-]+/g))];
}

/** The tag of the language a page is written in. */
export function langOf(html: string): string {
  return /<html[^>]*? lang="([\w-]+)"/.exec(html)?.[1] ?? '';
}

export interface CachedPage {
  path: string;
  cached_at: number;
  bytes: number;
}

export const mostPages = 40;
export const mostBytes = 8_000_000;

/** The pages to remove so that the others fit the limits: the oldest. */
export function surplusOf(pages: readonly CachedPage[]): string[] {
  let bytes = 0;
  return [...pages]
    .sort((a, b) => b.cached_at - a.cached_at)
    .filter((page, place) => {
      bytes += page.bytes;
      return place >= mostPages || bytes > mostBytes;
    })
    .map(({ path }) => path);
}

/**
 * A page as it is cached: with the time, and the colour scheme of its reader.
 * @see lib/as-of.ts, which reads it
 */
export function marked(html: string, cached_at: number, theme: string | undefined): string {
  const light = theme === 'light' || theme === 'dark' ? ` data-theme="${theme}"` : '';
  return html.replace('<html', `<html data-kept="${cached_at}"${light}`);
}
