/**
 * The admins of the site: the first one is made here.
 *   npm run admin -- --email somebody@example.org
 */
import { sql } from 'kysely';
import { bundled_issuer } from '#domain/identity/issuer.ts';
import { changeStanding, lockStanding } from '#server/accounts/standing.ts';
import { enterUser } from '#server/accounts/users.ts';
import type { Config } from '#server/config.ts';
import { connect, type Tx } from '#server/db/database.ts';
import { cannot, openForTools, readFlags, runTool, wrongCall } from './connection.ts';

const help = `
npm run admin -- --email ADDRESS             make the person with this address admin
npm run admin -- --email ADDRESS --remove    make them none any more; one admin stays
npm run admin -- --list                      list the admins

Set SMTP_URL first, and let the person register at /id/register and follow the link in the e-mail: an address that is
not confirmed may be anybody's. Where OIDC_ISSUER knows the people, they have to have signed in once.
The database of the program, as its owner: DATABASE_URL and DATABASE_OWNER_URL, or the embedded one in DATA_DIR.
`;

const flags = { email: { type: 'string' }, remove: { type: 'boolean' }, list: { type: 'boolean' } } as const;

async function main(): Promise<number> {
  const call = readFlags(flags, help);
  if (!call) return 0;
  const { email, remove = false, list = false } = call.values;
  if (call.positionals.length) throw wrongCall(`"${call.positionals[0]}" belongs to no flag. See --help.`);
  if ((email === undefined) !== list || (list && remove)) throw wrongCall('Say either --email or --list. See --help.');
  const { config, connection, ownerUrl, close } = await openForTools();
  const owner = ownerUrl === undefined ? undefined : connect(ownerUrl, () => {}, 1, null);
  try {
    if (email === undefined) await listAdmins(connection.db);
    else if (!owner) throw cannot('Only the owner of the tables makes an admin: set DATABASE_OWNER_URL.');
    else print(await owner.db.transaction().execute((tx) => setAdmin(tx, config, email.trim(), !remove)));
    return 0;
  } finally {
    await owner?.close();
    await close();
  }
}

async function listAdmins(tx: Tx): Promise<void> {
  const admins = await tx
    .selectFrom('users')
    .select(['id', 'email', 'issuer'])
    .where('is_admin', '=', true)
    .orderBy('id')
    .execute();
  for (const { id, email, issuer } of admins) print(`${id}  ${email ?? '(no address)'}  ${issuer}`);
  if (!admins.length) print('There is no admin. Make one: npm run admin -- --email …');
}

/** @returns what was done, in a sentence. */
async function setAdmin(tx: Tx, config: Config, email: string, is_admin: boolean): Promise<string> {
  const user_id = await personBy(tx, config, email);
  const locked = await lockStanding(tx, user_id);
  if (locked.standing.is_admin === is_admin)
    return is_admin ? `${email} is admin already.` : `${email} is no admin; nothing was changed.`;
  await changeStanding(tx, null, locked, { ...locked.standing, is_admin });
  return is_admin ? `${email} is admin now.` : `${email} is no admin any more.`;
}

/** The person whose confirmed address this is. @throws Error in a sentence when there is none. */
async function personBy(tx: Tx, config: Config, email: string): Promise<number> {
  const issuer = config.oidc?.issuer ?? bundled_issuer;
  if (config.oidc) {
    const found = await tx
      .selectFrom('users')
      .select('id')
      .where(sql`rtrim(issuer, '/')`, '=', issuer.replace(/\/+$/, ''))
      .where(sql`lower(email)`, '=', email.toLowerCase())
      .executeTakeFirst();
    if (!found)
      throw cannot(
        `Nobody with the address ${email} has signed in through ${issuer} yet: let them sign in once, and call again.`,
      );
    return found.id;
  }
  const { rows } = await sql<{
    id: string;
    email: string;
    confirmed: boolean;
    first: string | null;
    last: string | null;
  }>`
    select id, email, "emailVerified" as confirmed, "givenName" as first, "familyName" as last
    from idp."user" where lower(email) = ${email.toLowerCase()}`.execute(tx);
  const [account] = rows;
  const hint = config.smtp_url ? '' : ' Set SMTP_URL first: without it no e-mail is sent.';
  const waiting = await sql`select from idp.registrations where email = ${email.toLowerCase()}`.execute(tx);
  if (!account && !waiting.rows.length)
    throw cannot(`Nobody has registered with the address ${email}: let them do it at /id/register.${hint}`);
  if (!account?.confirmed)
    throw cannot(`The address ${email} is not confirmed: let them follow the link in the e-mail that they got.${hint}`);
  const known = await tx
    .selectFrom('users')
    .select('id')
    .where('issuer', '=', issuer)
    .where('subject', '=', account.id)
    .executeTakeFirst();
  // A person who never signed in here is entered as at the first sign-in.
  return (
    known?.id ??
    enterUser(tx, {
      issuer,
      subject: account.id,
      email: account.email,
      first_name: account.first,
      last_name: account.last,
    })
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await runTool(main);
