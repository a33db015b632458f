/**
 * The two protocols of live sockets: the site's own at `/live`, and the one of Pusher at `/app/{key}`, for programs
 * that have its client or Laravel Echo (7.17). Both follow the same flights; they differ in their frames only.
 */
import type { IncomingMessage } from 'node:http';
import { own } from './message.ts';
import type { Protocol } from './protocol.ts';
import { pusher } from './pusher.ts';

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
