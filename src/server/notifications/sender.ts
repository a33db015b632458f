/**
 * Sends what waits in the outbox. What is due is claimed for a while, tried, and settled, each in a transaction of its
 * own, so that no connection waits for a mail server. A process that dies in between leaves its claims behind: when they
 * have run out another one tries again.
 */

import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { scrubbed } from '#domain/errors/scrubbed.ts';
import { isLocale } from '#domain/locales.ts';
import {
  type Channel,
  channels,
  events,
  isUrgent,
  mostAttempts,
  nextAttempt,
} from '#domain/notifications/notification.ts';
import { quietUntil } from '#domain/notifications/quiet.ts';
import { type Database, isDatabaseAway, type Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { awayIn } from '#server/outside/away.ts';
import { retry_ms } from '#server/outside/service.ts';
import { type AccountLetter, destinationOf } from './account-letters.ts';
import { homeNow, notifyFans } from './fans.ts';
import { letterOf, type Told, type Written, writtenLetter } from './letter.ts';
import { destinationOfNotice } from './security-letters.ts';
import { settingsOf } from './settings.ts';
import type { FactsOf } from './tell.ts';
import type { Addressee, Ways } from './ways.ts';

/** So many of each channel are under way at once in one process. */
const atOnce = 10;
/** Longer than any way out takes. */
const claim_s = 120;

/** Something that waits to be sent and is this process's for a while. */
export interface Claimed {
  id: number;
  user_id: number | null;
  recipient: string | null;
  event: keyof FactsOf;
  channel: Channel;
  key: string;
  facts: FactsOf[keyof FactsOf];
  /** This one included. */
  attempts: number;
}

export interface SenderOptions {
  db: Database;
  ways: Ways;
  log: FastifyBaseLogger;
  /** Signs the links of letters. */
  secret: string;
  /** Whether a channel's service is down: what is due there stays for later, and no attempt is counted. */
  isDown?: (channel: Channel) => boolean;
  /** How what is due is claimed; a proof's control does it otherwise. */
  claim?: typeof claimDue;
  /** Whether nothing more shall be claimed. */
  stopped?: () => boolean;
}

/** Claims what is due, of one channel or of all, so that no other process takes it until the claim has run out. */
export async function claimDue(db: Database, now_ms: number, channel?: Channel, most = atOnce): Promise<Claimed[]> {
  const now = new Date(now_ms).toISOString();
  const { rows } = await sql<Claimed>`
    update notifications set attempts = attempts + 1, due_at = ${now}::timestamptz + ${claim_s} * interval '1 second'
    where id in (
      select id from notifications where status = 'pending' and due_at <= ${now}::timestamptz
        and channel = coalesce(${channel ?? null}, channel)
      order by due_at, id limit ${most} for update skip locked)
    returning id, user_id, recipient, event, channel, key, facts, attempts`.execute(db);
  return rows;
}

/** Sends everything that is due, each channel by itself: a mail server that is slow delays no push. @returns how much was tried. */
export async function sendDue(
  { db, ways, log, secret, isDown = () => false, claim = claimDue, stopped = () => false }: SenderOptions,
  now_ms: number,
): Promise<number> {
  const tried = await Promise.all(channels.map(sendChannel));
  return tried.reduce((sum, one) => sum + one, 0);

  async function sendChannel(channel: Channel): Promise<number> {
    for (let tried = 0; ; ) {
      const claimed = isDown(channel) || stopped() ? [] : await claim(db, now_ms, channel);
      if (!claimed.length) return tried;
      tried += claimed.length;
      await Promise.all(claimed.map((one) => send(one)));
    }
  }

  async function send(one: Claimed): Promise<void> {
    // Whoever tried last died each time.
    if (one.attempts > mostAttempts) return settle(one, 'given_up', 'cut off');
    try {
      const { to, until_ms, wanted, written, path } = await addresseeOf(db, one, { secret, now_ms });
      if (!wanted) return await settle(one, 'given_up', 'no longer wanted');
      if (until_ms !== null) return await postpone(db, one, until_ms);
      const facts =
        one.event === 'bird_home'
          ? await homeNow(db, one.user_id!, (one.facts as FactsOf['bird_home']).arrival)
          : one.facts;
      if (!facts) return await withdraw(db, one);
      const made = written ? writtenLetter(written, to) : letterOf(one.event as Told, facts as never, to);
      const letter = path === undefined ? made : { ...made, path };
      const reply_to = one.event === 'contact' ? (one.facts as FactsOf['contact']).email : written?.reply_to;
      const gone = await ways[one.channel]({ id: one.id, event: one.event, key: one.key, letter, reply_to, to });
      await (gone === 'sent' ? settle(one, 'sent', null) : settle(one, 'given_up', 'no address'));
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      // Not an attempt: the service was not asked.
      if (awayIn(error)?.wasAsked === false) return postpone(db, one, now_ms + retry_ms);
      log.warn(
        {
          err: withoutNames(error as Error),
          notification_id: one.id,
          event: one.event,
          channel: one.channel,
          attempts: one.attempts,
        },
        'a notification was not sent',
      );
      await settle(one, nextAttempt(one.attempts, now_ms) === null ? 'given_up' : 'failed', (error as Error).message);
    }
  }

  /** Writes down how an attempt ended. Whose claim ran out meanwhile has nothing to say any more. */
  async function settle(one: Claimed, outcome: 'sent' | 'failed' | 'given_up', error: string | null): Promise<void> {
    await transact(db, async (tx) => {
      const again = outcome === 'failed' ? nextAttempt(one.attempts, now_ms) : null;
      const { numUpdatedRows } = await tx
        .updateTable('notifications')
        .set(again === null ? { status: outcome as 'sent' | 'given_up' } : { due_at: new Date(again).toISOString() })
        .where('id', '=', one.id)
        .where('status', '=', 'pending')
        .where('attempts', '=', one.attempts)
        .executeTakeFirst();
      if (!numUpdatedRows) return;
      await tx
        .insertInto('notification_attempts')
        .values({ notification_id: one.id, n: one.attempts, outcome, error: error?.slice(0, 500) ?? null })
        .execute();
    });
  }
}

/** A letter's reader, now. */
interface Destined {
  to: Addressee;
  /** Until when they want to be left alone. */
  until_ms: number | null;
  wanted: boolean;
  /** Where a loft chose the words. */
  written?: Written;
  /** Where it leads, when that is not written down. */
  path?: string;
}

/** Whom it goes to now, whether they still want it, and until when they want to be left alone. */
async function addresseeOf(
  tx: Tx,
  { user_id, recipient, event, channel, facts }: Claimed,
  { secret, now_ms }: { secret: string; now_ms: number },
): Promise<Destined> {
  if (event === 'invitation') return invitedBy(tx, facts as FactsOf['invitation']);
  if (event === 'fancier_message') return writtenTo(tx, facts as FactsOf['fancier_message']);
  if (event === 'security_notice') {
    const found = await destinationOfNotice(tx, facts as FactsOf['security_notice']);
    return found ? { ...found, until_ms: null, wanted: true } : { to: nowhere, until_ms: null, wanted: false };
  }
  if (event === 'confirm_email' || event === 'email_known' || event === 'new_password') {
    const found = await destinationOf(tx, event, facts as FactsOf[AccountLetter], { secret, now_ms });
    return found ? { ...found, until_ms: null, wanted: true } : { to: nowhere, until_ms: null, wanted: false };
  }
  const about = events.find((one) => one === event);
  if (user_id === null || !about) {
    const to: Addressee = { user_id: null, email: recipient, phone: null, locale: 'en', time_zone: 'UTC' };
    return { to, until_ms: null, wanted: true };
  }
  const { language, ...address } = await tx
    .selectFrom('users')
    .select(['email', 'phone', 'language'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  const { quiet, choices, ...settings } = await settingsOf(tx, user_id);
  const locale = settings.language ?? (isLocale(language) ? language : 'en');
  return {
    to: { user_id, ...address, locale, time_zone: quiet?.time_zone ?? 'UTC' },
    until_ms: quiet && !isUrgent(about) ? quietUntil(now_ms, quiet) : null,
    wanted: choices[about][channel],
  };
}

const nowhere: Addressee = { user_id: null, email: null, phone: null, locale: 'en', time_zone: 'UTC' };

/** What went wrong, without whom it was for: mail servers name them. */
function withoutNames(error: Error): object {
  const { name, message, stack = '', code } = error as Error & { code?: string };
  return { type: name, code, message: scrubbed(message), stack: scrubbed(stack) };
}

/** The address of an invitation; nobody wants it that was answered since, or sent again. */
async function invitedBy(
  tx: Tx,
  { invitation_id, sending, language, time_zone }: FactsOf['invitation'],
): Promise<Destined> {
  const invitation = await tx
    .selectFrom('invitations')
    .select('email')
    .where('id', '=', invitation_id)
    .where('sendings', '=', sending)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  const to: Addressee = {
    user_id: null,
    email: invitation?.email ?? null,
    phone: null,
    locale: isLocale(language) ? language : 'en',
    time_zone,
  };
  return { to, until_ms: null, wanted: !!invitation };
}

/**
 * A fancier whom a loft writes to, in the language that they chose where they have an account; one who is no longer in
 * its list is not written to.
 */
async function writtenTo(tx: Tx, { loft_id, message_id, fancier_id }: FactsOf['fancier_message']): Promise<Destined> {
  const { language, fancier_email, ...written } = await tx
    .selectFrom('fancier_messages as m')
    .innerJoin('lofts as l', 'l.id', 'm.loft_id')
    .leftJoin('fanciers as f', (join) => join.onRef('f.loft_id', '=', 'm.loft_id').on('f.id', '=', fancier_id))
    .select(['m.subject', 'm.text', 'l.name as loft', 'l.email as reply_to', 'f.email as fancier_email'])
    .select(
      sql<string>`coalesce((select coalesce(s.language, u.language) from users u
        left join notification_settings s on s.user_id = u.id
        where lower(u.email) = lower(f.email) order by u.id desc limit 1), m.language)`.as('language'),
    )
    .where('m.loft_id', '=', loft_id)
    .where('m.id', '=', message_id)
    .executeTakeFirstOrThrow();
  const locale = isLocale(language) ? language : 'en';
  return {
    to: { user_id: null, email: fancier_email, phone: null, locale, time_zone: 'UTC' },
    until_ms: null,
    wanted: fancier_email !== null,
    written: { ...written, loft_id, reply_to: written.reply_to ?? undefined },
  };
}

/** What it tells is no longer so; that was no attempt. */
async function withdraw(db: Database, { id, attempts }: Claimed): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ status: 'withdrawn', attempts: attempts - 1 })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('attempts', '=', attempts)
    .execute();
}

/** Puts it off; that was no attempt. */
async function postpone(db: Database, { id, attempts }: Claimed, until_ms: number): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ attempts: attempts - 1, due_at: new Date(until_ms).toISOString() })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('attempts', '=', attempts)
    .execute();
}

export interface Sender {
  /** Notifies who starred what happened, and sends what is due. */
  look(): Promise<void>;
  /** Claim nothing more, and write down how what is under way ends: what was sent unwritten is sent once more. */
  stop(): Promise<void>;
}

export function createSender(options: SenderOptions): Sender {
  const { db, log } = options;
  const fans = inRounds((stopped) => notifyFans(db, Date.now(), { log, stopped }));
  const sending = inRounds((stopped) => sendDue({ ...options, stopped }, Date.now()));
  return {
    // However slow a mail server is, the next people are found.
    async look() {
      try {
        await fans.look();
      } finally {
        await sending.look();
      }
    },
    async stop() {
      await Promise.all([fans.stop(), sending.stop()]);
    },
  };
}

/** One round at a time, and one more when it is asked for meanwhile. */
function inRounds(round: (stopped: () => boolean) => Promise<unknown>): Sender {
  let is_stopped = false;
  let running: Promise<void> | undefined;
  let again = false;

  async function rounds(): Promise<void> {
    do {
      again = false;
      await round(() => is_stopped);
    } while (again && !is_stopped);
  }
  return {
    look() {
      if (running) again = true;
      running ??= rounds().finally(() => {
        running = undefined;
      });
      return running;
    },
    async stop() {
      is_stopped = true;
      await running?.catch(() => {}); // told to who looked
    },
  };
}
