/**
 * Migrates the database as its owner, so that the processes that serve need not know the owner's password.
 *   DATABASE_URL=… DATABASE_OWNER_URL=… npm run migrate
 */
import { cannot, openForTools, readFlags, runTool, wrongCall } from './connection.ts';

const help = `
npm run migrate    run the migrations that have not run, prepare the job queue, and give the serving role its rights

  DATABASE_OWNER_URL   the role that owns the tables
  DATABASE_URL         the role that serves; processes with this address alone start once this has run
Without both: the embedded database in DATA_DIR.
`;

async function main(): Promise<number> {
  const call = readFlags({}, help);
  if (!call) return 0;
  if (call.positionals.length) throw wrongCall(`"${call.positionals[0]}" belongs to no flag. See --help.`);
  const { ownerUrl, ran, close } = await openForTools();
  await close();
  if (ownerUrl === undefined)
    throw cannot('All migrations have run. To renew the rights of the serving role, set DATABASE_OWNER_URL.');
  process.stdout.write(
    `${ran === 1 ? '1 migration' : `${ran} migrations`} ran; the rights of the serving role are renewed.\n`,
  );
  return 0;
}

await runTool(main);
