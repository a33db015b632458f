/**
 * Prints what is wrong with this installation and what to do, one line each.
 *   npm run -s doctor
 */
import { readConfig } from '#server/config.ts';
import type { Finding } from '#server/doctor/check.ts';
import { examine } from '#server/doctor/doctor.ts';
import { findDatabase, readFlags, runTool, wrongCall } from './connection.ts';

const help = `
npm run -s doctor              what is wrong, and what to do, one line each
npm run -s doctor -- --json    the same for programs

Call it with the settings of the program. Exit code 0: nothing is wrong; 1: something is.
`;

async function main(): Promise<number> {
  const call = readFlags({ json: { type: 'boolean' } }, help);
  if (!call) return 0;
  if (call.positionals.length) throw wrongCall(`"${call.positionals[0]}" belongs to no flag. See --help.`);
  const findings = await findingsHere();
  if (call.values.json) print(JSON.stringify(findings, null, 2));
  else if (!findings.length) print('Nothing is wrong.');
  else for (const { name, what, repair } of findings) print(`${name}: ${what} ${repair}`);
  return findings.length ? 1 : 0;
}

async function findingsHere(): Promise<Finding[]> {
  try {
    readConfig(process.env);
  } catch (error) {
    const repair = 'Mend the settings; README.md describes them.';
    return (error as Error).message.split('\n').map((what) => ({ name: 'settings', what: `${what}.`, repair }));
  }
  const database = await findDatabase().catch((error: Error) => error);
  if (database instanceof Error)
    return [{ name: 'database', what: database.message, repair: 'Mend DATABASE_URL or DATA_DIR.' }];
  const { dataDir: data_dir, stop, ...found } = database;
  try {
    return await examine({ ...found, data_dir });
  } finally {
    await stop();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await runTool(main);
