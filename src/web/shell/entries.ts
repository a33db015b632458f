/** What the bar leads to (2.26): by what the reader may do, and only to pages that there are. */
import type { ReaderKind } from '#domain/accounts/person.ts';

export interface Entry {
  to: string;
  word:
    | 'home'
    | 'registrations'
    | 'favorites'
    | 'lofts'
    | 'admin_lofts'
    | 'admin_seasons'
    | 'admin_work'
    | 'overview'
    | 'contact';
}

/** The entries of the bar in their order, for a kind of reader, or for a stranger. */
export function entriesFor(reader: ReaderKind | null, pages: readonly string[]): Entry[] {
  const signedIn: Entry[] = [
    { to: '/registrations', word: 'registrations' },
    { to: '/favorites', word: 'favorites' },
  ];
  const entries: Entry[] = [
    { to: '/', word: 'home' },
    ...(reader ? signedIn : []),
    { to: '/lofts', word: 'lofts' },
    ...(reader?.is_admin ? [{ to: '/admin/lofts', word: 'admin_lofts' } as const] : []),
    ...(reader?.works_on_seasons ? [{ to: '/admin/seasons', word: 'admin_seasons' } as const] : []),
    ...(reader?.is_admin ? [{ to: '/admin/work', word: 'admin_work' } as const] : []),
    // It leads the merchant of one loft on to that loft's (2.14).
    ...(reader?.is_merchant ? [{ to: '/overview', word: 'overview' } as const] : []),
    { to: '/contact', word: 'contact' },
  ];
  return entries.filter(({ to }) => to === '/' || isPage(to, pages));
}

/** What the head of the first page leads to: the first of a reader's own pages that there is (2.27). */
export function ownPage(pages: readonly string[]): 'registrations' | 'favorites' | null {
  return (['registrations', 'favorites'] as const).find((page) => isPage(`/${page}`, pages)) ?? null;
}

/** Whether a path leads to one of the pages; an id stands where theirs has a blank. */
export function isPage(path: string, pages: readonly string[]): boolean {
  const known = shapes.get(pages) ?? new Set(pages.map((page) => shapeOf(`/${page}`)));
  shapes.set(pages, known);
  return known.has(shapeOf(path));
}

/** Every page asks for a dozen, and the pages of a build stay the same. */
const shapes = new WeakMap<readonly string[], ReadonlySet<string>>();

function shapeOf(path: string): string {
  return path.replace(/\/(\d+|:\w+)(?=\/|$)/g, '/:');
}
