/** Prizes that were published are a promise: they may be raised, not lowered (domain 2.11). */
import { type FieldError, Refusal } from '#domain/refusal.ts';
import { isRaised } from './prize-division.ts';
import type { Rulebook } from './rulebook.ts';
import { prizedFlights, prizedFor } from './rulebook-parts.ts';
import type { SeasonStatus } from './season.ts';
import type { SpecialPrize } from './special-prizes-rule.ts';

/**
 * Why a rulebook cannot follow another, or null: `prizes_lowered` at each kind whose table, guarantee or special prizes
 * are less than before. Nobody has read a season that is a draft, so it may promise anything.
 */
export function whyNotLower(status: SeasonStatus, before: Rulebook, after: Rulebook): Refusal | null {
  if (status === 'draft') return null;
  const lowered: FieldError[] = [{ code: 'prizes_lowered' }];
  const errors: Record<string, FieldError[]> = {};
  for (const what of prizedFor) {
    const [was, is] = [before.prizes[what], after.prizes[what]];
    if (was && !(is && isRaised(was, is))) errors[`rulebook.prizes.${what}`] = lowered;
  }
  for (const kind of prizedFlights)
    if (!areKept(before.special?.[kind] ?? [], after.special?.[kind] ?? []))
      errors[`rulebook.special.${kind}`] = lowered;
  return Object.keys(errors).length ? new Refusal('bad_input', {}, errors) : null;
}

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
