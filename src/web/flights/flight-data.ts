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
 * Null: these data lack the whole tab, which a copy has.
 */
export function withoutNetwork(known: PageData, search: URLSearchParams, hasCopy: boolean): PageData | null {
  const tab = oneOf(tabs, search.get('tab'));
  const isLacking = { arrivals: known.tab !== 'arrivals', basketing: true, info: !known.course }[tab];
  if (hasCopy && isLacking) return null;
  const asked = pageFrom(search);
  const choice = choiceFrom(search);
  const { result } = known;
  const same =
    result.page === asked.page && result.per_page === asked.per_page && choiceKey(choice) === choiceKey(known.choice);
  return {
    ...known,
    tab,
    choice,
    result: { ...result, ...asked, rows: same ? result.rows : packLines([]) },
    basketing: null,
    searched_out: null,
    course: known.course,
    stale: true,
  };
}

/** The query parameters that filter a list of birds. */
export const narrowing = ['country', 'state'];
