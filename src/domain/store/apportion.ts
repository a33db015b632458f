/**
 * Divide an amount by weights so that the parts add up to it: each part is its share rounded down, and the cents that
 * are left go to the largest remainders, of equal ones to the first (Hamilton's method).
 * @param weights whole numbers from 0, of which one at least is above it
 */
export function apportion(amount_cents: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (total <= 0n) throw new RangeError('a division needs a weight above zero');
  const shares = weights.map((weight, i) => {
    const product = BigInt(amount_cents) * BigInt(weight);
    return { i, share: Number(product / total), rest: product % total };
  });
  const left = amount_cents - shares.reduce((sum, { share }) => sum + share, 0);
  const larger = shares.toSorted((a, b) => (a.rest === b.rest ? a.i - b.i : a.rest > b.rest ? -1 : 1)).slice(0, left);
  const raised = new Set(larger.map(({ i }) => i));
  return shares.map(({ i, share }) => share + (raised.has(i) ? 1 : 0));
}
