/** Whether this is the database of a demo: its people can be signed in as by everybody who reads the README. */
import { cannotStart } from './config.ts';
import type { Tx } from './db/database.ts';

/** `open`: the demo's people are here; `ended`: they were, until `npm run demo:end`. */
export type DemoState = 'none' | 'open' | 'ended';

export async function demoState(tx: Tx): Promise<DemoState> {
  const demo = await tx.selectFrom('demo').select('ended_at').executeTakeFirst();
  if (!demo) return 'none';
  return demo.ended_at === null ? 'open' : 'ended';
}

/**
 * Look whether the setting DEMO fits the database.
 * @throws `cannotStart` when the demo is over here, or its people are still here without it.
 */
export async function checkDemo(tx: Tx, demo: boolean): Promise<DemoState> {
  const state = await demoState(tx);
  if (demo && state === 'ended') throw cannotStart('The demo of this database was ended: start with DEMO=0.');
  if (!demo && state === 'open')
    throw cannotStart(
      'A demo ran in this database, and everybody knows the password of its people, who are admin and merchants here: run "npm run demo:end", which ends their accounts and keeps the data, or start with DEMO=1.',
    );
  return state;
}
