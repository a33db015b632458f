/** The notifications of people who are not on the site: events, channels, urgency, and number of attempts. */
import type { Rights } from '#domain/accounts/person.ts';
import { pauses_ms } from '#domain/retries.ts';

/** The events that people are notified of. */
export const events = [
  'bird_home',
  'flight_plans',
  'list_sealed',
  'released',
  'results',
  'dispute',
  'order',
  'order_new',
  'cash',
  'refund_failed',
  'transport',
  'loft_message',
  'bird_lost',
  'bird_sale',
  'device_silent',
  'job_stuck',
  'rights',
  'sign_in',
] as const;
export type Event = (typeof events)[number];

/** The events of the work at a loft, and of the program, with those who can be notified of them. */
const atWork: Partial<Record<Event, (rights: Rights) => boolean>> = {
  order_new: worksAtLoft,
  refund_failed: worksAtLoft,
  device_silent: worksAtLoft,
  job_stuck: ({ is_admin }) => is_admin,
};

function worksAtLoft({ is_admin, permissions }: Rights): boolean {
  return is_admin || permissions.some(({ is_active }) => is_active);
}

/** The events that a person with these rights can be notified of. */
export const eventsFor = (rights: Rights): Event[] => events.filter((event) => atWork[event]?.(rights) ?? true);

/** What the followers of a flight are notified of. */
export const announcedOfFlights = [
  'planned',
  'postponed',
  'sealed',
  'released',
  'provisional',
  'official',
  'corrected',
  'annulled',
] as const;
export type AnnouncedOfFlight = (typeof announcedOfFlights)[number];

/** The channels of a notification. */
export const channels = ['mail', 'push', 'sms'] as const;
export type Channel = (typeof channels)[number];

/** The channels that a person chose for each event. */
export type Choices = Readonly<Record<Event, Readonly<Record<Channel, boolean>>>>;

const on = (...wanted: Channel[]) =>
  Object.fromEntries(channels.map((channel) => [channel, wanted.includes(channel)])) as Record<Channel, boolean>;

/**
 * The default: events about an account, an order or an own bird, and events that need work at the loft, come by mail;
 * races notify only browsers that allowed it, and nothing costs money.
 */
export const defaultChoices: Choices = {
  bird_home: on('push'),
  flight_plans: on('push'),
  list_sealed: on('mail', 'push'),
  released: on('push'),
  results: on('push'),
  dispute: on('mail', 'push'),
  bird_lost: on('mail', 'push'),
  bird_sale: on('mail', 'push'),
  order: on('mail', 'push'),
  order_new: on('mail', 'push'),
  cash: on('mail', 'push'),
  refund_failed: on('mail', 'push'),
  transport: on('mail', 'push'),
  loft_message: on('mail', 'push'),
  device_silent: on('mail', 'push'),
  job_stuck: on('mail', 'push'),
  rights: on('mail', 'push'),
  sign_in: on('mail', 'push'),
};

/** Whether it ignores quiet hours: events that protect an account. */
export function isUrgent(event: Event): boolean {
  return event === 'sign_in' || event === 'rights';
}

export const notificationStatuses = ['pending', 'sent', 'given_up', 'withdrawn'] as const;
export type NotificationStatus = (typeof notificationStatuses)[number];

/** Maximum number of attempts to send it. */
export const mostAttempts = pauses_ms.length + 1;
