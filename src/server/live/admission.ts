/**
 * Admission of live sockets: from pages of this site only, and up to a limit for each address. The limit is far above
 * what honest users share (a club, a school, a village behind one mobile mast), and far below what would overload the
 * program.
 */
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { networkOf } from '#server/network.ts';

export interface Admission {
  /** Admits a handshake, or returns the status to refuse it with. */
  admit(request: IncomingMessage): { address: string } | { status: 403 | 429 };
  /** A socket of this address has closed. */
  leave(address: string): void;
}

export interface AdmissionOptions {
  /** Origins whose pages may open sockets; if empty, those of the requested host. */
  origins: readonly string[];
  /** Whether a visitor with these cookies may enter the site at all. */
  mayEnter?: ((cookie: string) => boolean) | undefined;
  /** Whether this address is a proxy whose forwarded addresses are trusted. */
  trustProxy: (address: string) => boolean;
  /** The maximum of sockets of one address; its handshakes refill at a tenth of it per second. */
  most_per_address: number;
  now_ms?: () => number;
}

interface Address {
  sockets: number;
  /** The handshakes left, as of `at_ms`. */
  handshakes: number;
  at_ms: number;
}

/** An address may open all its sockets at once after a restart, and as many again after this time. */
const refill_s = 10;

export function createAdmission({
  origins,
  mayEnter,
  trustProxy,
  most_per_address,
  now_ms = Date.now,
}: AdmissionOptions): Admission {
  const addresses = new Map<string, Address>();

  return {
    admit(request) {
      if (!isOwn(request.headers)) return { status: 403 };
      if (mayEnter && !mayEnter(request.headers.cookie ?? '')) return { status: 403 };
      const address = addressOf(request, trustProxy);
      const at_ms = now_ms();
      const known = addresses.get(address) ?? { sockets: 0, handshakes: most_per_address, at_ms };
      const refill = ((at_ms - known.at_ms) / 1000 / refill_s) * most_per_address;
      known.handshakes = Math.min(most_per_address, known.handshakes + refill);
      known.at_ms = at_ms;
      if (known.sockets >= most_per_address || known.handshakes < 1) return { status: 429 };
      known.sockets += 1;
      known.handshakes -= 1;
      addresses.set(address, known);
      return { address };
    },
    leave(address) {
      const known = addresses.get(address);
      if (!known) return;
      known.sockets -= 1;
      if (known.sockets === 0) setTimeout(() => forget(address), refill_s * 1000).unref();
    },
  };

  function forget(address: string): void {
    if (addresses.get(address)?.sockets === 0) addresses.delete(address);
  }

  /** Programs that are no browsers send no origin. */
  function isOwn({ origin, host }: IncomingMessage['headers']): boolean {
    if (origin === undefined) return true;
    if (origins.length) return origins.includes(origin);
    return origin === `http://${host}` || origin === `https://${host}`;
  }
}

/** The reader's network: that of the nearest address on the route that is not one of our proxies. */
export function addressOf(
  { socket, headers }: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } },
  trustProxy: (address: string) => boolean,
): string {
  return networkOf(proxyAddr({ headers, socket } as IncomingMessage, trustProxy));
}
