/** The consequences of changes of a season, for its flights and the posts about them. */
import type { SeasonKey } from '#domain/keys.ts';
import type { RaceRules } from '#domain/seasons/rules.ts';
import { createConsequences } from '#server/consequence-registry.ts';

/** The visibility of the season's data has changed. */
export const visibilityChanges = createConsequences<SeasonKey>('what a season shows');

/** A new version of the season's rulebook was published. */
export interface RulebookChange extends SeasonKey {
  version: number;
  rules: RaceRules;
}

export const rulebookChanges = createConsequences<RulebookChange>('a rulebook');
