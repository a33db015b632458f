/**
 * Proves the division of prizes (A16, M1): over random tables, ties, drops and rules what is paid and kept is the prizes
 * to the cent, each share is less than a cent from the exact one, worked out as a fraction bird by bird, and the order in
 * which birds are given does not matter. The controls divide as binary fractions, and each bird by itself.
 */
import { expect, it } from 'vitest';
import { currencies, type Money, sum } from '#domain/money.ts';
import { proveSize, type Random, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { dividePrizes, type Prizes } from './prize-division.ts';
import { oddCents, type PrizeDivision, undistributed } from './prize-division-rule.ts';
import type { PrizeTemplate } from './rulebook.ts';

const tables = proveSize(2_000, 1_000_000);
/** Enough for a control. */
const few = 1_000;

function randomPrizes(random: Random): { division: PrizeDivision; prizes: Prizes } {
  const basis = random(2) === 0 ? 'percent' : 'amount';
  let from = 1;
  let left = 10_000;
  const steps: PrizeTemplate['steps'] = [];
  for (let i = 1 + random(4); i > 0; i -= 1) {
    const places = 1 + random(4);
    const value = basis === 'amount' ? 1 + random(100_000) : 1 + random(Math.max(1, Math.floor(left / places / 2)));
    if (basis === 'percent' && value * places > left) break;
    left -= value * places;
    steps.push({ from, to: from + places - 1, value });
    from += places;
  }
  const basketed = Array.from({ length: random(14) }, (_, i) => 50 + ((i * 11) % 17));
  const times = basketed.filter(() => random(5) > 0).map((pigeon_id) => ({ pigeon_id, time: random(9) }));
  const result = times.map(({ pigeon_id, time }) => ({
    pigeon_id,
    rank: 1 + times.filter((other) => other.time < time).length,
  }));
  return {
    division: {
      odd_cent: oddCents[random(3)]!,
      undistributed: undistributed[random(3)]!,
      first_drop:
        random(2) === 0
          ? { most_birds: random(2) === 0 ? 1 + random(6) : null, at_tie: random(2) === 0 ? 'with_it' : 'before_it' }
          : null,
    },
    prizes: { template: { basis, steps }, fund_cents: random(5_000_000), result, first_drop: random(7), basketed },
  };
}

/** The exact share of each bird, as a fraction of cents. */
function exactShares({
  division,
  prizes,
}: ReturnType<typeof randomPrizes>): Map<number, { above: bigint; below: bigint }> {
  const { template, fund_cents, basketed } = prizes;
  const list = prizes.result.toSorted((a, b) => a.rank - b.rank || a.pigeon_id - b.pigeon_id);
  // In hundredths of a percent of a cent.
  const prize = (place: number) => {
    const found = template.steps.find(({ from, to }) => place >= from && place <= to);
    if (!found) return 0n;
    return template.basis === 'amount' ? BigInt(found.value) * 10_000n : BigInt(fund_cents) * BigInt(found.value);
  };
  let drop = division.first_drop
    ? Math.min(prizes.first_drop, list.length, division.first_drop.most_birds ?? Infinity)
    : 0;
  // Birds equal to the last of the drop are all in it, or none of them.
  if (drop > 0) {
    const last = list[drop - 1]!.rank;
    const inside = list.filter(({ rank }) => rank === last).length;
    const from = list.findIndex(({ rank }) => rank === last);
    if (from + inside > drop) drop = division.first_drop!.at_tie === 'with_it' ? from + inside : from;
  }
  const shares = new Map<number, { above: bigint; below: bigint }>();
  for (const [i, bird] of list.entries()) {
    const together = list
      .map((other, at) => ({ other, place: at + 1 }))
      .filter(({ other, place }) => (i < drop ? place <= drop : place > drop && other.rank === bird.rank));
    const total = together.reduce((all, { place }) => all + prize(place), 0n);
    shares.set(bird.pigeon_id, { above: total, below: 10_000n * BigInt(together.length) });
  }
  const last = template.steps.at(-1)!.to;
  const places = Array.from({ length: last }, (_, i) => i + 1);
  const rest = places.filter((place) => place > list.length).reduce((all, place) => all + prize(place), 0n);
  const filled = Math.min(last, list.length);
  let takers: number[] = [];
  if (division.undistributed === 'clocked') takers = list.map(({ pigeon_id }) => pigeon_id);
  if (division.undistributed === 'winners_or_basketed')
    takers =
      filled * 2 > last
        ? list.filter(({ pigeon_id }) => shares.get(pigeon_id)!.above > 0n).map(({ pigeon_id }) => pigeon_id)
        : [...new Set([...basketed, ...list.map(({ pigeon_id }) => pigeon_id)])];
  for (const id of takers) {
    const own = shares.get(id) ?? { above: 0n, below: 1n };
    const below = 10_000n * BigInt(takers.length);
    shares.set(id, { above: own.above * below + rest * own.below, below: own.below * below });
  }
  return shares;
}

/** Tables where the sum, a share or the order is wrong. */
function faults(divide: typeof dividePrizes, size: number) {
  const random = seededRandom(seed);
  const found = { sums: 0, shares: 0, order: 0, money: 0, shared: 0, left: 0 };
  for (let i = 0; i < size; i += 1) {
    const one = randomPrizes(random);
    const { division, prizes } = one;
    const { payouts, loft_cents, prizes_cents } = divide(division, prizes);
    const values = prizes.template.steps.reduce((all, { from, to, value }) => all + (to - from + 1) * value, 0);
    const pool =
      prizes.template.basis === 'amount' ? BigInt(values) : (BigInt(prizes.fund_cents) * BigInt(values)) / 10_000n;
    // As money, which refuses parts of a cent and other currencies.
    const currency = currencies[i % currencies.length]!;
    const paid = [...payouts.values(), loft_cents].map((amount_cents): Money => ({ amount_cents, currency }));
    try {
      if (BigInt(sum(paid, currency).amount_cents) !== pool || BigInt(prizes_cents) !== pool || loft_cents < 0)
        found.sums += 1;
    } catch {
      found.money += 1;
    }
    const exact = exactShares(one);
    for (const [id, { above, below }] of exact) {
      const apart = BigInt(Math.trunc(payouts.get(id) ?? 0)) * below - above;
      if (apart >= below || -apart >= below) {
        found.shares += 1;
        break;
      }
    }
    const turned = { ...prizes, result: prizes.result.toReversed(), basketed: prizes.basketed.toReversed() };
    const again = divide(division, turned).payouts;
    if (again.size !== payouts.size || [...payouts].some(([id, cents]) => again.get(id) !== cents)) found.order += 1;
    found.shared += Number(new Set(prizes.result.map(({ rank }) => rank)).size < prizes.result.length);
    found.left += Number(loft_cents > 0);
  }
  return found;
}

it('sums are exact, shares within a cent, whatever the order (A16, M1)', () => {
  const { shared, left, ...wrong } = faults(dividePrizes, tables);
  reportProof('A16 prizes', { tables, ...wrong, shared, left });
  expect(wrong, `seed ${seed}`).toEqual({ sums: 0, shares: 0, order: 0, money: 0 });
  expect(Math.min(shared, left)).toBeGreaterThan(tables / 20);
});

it('control: rounded bird by bird, or as binary fractions, the sum is another', () => {
  const rounded = faults((division, prizes) => {
    const found = dividePrizes(division, prizes);
    const exact = exactShares({ division, prizes });
    const payouts = new Map(
      [...exact].map(([id, { above, below }]) => [id, Math.round(Number(above) / Number(below))]),
    );
    return { ...found, payouts };
  }, few);
  expect(rounded.sums).toBeGreaterThan(few / 100);
  const binary = faults((division, prizes) => {
    const found = dividePrizes(division, prizes);
    const exact = exactShares({ division, prizes });
    return {
      ...found,
      payouts: new Map([...exact].map(([id, { above, below }]) => [id, Number(above) / Number(below)])),
    };
  }, few);
  expect(binary.money).toBeGreaterThan(few / 100);
});
