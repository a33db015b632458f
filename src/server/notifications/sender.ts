/**
 * Sends the notifications in the queues of mail, push and SMS (server/jobs): no transaction is open during the call to
 * an outside service, and the outcome is recorded with the removal from the queue, in one transaction.
 */

import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { scrubbed } from '#domain/errors/redact.ts';
import { isLocale } from '#domain/locales.ts';
import { type Channel, channels, events, isUrgent, mostAttempts } from '#domain/notifications/notification.ts';
import { quietUntil } from '#domain/notifications/quiet.ts';
import { type Database, isDatabaseAway, type Tx } from '#server/db/database.ts';
import { type Ended, type Job, type QueueOptions, workOffQueue } from '#server/jobs/items.ts';
import { retry_ms } from '#server/outside/service.ts';
import { awayIn } from '#server/outside/unavailable.ts';
import { type AccountNotice, accountNotices, destinationOf } from './account-notices.ts';
import type { Senders } from './channels.ts';
import { notifyFans } from './fans.ts';
import type { Brand } from './html.ts';
import { type Folded, foldLate, type HomeNotice } from './late-homes.ts';
import type { FactsOf } from './notify.ts';
import { readerZone } from './reader-zone.ts';
import {
  type Addressee,
  type RenderedEvent,
  type RenderedNotice,
  renderMessage,
  renderNotice,
  type Written,
} from './render.ts';
import { destinationOfNotice } from './security-notices.ts';
import { settingsOf } from './settings.ts';

/** The maximum of each channel in progress at once in one process. */
const at_once = 10;

/** A notification that waits to be sent. */
interface Waiting {
  id: number;
  user_id: number | null;
  recipient: string | null;
  event: keyof FactsOf;
  channel: Channel;
  key: string;
  facts: FactsOf[keyof FactsOf];
}

export interface SenderOptions extends Pick<QueueOptions, 'claim' | 'renew_ms' | 'stopped'> {
  db: Database;
  senders: Senders;
  log: FastifyBaseLogger;
  /** Signs the links in mails. */
  secret: string;
  /** Whether a channel's service is down: its notifications wait, and no attempt is counted. */
  isDown?: (channel: Channel) => boolean;
}

/**
 * Sends everything that is due, each channel on its own: a slow mail server delays no push.
 * @returns how many were tried.
 */
export async function sendDue(
  { db, senders, log, secret, isDown = () => false, stopped = () => false, ...options }: SenderOptions,
  now_ms: number,
): Promise<number> {
  const gives_up = { tries: mostAttempts, failed };
  const tried = await Promise.all(
    channels.map((queue) => {
      const job: Job<string> = { queue, nameOf: (key) => ({ key }), work: send, gives_up };
      return workOffQueue(db, job, { ...options, now_ms, at_once, stopped: () => stopped() || isDown(queue) });
    }),
  );
  return tried.reduce((sum, one) => sum + one, 0);

  async function send(item: string, n: number): Promise<Ended | { until_ms: number }> {
    const id = Number(item);
    const one = (await db
      .selectFrom('notifications')
      .select(['id', 'user_id', 'recipient', 'event', 'channel', 'key', 'facts'])
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .executeTakeFirst()) as Waiting | undefined;
    // Withdrawn meanwhile.
    if (!one) return async () => {};
    try {
      const { to, until_ms, wanted, written, path } = await addresseeOf(db, one, { secret, now_ms });
      if (!wanted) return ended(id, 'given_up', { attempt: { n, error: 'no longer wanted' } });
      if (until_ms !== null) return { until_ms };
      const folded = one.event === 'bird_home' ? await foldLate(db, one as HomeNotice, now_ms) : null;
      if (folded && 'until_ms' in folded) return folded;
      const { facts, others } = folded ?? { facts: one.facts, others: undefined };
      if (!facts) return ended(id, 'withdrawn', { others });
      const made = written
        ? excerptFor(one.channel, renderMessage(written, to))
        : renderNotice(one.event as RenderedEvent, facts as never, to);
      const notice = path === undefined ? made : { ...made, path };
      const reply_to = one.event === 'contact' ? (one.facts as FactsOf['contact']).email : written?.reply_to;
      const loft = written?.loft ?? ('loft' in facts ? facts.loft : undefined);
      const brand = loft === undefined || one.channel !== 'mail' ? undefined : await brandOf(db, loft);
      const gone = await senders[one.channel]({ id, event: one.event, key: one.key, notice, reply_to, to, brand });
      const attempt = gone === 'sent' ? { n } : { n, error: 'no address' };
      return ended(id, gone === 'sent' ? 'sent' : 'given_up', { attempt, others });
    } catch (error) {
      // Not an attempt: the service was not called.
      if (awayIn(error)?.wasAsked === false) return { until_ms: now_ms + retry_ms };
      const { event, channel } = one;
      if (!isDatabaseAway(error))
        log.warn(
          { err: withoutNames(error as Error), notification_id: id, event, channel, attempts: n },
          'a notification was not sent',
        );
      throw error;
    }
  }
}

/** Records a failed attempt, and gives up with the last one. */
async function failed(
  tx: Tx,
  item: string,
  { n, error: { message: error }, is_last }: { n: number; error: Error; is_last: boolean },
): Promise<void> {
  if (is_last) await ended(Number(item), 'given_up', { attempt: { n, error } })(tx);
  else await addAttempt(tx, Number(item), 'failed', { n, error });
}

/**
 * Records the outcome, also of other notices that were sent with this one; the history has only real attempts.
 * @param others the notices that it stood for: `told` have its outcome
 */
function ended(
  id: number,
  status: 'sent' | 'given_up' | 'withdrawn',
  { attempt, others }: { attempt?: { n: number; error?: string }; others?: Folded['others'] | undefined } = {},
): Ended {
  return async (tx) => {
    const moved = await moveTo(tx, [id, ...(others?.told ?? [])], status);
    if (others) await moveTo(tx, others.withdrawn, 'withdrawn');
    if (moved && attempt && status !== 'withdrawn') await addAttempt(tx, id, status, attempt);
  };
}

/** Ends those of some notifications that wait. @returns whether there were any */
async function moveTo(tx: Tx, ids: readonly number[], status: 'sent' | 'given_up' | 'withdrawn'): Promise<boolean> {
  if (!ids.length) return false;
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ status })
    .where('id', 'in', ids)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function addAttempt(
  tx: Tx,
  notification_id: number,
  outcome: 'sent' | 'failed' | 'given_up',
  { n, error }: { n: number; error?: string },
): Promise<void> {
  await tx
    .insertInto('notification_attempts')
    .values({ notification_id, n, outcome, error: error?.slice(0, 500) ?? null })
    .execute();
}

/** The recipient of a notification, as of now. */
interface Destined {
  to: Addressee;
  /** The end of their quiet hours. */
  until_ms: number | null;
  wanted: boolean;
  /** The text, where a loft wrote it. */
  written?: Written;
  /** The path, when it is not stored with the notification. */
  path?: string;
}

/** The current recipient, whether they still want it, and until when they have quiet hours. */
async function addresseeOf(
  tx: Tx,
  { user_id, recipient, event, channel, facts }: Waiting,
  { secret, now_ms }: { secret: string; now_ms: number },
): Promise<Destined> {
  if (event === 'invitation') return invitedBy(tx, facts as FactsOf['invitation']);
  if (event === 'fancier_message') return writtenTo(tx, facts as FactsOf['fancier_message']);
  if (event === 'security_notice') {
    const found = await destinationOfNotice(tx, facts as FactsOf['security_notice']);
    return found ? { ...found, until_ms: null, wanted: true } : { to: nowhere, until_ms: null, wanted: false };
  }
  if (accountNotices.has(event)) {
    const found = await destinationOf(tx, event as AccountNotice, facts as FactsOf[AccountNotice], { secret, now_ms });
    return found ? { ...found, until_ms: null, wanted: true } : { to: nowhere, until_ms: null, wanted: false };
  }
  const about = events.find((one) => one === event);
  if (user_id === null || !about) {
    const to: Addressee = { user_id: null, email: recipient, phone: null, locale: 'en', time_zone: 'UTC' };
    return { to, until_ms: null, wanted: true };
  }
  const { language, country, ...address } = await tx
    .selectFrom('users')
    .select(['email', 'phone', 'language', 'country'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  const { quiet, choices, ...settings } = await settingsOf(tx, user_id);
  const message = event === 'loft_message' ? (facts as FactsOf['loft_message']) : null;
  const locale = settings.language ?? (isLocale(language) ? language : 'en');
  return {
    to: { user_id, ...address, locale, time_zone: readerZone({ time_zone: quiet?.time_zone ?? null, country }) },
    until_ms: quiet && !isUrgent(about) ? quietUntil(now_ms, quiet) : null,
    wanted: message?.is_essential || choices[about][channel],
    ...(message && { written: await seasonMessage(tx, message) }),
  };
}

const nowhere: Addressee = { user_id: null, email: null, phone: null, locale: 'en', time_zone: 'UTC' };

/** The error without personal data: mail servers quote addresses. */
function withoutNames(error: Error): object {
  const { name, message, stack = '', code } = error as Error & { code?: string };
  return { type: name, code, message: scrubbed(message), stack: scrubbed(stack) };
}

/** The address of an invitation; not wanted once it was accepted, withdrawn or sent again. */
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
 * A fancier as recipient of a loft's message, in the language of their account if they have one; not wanted by one who
 * was removed from the list.
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

/** A loft's message to the customers of a season, as it was written. */
async function seasonMessage(tx: Tx, { loft_id, message_id }: FactsOf['loft_message']): Promise<Written> {
  const { reply_to, ...written } = await tx
    .selectFrom('season_messages as m')
    .innerJoin('lofts as l', 'l.id', 'm.loft_id')
    .select(['m.subject', 'm.text', 'l.name as loft', 'l.email as reply_to'])
    .where('m.loft_id', '=', loft_id)
    .where('m.id', '=', message_id)
    .executeTakeFirstOrThrow();
  return { ...written, loft_id, reply_to: reply_to ?? undefined };
}

/** A browser and an SMS show the beginning of what a loft wrote; its e-mail has it all. */
function excerptFor(channel: Channel, notice: RenderedNotice): RenderedNotice {
  const letters = Array.from(notice.text);
  if (channel === 'mail' || letters.length <= longestExcerpt) return notice;
  return { ...notice, text: `${letters.slice(0, longestExcerpt).join('').trimEnd()}…` };
}

const longestExcerpt = 240;

/** The colour of a loft by its name, which no other has; undefined where it has none, or another name by now. */
async function brandOf(tx: Tx, name: string): Promise<Brand | undefined> {
  const loft = await tx
    .selectFrom('lofts')
    .select(['name', 'accent'])
    .where(({ fn, eb }) => eb(fn<string>('lower', ['name']), '=', fn<string>('lower', [eb.val(name)])))
    .executeTakeFirst();
  return loft?.accent ? { name: loft.name, accent: loft.accent } : undefined;
}

export interface Sender {
  /** Notifies fans of waiting events, and sends what is due. */
  look(): Promise<void>;
  /** Claim nothing more, and record the outcome of running attempts: without it they would be sent once more. */
  stop(): Promise<void>;
}

export function createSender(options: SenderOptions): Sender {
  const { db, log } = options;
  const fans = inRounds((stopped) => notifyFans(db, Date.now(), { log, stopped }));
  const sending = inRounds((stopped) => sendDue({ ...options, stopped }, Date.now()));
  return {
    // Fans are notified first, however slow a mail server is.
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

/** One round at a time, and one more when asked for meanwhile. */
export function inRounds(round: (stopped: () => boolean) => Promise<unknown>): Sender {
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
      await running?.catch(() => {}); // the caller of `look` gets the error
    },
  };
}
