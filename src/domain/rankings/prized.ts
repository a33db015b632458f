/** Who can win the prizes of a ranking. */
import { type Refusal, refusalAt } from '#domain/refusal.ts';
import type { PrizeTemplate } from '#domain/seasons/rulebook.ts';
import type { Grouping, RankingRule } from './ranking-rule.ts';

/** Who can win money: whose birds are a person's. Countries, regions, agents, sexes and colours have no account. */
export const prizedSubjects = ['pigeon', 'team', 'fancier'] as const satisfies readonly ('pigeon' | Grouping)[];

/** Why a ranking cannot have these prizes, or null: at `prizes`, it ranks those who cannot win money. */
export function whyNotPrizes({ rule, prizes }: { rule: RankingRule; prizes: PrizeTemplate | null }): Refusal | null {
  const { of } = rule.subject;
  return prizes === null || prizedSubjects.some((one) => one === of)
    ? null
    : refusalAt('prizes', 'ranking_prizes_of_nobody');
}
