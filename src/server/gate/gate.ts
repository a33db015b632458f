/**
 * A password for the whole site, before it is public (4.18). A visitor who has entered it has a pass cookie with an
 * end, signed with the password, so that a change of the password invalidates all passes.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { signerFactory } from '@fastify/cookie';

export interface Gate {
  /** Whether a request may pass: by its cookie, or because its path is open. */
  lets(request: { url: string; cookie: string | undefined }): boolean;
  /** Whether this is the password, compared in constant time. */
  isPassword(typed: string): boolean;
  /** The value of a new pass cookie. */
  pass(): string;
}

/** 5 days (4.18). */
export const pass_s = 5 * 86_400;
export const passCookie = 'access';
export const gatePath = '/misc/access-protection';

/**
 * Paths that need no pass: /about, the gate itself, health checks, and calls with a proof of their own: clocks by their
 * keys, the payment provider by its signature, the unsubscribe link by its token.
 */
const open = new Set([
  '/about',
  '/about.data',
  gatePath,
  `${gatePath}.data`,
  '/api/devices/readings',
  '/api/devices/telemetry',
  '/api/payments/webhook',
  // The unsubscribe link of an e-mail, which mail programs request themselves (RFC 8058).
  '/notifications/stop',
  '/notifications/stop.data',
  // Error reports of the pages before the gate.
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
  // Endpoints of the identity provider for programs, with authentication of their own.
  '/id/.well-known/openid-configuration',
  '/id/.well-known/oauth-authorization-server',
  '/id/jwks',
  '/id/oauth2/token',
  '/id/oauth2/userinfo',
  '/id/oauth2/revoke',
]);
/** A built file. The raw path is compared: one with dots may be resolved differently by later handlers. */
const file = /^\/(assets|icons)\/\w[\w-]*(\.\w[\w-]*)*$/;

export function createGate({ password, now_ms = Date.now }: { password: string; now_ms?: () => number }): Gate {
  const signer = signerFactory(`access ${password}`);

  return {
    lets({ url, cookie }) {
      const path = url.split('?', 1)[0]!;
      return open.has(path) || file.test(path) || isPass(cookie);
    },
    isPassword: (typed) => isSame(typed, password),
    pass: () => signer.sign(String(now_ms() + pass_s * 1000)),
  };

  function isPass(cookie: string | undefined): boolean {
    const { valid, value } = signer.unsign(cookie ?? '');
    return valid && Number(value) > now_ms();
  }
}

/** Compares in constant time: hashes have one length. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!);
}
