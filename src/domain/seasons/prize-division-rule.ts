/** The rule by which prizes are divided (domain 2.9, 2.11): what a rulebook and a ranking say of it. */
import { z } from 'zod';
import { nullableBoundedInteger } from '#domain/validation.ts';

/** Who gets cents that cannot be divided. Of equal birds it is the one with the lowest id, which was entered first. */
export const oddCents = ['first_place', 'last_place', 'loft'] as const;

/**
 * What becomes of prizes for which no bird is home: the loft keeps them, all birds at home share them (Somerset 21), or
 * the winners of prizes where more than half of the places are filled, and else all birds basketed (China).
 */
export const undistributed = ['loft', 'clocked', 'winners_or_basketed'] as const;

/** Where the last bird that shares the first drop is equal to the next one: both share, or neither. */
export const dropTies = ['with_it', 'before_it'] as const;

export const prizeDivision = z.strictObject({
  odd_cent: z.enum(oddCents),
  undistributed: z.enum(undistributed),
  /**
   * The birds of the first drop share the prizes of the places they cover (Golden Pigeon Classic 8), at most so many of
   * them (Spring Break 8: 20). Where the last of them is equal to the next one, both share, or neither does.
   */
  first_drop: z
    .strictObject({
      most_birds: nullableBoundedInteger({ min: 1, max: 10_000 }),
      at_tie: z.enum(dropTies),
    })
    .nullable(),
});
export type PrizeDivision = z.output<typeof prizeDivision>;
