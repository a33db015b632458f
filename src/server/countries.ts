/** The call for the countries people choose from; what they are called is known by the machine. */
import { countriesIn, filterCountries } from '#domain/countries.ts';
import { listCountries } from '#domain/countries-contract.ts';
import { route } from './route.ts';

export const countriesRoute = route(listCountries, {
  load: async () => null,
  // Names change with the machine's knowledge of languages and with nothing else.
  version: async (_tx, _site, { params, query }) =>
    query.q === '' ? `${params.locale}-${process.versions.icu}` : null,
  keep_s: 86_400,
  act: async (_tx, _site, { params, query }) => [...filterCountries(countriesIn(params.locale), query.q)],
});
