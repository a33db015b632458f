/** Special prizes of a flight beside those of its places, as data of the rulebook (domain 2.11). */
import { z } from 'zod';
import { boundedInteger, nullableBoundedInteger, requiredText } from '#domain/validation.ts';

/** Who wins one: the first hen or cock, the bird on every so many places, the first bird of each country. */
export const specialTo = ['first_hen', 'first_cock', 'every_nth', 'first_of_country'] as const;

/** The most special prizes of a kind of flight. */
export const mostSpecials = 6;

export const specialPrize = z
  .strictObject({
    to: z.enum(specialTo),
    /** On every so many places, for `every_nth` alone. */
    every: nullableBoundedInteger({ min: 2, max: 10_000 }),
    /** Each one, cents; null: it is in kind. */
    amount_cents: boundedInteger({ min: 1, max: 2_000_000_000 }).nullable(),
    /** What is given instead of money, in the words of the loft: “a clock”. */
    in_kind: requiredText({ max: 120 }).nullable(),
  })
  .check(({ value: { to, every, amount_cents, in_kind }, issues }) => {
    if ((every !== null) !== (to === 'every_nth'))
      issues.push({ code: 'custom', input: every, path: ['every'], params: { code: 'special_every' } });
    if ((amount_cents === null) === (in_kind === null))
      issues.push({
        code: 'custom',
        input: amount_cents,
        path: ['amount_cents'],
        params: { code: 'special_money_or_kind' },
      });
  });
export type SpecialPrize = z.output<typeof specialPrize>;
