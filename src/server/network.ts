/** The network of a request: the addresses that one line or household shares; limits count by it. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The network of an address: an IPv4 address itself, also one that is written as IPv6 (`::ffff:192.0.2.1`), and of any
 * other IPv6 address its first 64 bits, because one line has all addresses of such a prefix. The port that some proxies
 * append is removed. Everything that is no address is one network, so that invented values do not make new networks.
 * @returns `203.0.113.5`, four groups without a prefix length: `2001:db8:1:2`, or `unknown`
 */
export function networkOf(ip: string): string {
  const written = withoutPort(ip).replace(/%.*$/, '');
  if (!isIP(written)) return 'unknown';
  const address = ipaddr.process(written);
  if (address.kind() === 'ipv4') return address.toString();
  return (address as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
}

/** `203.0.113.5:4711` and `[2001:db8::1]:4711` without the port; anything else as it is. */
function withoutPort(ip: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(ip)?.[1] ?? /^([\d.]+):\d+$/.exec(ip)?.[1] ?? ip;
}
