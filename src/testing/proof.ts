/**
 * What all reliability proofs share: size, seed and line of the report. All randomness comes from the seed, so that a
 * failure can be repeated.
 */

/** The reliability proofs are small in `npm test` and of full size in `npm run prove`. */
export const proveSize = (small: number, full: number): number => (process.env.PROVE === '1' ? full : small);

/** The seed of all randomness of a proof; `SEED=… npm run prove` repeats a failure or tries another one. */
export const seed = Number(process.env.SEED ?? 20_261_121);

/** Writes the line of a proof for docs/reliability.md; at full size only. */
export function reportProof(proof: string, figures: Readonly<Record<string, number | string>>): void {
  if (process.env.PROVE !== '1') return;
  const shown = Object.entries({ seed, ...figures }).map(([name, value]) => `${name}=${value}`);
  process.stdout.write(`PROOF ${proof} ${shown.join(' ')}\n`);
}

/** A random generator: `random(n)` is a whole number from 0 to n - 1. */
export type Random = (n: number) => number;

/** The mulberry32 generator; integer arithmetic only, so every machine draws the same numbers. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
  };
}
