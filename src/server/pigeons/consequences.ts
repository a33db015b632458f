/** The consequences of steps of birds, and of the removal of a bird or a team. */
import type { SeasonPigeonKey } from '#domain/keys.ts';
import type { PigeonMachine, PigeonStatus } from '#domain/pigeons/status.ts';
import type { Act } from '#server/act.ts';
import { createConsequences } from '#server/consequence-registry.ts';

/** Birds of a loft taken to one state, each from its own. */
export interface PigeonStep {
  loft_id: number;
  machine: PigeonMachine;
  pigeons: readonly { id: number; from: PigeonStatus }[];
  status: PigeonStatus;
  act: Act;
}

export const pigeonSteps = createConsequences<PigeonStep>('a bird');

export const pigeonRemovals = createConsequences<SeasonPigeonKey>('the removal of a bird');

/** Locked teams that are about to be removed from their season. */
export interface TeamRemoval {
  loft_id: number;
  season_id: number;
  teams: readonly { id: number; name: string; country: string | null }[];
}

export const teamRemovals = createConsequences<TeamRemoval>('the removal of a team');
