/** The security log: events of accounts, for their owners, admins and alarms; append-only (migration 0052). */
import { sql } from 'kysely';
import { nameOfAgent } from '#domain/accounts/agent.ts';
import { bundled_issuer } from '#domain/identity/issuer.ts';
import {
  eventsWithNotice,
  failures,
  failures_ms,
  mostFailures,
  type SecurityEntries,
  type SecurityEntry,
  type SecurityEvent,
} from '#domain/identity/security.ts';
import type { Tx } from '#server/db/database.ts';
import { notifyOwner, type Owner, timeOfLastNotice } from '#server/notifications/security-notices.ts';

export interface SecurityRecord {
  /** The account; null where the typed address belongs to no account, and then it is not stored. */
  of: Owner | null;
  event: SecurityEvent;
  /** The network, `networkOf` of the address; null: the program itself. */
  network: string | null;
  /** The `User-Agent` header. */
  agent: string | null | undefined;
}

/**
 * Records an event of an account, in the transaction in which it happens, and notifies the owner where the event asks
 * for it.
 */
export async function recordSecurityEvent(tx: Tx, { of, event, network, agent: named }: SecurityRecord): Promise<void> {
  const agent = named?.slice(0, 512) ?? null;
  const isFailure = of !== null && failures.includes(event);
  // Failures at the same moment are serialized, so that only one of them sends the notice.
  if (isFailure) await lockFailuresOf(tx, of);
  const { at } = await tx
    .insertInto('security_log')
    .values({ ...of, event, network, agent })
    .returning('at')
    .executeTakeFirstOrThrow();
  if (of === null) return;
  const notice = { time: at, network, browser: nameOfAgent(agent) };
  const what = eventsWithNotice.find((one) => one === event);
  if (what) await notifyOwner(tx, await mailboxOf(tx, of), { ...notice, what });
  else if (isFailure && (await areTooMany(tx, of, at)))
    await notifyOwner(tx, await mailboxOf(tx, of), { ...notice, what: 'sign_ins_failed' });
}

/** The recipient of notices: the account of the bundled provider, if there is one. */
async function mailboxOf(tx: Tx, of: Owner): Promise<Owner> {
  const { account } = await bothIdsOf(tx, of);
  return account === null ? of : { account };
}

/** Advisory lock until the transaction ends. */
async function lockFailuresOf(tx: Tx, of: Owner): Promise<void> {
  const [[what, id] = []] = Object.entries(of);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`failures of ${what} ${id}`}, 0))`.execute(tx);
}

/** Whether there were {@link mostFailures} failures within the hour, and no notice of it in that time. */
async function areTooMany(tx: Tx, of: Owner, at: string): Promise<boolean> {
  const since = Date.parse(at) - failures_ms;
  const [column, id] = 'account' in of ? (['account', of.account] as const) : (['user_id', of.user_id] as const);
  const first = await tx
    .selectFrom('security_log')
    .select('at')
    .where(column, '=', id)
    .where('event', 'in', failures)
    .orderBy('id', 'desc')
    .offset(mostFailures - 1)
    .limit(1)
    .executeTakeFirst();
  if (first === undefined || Date.parse(first.at) <= since) return false;
  const last = await timeOfLastNotice(tx, await mailboxOf(tx, of), 'sign_ins_failed');
  return last === null || Date.parse(last) <= since;
}

/**
 * The events of an account, the newest first: those recorded for the person and those recorded for the account.
 *
 * @param before the id of an entry: those before it; null: the newest
 * @param most the size of a page
 */
export async function readSecurityLog(
  tx: Tx,
  whose: Owner,
  { before = null, most }: { before?: number | null; most: number },
): Promise<SecurityEntries> {
  const { user_id, account } = await bothIdsOf(tx, whose);
  const end = before ?? Number.MAX_SAFE_INTEGER;
  const { rows } = await sql<SecurityEntry>`
    select id, event, network, agent, at from (
      (select * from security_log where user_id = ${user_id} and id < ${end} order by id desc limit ${most + 1})
      union all
      (select * from security_log where account = ${account} and id < ${end} order by id desc limit ${most + 1})
    ) both_names order by id desc limit ${most + 1}`.execute(tx);
  const entries = rows.slice(0, most);
  return { entries, older: rows.length > most ? (entries.at(-1)?.id ?? null) : null };
}

/** The person's id in `users` and the account with the bundled provider; either may be missing. */
async function bothIdsOf(tx: Tx, whose: Owner): Promise<{ user_id: number | null; account: string | null }> {
  const people = tx.selectFrom('users').select(['id', 'subject', 'issuer']);
  if ('user_id' in whose) {
    const person = await people.where('id', '=', whose.user_id).executeTakeFirst();
    return { ...whose, account: person?.issuer === bundled_issuer ? person.subject : null };
  }
  const own = people.where('issuer', '=', bundled_issuer).where('subject', '=', whose.account);
  return { ...whose, user_id: (await own.executeTakeFirst())?.id ?? null };
}
