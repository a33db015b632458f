/** `npm run ledger:verify`: looks whether the database is whole. */
import { verify } from '#server/verify.ts';
import { openForTools, readFlags, runTool } from './connection.ts';

const help = `
npm run -s ledger:verify

Looks through the whole database, while it is at work: every reading and every declaration against the hash chain of its
loft, every result and every release against the ledger, orders against payments and the journal, every status against its history. One line for each, with
what is wrong below it. Exit code 0: all is well; 1: something is wrong.
`;

await runTool(async () => {
  if (!readFlags({}, help)) return 0;
  const { connection, close } = await openForTools();
  let wrong = 0;
  try {
    for await (const { what, faults } of verify(connection.db)) {
      process.stdout.write(`${faults.length ? 'WRONG' : 'ok   '} ${what}\n`);
      for (const fault of faults) process.stdout.write(`      ${fault}\n`);
      wrong += faults.length;
    }
  } finally {
    await close();
  }
  process.stdout.write(wrong ? `${wrong} rows are wrong.\n` : 'All is well.\n');
  return wrong ? 1 : 0;
});
