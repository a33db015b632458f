/** The call for the list of countries. */
import { z } from 'zod';
import { contract } from '#domain/contract.ts';
import { locales } from '#domain/locales.ts';

export const listCountries = contract({
  name: 'listCountries',
  summary: 'Countries by their names in a language, in its order',
  method: 'GET',
  path: '/api/custom/v1/public/countries/{locale}',
  access: 'site.read',
  params: z.object({ locale: z.enum(locales) }),
  query: z.object({
    /** Part of a name or of a code. */
    q: z.string().max(100).default(''),
  }),
  reply: z.array(z.object({ key: z.string().regex(/^[A-Z]{2}$/), name: z.string() })),
});
