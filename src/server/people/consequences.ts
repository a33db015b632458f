/** The consequences of steps of teams and their accounts. */
import type { SeasonKey, TeamKey } from '#domain/keys.ts';
import { createConsequences } from '#server/consequence-registry.ts';

/** A locked team that an account held by mistake, and that is nobody's now. */
export interface TeamTakenBack extends SeasonKey, TeamKey {
  /** Who held it. */
  user_id: number;
  now_ms: number;
}

export const teamsTakenBack = createConsequences<TeamTakenBack>('a team that is taken back');
