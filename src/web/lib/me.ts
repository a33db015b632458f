/** Who is signed in, for every component. */
import { useRouteLoaderData } from 'react-router';
import type { Person } from '#domain/accounts/contract.ts';

/** The person who is signed in, or null; also where a page failed before anybody was known. */
export function useMe(): Person | null {
  return useRouteLoaderData<{ me: Person | null }>('root')?.me ?? null;
}
