/** Who is signed in and what is open to them, for every component. */
import { useMemo, useSyncExternalStore } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { Person } from '#domain/accounts/contract.ts';
import type { ReaderKind } from '#domain/accounts/person.ts';
import type { Consent } from '#domain/consent.ts';
import type { MarksOfLoft } from '#domain/favorites/contract.ts';
import type { Entry } from '#web/shell/entries.ts';

/** What the root's loader tells with every page. */
export interface Around {
  /**
   * The person who is signed in, or null. Undefined: nobody could be asked, or the page is shared by all readers of a
   * kind; then the browser asks for the person (own-part.ts).
   */
  me: Person | null | undefined;
  /** What kind of reader is signed in; null: nobody, or nobody could be asked. */
  reader: ReaderKind | null;
  entries: readonly Entry[];
  /** What the site would load that it does not need, and what the reader said to it; null: nothing of the kind. */
  measuring: { id: string; consent: Consent | null } | null;
  /** What the person starred in the loft that the page shows; by its path; null where it shows none, nobody is signed in, or the browser asks. */
  marks: { loft: string; mine: MarksOfLoft } | null;
  /** Where things stand that not every site has; null for what there is not. */
  links: {
    log_in: string | null;
    register: string | null;
    dashboard: string | null;
    settings: string | null;
    help: string | null;
    /** The first of a reader's own pages that there is. */
    own: 'registrations' | 'favorites' | null;
  };
}

/** The person that this browser knows of, from a page or by having asked; undefined: not yet. */
let known: Person | null | undefined;
const listeners = new Set<() => void>();

export const knownPerson = (): Person | null | undefined => known;

/** From now on this is who is signed in; null: nobody. */
export function knowPerson(me: Person | null): void {
  if (known === me) return;
  known = me;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What stands around the page; undefined where a page failed before anybody was known. */
export function useAround(): Around | undefined {
  const told = useRouteLoaderData<Around>('root');
  const person = useSyncExternalStore(listen, knownPerson, () => undefined);
  return useMemo(() => {
    if (!told?.reader || told.me !== undefined || person === undefined) return told;
    return { ...told, me: person, reader: person && told.reader };
  }, [told, person]);
}

/** The person who is signed in, or null; also where a page failed before anybody was known, and as long as nobody knows who it is. */
export function useMe(): Person | null {
  return useAround()?.me ?? null;
}
