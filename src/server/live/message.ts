/** The site's own protocol, at `/live`: what a reader may send, and what they are sent. */
import { z } from 'zod';
import { textFrame } from './frame.ts';
import type { Protocol, Wish } from './protocol.ts';

const message = z.union([
  z.strictObject({
    subscribe: z.string().regex(/^(?:flight:[1-9]\d{0,15}|screen:[\w-]{22})$/),
    epoch: z.int().optional(),
    after: z.int().min(0).default(0),
  }),
  z.strictObject({ unsubscribe: z.string().max(32) }),
]);

/** @throws Error for a text that is no such message */
export const parseMessage = (text: string): Wish => message.parse(JSON.parse(text));

export const own: Protocol = {
  topicOf: (flight_id) => `flight:${flight_id}`,
  welcome: () => null,
  read: (text) => ({ wish: parseMessage(text) }),
  joined: () => null,
  notFound: (topic) => textFrame(JSON.stringify({ topic, error: 'not_found' })),
  rows: (topic, fields) => textFrame(`{"topic":"${topic}",${fields}}`),
  changed: (topic) => textFrame(JSON.stringify({ topic, changed: true })),
  closing: { rights: 1008, restart: 1012, message: 1007, words: 1008, topics: 1008, later: 1011 },
};
