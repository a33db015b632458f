/** The signed token of an unsubscribe link: person, event and channel. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Channel, channels, type Event, events } from '#domain/notifications/notification.ts';

export interface Stop {
  user_id: number;
  event: Event;
  channel: Channel;
}

/** The token of a link. It is valid as long as the installation's secret is. */
export function stopToken(secret: string, { user_id, event, channel }: Stop): string {
  const named = `${user_id}.${event}.${channel}`;
  return `${named}.${createHmac('sha256', secret).update(`stop ${named}`).digest('base64url')}`;
}

/** The event and channel of a token, or null for one that was not made here. */
export function readStopToken(secret: string, token: string): Stop | null {
  const [id = '', named, channelName] = token.split('.');
  const event = events.find((one) => one === named);
  const channel = channels.find((one) => one === channelName);
  if (!/^[1-9]\d{0,15}$/.test(id) || !event || !channel) return null;
  const stop = { user_id: Number(id), event, channel };
  const [shown, made] = [Buffer.from(token), Buffer.from(stopToken(secret, stop))];
  return shown.length === made.length && timingSafeEqual(shown, made) ? stop : null;
}
