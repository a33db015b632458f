/** Checks the integrity of a database: the ledgers, the results, the money and the histories, as of one moment. */
import { auditLoft } from './arrivals/audit.ts';
import type { Database, Tx } from './db/database.ts';
import { auditHistories } from './db/histories.ts';
import { faultsOfMoney } from './payments/audit.ts';

/** One check. */
export interface Verified {
  /** Its subject and number of items, in English, for a line of the terminal. */
  what: string;
  /** A sentence for each wrong row; empty when all is well. */
  faults: string[];
}

/** Checks everything, a loft at a time, and reports each check when it is done. The database stays in use meanwhile. */
export async function* verify(db: Database): AsyncGenerator<Verified> {
  const lofts = await db.selectFrom('lofts').select(['id', 'name']).orderBy('id').execute();
  for (const { id: loft_id, name } of lofts) {
    const { readings, declarations, arrivals, faults, money } = await atOneMoment(db, async (tx) => ({
      ...(await auditLoft(tx, loft_id)),
      money: await faultsOfMoney(tx, { loft_id }),
    }));
    const entries = `${readings} readings, ${declarations} declarations`;
    yield { what: `loft ${loft_id} "${name}": ${entries}, ${arrivals} arrivals`, faults };
    yield { what: `loft ${loft_id} "${name}": the money of its orders`, faults: money };
  }
  const { steps, faults } = await atOneMoment(db, auditHistories);
  yield { what: `histories: ${steps} steps`, faults };
}

/** All statements of one transaction see the same moment. */
function atOneMoment<Result>(db: Database, look: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(look);
}
