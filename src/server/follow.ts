/**
 * The consequences of a step, in its transaction. The module of the step declares the type of its consequences, later
 * modules implement them, and `server/consequences.ts` lists them in their order (decision 44).
 */
import type { Tx } from './db/database.ts';

export type Consequence<Step> = (tx: Tx, step: Step) => Promise<void>;

/** The consequences of one kind of step. */
export interface Consequences<Step> {
  /** Registers the consequences, once for the program. */
  list: (consequences: readonly Consequence<Step>[]) => void;
  /** The registered consequences, in their order. */
  listed: () => readonly Consequence<Step>[];
  /** Runs the consequences of a step, one after the other. */
  follow: Consequence<Step>;
}

/** @param of the kind of step, for the error when nothing is registered */
export function consequencesOf<Step>(of: string): Consequences<Step> {
  let all: readonly Consequence<Step>[] | undefined;
  const listed = () => {
    if (!all) throw new Error(`nothing follows from ${of} yet: server/consequences.ts was not imported`);
    return all;
  };
  return {
    list: (consequences) => {
      all = consequences;
    },
    listed,
    async follow(tx, step) {
      for (const consequence of listed()) await consequence(tx, step);
    },
  };
}
