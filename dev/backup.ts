/** `npm run backup`: the database, uploaded files and secrets into a folder. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { backup } from '#server/backup/backup.ts';
import { cannot, findDatabase, numberFlag, readFlags, runTool } from './connection.ts';

const help = `
npm run -s backup -- [--to FOLDER] [--keep N]

Writes the database as of one moment, uploaded files and the secrets of the data folder into a new folder
loftline-DATE below FOLDER (DATA_DIR/backups by default: give it another disk), while the program runs. With --keep
the N newest stay and older ones are removed. An external database (DATABASE_URL, DATABASE_OWNER_URL) is dumped by the
pg_dump of the PATH. Files in a bucket are not copied. Prints the folder. Whoever can read it can sign as this site:
it is closed to other users, keep it so.
`;

await runTool(async () => {
  const flags = readFlags({ to: { type: 'string' }, keep: { type: 'string' } }, help);
  if (!flags) return 0;
  const keep = flags.values.keep === undefined ? undefined : numberFlag('keep', flags.values.keep, { whole: true });
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const { config, url, ownerUrl = url, superUrl, dataDir, stop } = await findDatabase();
  try {
    const taken = await backup({
      source: superUrl === undefined ? { kind: 'dump', ownerUrl } : { kind: 'cluster', superUrl, ownerUrl },
      dataDir,
      has_bucket: config.s3 !== undefined,
      to: flags.values.to === undefined ? `${dataDir}/backups` : resolve(flags.values.to),
      keep,
      version,
      say: (line) => process.stderr.write(`${line}\n`),
    }).catch((error: Error) => {
      throw cannot(`There is no backup: ${error.message}`);
    });
    process.stdout.write(`${taken.folder}\n`);
    process.stderr.write(`${Math.round(taken.bytes / 1e5) / 10} MB, the state of ${taken.taken_at}\n`);
    if (config.auth_secret && superUrl === undefined)
      process.stderr.write('AUTH_SECRET stands in the environment and is not in the backup: keep it elsewhere.\n');
    if (config.s3)
      process.stderr.write(`Uploaded files lie in the bucket ${config.s3.bucket} and are not in the backup.\n`);
    return 0;
  } finally {
    await stop();
  }
});
