/** The postal address of a person or a loft, as replies say it. */
import { z } from 'zod';

/** Its parts, to be spread into what has an address. */
export const postalAddress = {
  street: z.string().nullable(),
  zipcode: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable().meta({ description: 'ISO 3166-1 alpha-2' }),
};

export type PostalAddress = z.output<z.ZodObject<typeof postalAddress>>;
