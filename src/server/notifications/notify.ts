/** Writes notifications into the queue, for the people who chose to get them, in the transaction of the event. */

import { type RawBuilder, sql } from 'kysely';
import type { HowToPay } from '#domain/bank.ts';
import type { NoticedEvent } from '#domain/identity/security.ts';
import type { Queue } from '#domain/jobs/item.ts';
import type { FlightKey } from '#domain/keys.ts';
import type { Locale } from '#domain/locales.ts';
import { channels, defaultChoices, type Event } from '#domain/notifications/notification.ts';
import type { Tx } from '#server/db/database.ts';
import { addItems } from '#server/jobs/queue.ts';

/** The facts of each notice, as they were at the time of the event. */
export interface FactsOf {
  /** As of the event's processing; the text is made from facts read again when it is sent. */
  bird_home: AtFlight & {
    bird: string;
    time: string;
    time_zone: string;
    arrival: FlightKey & { pigeon_id: number };
    /** Of birds that are read late together: how many they are; this is the first. */
    n?: number;
  };
  /**
   * A flight is planned (`n` at once), postponed, sealed (`n` birds), annulled, or its release was taken back; the time is
   * that of its release.
   */
  flight_plans: AtFlight & { time: string | null; time_zone: string } & (
      | { as: 'planned'; n: number }
      | { as: 'postponed' | 'release_taken_back' | 'annulled'; reason: string }
      | { as: 'sealed'; n: number; fingerprint: string }
    );
  /** To the owners of birds on it: a basketing list is sealed. */
  list_sealed: AtFlight & { fingerprint: string; pigeons: number };
  released: AtFlight & { time: string; time_zone: string };
  results: AtFlight & { official: boolean; corrected?: boolean };
  /**
   * Of a dispute about a bird, or the result as a whole. To those who run the loft: it was opened, with its text; to who
   * opened it: how it was answered.
   */
  dispute: AtFlight & { as: 'opened' | 'upheld' | 'rejected'; ring: string | null; text: string };
  /** The state of one's own bird; `back` was lost, `alive` was reported dead. Older notices have `is_back` instead. */
  bird_lost: {
    loft: string;
    bird: string;
    as?: 'lost' | 'injured' | 'quarantine' | 'died' | 'back' | 'well' | 'alive';
    is_back?: boolean;
    path: string;
  };
  /** One's own bird is for sale or sold, or one bought a bird; to the merchants of its loft: an offer for it. */
  bird_sale: { loft: string; bird: string; path: string } & (
    | { as: 'listed' | 'sold' | 'bought' }
    | { as: 'offered'; season: string; customer: string; amount_cents: number; currency: string }
  );
  /**
   * The prizes of a flight became a person's, or others than they were (`before_cents`); what is due to them in a season was
   * paid, or the payout was taken back.
   */
  prize: { loft: string; amount_cents: number; currency: string; path: string } & (
    | { as: 'won' | 'moved'; flight: string; before_cents: number; pigeons: string }
    | { as: 'paid' }
    // What was taken back before notices said so has neither day nor reason.
    | { as: 'taken_back'; day?: string; reason?: string }
  );
  /**
   * Of a claim to a team. To the merchants of its loft: it was made, with what it says. To who made it: it was accepted,
   * refused with a reason, the team was given to another claim, or was taken back.
   */
  team_claim: {
    as: 'opened' | 'accepted' | 'refused' | 'given' | 'taken_back';
    loft: string;
    season: string;
    team: string;
    reason: string;
    path: string;
  };
  /** An order has changed its status. */
  order: OfOrder & {
    /** How it is paid, where payment is due now. */
    how?: HowToPay;
    status: 'pending' | 'confirmed' | 'paid' | 'revoked' | 'rejected' | 'cancelled';
    /** The loft has taken its rejection back. */
    is_reopened?: true;
    reason: string | null;
    by: 'customer' | 'program';
    /** The last day for the payment, in the loft's calendar. */
    last_day: string | null;
    /** The rings of the birds that it activates. */
    pigeons?: string;
  };
  /** To the merchants of its loft: it waits for them, or its places were confirmed at once. */
  order_new: OfOrder & { customer: string; is_confirmed?: true };
  /**
   * An agent took cash for an order. To the merchants of its loft: that it waits for approval (`taken`), and still does
   * (`waits`). To its customer: that it waits (`took`), that a merchant declined it (`declined`), that a card had paid
   * the order before (`surplus`). To the agent: the merchant's decision (`accepted`, `refused`).
   */
  cash: OfOrder & {
    as: 'taken' | 'waits' | 'took' | 'declined' | 'surplus' | 'accepted' | 'refused';
    agent: string;
    customer: string;
    reason: string;
    /** The last day for the payment, in the loft's calendar. */
    last_day: string | null;
    how?: HowToPay;
  };
  /** A collection of birds is requested, answered, withdrawn or done. */
  transport: {
    status: 'pending' | 'confirmed' | 'rejected' | 'cancelled' | 'picked_up' | 'given_back';
    loft: string;
    /** The number of the order. */
    number: string;
    agent: string;
    customer: string;
    place: string;
    /** A day in the loft's calendar, and hours there: `09:00–12:00`. */
    day: string;
    hours: string;
    reason: string | null;
    /** Its agent closed it because nothing was handed over; that is the reason then. */
    nothing_handed_over?: boolean;
    /** How many of the birds that were picked up are still to be entered. */
    not_entered?: number;
    /** How many birds its agent has, now that the order has ended. */
    to_give_back?: number;
    path: string;
  };
  /** A device that should be online is silent. */
  device_silent: { loft: string; device: string; since: string; time_zone: string; path: string };
  /** To the merchants of its loft: the refund of an order to a card failed. */
  refund_failed: OfOrder & { customer: string };
  /** To the admins: a job keeps failing at some of its items. */
  job_stuck: { queue: Queue; path: string };
  /** The rights that are left; inactive ones count as none. */
  rights: { loft: string; rights: ('is_merchant' | 'is_agent' | 'is_staff' | 'has_seasons')[] };
  sign_in: { time: string; agent: string | null };
  /** To an address that may have no account yet; the invitation gives it when it is sent. */
  invitation: {
    invitation_id: number;
    sending: number;
    loft: string;
    rights: ('is_merchant' | 'is_agent' | 'is_staff' | 'has_seasons')[];
    /** The team to look after; then there are no rights. */
    team: string | null;
    until: string;
    time_zone: string;
    language: Locale;
    path: string;
  };
  /** A loft's message to a fancier; its text and address are read when it is sent. */
  fancier_message: { loft_id: number; message_id: number; fancier_id: number };
  /** A loft's message to the customers of a season; its text is read when it is sent. */
  loft_message: { loft_id: number; message_id: number; is_essential: boolean };
  /** To a newly registered address; the registration gives it when it is sent. */
  confirm_email: { registration_id: string };
  /** To an address that was registered again although it has an account. */
  email_known: { account: string };
  /** To a person who has forgotten the password; the account gives the address when it is sent. */
  new_password: { reset_id: string };
  /** To an account that another one (`by`, its address) asks to merge; the link is added when it is sent. */
  account_merge: { merge_id: string; by: string };
  /** To the account that has what another one had. */
  account_merged: { user_id: number };
  /** To the owner of an account: a security event. By the account of the bundled provider or by the person. */
  security_notice: {
    account?: string;
    user_id?: number;
    what: NoticedEvent;
    time: string;
    network: string | null;
    /** Its name, by `nameOfAgent`. */
    browser: string | null;
  };
  /** To the operator: a message of the contact form. */
  contact: { name: string; email: string; message: string };
}

interface AtFlight {
  loft: string;
  flight: string;
  path: string;
}

interface OfOrder {
  loft: string;
  season: string;
  number: string;
  amount_cents: number;
  currency: string;
  path: string;
}

export interface Notice<E extends Event> {
  event: E;
  /** Its subject: the same notice is sent once, however often it is written. */
  key: string;
  facts: FactsOf[E];
}

/** One person, as recipient of {@link notify}. */
export const person = (user_id: number) => sql`select ${user_id}::bigint as user_id`;

/** The merchants of a loft, as recipients of {@link notify}. */
export const merchantsOf = (loft_id: number) =>
  sql`select user_id from loft_permissions where loft_id = ${loft_id} and is_merchant and is_active`;

/**
 * Adds a notice to the queue: once for each person and each channel that they chose and can be reached by.
 *
 * @param people a query whose column `user_id` gives the recipients
 */
export async function notify<E extends Event>(
  tx: Tx,
  people: RawBuilder<unknown>,
  { event, key, facts }: Notice<E>,
): Promise<void> {
  const notices = sql`select w.user_id, ${key}::text as key, ${JSON.stringify(facts)}::jsonb as facts from (${people}) w`;
  await notifyEach(tx, event, notices);
}

/**
 * The same with facts of their own for each person: the query `notices` has the columns `user_id`, `key` and `facts`.
 * @param due_ms the earliest sending, in epoch ms: until then {@link withdraw} takes it back
 */
export async function notifyEach(tx: Tx, event: Event, notices: RawBuilder<unknown>, due_ms?: number): Promise<void> {
  const rows = sql`
    select u.id, null, ${event}, way.channel, notice.key, notice.facts
    from (${notices}) notice
    join users u on u.id = notice.user_id
    cross join lateral (${channelsOf(event)}) way
    order by u.id`;
  await put(tx, rows, due_ms);
}

/** Whether a person of the table `users u` is notified of an event by any channel. */
export const isNotifiedOf = (event: Event): RawBuilder<boolean> => sql`exists (${channelsOf(event)})`;

/** The channels by which a person of the table `users u` is notified of an event: chosen, and within reach. */
function channelsOf(event: Event): RawBuilder<unknown> {
  const byDefault = channels.map((channel) => defaultChoices[event][channel]);
  return sql`
    select one.channel
    from unnest(${channels}::text[], ${byDefault}::boolean[]) as one (channel, by_default)
    left join notification_choices c on c.user_id = u.id and c.event = ${event} and c.channel = one.channel
    where coalesce(c.wanted, one.by_default) and case one.channel
      when 'mail' then u.email is not null
      when 'sms' then u.phone is not null
      else exists (
        select from push_subscriptions p join user_sessions s on s.id = p.session_id
        where s.user_id = u.id and s.ended_at is null)
      end`;
}

/** Inserts notifications and adds them to the queues of their channels; existing ones are skipped. */
async function put(tx: Tx, rows: RawBuilder<unknown>, due_ms?: number): Promise<void> {
  const due_at = due_ms === undefined ? sql`now()` : sql`${new Date(due_ms).toISOString()}::timestamptz`;
  await sql`
    with added as (
      insert into notifications (user_id, recipient, event, channel, key, facts) ${rows}
      on conflict do nothing returning id, channel)
    ${addItems(sql`select channel, id::text, ${due_at} from added order by id`)}`.execute(tx);
}

/** A notice to an address instead of a person. */
export interface AddressedNotice<E extends keyof FactsOf> {
  /** The address itself, or a name by which it is found when the notice is sent. */
  recipient: string;
  event: E;
  key: string;
  facts: FactsOf[E];
}

/** Adds notices to people who may have no account to the queue, each once. */
export async function notifyAddresses<E extends keyof FactsOf>(
  tx: Tx,
  notices: readonly AddressedNotice<E>[],
): Promise<void> {
  await put(
    tx,
    sql`
    select null::bigint, recipient, event, 'mail', key, facts
    from jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) as letter (recipient text, event text, key text, facts jsonb)`,
  );
}

/** Withdraws the waiting notices of an event, by key prefix, if no attempt was made to send them. */
export async function withdraw(tx: Tx, event: Event, beginnings: readonly string[]): Promise<void> {
  await sql`
    with untried as (
      select n.id from notifications n join job_items i on i.queue = n.channel and i.item = n.id::text
      where n.status = 'pending' and n.event = ${event} and i.attempts = 0
        and n.key like any(${beginnings.map((beginning) => `${beginning}%`)}::text[])
      for update of i)
    update notifications set status = 'withdrawn' where id in (select id from untried)`.execute(tx);
}

/** Adds the notice of an invitation to the queue. Its address stays in the invitation, and is deleted with it. */
export const notifyInvited = (tx: Tx, facts: FactsOf['invitation']): Promise<void> =>
  notifyAddresses(tx, [
    { recipient: `invitation ${facts.invitation_id}`, event: 'invitation', key: String(facts.sending), facts },
  ]);

/** Adds a loft's message to each of these fanciers to the queue. Their addresses stay in the loft's list. */
export const notifyFanciers = (
  tx: Tx,
  message: { loft_id: number; message_id: number },
  fancier_ids: readonly number[],
): Promise<void> =>
  notifyAddresses(
    tx,
    fancier_ids.map((fancier_id) => ({
      recipient: `fancier ${fancier_id}`,
      event: 'fancier_message',
      key: String(message.message_id),
      facts: { ...message, fancier_id },
    })),
  );

/** By what the notifications of a message are found. */
export const keyOfMessage = (message_id: number) => `message ${message_id}`;

/**
 * Adds a loft's message to these people to the queue: an essential one as an e-mail to each, any other as they chose.
 * @param people a query whose column `user_id` gives the recipients
 */
export async function notifyCustomers(
  tx: Tx,
  people: RawBuilder<unknown>,
  facts: FactsOf['loft_message'],
): Promise<void> {
  const key = keyOfMessage(facts.message_id);
  if (!facts.is_essential) return notify(tx, people, { event: 'loft_message', key, facts });
  await put(
    tx,
    sql`select u.id, null, 'loft_message', 'mail', ${key}::text, ${JSON.stringify(facts)}::jsonb
      from (${people}) w join users u on u.id = w.user_id where u.email is not null order by u.id`,
  );
}

/** Adds a notice to the operator to the queue. */
export const notifyOperator = (tx: Tx, recipient: string, key: string, facts: FactsOf['contact']): Promise<void> =>
  notifyAddresses(tx, [{ recipient, event: 'contact', key, facts }]);
