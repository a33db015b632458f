/**
 * The two protocols of live sockets: the site's own at `/live`, and the one of Pusher at `/app/{key}`, for programs
 * that have its client or Laravel Echo (7.17). Both follow the same flights; they differ in their frames only.
 */
import type { IncomingMessage } from 'node:http';
import { textFrame } from './frame.ts';
import { parseMessage } from './message.ts';
import { pusher } from './pusher.ts';

/** What a follower asks for; null: nothing that has an answer of its own. */
export type Wish = { subscribe: string; epoch?: number | undefined; after: number } | { unsubscribe: string } | null;

/** Why a socket is closed. */
export type Closing = 'rights' | 'restart' | 'message' | 'words' | 'topics' | 'later';

export interface Protocol {
  /** The topic of a flight, by which its channel is known. */
  topicOf(flight_id: number): string;
  /** The first frame of a socket. */
  welcome(): Buffer | null;
  /** What a message asks for, and the frame that answers it at once. @throws Error for a message that means nothing */
  read(text: string): { wish: Wish; reply?: Buffer };
  /** The frame before the rows of a flight that is followed from now on. */
  joined(topic: string): Buffer | null;
  notFound(topic: string): Buffer;
  /** The frame of a flight's rows, from the fields of its JSON. */
  rows(topic: string, fields: string): Buffer;
  /** Something about the flight other than its rows has changed. */
  changed(topic: string): Buffer;
  /** The code of a close frame. */
  closing: Readonly<Record<Closing, number>>;
}

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

export const protocols = [own, pusher] as const;

/** The protocol of a handshake, by its address; null where no live socket is. */
export function protocolOf(url: string | undefined): Protocol | null {
  if (url === '/live') return own;
  return url !== undefined && pusherPath.test(url) ? pusher : null;
}

/** The key says whose application it is; there is one. */
const pusherPath = /^\/app\/[\w-]{1,100}(?:\?|$)/;

/** Whether a request is a live socket's handshake. */
export function isHandshake({ url, headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  return protocolOf(url) !== null && headers.upgrade?.toLowerCase() === 'websocket';
}

/** The flight of a topic of either protocol. */
export const flightIn = (topic: string) => Number(/\d+$/.exec(topic)?.[0]);
