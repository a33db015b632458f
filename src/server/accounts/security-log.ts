/** What happened to people's accounts, for themselves, for admins and for alarms: a row each that nobody can change (migration 0052). */
import { sql } from 'kysely';
import { nameOfAgent } from '#domain/accounts/agent.ts';
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
import { bundled_issuer } from './users.ts';

export interface SecurityRecord {
  /** Whose account; null where what was typed belongs to nobody, and then nothing of it is kept. */
  of: Owner | null;
  event: SecurityEvent;
  /** Where it came from: `networkOf` of the address; null where the program itself did it. */
  network: string | null;
  /** The browser or program, as it names itself. */
  agent: string | null | undefined;
}

/**
 * Writes down what happened to an account, in the transaction in which it happens, and the letter about it where its
 * owner gets one.
 */
export async function recordSecurityEvent(tx: Tx, { of, event, network, agent: named }: SecurityRecord): Promise<void> {
  const agent = named?.slice(0, 512) ?? null;
  const isFailure = of !== null && failures.includes(event);
  // Of failures at the same moment each sees those before it, so that one of them writes the letter.
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

/** Who has an account with the bundled provider is written to where the account says. */
async function mailboxOf(tx: Tx, of: Owner): Promise<Owner> {
  const { account } = await bothNamesOf(tx, of);
  return account === null ? of : { account };
}

/** Until the transaction ends. */
async function lockFailuresOf(tx: Tx, of: Owner): Promise<void> {
  const [[what, id] = []] = Object.entries(of);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`failures of ${what} ${id}`}, 0))`.execute(tx);
}

/** Whether the last failure makes it {@link mostFailures} within the hour, and no letter said so in that time. */
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
 * What happened to an account, the newest first: what is known by the person and what is known by the account.
 *
 * @param before the id of an entry: those before it; null: the newest
 * @param most so many at once
 */
export async function readSecurityLog(
  tx: Tx,
  whose: Owner,
  { before = null, most }: { before?: number | null; most: number },
): Promise<SecurityEntries> {
  const { user_id, account } = await bothNamesOf(tx, whose);
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

/** Who is known here as a person may have an account with the bundled provider, and the other way round. */
async function bothNamesOf(tx: Tx, whose: Owner): Promise<{ user_id: number | null; account: string | null }> {
  const people = tx.selectFrom('users').select(['id', 'subject', 'issuer']);
  if ('user_id' in whose) {
    const person = await people.where('id', '=', whose.user_id).executeTakeFirst();
    return { ...whose, account: person?.issuer === bundled_issuer ? person.subject : null };
  }
  const own = people.where('issuer', '=', bundled_issuer).where('subject', '=', whose.account);
  return { ...whose, user_id: (await own.executeTakeFirst())?.id ?? null };
}
