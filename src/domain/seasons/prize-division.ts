/**
 * The division of prizes to the cent where birds are equal, came in the first drop, or are fewer than the prizes (domain
 * 2.9, 2.11): what is paid and what the loft keeps are together the prizes, whatever the order in which birds are given.
 */
import type { PrizeDivision } from './prize-division-rule.ts';
import type { PrizeTemplate } from './rulebook.ts';

/** What is to be divided, among whom. */
export interface Prizes {
  template: PrizeTemplate;
  /** Only prizes in percent depend on it. */
  fund_cents: number;
  /** The birds at home, in any order; equal ones have the same rank. */
  result: readonly { pigeon_id: number; rank: number }[];
  /** The number of birds in the first drop; 0: none was marked. */
  first_drop: number;
  /** Whether birds on one place share the prizes of the places they cover; false: each has the prize of its place. */
  ties_share?: boolean;
  /** All birds whose entry was paid, in any order. */
  basketed: readonly number[];
}

export interface Divided {
  /** Cents by bird; who gets nothing is not in it. */
  payouts: Map<number, number>;
  /** What the loft keeps of the prizes. */
  loft_cents: number;
  /** All prizes: what is paid and what is kept. */
  prizes_cents: number;
}

/** Birds with the same share. */
interface Sharing {
  birds: readonly number[];
  /** What they have together, in ten-thousandths of a cent times the common divisor of all. */
  exact: bigint;
}

/** The birds that share the prizes of the first places as one drop. */
export function dropOf(
  { first_drop }: Pick<PrizeDivision, 'first_drop'>,
  ranks: readonly number[],
  marked: number,
): number {
  if (!first_drop) return 0;
  let birds = Math.min(marked, first_drop.most_birds ?? marked, ranks.length);
  const cuts = () => birds > 0 && birds < ranks.length && ranks[birds - 1] === ranks[birds];
  const step = first_drop.at_tie === 'with_it' ? 1 : -1;
  while (cuts()) birds += step;
  return birds;
}

/** Who gets the prizes of places for which no bird is home, by how many of the places with prizes are filled. */
export function takersOf(
  { undistributed }: Pick<PrizeDivision, 'undistributed'>,
  { filled, places }: { filled: number; places: number },
): 'loft' | 'clocked' | 'winners' | 'basketed' {
  if (undistributed !== 'winners_or_basketed') return undistributed;
  return filled * 2 > places ? 'winners' : 'basketed';
}

/** Divides the prizes of a ranking. Each share is less than a cent from the exact one. */
export function dividePrizes(division: PrizeDivision, prizes: Prizes): Divided {
  const { template, fund_cents, result, basketed, ties_share = true } = prizes;
  const birds = result.toSorted((a, b) => a.rank - b.rank || a.pigeon_id - b.pigeon_id);
  // In ten-thousandths of a cent a percentage of a fund is whole.
  const of_place = (value: number) =>
    template.basis === 'amount' ? BigInt(value) * 10_000n : BigInt(fund_cents) * BigInt(value);
  const places = template.steps.flatMap(({ from, to, value }) =>
    Array.from({ length: to - from + 1 }, (_, i) => ({ place: from + i, value: of_place(value) })),
  );
  const at = new Map(places.map(({ place, value }) => [place, value]));
  const drop = dropOf(
    division,
    birds.map(({ rank }) => rank),
    prizes.first_drop,
  );
  const covered = sharing(birds, { drop, ties_share }).map(({ from, birds: sharers }) => ({
    birds: sharers.map(({ pigeon_id }) => pigeon_id),
    value: sum(sharers.map((_, i) => ({ value: at.get(from + i) ?? 0n }))),
  }));
  const filled = places.filter(({ place }) => place <= birds.length);
  const rest = sum(places.slice(filled.length));
  const home = new Set(birds.map(({ pigeon_id }) => pigeon_id));
  const lost = [...new Set(basketed)].filter((id) => !home.has(id)).sort((a, b) => a - b);
  const everybody = lost.length > 0 ? [...covered, { birds: lost, value: 0n }] : covered;
  const winners = covered.filter(({ value }) => value > 0n);
  const takers = { loft: [], clocked: covered, winners, basketed: everybody }[
    takersOf(division, { filled: filled.length, places: places.length })
  ];
  const takes = new Set(takers);
  const divisor = BigInt(
    Math.max(
      1,
      takers.reduce((count, { birds: ids }) => count + ids.length, 0),
    ),
  );
  const groups = everybody.map((one): Sharing => {
    const { birds: ids, value } = one;
    return { birds: ids, exact: value * divisor + (takes.has(one) ? rest * BigInt(ids.length) : 0n) };
  });
  return paidOut(division, groups, { all: (sum(covered) + rest) * divisor, cent: 10_000n * divisor });
}

/** Whole cents of exact shares: first of those who share, then of each of them. */
function paidOut(
  { odd_cent }: PrizeDivision,
  groups: readonly Sharing[],
  { all, cent }: { all: bigint; cent: bigint },
): Divided {
  const prizes_cents = all / cent;
  const kept = (all - groups.reduce((total, { exact }) => total + exact, 0n)) / cent;
  let odd = prizes_cents - kept - groups.reduce((total, { exact }) => total + exact / cent, 0n);
  const payouts = new Map<number, number>();
  let paid = 0n;
  for (const { birds, exact } of odd_cent === 'last_place' ? groups.toReversed() : groups) {
    let cents = exact / cent;
    if (odd_cent !== 'loft' && odd > 0n && exact % cent > 0n) {
      cents += 1n;
      odd -= 1n;
    }
    const each = cents / BigInt(birds.length);
    let left = odd_cent === 'loft' ? 0n : cents % BigInt(birds.length);
    for (const id of odd_cent === 'last_place' ? birds.toReversed() : birds) {
      const own = each + (left > 0n ? 1n : 0n);
      if (left > 0n) left -= 1n;
      if (own > 0n) payouts.set(id, Number(own));
      paid += own;
    }
  }
  return { payouts, loft_cents: Number(prizes_cents - paid), prizes_cents: Number(prizes_cents) };
}

/**
 * Who shares: the first drop, then the birds of each place, with the first of the places they cover. Where birds on one
 * place do not share, each is alone on it.
 * @param birds by rank
 * @param drop the number of birds that share as one drop, by {@link dropOf}
 */
export function sharing<Bird extends { rank: number }>(
  birds: readonly Bird[],
  { drop, ties_share }: { drop: number; ties_share: boolean },
): { from: number; birds: Bird[] }[] {
  const groups: { from: number; birds: Bird[] }[] = [];
  for (const [i, bird] of birds.entries()) {
    const isEqual = i > drop && birds[i - 1]!.rank === bird.rank;
    if (i > 0 && (i < drop || (isEqual && ties_share))) groups.at(-1)!.birds.push(bird);
    else groups.push({ from: isEqual ? bird.rank : i + 1, birds: [bird] });
  }
  return groups;
}

const sum = (values: readonly { value: bigint }[]): bigint => values.reduce((total, { value }) => total + value, 0n);

/** Whether a prize table that was published is only raised: no place loses anything, nor its way of being counted or its guarantee. */
export function isRaised(before: PrizeTemplate, after: PrizeTemplate): boolean {
  if (before.basis !== after.basis || (after.at_least_cents ?? 0) < (before.at_least_cents ?? 0)) return false;
  const of = ({ steps }: PrizeTemplate, place: number) =>
    steps.find(({ from, to }) => from <= place && place <= to)?.value ?? 0;
  // The value changes only where a step begins or ends.
  const edges = [...before.steps, ...after.steps].flatMap(({ from, to }) => [from, to, to + 1]);
  return edges.every((place) => of(after, place) >= of(before, place));
}
