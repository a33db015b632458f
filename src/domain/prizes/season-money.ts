/** The money of a season for everybody: what came in, where it goes, and the prizes paid, owed and still to be won. */
import { type Refusal, refusalAt } from '#domain/refusal.ts';
import type { FundMoney, SeasonMoney } from './season-money-contract.ts';

/** The sum of one figure of all funds, cents. */
export const sumOfFunds = (
  funds: readonly FundMoney[],
  of: Exclude<keyof FundMoney, 'what' | 'name' | 'names'>,
): number => funds.reduce((sum, fund) => sum + fund[of], 0);

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
