/**
 * The consequences of a step, in its transaction. The module of the step declares the type of its consequences, later
 * modules implement them, and `server/consequences.ts` lists them in their order (decision 44).
 */
import type { Tx } from './db/database.ts';

export type Consequence<Step> = (tx: Tx, step: Step) => Promise<void>;

/** The consequences of one kind of step. */
export interface Consequences<Step> {
  /** Registers the consequences, once for the program. */
  register: (consequences: readonly Consequence<Step>[]) => void;
  /** The registered consequences, in their order. */
  registered: () => readonly Consequence<Step>[];
  /** Runs the consequences of a step, one after the other. */
  run: Consequence<Step>;
}

/** @param of the kind of step, for the error message when nothing is registered */
export function createConsequences<Step>(of: string): Consequences<Step> {
  let all: readonly Consequence<Step>[] | undefined;
  const registered = () => {
    if (!all) throw new Error(`no consequences of ${of} are registered: server/consequences.ts was not imported`);
    return all;
  };
  return {
    register: (consequences) => {
      all = consequences;
    },
    registered,
    async run(tx, step) {
      for (const consequence of registered()) await consequence(tx, step);
    },
  };
}
