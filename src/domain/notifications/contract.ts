/** The calls about notifications: settings, subscribed browsers, and the link that stops one. */
import { z } from 'zod';
import { contract } from '#domain/contract.ts';
import { locales } from '#domain/locales.ts';
import { type Channel, channels, type Event, events } from './notification.ts';

const byChannel = z.strictObject(
  Object.fromEntries(channels.map((channel) => [channel, z.boolean()])) as Record<Channel, z.ZodBoolean>,
);
const choices = z.strictObject(
  Object.fromEntries(events.map((event) => [event, byChannel])) as Record<Event, typeof byChannel>,
);

const timeOfDay = z.iso.time({ precision: -1 });

export const notificationSettings = z.strictObject({
  choices,
  quiet: z
    .strictObject({ from: timeOfDay, to: timeOfDay, time_zone: z.string().max(64) })
    .nullable()
    .meta({ description: 'The hours in which only urgent notifications are sent; null for none' }),
  language: z.enum(locales).nullable().meta({ description: 'Null: that of the account' }),
});
export type NotificationSettings = z.output<typeof notificationSettings>;

export const readNotifications = contract({
  name: 'readNotifications',
  summary: 'The notification settings of the signed-in person, and their channels',
  method: 'GET',
  path: '/api/notifications',
  access: 'notification.choose',
  reply: z.object({
    settings: notificationSettings,
    events: z.array(z.enum(events)).meta({ description: 'Those that the person can be notified of' }),
    reach: z.object({
      email: z.string().nullable(),
      phone: z.string().nullable(),
      browsers: z.int().meta({ description: 'In how many browsers it is shown' }),
    }),
    push_key: z.string().meta({ description: 'What a browser is subscribed with' }),
  }),
});

export const chooseNotifications = contract({
  name: 'chooseNotifications',
  summary: 'Save the notification settings of the signed-in person: events, channels and quiet hours',
  method: 'PUT',
  path: '/api/notifications',
  access: 'notification.choose',
  body: notificationSettings,
  reply: z.object({ settings: notificationSettings }),
});

const endpoint = z.url({ protocol: /^https?$/ }).max(1024);

export const subscribePush = contract({
  name: 'subscribePush',
  summary: 'Have notifications shown in a browser, as its push service describes it, until it signs out',
  method: 'POST',
  path: '/api/notifications/browsers',
  access: 'notification.choose',
  body: z.strictObject({
    endpoint,
    p256dh: z.base64url().length(87),
    auth: z.base64url().length(22),
  }),
  reply: z.object({ browsers: z.int() }),
});

export const unsubscribePush = contract({
  name: 'unsubscribePush',
  summary: 'No longer show notifications in a browser',
  method: 'DELETE',
  path: '/api/notifications/browsers',
  access: 'notification.choose',
  body: z.strictObject({ endpoint }),
  reply: z.object({ browsers: z.int() }),
});

const token = z.string().min(1).max(256);
const stopped = z.object({ event: z.enum(events), channel: z.enum(channels), wanted: z.boolean() });

export const readStop = contract({
  name: 'readStop',
  summary: 'The notification that the link at the end of a mail would stop',
  method: 'GET',
  path: '/api/notifications/stop',
  access: 'notification.stop',
  query: z.object({ token }),
  reply: stopped,
});

export const stopNotifications = contract({
  name: 'stopNotifications',
  summary: 'Stop the notification that the link at the end of a mail names; without a sign-in',
  method: 'POST',
  path: '/api/notifications/stop',
  access: 'notification.stop',
  body: z.strictObject({ token }),
  reply: stopped,
});
