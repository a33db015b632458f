/** The signed-in person and their navigation, for every component. */
import { useMemo, useSyncExternalStore } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { Person } from '#domain/accounts/contract.ts';
import type { ReaderKind } from '#domain/accounts/person.ts';
import type { Consent } from '#domain/consent.ts';
import type { MarksOfLoft } from '#domain/favorites/contract.ts';
import type { Entry } from '#web/lib/navigation-entries.ts';

/** The data of the root loader, sent with every page. */
export interface RootData {
  /**
   * The signed-in person, or null. Undefined: the identity could not be read, or the page is shared by all readers of a
   * kind; then the browser requests the person (personal-data.ts).
   */
  me: Person | null | undefined;
  /** The kind of the signed-in reader; null: nobody, or the identity could not be read. */
  reader: ReaderKind | null;
  entries: readonly Entry[];
  /** The optional scripts that the site would load, and the reader's consent; null: the site has none. */
  measuring: { id: string; consent: Consent | null } | null;
  /**
   * The person's favorites in the loft of the page, with the loft's path; null: the page has no loft, nobody is signed
   * in, or the browser requests them.
   */
  marks: { loft: string; mine: MarksOfLoft } | null;
  /** The addresses of pages that not every site has; null where missing. */
  links: {
    log_in: string | null;
    register: string | null;
    dashboard: string | null;
    settings: string | null;
    help: string | null;
    /** The first of a reader's own pages that exists. */
    own: 'registrations' | 'favorites' | null;
  };
}

/** The person known to this browser, from a page or by request; undefined: not known yet. */
let known: Person | null | undefined;
const listeners = new Set<() => void>();

export const knownPerson = (): Person | null | undefined => known;

/** Sets the signed-in person; null: nobody. */
export function knowPerson(me: Person | null): void {
  if (known === me) return;
  known = me;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The data of the root loader; undefined where a page failed before the person was known. */
export function useRootData(): RootData | undefined {
  const root = useRouteLoaderData<RootData>('root');
  const person = useSyncExternalStore(listen, knownPerson, () => undefined);
  return useMemo(() => {
    if (!root?.reader || root.me !== undefined || person === undefined) return root;
    return { ...root, me: person, reader: person && root.reader };
  }, [root, person]);
}

/**
 * The signed-in person, or null; null also where a page failed before the person was known, and until the person is
 * known.
 */
export function useMe(): Person | null {
  return useRootData()?.me ?? null;
}
