/**
 * Ends the accounts of a demo's people, whose password everybody can read, and keeps everything else.
 *   npm run demo:end
 */
import { sql } from 'kysely';
import { writeDown } from '#server/accounts/audit.ts';
import { endSessions } from '#server/accounts/sessions.ts';
import { bundled_issuer } from '#server/accounts/users.ts';
import { connect, type Tx } from '#server/db/database.ts';
import { demoState } from '#server/demo.ts';
import { cannot, openForTools, readFlags, runTool, wrongCall } from './connection.ts';
import { subjects } from './demo-people.ts';

const help = `
npm run demo:end    end the accounts of the demo's people: passwords, sessions and rights; lofts, birds and races stay

The database of the program, as its owner: DATABASE_URL and DATABASE_OWNER_URL, or the embedded one in DATA_DIR.
Afterwards start with DEMO=0, and make an admin: npm run admin -- --email …
`;

async function main(): Promise<number> {
  const call = readFlags({}, help);
  if (!call) return 0;
  if (call.positionals.length) throw wrongCall(`"${call.positionals[0]}" belongs to no flag. See --help.`);
  const { ownerUrl, close } = await openForTools();
  const owner = ownerUrl === undefined ? undefined : connect(ownerUrl, () => {}, 1, null);
  try {
    if (!owner) throw cannot('Only the owner of the tables ends a demo: set DATABASE_OWNER_URL.');
    for (const line of await owner.db.transaction().execute(endDemo)) process.stdout.write(`${line}\n`);
    return 0;
  } finally {
    await owner?.close();
    await close();
  }
}

/** @returns what was done, in lines. */
async function endDemo(tx: Tx): Promise<string[]> {
  const state = await demoState(tx);
  if (state === 'none') return ['No demo ran in this database: nothing to end.'];
  const people = await tx
    .selectFrom('users')
    .select(['id', 'email', 'is_admin'])
    .where('subject', 'in', subjects)
    .where('issuer', '=', bundled_issuer)
    .orderBy('id')
    .forUpdate()
    .execute();
  let sessions = 0;
  let rights = 0;
  // A loft of the demo's has no other merchant, and is kept: an admin looks after it now.
  await sql`alter table loft_permissions disable trigger keep_a_merchant`.execute(tx);
  for (const { id: user_id, is_admin } of people) {
    sessions += (await endSessions(tx, { user_id })).length;
    if (is_admin) await sql`select change_standing(null, ${user_id}, false, '{}')`.execute(tx);
    const taken = await tx.deleteFrom('loft_permissions').where('user_id', '=', user_id).returningAll().execute();
    for (const { loft_id, user_id: about_user_id, given_at: _given_at, ...before } of taken)
      await writeDown(tx, { loft_id, user_id: null, action: 'permission.take', about_user_id, before, after: null });
    rights += taken.length;
  }
  await sql`alter table loft_permissions enable trigger keep_a_merchant`.execute(tx);

  // With them go passwords, second factors, the provider's own sessions, tokens and links that wait.
  const accounts = await sql`delete from idp."user" where id = any(${subjects})`.execute(tx);
  await sql`update demo set ended_at = coalesce(ended_at, now())`.execute(tx);

  const admins = await tx.selectFrom('users').select('id').where('is_admin', '=', true).execute();
  return [
    `${Number(accounts.numAffectedRows ?? 0)} accounts of the demo are gone: no password, no second factor and no token of theirs opens anything.`,
    `${sessions} sessions were ended, ${rights} rights in lofts and ${people.filter(({ is_admin }) => is_admin).length} admins were taken, all of it in the log of rights. The data stay.`,
    admins.length
      ? 'Start with DEMO=0.'
      : 'There is no admin now: start with DEMO=0, register, and run "npm run admin -- --email …".',
  ];
}

await runTool(main);
