/** What was published and taken back: a ranking of a season, or a championship over lofts. */
import { z } from 'zod';
import { instant, replyId } from '#domain/contract.ts';
import { locales } from '#domain/locales.ts';
import { Refusal } from '#domain/refusal.ts';
import { boundedInteger, requiredText } from '#domain/validation.ts';

/** The line that stays. */
export const withdrawn = z.object({
  id: replyId,
  name: z.string(),
  names: z.partialRecord(z.enum(locales), z.string()),
  published_at: instant,
  withdrawn_at: instant,
  reason: z.string().meta({ description: 'For everybody to read' }),
});
export type Withdrawn = z.output<typeof withdrawn>;

/** Which version is withdrawn, and why. */
export const withdrawal = z.strictObject({ version: boundedInteger({ min: 1 }), reason: requiredText({ max: 1000 }) });
export type Withdrawal = z.output<typeof withdrawal>;

interface Published {
  /** An instant; null: a draft. */
  published_at: string | null;
  published_by: number | null;
}

/**
 * Why something published cannot be withdrawn, or null: a draft is none (`not_found`), another person published it
 * (`withdraw_by_publisher`), or it promises prizes (`withdraw_promised`).
 * @param by the person who asks
 */
export function whyNotWithdraw(
  { published_at, published_by }: Published,
  by: number | null,
  isPromised: boolean,
): Refusal | null {
  if (published_at === null) return new Refusal('not_found');
  if (by === null || published_by !== by) return new Refusal('withdraw_by_publisher');
  return isPromised ? new Refusal('withdraw_promised') : null;
}
