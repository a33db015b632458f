/** What follows from a step of birds, in its transaction; `server/consequences.ts` lists it, as for orders. */
import type { PigeonMachine, PigeonStatus } from '#domain/pigeons/status.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';

/** Birds of a loft that are taken to a state, each from its own. */
export interface PigeonStep {
  loft_id: number;
  machine: PigeonMachine;
  pigeons: readonly { id: number; from: PigeonStatus }[];
  status: PigeonStatus;
  act: Act;
}

export type PigeonConsequence = (tx: Tx, step: PigeonStep) => Promise<void>;

let composed: readonly PigeonConsequence[] | undefined;

/** Say, once for the program, what follows from every step of birds. */
export function composePigeons(consequences: readonly PigeonConsequence[]): void {
  composed = consequences;
}

/** Do what follows from a step, one thing after the other. */
export async function followPigeons(tx: Tx, step: PigeonStep): Promise<void> {
  if (!composed) throw new Error('nothing follows from birds yet: server/consequences.ts was not imported');
  for (const consequence of composed) await consequence(tx, step);
}
