/** The network that a request comes from: what one line or one household shares, so that limits count by it. */
import { isIPv6 } from 'node:net';

/**
 * The network of an address: an IPv4 address itself, also one that is written as IPv6 (`::ffff:192.0.2.1`), and of any
 * other IPv6 address its first 64 bits, because whoever has one such line has all addresses of it. What is no address
 * is its own network.
 *
 * @returns `203.0.113.5`, or four groups without a prefix length: `2001:db8:1:2`
 */
export function networkOf(ip: string): string {
  const address = ip.replace(/%.*$/, '');
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return groups.slice(0, 4).join(':');
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
