/** What may still be done with a ranking: what was published once is a promise, and keeps its rule. */
import { Refusal, refusalAt } from '#domain/refusal.ts';
import { isRaised } from '#domain/seasons/prize-division.ts';
import type { PrizeTemplate } from '#domain/seasons/rulebook.ts';
import { whyNotPrizes } from './prized.ts';
import type { RankingRule } from './ranking-rule.ts';

interface Published {
  /** An instant; null: a draft. */
  published_at: string | null;
}

interface Prized {
  rule: RankingRule;
  prizes: PrizeTemplate | null;
}

/**
 * Why a ranking cannot be changed so, or null: a published one keeps its rule, its names change and its prizes are only
 * raised (`ranking_prizes_lowered` at `prizes`); or by {@link whyNotPrizes}.
 */
export function whyNotChangeRanking(before: Published & Prized, { rule, prizes }: Prized): Refusal | null {
  if (before.published_at !== null && canonical(before.rule) !== canonical(rule))
    return new Refusal('ranking_is_published');
  const isLowered = before.prizes !== null && (prizes === null || !isRaised(before.prizes, prizes));
  if (before.published_at !== null && isLowered) return refusalAt('prizes', 'ranking_prizes_lowered');
  return whyNotPrizes({ rule, prizes });
}

/** Why a ranking cannot be removed, or null: it is published. */
export const whyNotRemoveRanking = ({ published_at }: Published): Refusal | null =>
  published_at === null ? null : new Refusal('ranking_is_published');

/** A value as text that does not depend on the order of its fields, which a database does not keep. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([, one]) => one !== undefined)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : part,
  );
}
