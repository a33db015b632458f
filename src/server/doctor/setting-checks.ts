/** Checks of the settings and of this machine. */
import { access, constants, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isLoopback } from '#server/config.ts';
import type { Check } from './check.ts';

const oldestNode = 24;

/** Whether the site is used from other machines, over https. */
const isPublic = (public_url: string | undefined) => public_url !== undefined && !isLoopback(public_url);

export const settingChecks: readonly Check[] = [
  {
    name: 'node',
    run: ({ node }) =>
      Number(node.slice(1).split('.')[0]) >= oldestNode
        ? null
        : { what: `This is Node ${node}.`, repair: `Install Node ${oldestNode} or newer.` },
  },
  {
    name: 'https',
    run({ config: { public_url } }) {
      if (public_url === undefined)
        return {
          what: 'PUBLIC_URL is not set: e-mails name an address of this machine, and cookies are not kept to https.',
          repair: 'Set PUBLIC_URL to the address of the site: https://…',
        };
      return public_url.startsWith('https:') || isLoopback(public_url)
        ? null
        : {
            what: `PUBLIC_URL=${public_url} is not https: passwords can be read on the way.`,
            repair: 'Put a proxy with TLS in front, and set PUBLIC_URL to https://…',
          };
    },
  },
  {
    name: 'proxy',
    run: ({ config }) =>
      config.public_url?.startsWith('https:') && !config.proxies
        ? {
            what: 'TRUST_PROXY is not set, while something in front speaks https for the program: all readers share one address, and its limits.',
            repair: 'Set TRUST_PROXY to the address of the proxy.',
          }
        : null,
  },
  {
    name: 'mail',
    run: ({ config }) =>
      config.smtp_url === undefined
        ? {
            what: 'SMTP_URL is not set: no e-mail is sent, and nobody can confirm an address or reset a password.',
            repair: 'Set SMTP_URL and MAIL_FROM.',
          }
        : null,
  },
  {
    name: 'mail-from',
    run({ config: { smtp_url, mail_from } }) {
      const address = /<([^<>]+)>\s*$/.exec(mail_from)?.[1] ?? mail_from;
      return smtp_url === undefined || /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(address)
        ? null
        : {
            what: `MAIL_FROM="${mail_from}" is no address that can be answered.`,
            repair: 'Set MAIL_FROM: Our Loft <office@example.org>',
          };
    },
  },
  {
    name: 'secret',
    run({ config: { auth_secret, role, s3 } }) {
      if (auth_secret === undefined && (role !== 'all' || s3))
        return {
          what: 'AUTH_SECRET is not set: each machine would sign with a secret of its own.',
          repair: 'Set the same AUTH_SECRET for all processes: openssl rand -base64 48',
        };
      return auth_secret !== undefined && new Set(auth_secret).size < 10
        ? {
            what: 'AUTH_SECRET can be guessed: it repeats a few characters.',
            repair: 'Set another one: openssl rand -base64 48',
          }
        : null;
    },
  },
  {
    name: 'secret-files',
    async run({ data_dir }) {
      if (process.platform === 'win32') return null;
      for (const name of ['auth-secret', 'credentials.json', 'connection.json']) {
        const file = join(data_dir, name);
        const found = await stat(file).catch(() => null);
        if (found && found.mode & 0o077)
          return { what: `${file} can be read by other users of this machine.`, repair: `chmod 600 ${file}` };
      }
      return null;
    },
  },
  {
    name: 'data-folder',
    async run({ config: { s3, database_url }, data_dir }) {
      if (s3 && database_url !== undefined) return null;
      // A missing folder is created; so its parent must be writable.
      const folder = (await stat(data_dir).catch(() => null)) ? data_dir : join(data_dir, '..');
      const is_folder = await stat(folder).then(
        (found) => found.isDirectory(),
        () => false,
      );
      const may =
        is_folder &&
        (await access(folder, constants.W_OK | constants.X_OK).then(
          () => true,
          () => false,
        ));
      return may
        ? null
        : {
            what: `The folder ${data_dir} cannot be written by this user.`,
            repair: 'Set DATA_DIR to a folder of this user.',
          };
    },
  },
  {
    name: 'disk',
    async run({ data_dir, least_free_bytes }) {
      const found = await statfs(data_dir).catch(() => null);
      if (!found) return null;
      const free = found.bavail * found.bsize;
      return free >= least_free_bytes
        ? null
        : {
            what: `The disk of ${data_dir} has ${Math.trunc(free / 1024 ** 2)} MB left.`,
            repair: 'Make room, or set DATA_DIR to another disk.',
          };
    },
  },
  {
    name: 'files',
    run: ({ config: { s3, role } }) =>
      !s3 && role !== 'all'
        ? {
            what: `ROLE=${role} means several processes, and uploaded files lie in a folder.`,
            repair: 'Set S3_BUCKET, or be sure that all processes have the same DATA_DIR, and run them there.',
          }
        : null,
  },
  {
    name: 'metrics',
    run: ({ config: { metrics_port, metrics_host } }) =>
      metrics_port !== undefined && !['127.0.0.1', '::1', 'localhost'].includes(metrics_host)
        ? {
            what: `METRICS_PORT=${metrics_port} shows the figures to whoever reaches ${metrics_host}.`,
            repair: 'Unset METRICS_HOST, or keep the port inside by a firewall.',
          }
        : null,
  },
  {
    name: 'gate',
    run: ({ config: { access_password } }) =>
      access_password === undefined
        ? null
        : {
            what: 'ACCESS_PASSWORD stands before the whole site.',
            repair: 'Unset it when the site is for everybody.',
          },
  },
  {
    name: 'push',
    run: ({ config: { push_anywhere } }) =>
      push_anywhere
        ? {
            what: 'PUSH_ANYWHERE=1 sends to any address that a browser names, also inside the own network.',
            repair: 'Unset PUSH_ANYWHERE.',
          }
        : null,
  },
  {
    name: 'stripe-keys',
    run({ config: { stripe, public_url } }) {
      if (!stripe) return null;
      const mode = /^[a-z]+_(test|live)_/.exec(stripe.secret_key)?.[1];
      const shown = /^[a-z]+_(test|live)_/.exec(stripe.publishable_key ?? '')?.[1];
      if (!mode || !/^(sk|rk)_/.test(stripe.secret_key))
        return {
          what: 'STRIPE_SECRET_KEY is no secret key of Stripe: it begins with neither sk_ nor rk_.',
          repair: 'Take it from Developers → API keys.',
        };
      if (shown && shown !== mode)
        return {
          what: `STRIPE_SECRET_KEY is a ${mode} key, STRIPE_PUBLISHABLE_KEY a ${shown} one.`,
          repair: 'Take both from the same side of the dashboard.',
        };
      return mode === 'test' && isPublic(public_url)
        ? {
            what: 'STRIPE_SECRET_KEY is a test key: orders are paid without money.',
            repair: 'Set the live keys before people pay.',
          }
        : null;
    },
  },
  {
    name: 'stripe-webhook',
    run: ({ config: { stripe } }) =>
      stripe && !/^whsec_\S{16,}$/.test(stripe.webhook_secret)
        ? {
            what: 'STRIPE_WEBHOOK_SECRET is no signing secret: it does not begin with whsec_.',
            repair: 'Take it from the endpoint of /api/payments/webhook in the dashboard.',
          }
        : null,
  },
  {
    name: 'time-zones',
    run: () =>
      Intl.supportedValuesOf('timeZone').length > 300
        ? null
        : { what: 'This Node knows hardly any time zones.', repair: 'Install Node with full ICU data.' },
  },
];
