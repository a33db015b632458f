/** The notifications of people who are not on the site: events, channels, urgency, and number of attempts. */
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
  'prize',
  'team_claim',
  'device_silent',
  'job_stuck',
  'rights',
  'sign_in',
] as const;
export type Event = (typeof events)[number];

/** Whether a person is an admin, and whether they have an active right in some loft. */
export interface Work {
  is_admin: boolean;
  at_loft: boolean;
}

const atWork: Partial<Record<Event, (work: Work) => boolean>> = {
  order_new: ({ is_admin, at_loft }) => is_admin || at_loft,
  refund_failed: ({ is_admin, at_loft }) => is_admin || at_loft,
  device_silent: ({ is_admin, at_loft }) => is_admin || at_loft,
  job_stuck: ({ is_admin }) => is_admin,
};

/** The events that a person can be notified of: those of the work at a loft, and of the program, only for who does it. */
export const eventsFor = (work: Work): Event[] => events.filter((event) => atWork[event]?.(work) ?? true);

/** What the followers of a flight are notified of. */
export const announcedOfFlights = [
  'planned',
  'postponed',
  'sealed',
  'released',
  'release_taken_back',
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
  prize: on('mail', 'push'),
  team_claim: on('mail', 'push'),
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
