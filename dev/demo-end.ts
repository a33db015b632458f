/**
 * Ends all accounts and rights of a demo, whose passwords and notices are public, and keeps the data.
 *   npm run demo:end
 */
import { sql } from 'kysely';
import { writeAudit } from '#server/accounts/audit.ts';
import { endSessions } from '#server/accounts/sessions.ts';
import { connect, type Tx } from '#server/db/database.ts';
import { demoState } from '#server/demo.ts';
import { cannot, openForTools, readFlags, runTool, wrongCall } from './connection.ts';

const help = `
npm run demo:end    end all accounts, rights, invitations and device keys of a demo; lofts, birds and races stay

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

/**
 * Ends every access that was granted in the demo. The demo was public: its admin's password stands in the README, and
 * every link of its notices in the outbox, which is public too.
 *
 * @returns what was done, in lines.
 */
async function endDemo(tx: Tx): Promise<string[]> {
  const state = await demoState(tx);
  if (state === 'none') return ['No demo ran in this database: nothing to end.'];
  if (state === 'ended') return ['The demo of this database was ended before: nothing to end.'];
  const people = await tx.selectFrom('users').select(['id', 'is_admin', 'roles']).orderBy('id').forUpdate().execute();
  for (const { id: user_id } of people) await endSessions(tx, { user_id });
  const raised = people.filter(({ is_admin, roles }) => is_admin || roles.length > 0);
  for (const { id } of raised) await sql`select change_standing(null, ${id}, false, '{}')`.execute(tx);

  // The lofts of the demo have no other merchant: the trigger is off while they lose theirs. An admin takes them over.
  await sql`alter table loft_permissions disable trigger keep_a_merchant`.execute(tx);
  const taken = await tx.deleteFrom('loft_permissions').returningAll().execute();
  await sql`alter table loft_permissions enable trigger keep_a_merchant`.execute(tx);
  for (const { loft_id, user_id: about_user_id, given_at: _given_at, ...before } of taken)
    await writeAudit(tx, { loft_id, user_id: null, action: 'permission.take', about_user_id, before, after: null });

  const now = new Date().toISOString();
  const invitations = await tx
    .updateTable('invitations')
    .set({ withdrawn_at: now })
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  const keys = await tx
    .updateTable('devices')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .executeTakeFirst();

  // Deleted with the accounts: passwords, second factors, the provider's own sessions, tokens and open links.
  const accounts = await sql`delete from idp."user"`.execute(tx);
  await sql`update demo set ended_at = now()`.execute(tx);
  return [
    `${Number(accounts.numAffectedRows ?? 0)} accounts of the demo are gone, its own and all that were made in it: no password, no second factor and no token of theirs opens anything.`,
    `${raised.length} admins, ${taken.length} rights in lofts, ${invitations.numUpdatedRows} invitations and the keys of ${keys.numUpdatedRows} devices were taken. The log of rights has the first two.`,
    'The data stay as they are; whoever had a right in the demo could change them.',
    'Start with DEMO=0, register, and run "npm run admin -- --email …".',
  ];
}

await runTool(main);
