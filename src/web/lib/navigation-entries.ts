/** The entries of the navigation bar (2.26): by the reader's rights, and only pages that exist. */
import type { ReaderKind } from '#domain/accounts/person.ts';

/** The parts of the menu, in their order: for everyone, the reader's own, the loft's, the site's administration. */
export const entryGroups = ['public', 'own', 'loft', 'admin'] as const;

export interface Entry {
  to: string;
  word:
    | 'home'
    | 'registrations'
    | 'favorites'
    | 'mine'
    | 'lofts'
    | 'seasons'
    | 'admin_championships'
    | 'admin_lofts'
    | 'admin_seasons'
    | 'admin_people'
    | 'admin_audit'
    | 'admin_work'
    | 'transports'
    | 'overview'
    | 'contact';
  group: (typeof entryGroups)[number];
}

/** The entries of the navigation bar in their order, for a kind of reader, or for an anonymous one. */
export function entriesFor(reader: ReaderKind | null, pages: readonly string[]): Entry[] {
  const { is_admin = false, is_merchant = false, works_on_seasons = false, is_agent = false } = reader ?? {};
  const entries: (Entry | false)[] = [
    { to: '/', word: 'home', group: 'public' },
    // With an account the marks are its favorites.
    reader === null && { to: '/mine', word: 'mine', group: 'own' },
    reader !== null && { to: '/registrations', word: 'registrations', group: 'own' },
    reader !== null && { to: '/favorites', word: 'favorites', group: 'own' },
    { to: '/lofts', word: 'lofts', group: 'public' },
    { to: '/seasons', word: 'seasons', group: 'public' },
    is_admin && { to: '/admin/lofts', word: 'admin_lofts', group: 'admin' },
    // An admin's seasons are those of all lofts.
    works_on_seasons && { to: '/admin/seasons', word: 'admin_seasons', group: is_admin ? 'admin' : 'loft' },
    is_admin && { to: '/admin/championships', word: 'admin_championships', group: 'admin' },
    is_admin && { to: '/admin/people', word: 'admin_people', group: 'admin' },
    is_admin && { to: '/admin/audit', word: 'admin_audit', group: 'admin' },
    is_admin && { to: '/admin/work', word: 'admin_work', group: 'admin' },
    // The overview redirects the merchant of one loft to that loft's page (2.14).
    is_merchant && { to: '/overview', word: 'overview', group: 'loft' },
    is_agent && { to: '/transports', word: 'transports', group: 'loft' },
    { to: '/contact', word: 'contact', group: 'public' },
  ];
  return entries.filter((entry) => entry !== false).filter(({ to }) => to === '/' || isPage(to, pages));
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
