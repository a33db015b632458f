/**
 * The checks of an installation, with a solution for each problem: a list of checks, each a few lines in the files
 * beside this one.
 */
import pg from 'pg';
import { type Check, type Finding, type Installation, reasonOf } from './check.ts';
import { databaseChecks } from './database-checks.ts';
import { serviceChecks } from './service-checks.ts';
import { settingChecks } from './setting-checks.ts';

/** All checks but the one that the database can be reached. */
export const checks: readonly Check[] = [...settingChecks, ...databaseChecks, ...serviceChecks];

/** Below a gigabyte a night of backups or a long race can fill the disk. */
const least_free_bytes = 1024 ** 3;

/** The checks for each process; the process with the jobs runs them all. */
export const processChecks: readonly Check[] = checks.filter(({ name }) => name === 'connections');

/** @returns the findings in the order of the checks; none for an intact installation. */
export async function examine(
  given: Omit<Installation, 'ask' | 'node' | 'least_free_bytes'> &
    Partial<Pick<Installation, 'node' | 'least_free_bytes'>>,
  chosen: readonly Check[] = checks,
): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: given.url, connectionTimeoutMillis: 10_000, query_timeout: 10_000 });
  client.on('error', () => {}); // the running query reports it
  const at: Installation = {
    node: process.version,
    least_free_bytes,
    ...given,
    ask: async <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
      (await client.query<Row>(text, values)).rows,
  };
  const findings: Finding[] = [];
  const away = await client.connect().then(
    () => null,
    (error: Error) => error,
  );
  if (away) {
    const what = `The database of DATABASE_URL cannot be entered: ${reasonOf(away)}.`;
    findings.push({ name: 'database', what, repair: 'Start it, or mend DATABASE_URL.' });
  }
  try {
    for (const check of away ? chosen.filter((one) => !databaseChecks.includes(one)) : chosen) {
      const found = await Promise.resolve()
        .then(() => check.run(at))
        .catch((error: Error) => ({
          what: `This could not be looked at: ${reasonOf(error)}.`,
          repair: 'Mend what the other lines name, and look again.',
        }));
      if (found) findings.push({ name: check.name, ...found });
    }
  } finally {
    await client.end().catch(() => {});
  }
  return findings;
}
