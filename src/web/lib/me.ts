/** Who is signed in and what is open to them, for every component. */
import { useRouteLoaderData } from 'react-router';
import type { Person } from '#domain/accounts/contract.ts';
import type { Consent } from '#domain/consent.ts';
import type { MarksOfLoft } from '#domain/favorites/contract.ts';
import type { Entry } from '#web/shell/entries.ts';

/** What the root's loader tells with every page. */
export interface Around {
  /** The person who is signed in, or null; undefined: nobody could be asked. */
  me: Person | null | undefined;
  entries: readonly Entry[];
  /** What the site would load that it does not need, and what the reader said to it; null: nothing of the kind. */
  measuring: { id: string; consent: Consent | null } | null;
  /** What the person starred in the loft that the page shows; by its path; null where it shows none, or nobody is signed in. */
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

/** What stands around the page; undefined where a page failed before anybody was known. */
export function useAround(): Around | undefined {
  return useRouteLoaderData<Around>('root');
}

/** The person who is signed in, or null; also where a page failed before anybody was known. */
export function useMe(): Person | null {
  return useAround()?.me ?? null;
}
