/** The prizes of places by a rulebook, and their division among birds that share a place (domain 2.11). */
import { firstIndex } from '#domain/first-index.ts';
import { shares } from '#domain/money.ts';
import type { PrizeTemplate } from './rulebook.ts';

/** The prizes of one kind of flight as its rulebook has them. */
export interface PrizePlan {
  template: PrizeTemplate;
  /** Birds that share a place share the prizes of all the places they cover (Royal Cup 14). */
  ties_share: boolean;
}

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

/**
 * The prizes of a ranking by a plan, in its order: cents, or hundredths of a percent of the fund where the plan shares
 * it, because nobody knows what it will be; 0 for a place without a prize.
 * @param ranked from the first on, or all the birds of one place
 */
export function valuesOf({ template, ties_share }: PrizePlan, ranked: readonly { rank: number }[]): number[] {
  const ranks = ranked.map(({ rank }) => rank);
  // Shares of the fund are divided as amounts are.
  return prizesOf(ranks, { ...template, basis: 'amount' }, { fund_cents: 0, ties_share });
}

/** The last place with a prize, and what the last of its birds gets alone: cents, or hundredths of a percent. */
export function lastPrize({ template: { steps } }: Pick<PrizePlan, 'template'>): { place: number; value: number } {
  const { to, value } = steps.at(-1)!;
  return { place: to, value };
}

/** All prizes of a plan together: cents, or hundredths of a percent. */
export const prizesTogether = ({ template: { steps } }: Pick<PrizePlan, 'template'>): number =>
  steps.reduce((sum, { from, to, value }) => sum + (to - from + 1) * value, 0);

/** The birds of a ranking that are on places with prizes: the first so many of it. */
export function birdsInPrizes(plan: Pick<PrizePlan, 'template'>, ranked: readonly { rank: number }[]): number {
  const { place } = lastPrize(plan);
  return firstIndex(ranked.length, (index) => ranked[index]!.rank > place);
}

/** A bird that missed the last prize by so little, ms, missed it narrowly. */
const near_ms = 60_000;

/**
 * By how much a bird missed the last prize of its flight, ms of the time that counts; null where it has a prize, missed
 * it by more than a minute, or only by the order of equal times.
 * @param ranked the whole ranking
 */
export function missedPrizeBy(
  plan: Pick<PrizePlan, 'template'>,
  ranked: readonly { rank: number; net_ms: number }[],
  { rank, net_ms }: { rank: number; net_ms: number },
): number | null {
  const last = ranked[birdsInPrizes(plan, ranked) - 1];
  if (!last || rank <= lastPrize(plan).place) return null;
  const missed_ms = net_ms - last.net_ms;
  return missed_ms > 0 && missed_ms <= near_ms ? missed_ms : null;
}
