/** What the page of a race shows: its tabs, the choice of birds in its address, and what it makes do with while nobody answers. */
import type { ResultChoice } from '#domain/arrivals/choice.ts';
import { oneOf, pageFrom } from '#web/lib/loader.ts';
import { packLines } from './board-line.ts';
import { choiceFrom } from './choice.ts';
import type { loadFlight } from './flight-loader.server.ts';

export const tabs = ['arrivals', 'basketing', 'info'] as const;
export type Tab = (typeof tabs)[number];

export type PageData = Awaited<ReturnType<typeof loadFlight>>;

/** Two choices with the same key show the same rows. */
export const choiceKey = ({ q, country, order }: ResultChoice): string => JSON.stringify([q.trim(), country, order]);

/** Another tab or page of this flight while nobody answers: its head and what the live board knows stay on the screen. */
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
    stale: true,
  };
}
