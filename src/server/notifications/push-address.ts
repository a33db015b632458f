/**
 * The allowed addresses of push services. The address comes from a browser, so it could be anything: a machine of our
 * internal network, or a name that resolves to one a moment later.
 */
import { lookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

const inside = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 127],
  ['64:ff9b::', 32],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(network, bits, 'ipv6');

/** Whether an address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  return isIP(address) > 0 && !inside.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Top-level names that are reserved or of private networks (RFC 6761, 6762, 8375, 9476). */
const notPublic =
  /(^|\.)(alt|corp|example|home|home\.arpa|internal|intranet|invalid|lan|local|localhost|onion|private|test)$/;
const publicName = /^(?!-)[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/;

/**
 * Whether an address can be that of a push service: https at its default port, under a public name. None is known by an
 * IP address.
 */
export function mayBePushService(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (url?.protocol !== 'https:' || url.port || url.username || url.password) return false;
  return publicName.test(url.hostname) && !notPublic.test(url.hostname);
}

/** Looks a name up as Node does, without the results that are internal addresses. */
export const lookupOutside: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) {
      done(error, '', 0);
      return;
    }
    const open = found.filter(({ address }) => isPublicAddress(address));
    const [first] = open;
    if (!first) done(Object.assign(new Error(`${host} leads inside`), { code: 'EHOSTUNREACH' }), '', 0);
    else if (options.all) done(null, open);
    else done(null, first.address, first.family);
  });
};
