/** The call for the rates by which prices are shown in the reader's currency too (1.7). */
import { z } from 'zod';
import { contract } from '#domain/contract.ts';
import { currencies } from '#domain/money.ts';

export const readRates = contract({
  name: 'readRates',
  summary: 'The euro reference rates of the latest day known, for showing prices; nothing is charged by them',
  method: 'GET',
  path: '/api/rates',
  access: 'site.read',
  reply: z.object({
    /** Null: no rates are known. */
    rates: z
      .object({
        day: z.iso.date(),
        /** Units of the currency for one euro. */
        per_euro: z.partialRecord(z.enum(currencies), z.number().positive()),
      })
      .nullable(),
  }),
});
