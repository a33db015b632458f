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

const fundFigures = [
  'promised_cents',
  'paid_cents',
  'owed_cents',
  'held_cents',
  'to_win_cents',
  'kept_cents',
] as const satisfies (keyof FundMoney)[];

/** Whether the journals say something else by now than a published statement of the money does. */
export function isOlderThan(published: SeasonMoney, now: SeasonMoney): boolean {
  const figures = ({ entries_cents, activations_cents, sales_cents, funds }: SeasonMoney) => [
    [entries_cents, activations_cents, sales_cents],
    ...funds.map((fund) => [fund.what, fund.name, ...fundFigures.map((figure) => fund[figure])]),
  ];
  return figures(published).join() !== figures(now).join();
}

/**
 * Why the money of a season is not published, or null: at `loft_cents` `money_differs` where more is taken in than goes,
 * `money_short` where more goes.
 */
export function whyNotPublishMoney(money: SeasonMoney): Refusal | null {
  const { in_cents, out_cents } = sidesOf(money);
  if (in_cents === out_cents) return null;
  const difference = (Math.abs(in_cents - out_cents) / 100).toFixed(2);
  const code = in_cents > out_cents ? 'money_differs' : 'money_short';
  return refusalAt('loft_cents', code, { difference, currency: money.currency });
}
