/** Checks of the database, queried as the serving role. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { checkConnections } from '#server/db/connections.ts';
import { missingMigrations } from '#server/db/migrate.ts';
import { oldestPostgres } from '#server/db/version.ts';
import { identityClient } from '#server/identity/secret.ts';
import { areJobsPrepared } from '#server/jobs.ts';
import type { Check, Installation } from './check.ts';

/** A larger clock difference gives wrong times of arrivals and sessions. */
const most_off_ms = 2000;

/** A night without a backup risks the loss of a day's work. */
const most_backup_age_h = 26;

/** A setting of PostgreSQL that must be on, or acknowledged data can be lost. */
function mustBeOn(name: string): Check {
  return {
    name,
    async run({ ask }) {
      const [row] = await ask<{ value: string }>('select current_setting($1) as value', [name]);
      return row!.value === 'off'
        ? {
            what: `PostgreSQL runs with ${name}=off: after a power cut acknowledged readings and payments can be gone.`,
            repair: `alter system set ${name} = on; then restart PostgreSQL.`,
          }
        : null;
    },
  };
}

/** The attributes of the role of an address. */
async function roleOf(url: string): Promise<{ role: string; is_superuser: boolean; tables: number }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {}); // the running query reports it
  await client.connect();
  try {
    const { rows } = await client.query(
      `select current_user as role, rolsuper as is_superuser,
        (select count(*)::int from pg_class where relowner = pg_roles.oid and relkind in ('r', 'p')) as tables
      from pg_roles where rolname = current_user`,
    );
    return rows[0];
  } finally {
    await client.end().catch(() => {});
  }
}

/** For databases with tables: before the first start other findings name what is missing. */
const hasTable = async ({ ask }: Installation, name: string) =>
  (await ask<{ there: boolean }>('select to_regclass($1) is not null as there', [name]))[0]!.there;

export const databaseChecks: readonly Check[] = [
  {
    name: 'postgresql',
    async run({ ask }) {
      const [row] = await ask<{ version: number }>(`select current_setting('server_version_num')::int as version`);
      const version = Math.trunc(row!.version / 10_000);
      return version >= oldestPostgres
        ? null
        : { what: `The database is PostgreSQL ${version}.`, repair: `Upgrade it to ${oldestPostgres} or newer.` };
    },
  },
  mustBeOn('fsync'),
  mustBeOn('full_page_writes'),
  mustBeOn('synchronous_commit'),
  {
    name: 'extension',
    async run({ ask }) {
      const lacking = await ask<{ name: string; can_be: boolean; migrated: boolean }>(
        `select name, migrated, exists (select from pg_available_extensions known where known.name = wanted.name) as can_be
        from (values ('btree_gist', to_regclass('public.migrations') is not null), ('pg_trgm', false)) as wanted (name, migrated)
        where not exists (select from pg_extension where extname = wanted.name)`,
      );
      // The owner of a database may create them (they are "trusted"): the migrations do. Without pg_trgm searching is slow, not wrong.
      const missing = lacking.find(({ can_be, migrated }) => !can_be || migrated);
      if (!missing) return null;
      return missing.can_be
        ? {
            what: `The extension ${missing.name} is missing.`,
            repair: `As a superuser: create extension ${missing.name}`,
          }
        : {
            what: `The server does not have the extension ${missing.name}.`,
            repair: 'Install the package with the extensions of PostgreSQL (contrib).',
          };
    },
  },
  {
    name: 'connections',
    run: ({ ask, config }) => checkConnections(ask, config),
  },
  {
    name: 'one-role',
    async run({ url }) {
      const { role, is_superuser, tables } = await roleOf(url);
      return tables && !is_superuser
        ? {
            what: `The role ${role} of DATABASE_URL owns tables: whoever takes the program over can change the ledger.`,
            repair: 'Give DATABASE_URL a role that owns nothing, and DATABASE_OWNER_URL the owner.',
          }
        : null;
    },
  },
  {
    name: 'serving-superuser',
    async run({ url }) {
      const { role, is_superuser } = await roleOf(url);
      return is_superuser
        ? {
            what: `The role ${role} of DATABASE_URL is a superuser.`,
            repair: 'Give DATABASE_URL a role that owns nothing.',
          }
        : null;
    },
  },
  {
    name: 'owner-superuser',
    async run({ ownerUrl, url }) {
      if (ownerUrl === undefined || ownerUrl === url) return null;
      const { role, is_superuser } = await roleOf(ownerUrl);
      return is_superuser
        ? {
            what: `The role ${role} of DATABASE_OWNER_URL is a superuser.`,
            repair: 'Give the database to a role of its own, without more power than it needs.',
          }
        : null;
    },
  },
  {
    name: 'clock',
    async run({ ask }) {
      const before = Date.now();
      const [row] = await ask<{ now_ms: string }>('select extract(epoch from clock_timestamp()) * 1000 as now_ms');
      return clockFinding(Number(row!.now_ms), before, Date.now(), 'the database');
    },
  },
  {
    name: 'migrations',
    async run({ url }) {
      const missing = await missingMigrations(url);
      return missing
        ? { what: `${missing.count} migrations have not run, from ${missing.first} on.`, repair: 'npm run migrate' }
        : null;
    },
  },
  {
    name: 'job-queue',
    run: async ({ url }) =>
      (await areJobsPrepared(url))
        ? null
        : { what: "The job queue's tables are missing or of another version.", repair: 'npm run migrate' },
  },
  {
    name: 'demo',
    async run(at) {
      if (at.config.demo)
        return { what: 'The demo is on: its passwords are known to everybody.', repair: 'Set DEMO=0.' };
      if (!(await hasTable(at, 'demo'))) return null;
      const open = await at.ask('select from demo where ended_at is null');
      return open.length
        ? { what: 'A demo ran in this database, and its people can still sign in.', repair: 'npm run demo:end' }
        : null;
    },
  },
  {
    name: 'admin',
    async run(at) {
      if (!(await hasTable(at, 'users'))) return null;
      const admins = await at.ask('select from users where is_admin limit 1');
      return admins.length
        ? null
        : {
            what: 'Nobody is admin.',
            repair: at.config.oidc
              ? 'Sign in once with the provider, then: npm run admin -- --email …'
              : 'Set SMTP_URL, register at /id/register, confirm the address, then: npm run admin -- --email …',
          };
    },
  },
  {
    name: 'former-address',
    async run(at) {
      if (!(await hasTable(at, 'users')) || !(await hasTable(at, 'idp."user"'))) return null;
      const left = await at.ask(
        `select from users u join idp."user" a on a.id = u.subject where u.issuer ~ '^https?://[^/]+/id$'`,
      );
      return left.length
        ? {
            what: `${left.length} people are known under a former address of the site. Nobody can sign in as them.`,
            repair: 'Give what they had to the same people as they are known now, by their e-mail addresses.',
          }
        : null;
    },
  },
  {
    name: 'backup',
    async run(at) {
      const [row] = (await hasTable(at, 'backups'))
        ? await at.ask<{ age_h: number | null }>(
            `select extract(epoch from now() - max(taken_at))::float8 / 3600 as age_h from backups`,
          )
        : [];
      const age_h = row?.age_h ?? null;
      if (age_h !== null && age_h <= most_backup_age_h) return null;
      return {
        what: age_h === null ? 'There is no backup.' : `The last backup is ${Math.round(age_h)} hours old.`,
        repair: 'Run "npm run backup" every night.',
      };
    },
  },
  {
    name: 'shared-secret',
    async run(at) {
      const { config, data_dir } = at;
      if (config.oidc || !(await hasTable(at, 'idp."oauthClient"'))) return null;
      const auth_secret =
        config.auth_secret ?? (await readFile(join(data_dir, 'auth-secret'), 'utf8').catch(() => '')).trim();
      if (!auth_secret) return null;
      const { client_id, client_secret } = identityClient({ auth_secret });
      const mine = createHash('sha256').update(client_secret).digest('base64url');
      const [row] = await at.ask<{ kept: string }>(
        'select "clientSecret" as kept from idp."oauthClient" where "clientId" = $1',
        [client_id],
      );
      return !row || row.kept === mine
        ? null
        : {
            what: 'AUTH_SECRET is not the one that the last process started with: sign-ins fail in one of them.',
            repair: 'Give all processes the same AUTH_SECRET, and start them again.',
          };
    },
  },
];

/** The finding when another clock, read between two moments of ours, differs. */
export function clockFinding(theirs_ms: number, before_ms: number, after_ms: number, whose: string) {
  const off_ms = Math.max(before_ms - theirs_ms, theirs_ms - after_ms, 0);
  return off_ms <= most_off_ms
    ? null
    : {
        what: `The clock of this machine and that of ${whose} are ${(off_ms / 1000).toFixed(0)} s apart.`,
        repair: 'Keep both right by NTP.',
      };
}
