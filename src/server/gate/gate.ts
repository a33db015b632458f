/**
 * A password before the whole site, for one that is not to be seen yet (4.18). Whoever has entered it carries a cookie
 * that says until when; it is signed with the password, so another password closes all doors again.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface Gate {
  /** Whether a request may pass: by its cookie, or because of what it asks for. */
  lets(request: { url: string; cookie: string | undefined }): boolean;
  /** Whether this is the password; it takes as long for any other. */
  isPassword(typed: string): boolean;
  /** What whoever has entered the password carries from now on. */
  pass(): string;
}

/** 5 days (4.18). */
export const pass_s = 5 * 86_400;
export const passCookie = 'access';
export const gatePath = '/misc/access-protection';

/**
 * What is open to everybody: /about, the gate itself, whoever asks how the program is, and what proves itself: clocks by
 * their keys, the cards' provider by its signature, the link that stops letters by its own.
 */
const open = new Set([
  '/about',
  '/about.data',
  gatePath,
  `${gatePath}.data`,
  '/api/devices/readings',
  '/api/devices/telemetry',
  '/api/payments/webhook',
  // A letter's link, which mail programs press themselves (RFC 8058).
  '/notifications/stop',
  '/notifications/stop.data',
  // What breaks on the pages before the gate.
  '/api/errors',
  '/api/test/health',
  '/livez',
  '/readyz',
  '/metrics',
  '/misc/healthcheck',
  '/misc/healthcheck.data',
  '/misc/language',
  '/misc/theme',
  '/misc/consent',
  '/favicon.svg',
  '/sw.js',
  '/app.webmanifest',
  '/offline',
  // Doors of the identity provider for programs; they ask for keys of their own.
  '/id/.well-known/openid-configuration',
  '/id/.well-known/oauth-authorization-server',
  '/id/jwks',
  '/id/oauth2/token',
  '/id/oauth2/userinfo',
  '/id/oauth2/revoke',
]);
/** A built file. A path is compared as it came: one with dots in it leads elsewhere for whoever reads it after us. */
const file = /^\/(assets|icons)\/\w[\w-]*(\.\w[\w-]*)*$/;

export function createGate({ password, now_ms = Date.now }: { password: string; now_ms?: () => number }): Gate {
  const signed = (until: string) => createHmac('sha256', `access ${password}`).update(until).digest('base64url');

  return {
    lets({ url, cookie }) {
      const path = url.split('?', 1)[0]!;
      return open.has(path) || file.test(path) || isPass(cookie);
    },
    isPassword: (typed) => isSame(typed, password),
    pass() {
      const until = String(now_ms() + pass_s * 1000);
      return `${until}.${signed(until)}`;
    },
  };

  function isPass(cookie: string | undefined): boolean {
    const [until = '', signature = ''] = cookie?.split('.') ?? [];
    return /^\d{1,16}$/.test(until) && isSame(signature, signed(until)) && Number(until) > now_ms();
  }
}

/** In the same time, whatever they are: hashes have one length. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!);
}
