/** The entries of the navigation bar (2.26): by the reader's rights, and only pages that exist. */
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
    | 'admin_people'
    | 'admin_audit'
    | 'admin_work'
    | 'overview'
    | 'contact';
}

/** The entries of the navigation bar in their order, for a kind of reader, or for an anonymous one. */
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
    ...(reader?.is_admin
      ? ([
          { to: '/admin/people', word: 'admin_people' },
          { to: '/admin/audit', word: 'admin_audit' },
          { to: '/admin/work', word: 'admin_work' },
        ] as const)
      : []),
    // The overview redirects the merchant of one loft to that loft's page (2.14).
    ...(reader?.is_merchant ? [{ to: '/overview', word: 'overview' } as const] : []),
    { to: '/contact', word: 'contact' },
  ];
  return entries.filter(({ to }) => to === '/' || isPage(to, pages));
}

/** The target of the head of the home page: the first of a reader's own pages that exists (2.27). */
export function ownPage(pages: readonly string[]): 'registrations' | 'favorites' | null {
  return (['registrations', 'favorites'] as const).find((page) => isPage(`/${page}`, pages)) ?? null;
}

/** Whether a path belongs to one of the pages; ids match the parameters of a pattern. */
export function isPage(path: string, pages: readonly string[]): boolean {
  const known = shapes.get(pages) ?? new Set(pages.map((page) => shapeOf(`/${page}`)));
  shapes.set(pages, known);
  return known.has(shapeOf(path));
}

/** Cached: every page checks a dozen paths, and the pages of a build do not change. */
const shapes = new WeakMap<readonly string[], ReadonlySet<string>>();

function shapeOf(path: string): string {
  return path.replace(/\/(\d+|:\w+)(?=\/|$)/g, '/:');
}
