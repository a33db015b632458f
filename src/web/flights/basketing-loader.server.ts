/** Loads the basketing list for the page of a race. */

import { searchBasketing } from '#domain/basketing/contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import type { FlightKey } from '#domain/keys.ts';
import type { Call } from '#web/lib/context.ts';
import { type PerPage, pageFrom } from '#web/lib/loader.ts';
import { type BasketingChoice, basketingChoiceFrom } from './choice.ts';

export interface BasketingData extends ReplyOf<typeof searchBasketing> {
  per_page: PerPage;
  choice: BasketingChoice;
}

/** The page of the list that the address names. */
export async function basketingFrom(call: Call, params: FlightKey, search: URLSearchParams): Promise<BasketingData> {
  const asked = pageFrom(search);
  const choice = basketingChoiceFrom(search);
  return {
    ...(await call(searchBasketing, { params, query: { ...asked, ...choice } })),
    per_page: asked.per_page,
    choice,
  };
}
