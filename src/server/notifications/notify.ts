/** What happens is written down for the people who want to hear of it, in the transaction in which it happens. */
import { type RawBuilder, sql } from 'kysely';
import type { HowToPay } from '#domain/bank.ts';
import type { NoticedEvent } from '#domain/identity/security.ts';
import type { Queue } from '#domain/jobs/item.ts';
import type { Locale } from '#domain/locales.ts';
import { channels, defaultChoices, type Event } from '#domain/notifications/notification.ts';
import type { Tx } from '#server/db/database.ts';
import { addItems } from '#server/jobs/queue.ts';

/** What is told of each event: as it was then, whatever becomes of it until it is sent. */
export interface FactsOf {
  /** As it stood when people were found; what is told is read anew when it is sent. */
  bird_home: AtFlight & {
    bird: string;
    time: string;
    time_zone: string;
    arrival: { loft_id: number; flight_id: number; pigeon_id: number };
  };
  released: AtFlight & { time: string; time_zone: string };
  results: AtFlight & { official: boolean };
  /** How a bird of one's own is; `back` was lost, `alive` was said to have died. Those of before this say `is_back`. */
  bird_lost: {
    loft: string;
    bird: string;
    as?: 'lost' | 'injured' | 'quarantine' | 'died' | 'back' | 'well' | 'alive';
    is_back?: boolean;
    path: string;
  };
  /** A bird of one's own is for sale or sold, or one was bought; to the merchants of its loft, that somebody offers for it. */
  bird_sale: { loft: string; bird: string; path: string } & (
    | { as: 'listed' | 'sold' | 'bought' }
    | { as: 'offered'; season: string; customer: string; amount_cents: number; currency: string }
  );
  /** An order has come into another state. */
  order: OfOrder & {
    /** How it is paid, where it is to be paid now. */
    how?: HowToPay;
    status: 'pending' | 'confirmed' | 'paid' | 'revoked' | 'rejected' | 'cancelled';
    reason: string | null;
    by: 'customer' | 'program';
    /** Until when it is to be paid, a day of the loft. */
    last_day: string | null;
    /** The rings of the birds that it activates. */
    pigeons?: string;
  };
  /** To the merchants of its loft. */
  order_new: OfOrder & { customer: string };
  /**
   * An agent took cash for an order. To the merchants of its loft: that it waits for their yes (`taken`), and still does
   * (`waits`). To its customer: that it does (`took`), that a merchant said no (`declined`), that a card had paid the order
   * before (`surplus`). To the agent: what the merchant said (`accepted`, `refused`).
   */
  cash: OfOrder & {
    as: 'taken' | 'waits' | 'took' | 'declined' | 'surplus' | 'accepted' | 'refused';
    agent: string;
    customer: string;
    reason: string;
    /** Until when the order is to be paid, a day of the loft. */
    last_day: string | null;
    how?: HowToPay;
  };
  /** That birds are collected is asked, answered, taken back or done. */
  transport: {
    status: 'pending' | 'confirmed' | 'rejected' | 'cancelled' | 'picked_up';
    loft: string;
    /** Of the order. */
    number: string;
    agent: string;
    customer: string;
    place: string;
    /** A day of the loft, and its hours there: `09:00–12:00`. */
    day: string;
    hours: string;
    reason: string | null;
    path: string;
  };
  /** A device that should be online says nothing. */
  device_silent: { loft: string; device: string; since: string; time_zone: string; path: string };
  /** To the merchants of its loft: a card did not take back what was paid for an order. */
  refund_failed: OfOrder & { customer: string };
  /** To the admins: a job fails again and again at some of its items. */
  job_stuck: { queue: Queue; path: string };
  /** The rights that are left; those that are not active count for nothing. */
  rights: { loft: string; rights: ('is_merchant' | 'is_agent' | 'is_staff' | 'has_seasons')[] };
  sign_in: { time: string; agent: string | null };
  /** To an address that nobody may have signed in with yet; which, the invitation says when it is sent. */
  invitation: {
    invitation_id: number;
    sending: number;
    loft: string;
    rights: ('is_merchant' | 'is_agent' | 'is_staff' | 'has_seasons')[];
    /** A team to look after; then there are no rights. */
    team: string | null;
    until: string;
    time_zone: string;
    language: Locale;
    path: string;
  };
  /** What a loft writes to a fancier; the words and the address stay where they are until it is sent. */
  fancier_message: { loft_id: number; message_id: number; fancier_id: number };
  /** To an address that somebody registered; which, the registration says when it is sent. */
  confirm_email: { registration_id: string };
  /** To somebody whose address was registered although it has an account. */
  email_known: { account: string };
  /** To somebody who has forgotten the password; to which address, the account says when it is sent. */
  new_password: { reset_id: string };
  /** To the owner of an account, by the account with the bundled provider or by the person: what happened to it. */
  security_notice: {
    account?: string;
    user_id?: number;
    what: NoticedEvent;
    time: string;
    network: string | null;
    /** Its name, as `nameOfAgent` finds it. */
    browser: string | null;
  };
  /** To the operator, from somebody who wrote. */
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

export interface News<E extends Event> {
  event: E;
  /** What it is about: the same is told once, however often it is written. */
  key: string;
  facts: FactsOf[E];
}

/** One person, as {@link tell} wants to know. */
export const person = (user_id: number) => sql`select ${user_id}::bigint as user_id`;

/** Those who run a loft, as {@link tell} wants to know. */
export const merchantsOf = (loft_id: number) =>
  sql`select user_id from loft_permissions where loft_id = ${loft_id} and is_merchant and is_active`;

/**
 * Puts what happened into the outbox: once for each person and each way they chose and can be reached by.
 *
 * @param whom a query whose column `user_id` names the people
 */
export async function tell<E extends Event>(
  tx: Tx,
  whom: RawBuilder<unknown>,
  { event, key, facts }: News<E>,
): Promise<void> {
  const notices = sql`select w.user_id, ${key}::text as key, ${JSON.stringify(facts)}::jsonb as facts from (${whom}) w`;
  await notifyEach(tx, event, notices);
}

/**
 * The same where each person is sent facts of their own: the query `notices` has the columns `user_id`, `key` and `facts`.
 *
 * @param due_ms held until this instant in epoch ms: until then {@link withdraw} takes it back
 */
export async function notifyEach(tx: Tx, event: Event, notices: RawBuilder<unknown>, due_ms?: number): Promise<void> {
  const byDefault = channels.map((channel) => defaultChoices[event][channel]);
  const rows = sql`
    select u.id, null, ${event}, way.channel, notice.key, notice.facts
    from (${notices}) notice
    join users u on u.id = notice.user_id
    cross join unnest(${channels}::text[], ${byDefault}::boolean[]) as way (channel, by_default)
    left join notification_choices c on c.user_id = u.id and c.event = ${event} and c.channel = way.channel
    where coalesce(c.wanted, way.by_default) and case way.channel
      when 'mail' then u.email is not null
      when 'sms' then u.phone is not null
      else exists (
        select from push_subscriptions p join user_sessions s on s.id = p.session_id
        where s.user_id = u.id and s.ended_at is null)
      end
    order by u.id`;
  await put(tx, rows, due_ms);
}

/** Writes notifications down and puts them into the queues of their channels; what was written before is not again. */
async function put(tx: Tx, rows: RawBuilder<unknown>, due_ms?: number): Promise<void> {
  const due_at = due_ms === undefined ? sql`now()` : sql`${new Date(due_ms).toISOString()}::timestamptz`;
  await sql`
    with added as (
      insert into notifications (user_id, recipient, event, channel, key, facts) ${rows}
      on conflict do nothing returning id, channel)
    ${addItems(sql`select channel, id::text, ${due_at} from added order by id`)}`.execute(tx);
}

/** A letter to an address that its recipient names. */
export interface AddressedNotice<E extends keyof FactsOf> {
  /** Whose it is: a name by which the address is found when it is sent, or the address itself. */
  recipient: string;
  event: E;
  key: string;
  facts: FactsOf[E];
}

/** Puts letters to people who may have no account into the outbox, each once. */
export async function notifyAddresses<E extends keyof FactsOf>(
  tx: Tx,
  letters: readonly AddressedNotice<E>[],
): Promise<void> {
  await put(
    tx,
    sql`
    select null::bigint, recipient, event, 'mail', key, facts
    from jsonb_to_recordset(${JSON.stringify(letters)}::jsonb) as letter (recipient text, event text, key text, facts jsonb)`,
  );
}

/** Takes back what waits of an event, by the beginnings of its keys, and nobody has tried to send yet. */
export async function withdraw(tx: Tx, event: Event, beginnings: readonly string[]): Promise<void> {
  await sql`
    with untried as (
      select n.id from notifications n join job_items i on i.queue = n.channel and i.item = n.id::text
      where n.status = 'pending' and n.event = ${event} and i.attempts = 0
        and n.key like any(${beginnings.map((beginning) => `${beginning}%`)}::text[])
      for update of i)
    update notifications set status = 'withdrawn' where id in (select id from untried)`.execute(tx);
}

/** Puts the letter of an invitation into the outbox. The address stays with the invitation, and goes with it. */
export const notifyInvited = (tx: Tx, facts: FactsOf['invitation']): Promise<void> =>
  notifyAddresses(tx, [
    { recipient: `invitation ${facts.invitation_id}`, event: 'invitation', key: String(facts.sending), facts },
  ]);

/** Puts a loft's message to each of these fanciers into the outbox. Their addresses stay in the loft's list. */
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

/** Puts a letter to the operator into the outbox. */
export const notifyOperator = (tx: Tx, recipient: string, key: string, facts: FactsOf['contact']): Promise<void> =>
  notifyAddresses(tx, [{ recipient, event: 'contact', key, facts }]);
