/** Whether this is a demo database: its passwords are published in the README. */
import { cannotStart } from './config.ts';
import type { Tx } from './db/database.ts';

/** `open`: the demo accounts exist; `ended`: they were removed by `npm run demo:end`. */
export type DemoState = 'none' | 'open' | 'ended';

export async function demoState(tx: Tx): Promise<DemoState> {
  const demo = await tx.selectFrom('demo').select('ended_at').executeTakeFirst();
  if (!demo) return 'none';
  return demo.ended_at === null ? 'open' : 'ended';
}

/**
 * Checks that the setting DEMO fits the database.
 * @throws `cannotStart` when the demo has ended, or its accounts exist without DEMO.
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
