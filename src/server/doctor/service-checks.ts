/** Checks of external services, queried as the site itself does. */
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';
import type { Config } from '#server/config.ts';
import { createStorage } from '#server/files/storage.ts';
import { type Check, reasonOf } from './check.ts';
import { clockFinding } from './database-checks.ts';

const timeout_ms = 10_000;

/** The metadata that the site needs from the provider to sign people in and out. */
const neededMetadata = ['issuer', 'authorization_endpoint', 'token_endpoint', 'jwks_uri', 'end_session_endpoint'];

const stripeBase = ({ stripe }: Config) => stripe?.api_base ?? 'https://api.stripe.com';
/** The bucket and Stripe: services whose replies carry the time. */
const timedServices = (config: Config): [string, string][] => [
  ...(config.s3?.endpoint ? [['the bucket', config.s3.endpoint] as [string, string]] : []),
  ...(config.stripe ? [['Stripe', stripeBase(config)] as [string, string]] : []),
];

export const serviceChecks: readonly Check[] = [
  {
    name: 'smtp',
    async run({ config: { smtp_url } }) {
      if (smtp_url === undefined) return null;
      const smtp = createTransport({
        url: smtp_url,
        connectionTimeout: timeout_ms,
        greetingTimeout: timeout_ms,
        socketTimeout: timeout_ms,
      });
      try {
        await smtp.verify();
        return null;
      } catch (error) {
        const refused = (error as { code?: string }).code === 'EAUTH';
        return refused
          ? {
              what: `The mail server refuses the login: ${reasonOf(error)}.`,
              repair: 'Mend user and password in SMTP_URL.',
            }
          : {
              what: `The mail server does not answer: ${reasonOf(error)}.`,
              repair: 'Mend SMTP_URL, or start the server.',
            };
      } finally {
        smtp.close();
      }
    },
  },
  {
    name: 's3',
    async run({ config: { s3 } }) {
      if (!s3) return null;
      const storage = createStorage({ s3, data_dir: undefined });
      const name = `doctor-${randomBytes(8).toString('hex')}.txt`;
      const content = Buffer.from('doctor');
      try {
        await storage.put(name, content, 'text/plain');
        const found = await storage.read(name);
        const same = found !== null && (await buffer(found.content)).equals(content);
        await storage.remove(name);
        return same
          ? null
          : { what: 'The bucket does not give back what was put into it.', repair: 'Look at the service.' };
      } catch (error) {
        return {
          what: `The bucket ${s3.bucket} cannot be written, read and cleared: ${reasonOf(error)}.`,
          repair: 'Mend S3_BUCKET, S3_ENDPOINT and the keys, which need put, get, delete and list.',
        };
      }
    },
  },
  {
    name: 'stripe',
    async run({ config }) {
      if (!config.stripe) return null;
      const answer = await fetch(`${stripeBase(config)}/v1/balance`, {
        headers: { authorization: `Bearer ${config.stripe.secret_key}` },
        signal: AbortSignal.timeout(timeout_ms),
      }).catch((error: Error) => error);
      if (answer instanceof Error)
        return {
          what: `Stripe does not answer: ${reasonOf(answer.cause ?? answer)}.`,
          repair: 'Let the program out to api.stripe.com.',
        };
      await answer.body?.cancel();
      // A restricted key may not read the balance (403), and is accepted.
      return answer.status === 401
        ? { what: 'Stripe does not know STRIPE_SECRET_KEY.', repair: 'Take the key from Developers → API keys.' }
        : null;
    },
  },
  {
    name: 'service-clock',
    async run({ config }) {
      for (const [whose, url] of timedServices(config)) {
        const before = Date.now();
        const answer = await fetch(url, { signal: AbortSignal.timeout(timeout_ms) }).catch(() => null);
        await answer?.body?.cancel();
        const remote_ms = Date.parse(answer?.headers.get('date') ?? '');
        // The header has a resolution of a second.
        const found = Number.isNaN(remote_ms) ? null : clockFinding(remote_ms, before - 1000, Date.now(), whose);
        if (found) return found;
      }
      return null;
    },
  },
  {
    name: 'oidc',
    async run({ config: { oidc } }) {
      if (!oidc) return null;
      const url = `${oidc.issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
      const metadata = await fetch(url, { signal: AbortSignal.timeout(timeout_ms) })
        .then(async (answer) =>
          answer.ok ? ((await answer.json()) as Record<string, unknown>) : new Error(`${answer.status}`),
        )
        .catch((error: Error) => error);
      if (metadata instanceof Error)
        return {
          what: `The provider of OIDC_ISSUER does not answer at ${url}: ${reasonOf(metadata.cause ?? metadata)}.`,
          repair: 'Mend OIDC_ISSUER, or start the provider.',
        };
      if (metadata.issuer !== oidc.issuer)
        return {
          what: `The provider calls itself ${String(metadata.issuer)}.`,
          repair: 'Set OIDC_ISSUER to exactly that.',
        };
      const missing = neededMetadata.filter((name) => typeof metadata[name] !== 'string');
      return missing.length
        ? { what: `The provider's metadata lack ${missing.join(', ')}.`, repair: 'Switch it on at the provider.' }
        : null;
    },
  },
];
