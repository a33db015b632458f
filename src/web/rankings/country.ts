/** The country that the address of a ranking names. */
import { notFound } from '#web/lib/loader.ts';

/** As part of a query: nothing where all countries are shown. */
export function countryFrom(search: URLSearchParams): { country?: string } {
  const country = search.get('country') ?? '';
  if (country !== '' && !/^[A-Z]{2}$/.test(country)) notFound();
  return country === '' ? {} : { country };
}
