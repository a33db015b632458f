/** What follows from a frozen ranking in other nouns, injected because rankings do not depend on them. */
import { createConsequences } from '#server/consequence-registry.ts';
import type { CurrentRanking } from './current.ts';
import type { StoredRanking } from './rankings.ts';

/** A locked ranking that was frozen, or lost the last of its flights and with it everybody that it ranked. */
export interface RankingStep {
  ranking: StoredRanking;
  current: CurrentRanking;
  /** The version that is valid. */
  version: number;
  now_ms: number;
}

export const rankingSteps = createConsequences<RankingStep>('a ranking');
