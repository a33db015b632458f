/** What people are told of while they are away, by which way, when, and how often it is tried. */
import { pauses_ms } from '#domain/retries.ts';

/** What somebody can be told of. */
export const events = [
  'bird_home',
  'released',
  'results',
  'order',
  'order_new',
  'cash',
  'refund_failed',
  'transport',
  'bird_lost',
  'bird_sale',
  'device_silent',
  'job_stuck',
  'rights',
  'sign_in',
] as const;
export type Event = (typeof events)[number];

/** The ways by which it reaches them. */
export const channels = ['mail', 'push', 'sms'] as const;
export type Channel = (typeof channels)[number];

/** By which ways somebody wants to be told of what. */
export type Choices = Readonly<Record<Event, Readonly<Record<Channel, boolean>>>>;

const on = (...wanted: Channel[]) =>
  Object.fromEntries(channels.map((channel) => [channel, wanted.includes(channel)])) as Record<Channel, boolean>;

/**
 * As long as nobody says otherwise: what concerns an account, an order or a bird of one's own, or needs a hand at the loft,
 * comes by mail; races speak only to browsers that were allowed to, and nothing costs money.
 */
export const defaultChoices: Choices = {
  bird_home: on('push'),
  released: on('push'),
  results: on('push'),
  bird_lost: on('mail', 'push'),
  bird_sale: on('mail', 'push'),
  order: on('mail', 'push'),
  order_new: on('mail', 'push'),
  cash: on('mail', 'push'),
  refund_failed: on('mail', 'push'),
  transport: on('mail', 'push'),
  device_silent: on('mail', 'push'),
  job_stuck: on('mail', 'push'),
  rights: on('mail', 'push'),
  sign_in: on('mail', 'push'),
};

/** Whether it does not wait for the morning: what keeps an account its owner's. */
export function isUrgent(event: Event): boolean {
  return event === 'sign_in' || event === 'rights';
}

export const notificationStatuses = ['pending', 'sent', 'given_up', 'withdrawn'] as const;
export type NotificationStatus = (typeof notificationStatuses)[number];

/** How often it is tried in all. */
export const mostAttempts = pauses_ms.length + 1;
