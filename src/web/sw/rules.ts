/** Which answers the worker touches, which pages it keeps and how many. */

/** Where signing in, rights and machines live: their requests go as if there were no worker. */
const leftAlone =
  /^\/(api|live|login|logout|id|admin|misc|assets|flags|icons|sw\.js|.*\.(csv|xlsx|pdf|png|webmanifest))(\/|$)/;

/** Whether the worker stands by while this page is opened, to tell its reader when there is no network. */
export function standsBy(path: string): boolean {
  return !leftAlone.test(path);
}

/** The pages of races: what stands on them is everybody's to read. */
const ofRaces = /^\/(lofts(\/\d+(\/(flights|teams|pigeons)(\/.*)?)?)?)?$/;

/** Whether a page is kept; what is not named here never is. */
export function mayBeCached(path: string): boolean {
  return standsBy(path) && ofRaces.test(path);
}

/** Files that never change, or not before they are forgotten. */
export function isFile(path: string): boolean {
  return /^\/(assets|flags)\//.test(path);
}

/** The files without which a page is not whole. */
export function filesOf(html: string): string[] {
  return [...new Set(html.match(/\/(?:assets|flags)\/[\w.-]+/g))];
}

/** The tag of the language a page is written in. */
export function langOf(html: string): string {
  return /<html[^>]*? lang="([\w-]+)"/.exec(html)?.[1] ?? '';
}

export interface CachedPage {
  path: string;
  kept_at: number;
  bytes: number;
}

export const mostPages = 40;
export const mostBytes = 8_000_000;

/** Which pages go so that the others have room: the oldest. */
export function surplusOf(pages: readonly CachedPage[]): string[] {
  let bytes = 0;
  return [...pages]
    .sort((a, b) => b.kept_at - a.kept_at)
    .filter((page, place) => {
      bytes += page.bytes;
      return place >= mostPages || bytes > mostBytes;
    })
    .map(({ path }) => path);
}

/**
 * A page as it is kept: it says when, and is as light as its reader likes it.
 * @see lib/as-of.ts, which reads it
 */
export function marked(html: string, kept_at: number, theme: string | undefined): string {
  const light = theme === 'light' || theme === 'dark' ? ` data-theme="${theme}"` : '';
  return html.replace('<html', `<html data-kept="${kept_at}"${light}`);
}
