/** The prizes of places by a rulebook, and their division among birds that share a place (domain 2.11). */
import { shares } from '#domain/money.ts';
import type { PrizeTemplate } from './rulebook.ts';

export interface PrizeFund {
  /** The sum of the entry fees; only prizes in percent depend on it. */
  fund_cents: number;
  /** Birds that share a place share the prizes of all the places they cover (Royal Cup 14). */
  ties_share: boolean;
}

/**
 * The prizes of birds by their ranks, in cents, in the order of the ranks; 0 for a place without a prize. An
 * indivisible remainder goes to the first of the birds that share, cent by cent; shares of the fund are rounded down,
 * so that their sum never exceeds it.
 * @param ranks from the first on, as `rank` returns them
 */
export function prizesOf(
  ranks: readonly number[],
  template: PrizeTemplate,
  { fund_cents, ties_share }: PrizeFund,
): number[] {
  const last = Math.max(0, ...template.steps.map(({ to }) => to));
  return ranks.flatMap((rank, i) => {
    if (rank > last) return 0;
    if (!ties_share) return prizeOf(rank, template, fund_cents);
    if (ranks[i - 1] === rank) return [];
    let birds = 1;
    while (ranks[i + birds] === rank) birds += 1;
    const covered = Array.from({ length: birds }, (_, place) => prizeOf(rank + place, template, fund_cents));
    return shares(
      covered.reduce((sum, cents) => sum + cents, 0),
      birds,
    );
  });
}

function prizeOf(place: number, { basis, steps }: PrizeTemplate, fund_cents: number): number {
  const value = steps.find(({ from, to }) => from <= place && place <= to)?.value ?? 0;
  // Hundredths of a percent.
  return basis === 'amount' ? value : Math.floor((fund_cents * value) / 10_000);
}
