/**
 * Who may open a live socket: pages of this site, and from one address only so many. The limit is far above what shares
 * an address honestly (a club, a school, a village behind one mobile mast), and far below what would fill the program.
 */
import type { IncomingMessage } from 'node:http';
import { networkOf } from '#server/network.ts';

export interface Admission {
  /** Takes a handshake in, or says the status to refuse it with. */
  admit(request: IncomingMessage): { address: string } | { status: 403 | 429 };
  /** A socket of this address is gone. */
  leave(address: string): void;
}

export interface AdmissionOptions {
  /** Origins whose pages may open sockets; none: those on the host that was asked. */
  origins: readonly string[];
  /** Whether somebody with these cookies may enter the site at all. */
  mayEnter?: ((cookie: string) => boolean) | undefined;
  /** Whether what comes from this address may say whom it speaks for. */
  trustProxy: (address: string) => boolean;
  /** At most so many sockets of one address, and ten times a second's share of it as handshakes. */
  most_per_address: number;
  now_ms?: () => number;
}

interface Address {
  sockets: number;
  /** Handshakes it may still make, as of `at_ms`. */
  handshakes: number;
  at_ms: number;
}

/** An address may open all its sockets at once, after a restart, and the like again after so many seconds. */
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

  /** Programs that are no browser send no origin. */
  function isOwn({ origin, host }: IncomingMessage['headers']): boolean {
    if (origin === undefined) return true;
    if (origins.length) return origins.includes(origin);
    return origin === `http://${host}` || origin === `https://${host}`;
  }
}

/** The reader's network: that of the nearest address on the way here that is no proxy of ours. */
export function addressOf(
  { socket, headers }: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } },
  trustProxy: (address: string) => boolean,
): string {
  const hops = [socket.remoteAddress ?? ''];
  const told = headers['x-forwarded-for'];
  if (told)
    hops.unshift(
      ...String(told)
        .split(',')
        .map((one) => one.trim()),
    );
  let address = hops.pop()!;
  while (hops.length && trustProxy(address)) address = hops.pop()!;
  return networkOf(address);
}
