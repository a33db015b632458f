/** What somebody wants to be told of, the browsers that may show it, and the link that stops it. */
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
    .meta({ description: 'The hours in which nothing is sent but what cannot wait; null for none' }),
  language: z.enum(locales).nullable().meta({ description: 'Null: that of the account' }),
});
export type NotificationSettings = z.output<typeof notificationSettings>;

export const readNotifications = contract({
  name: 'readNotifications',
  summary: 'What the person who is signed in wants to be told of, and how they can be reached',
  method: 'GET',
  path: '/api/notifications',
  access: 'notification.choose',
  reply: z.object({
    settings: notificationSettings,
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
  summary: 'Say what the person who is signed in wants to be told of, by which ways, and when not',
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
  summary: 'What the link at the end of a letter would stop',
  method: 'GET',
  path: '/api/notifications/stop',
  access: 'notification.stop',
  query: z.object({ token }),
  reply: stopped,
});

export const stopNotifications = contract({
  name: 'stopNotifications',
  summary: 'Stop what the link at the end of a letter names; nobody has to be signed in',
  method: 'POST',
  path: '/api/notifications/stop',
  access: 'notification.stop',
  body: z.strictObject({ token }),
  reply: stopped,
});
