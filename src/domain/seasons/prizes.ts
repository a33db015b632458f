/** The prizes of a flight by its rulebook, and their division among the birds at home (domain 2.9, 2.11). */
import { drop_gap_ms } from '#domain/drop-gap.ts';
import { firstIndex } from '#domain/first-index.ts';
import { dividePrizes, dropOf, sharing, takersOf } from './prize-division.ts';
import type { PrizeDivision } from './prize-division-rule.ts';
import type { PrizeTemplate } from './rulebook.ts';

/** The prizes of one kind of flight as its rulebook has them. */
export interface PrizePlan {
  template: PrizeTemplate;
  /** Birds that share a place share the prizes of all the places they cover (Royal Cup 14). */
  ties_share: boolean;
  division: PrizeDivision;
}

/** What the prizes depend on beside the ranking. */
export interface Finish {
  /** Birds that were not released together make no drop: their times say nothing about it. */
  is_together: boolean;
  /**
   * How many birds basketed are not home. Null: more can come home, so prizes of places without a bird are not given to
   * anybody yet.
   */
  lost: number | null;
}

/** The prizes of a ranking. */
export interface Won {
  /** By the index in the ranking; nothing for birds behind the last prize. */
  values: number[];
  /** Of the birds that are not home, in the order of their entry; by most rules nothing. */
  lost: number[];
  /** What the loft keeps. */
  kept: number;
}

/** A line of a ranking. */
interface Placed {
  rank: number;
  time_ms: number;
}

/**
 * The prizes of a ranking: everything that says or pays a prize asks this. In cents, or, while the fund is not known, in
 * hundredths of a percent of it. Each share of a fund is rounded down, so that their sum never exceeds it. Cents that
 * cannot be divided go by the rule; among equal birds the one that stands first in the ranking is the first.
 * @param ranked the whole ranking
 * @param fund_cents what shares are of; null: not known yet
 */
export function prizesOf(
  plan: PrizePlan,
  ranked: readonly Placed[],
  finish: Finish,
  fund_cents: number | null = null,
): Won {
  const { ties_share } = plan;
  const division: PrizeDivision = finish.lost === null ? { ...plan.division, undistributed: 'loft' } : plan.division;
  const count = division.undistributed === 'loft' ? birdsInPrizes(plan, ranked, finish) : ranked.length;
  const lost = Array.from({ length: finish.lost ?? 0 }, (_, i) => count + i);
  const all = amountsOf(plan.template, fund_cents);
  // Places behind the last bird are divided among nobody: they need not be looked at one by one.
  const template = division.undistributed === 'loft' ? upTo(all, count) : all;
  const { payouts, loft_cents } = dividePrizes(division, {
    template,
    fund_cents: 0,
    result: ranked.slice(0, count).map(({ rank }, pigeon_id) => ({ pigeon_id, rank })),
    first_drop: firstDrop(ranked, finish),
    ties_share,
    basketed: lost,
  });
  const wonBy = (id: number) => payouts.get(id) ?? 0;
  return {
    values: Array.from({ length: count }, (_, i) => wonBy(i)),
    lost: lost.map(wonBy),
    kept: loft_cents + sumBehind(all, 0) - sumBehind(template, 0),
  };
}

/**
 * The prizes of a flight or a ranking as amounts in cents, with what is guaranteed; of a fund that is not known, as if it
 * had a cent for each hundredth of a percent.
 */
export function amountsOf(
  { basis, steps, at_least_cents = 0 }: PrizeTemplate,
  fund_cents: number | null,
): PrizeTemplate {
  if (basis === 'amount' || fund_cents === null) return { basis: 'amount', steps };
  const shared = sharesOf(steps, { of: fund_cents, whole: wholeFund });
  if (sumBehind(shared, 0) >= at_least_cents) return shared;
  const guaranteed = sharesOf(steps, { of: at_least_cents, whole: sumBehind({ steps }, 0) });
  // Cents that rounding leaves go to the first place: the guarantee is kept to the cent.
  const [first, ...others] = guaranteed.steps;
  const left = at_least_cents - sumBehind(guaranteed, 0);
  const { from, to, value } = first!;
  const behind = to > from ? [{ from: from + 1, to, value }] : [];
  return { basis: 'amount', steps: [{ from, to: from, value: value + left }, ...behind, ...others] };
}

/** Amounts in the proportion of steps, each rounded down. */
const sharesOf = (steps: PrizeTemplate['steps'], { of, whole }: { of: number; whole: number }): PrizeTemplate => ({
  basis: 'amount',
  steps: steps.map((step) => ({ ...step, value: Math.floor((of * step.value) / whole) })),
});

/** The prizes of the first so many places. */
const upTo = ({ basis, steps }: PrizeTemplate, place: number): PrizeTemplate => ({
  basis,
  steps: steps.filter(({ from }) => from <= place).map((step) => ({ ...step, to: Math.min(step.to, place) })),
});

/** A hundred percent in hundredths of a percent. */
const wholeFund = 10_000;

const sumBehind = ({ steps }: Pick<PrizeTemplate, 'steps'>, place: number): number =>
  steps.reduce((sum, { from, to, value }) => sum + Math.max(0, to - Math.max(from - 1, place)) * value, 0);

/** The number of birds that landed first together. */
function firstDrop(ranked: readonly Placed[], { is_together }: Pick<Finish, 'is_together'>): number {
  if (!is_together) return 0;
  let birds = Math.min(1, ranked.length);
  while (birds < ranked.length && ranked[birds]!.time_ms - ranked[birds - 1]!.time_ms <= drop_gap_ms) birds += 1;
  return birds;
}

/** The number of birds that share the prizes of the first places as the first drop; 0 where the rulebook has no such rule. */
function sharersOfDrop(
  plan: Pick<PrizePlan, 'division'>,
  ranked: readonly Placed[],
  finish: Pick<Finish, 'is_together'>,
) {
  if (!plan.division.first_drop) return 0;
  const drop = firstDrop(ranked, finish);
  // A tie at its edge is looked at as far as it reaches.
  const edge = ranked[Math.min(drop, ranked.length) - 1]?.rank ?? 0;
  const near = ranked.slice(
    0,
    firstIndex(ranked.length, (index) => ranked[index]!.rank > edge),
  );
  return dropOf(
    plan.division,
    near.map(({ rank }) => rank),
    drop,
  );
}

/** The prizes of places for which no bird is home, in cents, and who gets them; of a fund that is not known nothing is said. */
export function restOf(
  { template, division }: Pick<PrizePlan, 'template' | 'division'>,
  home_count: number,
  fund_cents: number,
): { cents: number; to: ReturnType<typeof takersOf> } {
  const placesTo = (last: number) =>
    template.steps.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, last) - from + 1), 0);
  const to = takersOf(division, { filled: placesTo(home_count), places: placesTo(Infinity) });
  return { cents: sumBehind(amountsOf(template, fund_cents), home_count), to };
}

/** The birds of a ranking by whom they share with: the first drop, then those of each place. */
export function sharersOf<Bird extends Placed>(
  plan: Pick<PrizePlan, 'ties_share' | 'division'>,
  ranked: readonly Bird[],
  finish: Pick<Finish, 'is_together'>,
): { from: number; birds: Bird[] }[] {
  return sharing(ranked, { drop: sharersOfDrop(plan, ranked, finish), ties_share: plan.ties_share });
}

/** The last place with a prize, and what the last of its birds gets alone: cents, or hundredths of a percent. */
export function lastPrize({ template: { steps } }: Pick<PrizePlan, 'template'>): { place: number; value: number } {
  const { to, value } = steps.at(-1)!;
  return { place: to, value };
}

/** All prizes of a plan together: cents, or, while the fund is not known, hundredths of a percent of it. */
export const prizesTogether = ({ template }: Pick<PrizePlan, 'template'>, fund_cents: number | null = null): number =>
  sumBehind(amountsOf(template, fund_cents), 0);

/** The birds of a ranking that are on places with prizes or share with one that is: the first so many of it. */
export function birdsInPrizes(
  plan: Pick<PrizePlan, 'template' | 'division'>,
  ranked: readonly Placed[],
  finish: Pick<Finish, 'is_together'>,
): number {
  const { place } = lastPrize(plan);
  const placed = firstIndex(ranked.length, (index) => ranked[index]!.rank > place);
  return Math.max(placed, sharersOfDrop(plan, ranked, finish));
}

/** A bird that missed the last prize by so little, ms, missed it narrowly. */
const near_ms = 60_000;

/**
 * By how much a bird missed the last prize of its flight, ms of the time that counts; null where it has a prize, missed
 * it by more than a minute, or only by the order of equal times.
 * @param ranked the whole ranking
 */
export function missedPrizeBy(
  plan: Pick<PrizePlan, 'template' | 'division'>,
  ranked: readonly (Placed & { net_ms: number })[],
  { rank, net_ms }: { rank: number; net_ms: number },
  finish: Pick<Finish, 'is_together'>,
): number | null {
  const last = ranked[birdsInPrizes(plan, ranked, finish) - 1];
  if (!last || rank <= lastPrize(plan).place) return null;
  const missed_ms = net_ms - last.net_ms;
  return missed_ms > 0 && missed_ms <= near_ms ? missed_ms : null;
}
