/**
 * The data of the page of a race: its tabs, the selection in its address, and the fallback while the server does not
 * reply.
 */
import type { ResultChoice } from '#domain/arrivals/result-filter.ts';
import { oneOf, pageFrom } from '#web/lib/loader.ts';
import { packLines } from './board-line.ts';
import { choiceFrom, tabs } from './choice.ts';
import type { loadFlight } from './flight-loader.server.ts';

export type PageData = Awaited<ReturnType<typeof loadFlight>>;

/** Two selections with the same key show the same rows. */
export const choiceKey = ({ q, country, order }: ResultChoice): string => JSON.stringify([q.trim(), country, order]);

/**
 * Another tab or page of this flight while the server does not reply: its head and the data of the live board are kept.
 */
export function withoutNetwork(known: PageData, search: URLSearchParams): PageData {
  const asked = pageFrom(search);
  const choice = choiceFrom(search);
  const { result } = known;
  const same =
    result.page === asked.page && result.per_page === asked.per_page && choiceKey(choice) === choiceKey(known.choice);
  return {
    ...known,
    tab: oneOf(tabs, search.get('tab')),
    choice,
    result: { ...result, ...asked, rows: same ? result.rows : packLines([]) },
    basketing: null,
    course: known.course,
    stale: true,
  };
}

/** The query parameters that filter a list of birds. */
export const narrowing = ['country', 'state'];
