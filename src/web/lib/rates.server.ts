/** For the loaders of pages with prices: the rates into the currency of the page's language (1.7). */
import type { RouterContextProvider } from 'react-router';
import { type RatesInto, ratesFor } from '#domain/seasons/rates.ts';
import { readRates } from '#domain/seasons/rates-contract.ts';
import { callContext, pageContext } from './context.ts';
import { answers } from './loader.ts';

/** What the loader returns as `rates`; null where none are known. */
export async function ratesOf(context: Readonly<RouterContextProvider>): Promise<RatesInto | null> {
  const { rates } = await answers(() => context.get(callContext)(readRates, {}));
  return rates && ratesFor(context.get(pageContext).locale, rates);
}
