/** The money of a season for everybody: what came in, where it goes, and the prizes paid, owed and still to be won. */
import { z } from 'zod';
import { type Refusal, refusalAt } from '#domain/refusal.ts';
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

/** A fund: its prizes by the rulebook, and where they are; `promised` is the sum of the others. */
export const fundMoney = z.object({
  what: z.enum(prizedWhat),
  name: z.string(),
  promised_cents: z.int(),
  paid_cents: z.int(),
  owed_cents: z.int(),
  held_cents: z.int().meta({ description: 'Owed, and not paid before what holds it is settled' }),
  to_win_cents: z.int(),
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

/** The sum of one figure of all funds, cents. */
export const sumOfFunds = (funds: readonly FundMoney[], of: Exclude<keyof FundMoney, 'what' | 'name'>): number =>
  funds.reduce((sum, fund) => sum + fund[of], 0);

/** Both sides of the money of a season, cents. */
export function sidesOf(money: SeasonMoney): { in_cents: number; out_cents: number } {
  const { entries_cents, activations_cents, sales_cents, sponsors_cents, tax_cents, fees_cents, loft_cents } = money;
  return {
    in_cents: entries_cents + activations_cents + sales_cents + sponsors_cents,
    out_cents: sumOfFunds(money.funds, 'promised_cents') + tax_cents + fees_cents + loft_cents,
  };
}

/** Why the money of a season is not published, or null: `money_differs` at `loft_cents`, its two sides are not equal. */
export function whyNotPublishMoney(money: SeasonMoney): Refusal | null {
  const { in_cents, out_cents } = sidesOf(money);
  const difference = ((in_cents - out_cents) / 100).toFixed(2);
  return in_cents === out_cents
    ? null
    : refusalAt('loft_cents', 'money_differs', { difference, currency: money.currency });
}
