import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { addressOf, createAdmission } from './admission.ts';

const handshake = (remoteAddress: string, headers: IncomingMessage['headers'] = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;
const nobody = () => false;

describe('the admission', () => {
  it('admits a club that shares an address, and stops an address at the limit', () => {
    const admission = createAdmission({ origins: [], trustProxy: nobody, most_per_address: 200, now_ms: () => 0 });
    const club = Array.from({ length: 50 }, () => admission.admit(handshake('192.0.2.1')));
    expect(club).toEqual(club.map(() => ({ address: '192.0.2.1' })));
    const flood = Array.from({ length: 1000 }, () => admission.admit(handshake('192.0.2.2')));
    expect(flood.filter((one) => 'status' in one && one.status === 429)).toHaveLength(800);
    expect(admission.admit(handshake('192.0.2.3'))).toEqual({ address: '192.0.2.3' });
  });

  it('lets all sockets of an address come back at once, but not again and again', () => {
    let now_ms = 0;
    const admission = createAdmission({ origins: [], trustProxy: nobody, most_per_address: 100, now_ms: () => now_ms });
    const comeAndGo = () => {
      const admitted = admission.admit(handshake('192.0.2.1'));
      if ('address' in admitted) admission.leave(admitted.address);
      return 'address' in admitted;
    };
    const times = (count: number) => Array.from({ length: count }, comeAndGo).filter(Boolean).length;
    expect(times(300)).toBe(100);
    now_ms = 5000;
    expect(times(300)).toBe(50);
    now_ms = 60_000;
    expect(times(300)).toBe(100);
  });

  const own = ['https://loft.example', 'https://www.loft.example:8443'];
  const foreign = [
    'null',
    '',
    'https://evil.example',
    'http://loft.example',
    'https://loft.example.evil.example',
    'https://evil.example/https://loft.example',
    'https://loft.example:444',
    'https://loft.example/',
    'https://loft.example.',
    'https://LOFT.example',
    'https://sub.loft.example',
    'https://evilloft.example',
    'https://loft.example@evil.example',
    'https://loft.example%00.evil.example',
    'https://loft.example#',
    'https://www.loft.example',
    'https://loft.example, https://evil.example',
    'file://',
    'file:///loft.example',
    'chrome-extension://loft.example',
    'moz-extension://loft.example',
    'data:',
    'blob:https://loft.example',
    'javascript:loft.example',
    'ws://loft.example',
    'wss://loft.example',
    '//loft.example',
    'loft.example',
    'https:loft.example',
    'https://localhost',
    'https://[::1]',
    'https://127.0.0.1',
  ];

  it.each(foreign)('refuses the origin %j', (origin) => {
    const admission = createAdmission({ origins: own, trustProxy: nobody, most_per_address: 10 });
    expect(admission.admit(handshake('192.0.2.1', { origin, host: 'loft.example' }))).toEqual({ status: 403 });
  });

  it('accepts its own origins, programs that send none, and without a list those of the requested host', () => {
    const admission = createAdmission({ origins: own, trustProxy: nobody, most_per_address: 10 });
    for (const origin of own) expect(admission.admit(handshake('192.0.2.1', { origin }))).toHaveProperty('address');
    expect(admission.admit(handshake('192.0.2.1'))).toHaveProperty('address');
    const open = createAdmission({ origins: [], trustProxy: nobody, most_per_address: 10 });
    expect(open.admit(handshake('192.0.2.1', { origin: 'http://a:3000', host: 'a:3000' }))).toHaveProperty('address');
    expect(open.admit(handshake('192.0.2.1', { origin: 'http://b:3000', host: 'a:3000' }))).toEqual({ status: 403 });
  });
});

describe('the address of a reader', () => {
  const { trust_proxy } = readConfig({ TRUST_PROXY: '10.0.0.0/8' });
  it.each([
    ['203.0.113.5', undefined, '203.0.113.5'],
    ['::ffff:203.0.113.5', undefined, '203.0.113.5'],
    ['203.0.113.5', '198.51.100.1', '203.0.113.5'],
    ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.9', '198.51.100.1'],
    ['10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '10.0.0.2', '10.0.0.2'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2'],
    ['2001:db8:1:2::9', undefined, '2001:db8:1:2'],
    ['2001:db8::9', undefined, '2001:db8:0:0'],
    ['::1', undefined, '0:0:0:0'],
  ])('from %s with %s is %s', (remoteAddress, forwarded, address) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    expect(addressOf({ socket: { remoteAddress }, headers }, trust_proxy)).toBe(address);
  });
});
