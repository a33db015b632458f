/** The rates by which a page shows prices in the reader's currency too (1.7), as its loader returned them. */
import { useMatches } from 'react-router';
import type { RatesInto } from '#domain/seasons/rates.ts';

export function useRates(): RatesInto | null {
  return (useMatches().at(-1)?.loaderData as { rates?: RatesInto | null } | undefined)?.rates ?? null;
}
