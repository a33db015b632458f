/** The money of a season as it is kept and sent. */
import { z } from 'zod';
import { locales } from '#domain/locales.ts';
import { boundedInteger } from '#domain/validation.ts';
import { prizedWhat } from './prize.ts';

const cents = boundedInteger({ max: 1_000_000_000_000 });

/** What the journal cannot know and the loft states: money of sponsors, tax, fees, and what is left for its own work. */
export const statedMoney = z.strictObject({
  sponsors_cents: cents,
  tax_cents: cents,
  fees_cents: cents,
  loft_cents: cents,
});
export type StatedMoney = z.output<typeof statedMoney>;

/** A fund: its prizes by the rulebook or the ranking, and where they are; `promised` is the sum of the others. */
export const fundMoney = z.object({
  what: z.enum(prizedWhat),
  name: z.string(),
  names: z.partialRecord(z.enum(locales), z.string()).optional(),
  promised_cents: z.int(),
  paid_cents: z.int(),
  owed_cents: z.int(),
  held_cents: z.int().meta({ description: 'Owed, and not paid before what holds it is settled' }),
  to_win_cents: z.int(),
  kept_cents: z.int().meta({ description: 'Kept by the loft: no bird won it, or one of its own' }),
});
export type FundMoney = z.output<typeof fundMoney>;

/** The money of a season as it was on a day. */
export const seasonMoney = statedMoney.extend({
  currency: z.string(),
  entries_cents: z.int(),
  activations_cents: z.int(),
  sales_cents: z.int(),
  funds: z.array(fundMoney),
});
export type SeasonMoney = z.output<typeof seasonMoney>;
