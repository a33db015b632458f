/** What follows from a change of a season for its flights and for what was written about them. */
import type { RaceRules } from '#domain/seasons/rules.ts';
import { consequencesOf } from '#server/follow.ts';
import type { SeasonKey } from './due-dates.ts';

/** The season shows something else than before. */
export const visibilityChanges = consequencesOf<SeasonKey>('what a season shows');

/** The season has another version of its rulebook. */
export interface RulebookChange extends SeasonKey {
  version: number;
  rules: RaceRules;
}

export const rulebookChanges = consequencesOf<RulebookChange>('a rulebook');
