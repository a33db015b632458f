/** The network that a request comes from: what one line or one household shares, so that limits count by it. */
import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network of an address: an IPv4 address itself, also one that is written as IPv6 (`::ffff:192.0.2.1`), and of any
 * other IPv6 address its first 64 bits, because whoever has one such line has all addresses of it. The port that some
 * proxies write behind an address is left out. All that is no address is one network: whatever a proxy passes on, nobody
 * makes networks of their own.
 *
 * @returns `203.0.113.5`, four groups without a prefix length: `2001:db8:1:2`, or `unknown`
 */
export function networkOf(ip: string): string {
  const address = withoutPort(ip).replace(/%.*$/, '');
  if (!isIPv6(address)) return isIPv4(address) ? address : 'unknown';
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return groups.slice(0, 4).join(':');
}

/** `203.0.113.5:4711` and `[2001:db8::1]:4711` without the port; anything else as it is. */
function withoutPort(ip: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(ip)?.[1] ?? /^([\d.]+):\d+$/.exec(ip)?.[1] ?? ip;
}

/** The eight groups of an IPv6 address, in the one way that they are written. */
function groupsOf(address: string): string[] {
  const written = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [before = '', after] = written.split('::');
  const groups = before.split(':').filter(Boolean);
  if (after === undefined) return groups;
  const last = after.split(':').filter(Boolean);
  return [...groups, ...Array.from({ length: 8 - groups.length - last.length }, () => '0'), ...last];
}
