/** `npm run restore`: restores a backup to a site in an empty place. */
import { resolve } from 'node:path';
import { afterRestore, restore } from '#server/backup/restore.ts';
import { verify } from '#server/verify.ts';
import { cannot, dataDirOf, environment, openForTools, readFlags, runTool, wrongCall } from './connection.ts';

const help = `
npm run -s restore -- FOLDER

Restores a backup (the folder that npm run backup printed) into a place where there is nothing yet: an empty DATA_DIR,
or with DATABASE_URL an empty database, by the pg_restore of the PATH. Then it looks whether the database is whole, and
says what comes next. Stop the program that used the database before.
`;

await runTool(async () => {
  const flags = readFlags({}, help);
  if (!flags) return 0;
  const [folder] = flags.positionals;
  if (folder === undefined) throw wrongCall('Which backup? See --help.');
  const config = environment();
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const ownerUrl = config.database_owner_url ?? config.database_url;
  const manifest = await restore({ from: resolve(folder), ownerUrl, dataDir: await dataDirOf(config), say }).catch(
    (error: Error) => {
      throw cannot(`Nothing was restored. ${error.message}`);
    },
  );
  const { connection, close } = await openForTools();
  let wrong = 0;
  try {
    const { sessions, notifications } = await afterRestore(connection.db, manifest.taken_at);
    for await (const { what, faults } of verify(connection.db)) {
      process.stdout.write(`${faults.length ? 'WRONG' : 'ok   '} ${what}\n`);
      for (const fault of faults) process.stdout.write(`      ${fault}\n`);
      wrong += faults.length;
    }
    process.stdout.write(
      [
        `This is the site as of ${manifest.taken_at}, taken by Loftline ${manifest.version}. What follows:`,
        '- Clocks: when one sends its next reading it is told up to where it is known here, and sends what came after',
        '  that again. Nothing has to be done; a clock that was switched off since then has to be switched on once.',
        `- Notifications: ${notifications} that were being sent at that moment are held back, so that none is sent twice. Those`,
        '  that waited then go out when the program starts, also when they went out in the time that is lost.',
        `- People: ${sessions} sessions were ended, everybody signs in again. Rights and passwords that changed since are`,
        '  as they were: look through the changes you remember.',
        '- Money: payments by card that were made since are found when the program asks the provider, within five minutes',
        "  of its start, where their order is in the backup; compare the provider's list with the rest.",
        manifest.files === 'bucket'
          ? '- Uploaded files are in the bucket and were not touched.'
          : '- Uploaded files were restored with it.',
        '- Then: npm start.',
        '',
      ].join('\n'),
    );
  } finally {
    await close();
  }
  return wrong ? 1 : 0;
});
