/**
 * The protocol of Pusher, version 7, as far as public channels need it. The channel of a flight is `flight.7`; its
 * events are `arrivals`, with the data of a frame of `/live`, and `changed`. Clients send nothing to each other, and no
 * channel is private: who is signed in sees no other rows of a flight than everybody.
 */
import { z } from 'zod';
import { textFrame } from './frame.ts';
import type { Protocol } from './protocol.ts';

/** Seconds without a message after which a client asks whether the socket is alive; a head comes more often. */
const activity_timeout = 120;

/** An event; in this protocol its data is JSON in a text. */
const event = (name: string, data: string, channel?: string) =>
  textFrame(JSON.stringify({ event: name, ...(channel !== undefined && { channel }), data }));

/** Nothing but a flight's channel is followed. */
const flightChannel = /^flight\.[1-9]\d{0,15}$/;

const message = z.object({
  event: z.string().max(200),
  data: z.unknown(),
});
const about = z.object({ channel: z.string().max(200) });

let sockets = 0;

export const pusher: Protocol = {
  topicOf: (flight_id) => `flight.${flight_id}`,
  welcome() {
    sockets += 1;
    const socket_id = `${process.pid}.${sockets}`;
    return event('pusher:connection_established', JSON.stringify({ socket_id, activity_timeout }));
  },
  read(text) {
    const { event: name, data } = message.parse(JSON.parse(text));
    if (name === 'pusher:ping') return { wish: null, reply: event('pusher:pong', '{}') };
    if (name === 'pusher:subscribe') {
      const { channel } = about.parse(data);
      if (!flightChannel.test(channel)) return { wish: null, reply: pusher.notFound(channel) };
      return { wish: { subscribe: channel, after: 0 } };
    }
    if (name === 'pusher:unsubscribe') return { wish: { unsubscribe: about.parse(data).channel } };
    if (name.startsWith('client-'))
      return { wish: null, reply: event('pusher:error', JSON.stringify({ code: 4301, message: 'no client events' })) };
    return { wish: null };
  },
  joined: (topic) => event('pusher_internal:subscription_succeeded', '{}', topic),
  notFound(topic) {
    const refused = topic.startsWith('private-') || topic.startsWith('presence-');
    const error = refused ? { type: 'AuthError', error: 'no private channels', status: 403 } : missing;
    return event('pusher:subscription_error', JSON.stringify(error), topic);
  },
  rows: (topic, fields) => event('arrivals', `{${fields}}`, topic),
  changed: (topic) => event('changed', '{}', topic),
  // 4000 to 4099: do not come back; 4200 to 4299: come back at once.
  closing: { rights: 4009, restart: 4200, message: 4000, words: 4004, topics: 4004, later: 4200 },
};

const missing = { type: 'NotFound', error: 'no such flight', status: 404 };
