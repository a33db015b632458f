/**
 * What follows from a step, in its transaction. The noun that takes the step knows the type of its consequences, later
 * nouns write them, and `server/consequences.ts` lists them in their order (decision 44).
 */
import type { Tx } from './db/database.ts';

export type Consequence<Step> = (tx: Tx, step: Step) => Promise<void>;

/** The consequences of one kind of step. */
export interface Consequences<Step> {
  /** Say, once for the program, what follows. */
  list: (consequences: readonly Consequence<Step>[]) => void;
  /** What follows, in its order. */
  listed: () => readonly Consequence<Step>[];
  /** Do what follows from a step, one thing after the other. */
  follow: Consequence<Step>;
}

/** @param of what takes the step, for whoever forgot to list */
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
