/** The notification settings of people, and their subscribed browsers. */

import type { z } from 'zod';
import { isTimeZone } from '#domain/day.ts';
import { isLocale } from '#domain/locales.ts';
import type { NotificationSettings, subscribePush } from '#domain/notifications/contract.ts';
import {
  type Channel,
  type Choices,
  channels,
  defaultChoices,
  type Event,
  events,
} from '#domain/notifications/notification.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Tx } from '#server/db/database.ts';
import { mayBePushService } from './push-address.ts';
import type { Stop } from './stop-token.ts';

/** More browsers than a person has; the oldest are ignored. */
const mostBrowsers = 20;

/** The current notification settings of a person. */
export async function settingsOf(tx: Tx, user_id: number): Promise<NotificationSettings> {
  const row = await tx
    .selectFrom('notification_settings')
    .select(['language', 'quiet_from', 'quiet_to', 'time_zone'])
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  const chosen = await tx
    .selectFrom('notification_choices')
    .select(['event', 'channel', 'wanted'])
    .where('user_id', '=', user_id)
    .execute();
  const wanted = (event: Event, channel: Channel) =>
    chosen.find((one) => one.event === event && one.channel === channel)?.wanted ?? defaultChoices[event][channel];
  const choices = Object.fromEntries(
    events.map((event) => [event, Object.fromEntries(channels.map((channel) => [channel, wanted(event, channel)]))]),
  ) as Choices;
  return {
    choices,
    quiet: row?.time_zone
      ? { from: row.quiet_from!.slice(0, 5), to: row.quiet_to!.slice(0, 5), time_zone: row.time_zone }
      : null,
    language: isLocale(row?.language) ? row.language : null,
  };
}

/**
 * Replaces the notification settings of a person.
 * @throws Refusal `bad_input` for an unknown time zone
 */
export async function choose(
  tx: Tx,
  user_id: number,
  { choices, quiet, language }: NotificationSettings,
): Promise<NotificationSettings> {
  if (quiet && !isTimeZone(quiet.time_zone))
    throw new Refusal('bad_input', {}, { 'quiet.time_zone': [{ code: 'error_format' }] });
  const settings = {
    language,
    quiet_from: quiet?.from ?? null,
    quiet_to: quiet?.to ?? null,
    time_zone: quiet?.time_zone ?? null,
  };
  await tx
    .insertInto('notification_settings')
    .values({ user_id, ...settings })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(settings))
    .execute();
  const rows = events.flatMap((event) =>
    channels.map((channel) => ({ user_id, event, channel, wanted: choices[event][channel] })),
  );
  await keepChoices(tx, rows);
  return settingsOf(tx, user_id);
}

/**
 * The event and channel that an unsubscribe link stops, and whether they are still on.
 * @throws Refusal `not_found` for a missing person
 */
export async function stopOf(tx: Tx, { user_id, event, channel }: Stop) {
  const known = await tx.selectFrom('users').select('id').where('id', '=', user_id).executeTakeFirst();
  if (!known) throw new Refusal('not_found');
  const { choices } = await settingsOf(tx, user_id);
  return { event, channel, wanted: choices[event][channel] };
}

/** Switches off the event and channel of an unsubscribe link. */
export async function stop(tx: Tx, what: Stop) {
  await keepChoices(tx, [{ ...what, wanted: false }]);
  return { event: what.event, channel: what.channel, wanted: false };
}

async function keepChoices(tx: Tx, rows: (Stop & { wanted: boolean })[]): Promise<void> {
  await tx
    .insertInto('notification_choices')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'event', 'channel']).doUpdateSet(({ ref }) => ({ wanted: ref('excluded.wanted') })),
    )
    .execute();
}

/** Deletes the settings and the subscribed browsers of a person who leaves, and gives up waiting notifications. */
export async function forgetNotifications(tx: Tx, user_id: number): Promise<void> {
  await endNotifications(tx, user_id);
  for (const table of ['notification_choices', 'notification_settings'] as const)
    await tx.deleteFrom(table).where('user_id', '=', user_id).execute();
}

/** Deletes the subscribed browsers of an account that ends, and gives up waiting notifications. */
export async function endNotifications(tx: Tx, user_id: number): Promise<void> {
  const sessions = tx.selectFrom('user_sessions').select('id').where('user_id', '=', user_id);
  await tx.deleteFrom('push_subscriptions').where('session_id', 'in', sessions).execute();
  await tx
    .updateTable('notifications')
    .set({ status: 'given_up' })
    .where('user_id', '=', user_id)
    .where('status', '=', 'pending')
    .execute();
}

/** The addresses at which a person can be reached, by channel. */
export async function reachOf(tx: Tx, user_id: number) {
  const { email, phone } = await tx
    .selectFrom('users')
    .select(['email', 'phone'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  return { email, phone, browsers: (await browsersOf(tx, user_id)).length };
}

/** The subscribed browsers of a person's open sessions, the latest first. */
export function browsersOf(tx: Tx, user_id: number) {
  return tx
    .selectFrom('push_subscriptions as p')
    .innerJoin('user_sessions as s', 's.id', 'p.session_id')
    .select(['p.id', 'p.endpoint', 'p.p256dh', 'p.auth'])
    .where('s.user_id', '=', user_id)
    .where('s.ended_at', 'is', null)
    .orderBy('p.id', 'desc')
    .limit(mostBrowsers)
    .execute();
}

/**
 * Subscribes the browser of this session to notifications. If it was subscribed for another person, that ends.
 * @throws Refusal `bad_input` for an address that cannot be a push service
 */
export async function subscribe(
  tx: Tx,
  session_id: number,
  { endpoint, p256dh, auth }: z.output<(typeof subscribePush)['body']>,
  anywhere: boolean,
): Promise<void> {
  if (!anywhere && !mayBePushService(endpoint))
    throw new Refusal('bad_input', {}, { endpoint: [{ code: 'error_format' }] });
  await tx
    .insertInto('push_subscriptions')
    .values({ session_id, endpoint, p256dh, auth })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ session_id, p256dh, auth }))
    .execute();
}

/**
 * Ends the subscriptions of other people in a browser that this person signs in with: their sessions may have expired.
 */
export async function takeOverBrowser(tx: Tx, user_id: number, browser_hash: Buffer): Promise<void> {
  const others = tx
    .selectFrom('user_sessions')
    .select('id')
    .where('browser_hash', '=', browser_hash)
    .where('user_id', '<>', user_id);
  await tx.deleteFrom('push_subscriptions').where('session_id', 'in', others).execute();
}

/** Unsubscribes a browser of this person. */
export async function unsubscribe(tx: Tx, user_id: number, endpoint: string): Promise<void> {
  await tx
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('session_id', 'in', tx.selectFrom('user_sessions').select('id').where('user_id', '=', user_id))
    .execute();
}
