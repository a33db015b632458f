/**
 * Prizes that were published are a promise: they may be raised, not lowered (domain 2.11). Prizes of ace pigeons are those
 * of a ranking: a rulebook that had some keeps them as they are, and no other promises any.
 */
import { type FieldError, Refusal } from '#domain/refusal.ts';
import { isRaised } from './prize-division.ts';
import type { Rulebook } from './rulebook.ts';
import { prizedFlights, prizedFor } from './rulebook-parts.ts';
import type { SeasonStatus } from './season.ts';
import type { SpecialPrize } from './special-prizes-rule.ts';

/**
 * Why a rulebook cannot follow another, or null: `prizes_lowered` at each kind whose table, guarantee or special prizes
 * are less than before, `prizes_later` where they are paid later, `ace_prizes_of_rankings` where it promises prizes of ace pigeons that the one before did not.
 * Nobody has read a season that is a draft, so it may lower what it likes.
 */
export function whyNotFollow(status: SeasonStatus, before: Rulebook, after: Rulebook): Refusal | null {
  const errors = status === 'draft' ? {} : loweredIn(before, after);
  const [was_ace, is_ace] = [before.prizes.ace, after.prizes.ace];
  if (is_ace && !(was_ace && isRaised(was_ace, is_ace) && isRaised(is_ace, was_ace)))
    errors['rulebook.prizes.ace'] = [{ code: 'ace_prizes_of_rankings' }];
  return Object.keys(errors).length ? new Refusal('bad_input', {}, errors) : null;
}

/** The errors by field where a rulebook promises less than another. */
function loweredIn(before: Rulebook, after: Rulebook): Record<string, FieldError[]> {
  const lowered: FieldError[] = [{ code: 'prizes_lowered' }];
  const errors: Record<string, FieldError[]> = {};
  for (const what of prizedFor) {
    const [was, is] = [before.prizes[what], after.prizes[what]];
    if (was && !(is && isRaised(was, is))) errors[`rulebook.prizes.${what}`] = lowered;
  }
  for (const kind of prizedFlights)
    if (!areKept(before.special?.[kind] ?? [], after.special?.[kind] ?? []))
      errors[`rulebook.special.${kind}`] = lowered;
  const [was, is] = [before.pay_within_days, after.pay_within_days];
  if (was !== undefined && (is ?? Infinity) > was) errors['rulebook.pay_within_days'] = [{ code: 'prizes_later' }];
  return errors;
}

/** A rulebook for another season: prizes of ace pigeons are given by its rankings. */
export const withoutAcePrizes = ({ prizes: { ace: _ace, ...prizes }, ...rulebook }: Rulebook): Rulebook => ({
  ...rulebook,
  prizes,
});

/** Whether each special prize has one that is as much, and not the same one as another. */
function areKept(before: readonly SpecialPrize[], after: readonly SpecialPrize[]): boolean {
  const left = after.toSorted((a, b) => (a.amount_cents ?? 0) - (b.amount_cents ?? 0));
  return before
    .toSorted((a, b) => (b.amount_cents ?? 0) - (a.amount_cents ?? 0))
    .every((was) => {
      const found = left.findIndex(
        (is) =>
          is.to === was.to &&
          is.every === was.every &&
          (was.amount_cents === null ? is.in_kind === was.in_kind : (is.amount_cents ?? 0) >= was.amount_cents),
      );
      if (found >= 0) left.splice(found, 1);
      return found >= 0;
    });
}
