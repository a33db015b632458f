/**
 * The environment, parsed once. A wrong value names itself and the program does not start.
 */
import { z } from 'zod';

const flag = z.enum(['0', '1']).transform((value) => value === '1');
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ });

const environment = z.object({
  /** Which part this process plays; `all` by default, sockets and jobs can have processes of their own. */
  ROLE: z.enum(['all', 'web', 'live', 'jobs']).default('all'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('0.0.0.0'),
  /** Where readers find the site, without a path. Sockets are refused from other origins. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  DATA_DIR: z.string().min(1).optional(),
  /** A populated demo with a race in the air; on by default with the embedded database. */
  DEMO: flag.optional(),
  /** How many times as fast as life the demo flies. */
  DEMO_SPEED: z.coerce.number().positive().max(10_000).default(3),
  /** `info` by default, `warn` with a demo, where people read along. */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  /** `/metrics` answers on this port of its own … */
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  /** … or on the main port to whoever shows this token as Bearer. */
  METRICS_TOKEN: z.string().min(16).optional(),
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
});

export interface Config {
  role: 'all' | 'web' | 'live' | 'jobs';
  port: number;
  host: string;
  public_url: string | undefined;
  /** Undefined means: the embedded PostgreSQL. */
  database_url: string | undefined;
  database_owner_url: string | undefined;
  data_dir: string | undefined;
  demo: boolean;
  demo_speed: number;
  log_level: string;
  metrics_port: number | undefined;
  metrics_token: string | undefined;
  production: boolean;
}

/** What keeps the program from starting and the operator can mend; told as it is, without a stack. */
export function cannotStart(message: string): Error {
  return Object.assign(new Error(message), { name: 'CannotStart' });
}

/**
 * Read the environment. Empty variables count as unset.
 * @throws `cannotStart` whose message names each wrong variable and what it should be.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw cannotStart(
      parsed.error.issues
        .map(({ path: [name], message }) => `${String(name)}${shown(String(name), given[String(name)])}: ${message}`)
        .join('\n'),
    );
  }
  const e = parsed.data;
  if (e.DATABASE_OWNER_URL && !e.DATABASE_URL) {
    throw cannotStart('DATABASE_OWNER_URL is set without DATABASE_URL: set both, or neither for the embedded database');
  }
  const demo = e.DEMO ?? !e.DATABASE_URL;
  return {
    role: e.ROLE,
    port: e.PORT,
    host: e.HOST,
    public_url: e.PUBLIC_URL && new URL(e.PUBLIC_URL).origin,
    database_url: e.DATABASE_URL,
    database_owner_url: e.DATABASE_OWNER_URL,
    data_dir: e.DATA_DIR,
    demo,
    demo_speed: e.DEMO_SPEED,
    log_level: e.LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    metrics_port: e.METRICS_PORT,
    metrics_token: e.METRICS_TOKEN,
    production: e.NODE_ENV === 'production',
  };
}

/** The wrong value itself, unless it may hold a secret. */
function shown(name: string, value: unknown): string {
  return /DATABASE|KEY|TOKEN|SECRET|PASSWORD/.test(name) ? '' : `="${String(value)}"`;
}
