/** The call for the list of countries; their names come from the runtime (Intl). */
import { countriesIn, filterCountries } from '#domain/countries.ts';
import { listCountries } from '#domain/countries-contract.ts';
import { route } from './route.ts';

export const countriesRoute = route(listCountries, {
  load: async () => null,
  // Names change only with the language data of the runtime.
  version: async (_tx, _site, { params, query }) =>
    query.q === '' ? `${params.locale}-${process.versions.icu}` : null,
  keep_s: 86_400,
  act: async (_tx, _site, { params, query }) => [...filterCountries(countriesIn(params.locale), query.q)],
});
