/** The selection of birds that the address of a list names. */
import { type ResultChoice, resultOrders } from '#domain/arrivals/result-filter.ts';
import { type BasketingState, basketingStates } from '#domain/basketing/filter.ts';
import { notFound, oneOf, searchTextFrom } from '#web/lib/loader.ts';

/** Which birds of the result are selected, and in which direction. */
export function choiceFrom(search: URLSearchParams): ResultChoice {
  const country = search.get('country') ?? '';
  if (country !== '' && !/^[A-Z]{2}$/.test(country)) notFound();
  return { q: searchTextFrom(search), country, order: oneOf(resultOrders, search.get('order')) };
}

export interface BasketingChoice {
  q: string;
  country: string;
  state: BasketingState;
}

/** Which birds of the basketing list are selected. */
export function basketingChoiceFrom(search: URLSearchParams): BasketingChoice {
  const { q, country } = choiceFrom(search);
  return { q, country, state: oneOf(basketingStates, search.get('state')) };
}

/** The parts of the page of a race. */
export const tabs = ['arrivals', 'basketing', 'info'] as const;
export type Tab = (typeof tabs)[number];

/** The parts between which the dock of a phone switches. */
export const docked = ['board', 'just_in', 'mine'] as const;
export type Docked = (typeof docked)[number];
