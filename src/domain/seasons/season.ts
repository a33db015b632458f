/** A race season of a loft and its states (specification 3.1, 4.7). */
import type { Machine } from '#domain/machine.ts';

export type SeasonStatus = 'draft' | 'in_progress' | 'over' | 'season_complete';
export type SeasonEvent = 'open' | 'finish' | 'complete';

/**
 * Draft → in progress → over → season complete (4.7); whether registration is open follows from its due date, not from
 * the state.
 */
export const seasonMachine: Machine<SeasonStatus, SeasonEvent> = {
  name: 'season',
  first: 'draft',
  steps: {
    draft: { open: 'in_progress' },
    in_progress: { finish: 'over' },
    over: { complete: 'season_complete' },
    season_complete: {},
  },
};

/** The filters of a list of seasons: those with open registration, or a state. */
export const seasonChoices = ['registration', 'in_progress', 'over', 'season_complete'] as const;
