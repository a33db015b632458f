/**
 * The environment, parsed once. A wrong value names itself and the program does not start.
 */
import { BlockList, isIP, isIPv6 } from 'node:net';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import type { WeatherSource } from '#domain/flights/weather-contract.ts';
import { type Pools, poolsFor, processesFor, type Role } from './processes/plan.ts';

/** A number in decimal digits; `Number` alone would accept `0x1f`, `1e3` and a blank. */
const number = (pattern: RegExp, message: string) => z.string().regex(pattern, message).transform(Number);
const whole = number(/^\d+$/, 'must be a whole number');
const decimal = number(/^\d+(\.\d+)?$/, 'must be a number');

/** Scheme, host and port; anything else is an error, because it would be ignored. */
const origin = (protocol: RegExp) =>
  z.url({ protocol }).refine((text) => {
    const url = URL.parse(text);
    return url && `${url.protocol}//${url.host}/` === url.href;
  }, 'must be an address without a path, a user or anything else behind the host');

const webAddress = z.url({ protocol: /^https?$/ });
const flag = z.enum(['0', '1']).transform((value) => value === '1');
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ });

function listOf(one: z.ZodType<string, string>) {
  return z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
    .pipe(z.array(one));
}

const environment = z.object({
  /** The role of this process: `all` by default; sockets and jobs can have processes of their own. */
  ROLE: z.enum(['all', 'web', 'live', 'jobs']).default('all'),
  PORT: whole.pipe(z.number().max(65_535)).default(3000),
  HOST: z.string().min(1).default('0.0.0.0'),
  /** The public address of the site, without a path. Sockets from other origins are refused. */
  PUBLIC_URL: origin(/^https?$/).optional(),
  /** Further origins whose pages may open live sockets, separated by commas. */
  ORIGINS: listOf(origin(/^https?$/)),
  /** Where browsers open live sockets, when other processes serve them: wss://live.example.org */
  LIVE_URL: origin(/^wss?$/).optional(),
  /** The additional port of the live processes, for a proxy that sends /live there. */
  LIVE_PORT: whole.pipe(z.number().min(1).max(65_535)).optional(),
  /** Addresses and networks of the trusted proxies in front: 10.0.0.0/8, 192.168.1.7 */
  TRUST_PROXY: listOf(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])),
  /** The most live sockets of one address; a whole club shares one. */
  SOCKETS_PER_ADDRESS: whole.pipe(z.number().min(1)).default(2000),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  DATA_DIR: z.string().min(1).optional(),
  /** A populated demo with a race in the air; on by default with the embedded database. */
  DEMO: flag.optional(),
  /** The speed of the demo, as a multiple of real time. */
  DEMO_SPEED: decimal.pipe(z.number().positive().max(10_000)).default(3),
  /** `info` by default; `warn` with a demo, whose output people read. */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  /** `/metrics` answers on this port of its own … */
  METRICS_PORT: whole.pipe(z.number().min(1).max(65_535)).optional(),
  /** … at this address, by default reachable from this machine only … */
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /** … or on the main port with this token as Bearer. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** The identity provider: any OpenID Connect provider; the bundled one by default. */
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: z.string().min(1).max(255).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /** Further authentication classes (`acr`) of that provider that mean two factors, beside the standard ones. */
  OIDC_STRONG_ACR: listOf(z.string().min(1).max(255)),
  /** 1: admin rights apply only after signing in with two factors. */
  ADMIN_SECOND_FACTOR: flag.default(false),
  /** 0 switches off sign-ins by a link with `#access-token:`. */
  FRAGMENT_TOKEN: flag.default(true),
  /** 0 unregisters the service worker in browsers that have it. */
  WORKER: flag.default(true),
  /** Signing secret of the bundled identity provider; created once and stored in DATA_DIR when it is not set. */
  AUTH_SECRET: z.string().min(32).optional(),
  /** The mail server: smtp://user:password@host:587. Without one mail stays in the outbox … */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** … and the sender's address. */
  MAIL_FROM: z.string().min(3).default('Loftline <loftline@localhost>'),
  /** The SMS service; without one messages stay in the outbox. */
  SMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The recipient of messages from /contact; without one they are only stored. */
  CONTACT_EMAIL: z.email().max(128).optional(),
  /** 1 allows push services at any address, also without https and in private networks: for trials. */
  PUSH_ANYWHERE: flag.default(false),
  /** The operator's terms of use and privacy policy; the site has short ones of its own. */
  TERMS_URL: webAddress.optional(),
  PRIVACY_URL: webAddress.optional(),
  /** The target of /software/help. */
  HELPDESK_URL: webAddress.optional(),
  /** Password in front of the whole site before its opening (4.18); without one there is no gate. */
  ACCESS_PASSWORD: z.string().min(8).max(256).optional(),
  /** The operator's tag manager; loaded only for readers who have consented. */
  TAG_MANAGER_ID: z
    .string()
    .regex(/^GTM-[A-Z0-9]{4,12}$/, 'must look like GTM-ABC123')
    .optional(),
  /** Receives error reports, one JSON document by POST each; without one they stand in the log only. */
  ERROR_REPORT_URL: webAddress.optional(),
  /**
   * Euro reference rates of the day, as the European Central Bank publishes them; without an address prices stand in
   * their own currency only.
   */
  RATES_URL: webAddress.optional(),
  /** An S3 bucket for uploaded files; without one they are stored in DATA_DIR. */
  S3_BUCKET: z.string().min(3).max(63).optional(),
  S3_ENDPOINT: origin(/^https?$/).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY: z.string().min(1).optional(),
  S3_SECRET_KEY: z.string().min(1).optional(),
  /** The public address of uploaded files, when not on the site itself: https://media.example.org */
  MEDIA_URL: origin(/^https?$/).optional(),
  /** A MapLibre style with streets for maps; without one they show countries. */
  MAP_STYLE_URL: webAddress.optional(),
  /** The forecasts of the weather: a key for Windy's point forecasts, which no page ever shows … */
  WINDY_KEY: z.string().min(8).max(255).optional(),
  /** … and another address that speaks their protocol. */
  WINDY_URL: webAddress.optional(),
  /** Open-Meteo's forecasts, where there is no key for Windy: https://api.open-meteo.com/v1/forecast */
  OPEN_METEO_URL: webAddress.optional(),
  /** Windy's own map on the map of a flight: a key for its Map Forecast API, which readers of that map see (7.18) … */
  WINDY_MAP_KEY: z.string().min(8).max(255).optional(),
  /** … and another address of its script. */
  WINDY_MAP_URL: webAddress.optional(),
  /** The card provider: the operator's keys for Stripe, and the signing secret of its events. */
  STRIPE_SECRET_KEY: z.string().min(8).max(255).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(8).max(255).optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().min(8).max(255).optional(),
  /** Another API base that speaks Stripe's protocol. */
  STRIPE_API_BASE: origin(/^https?$/).optional(),
  /**
   * How long requests are still served after a signal to end, so that a load balancer that polls /readyz can leave
   * first.
   */
  DRAIN_SECONDS: decimal.pipe(z.number().max(300)).optional(),
  /** Sizes of the connection pools: pages and calls, clocks and live results, the identity provider. */
  DATABASE_POOL: whole.pipe(z.number().min(2).max(200)).optional(),
  RACE_POOL: whole.pipe(z.number().min(2).max(200)).optional(),
  IDENTITY_POOL: whole.pipe(z.number().min(1).max(200)).optional(),
  /** The number of serving processes: `auto` by the cores of the machine; 0: this one alone, without a supervisor. */
  PROCESSES: z
    .union([z.literal('auto'), whole.pipe(z.number().max(64))], 'must be auto or a whole number up to 64')
    .optional(),
  /** A process whose event loop has been blocked for this long is killed and started again. */
  HANG_SECONDS: whole.pipe(z.number().min(2).max(600)).default(20),
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
});

export interface Config {
  role: Role;
  port: number;
  host: string;
  public_url: string | undefined;
  /** The origins whose pages may open live sockets; empty: the host of the request. */
  origins: readonly string[];
  /** Where browsers open live sockets; undefined: the origin of the page. */
  live_url: string | undefined;
  /** The port of the live processes; undefined: other processes hand the sockets over to them. */
  live_port: number | undefined;
  /** Whether an address is a trusted proxy. */
  trust_proxy: (address: string) => boolean;
  /** The number of trusted addresses and networks. */
  proxies: number;
  sockets_per_address: number;
  /** How long a public reply is cached; 0: it is made for each request. */
  keep_ms: number;
  /** Undefined: the embedded PostgreSQL. */
  database_url: string | undefined;
  database_owner_url: string | undefined;
  data_dir: string | undefined;
  demo: boolean;
  demo_speed: number;
  log_level: string;
  metrics_port: number | undefined;
  metrics_host: string;
  metrics_token: string | undefined;
  /** Undefined: the bundled provider. */
  oidc:
    | { issuer: string; client_id: string; client_secret: string | undefined; strong_acrs?: readonly string[] }
    | undefined;
  /** Whether admin rights apply only after signing in with two factors. */
  admin_second_factor: boolean;
  fragment_token: boolean;
  /** Whether browsers get the service worker that caches pages. */
  worker: boolean;
  auth_secret: string | undefined;
  smtp_url: string | undefined;
  mail_from: string;
  sms_url: string | undefined;
  contact_email: string | undefined;
  push_anywhere: boolean;
  terms_url: string | undefined;
  privacy_url: string | undefined;
  help_url: string | undefined;
  access_password: string | undefined;
  tag_manager: string | undefined;
  error_report_url: string | undefined;
  /** The source of the rates of currencies; undefined: none is asked. */
  rates_url: string | undefined;
  /** Undefined: a folder in the data folder. */
  s3:
    | { bucket: string; endpoint: string | undefined; region: string; access_key: string; secret_key: string }
    | undefined;
  media_url: string | undefined;
  map_style_url: string | undefined;
  /** Who foretells the weather; undefined: nobody, or the invented weather of the demo. */
  weather: WeatherService | undefined;
  /** Undefined: Windy's own map is not offered, or the invented one of the demo is. */
  windy_map: WindyMap | undefined;
  /** Undefined: no card payments, or those of the sandbox with the demo. */
  stripe: StripeKeys | undefined;
  drain_ms: number;
  /** The sizes of the connection pools, by purpose. */
  pools: Pools;
  /** The number of processes under a supervisor; 0: this one alone, without one. */
  processes: number;
  /** How long the event loop of a process may be blocked. */
  hang_s: number;
  production: boolean;
}

/** A service that foretells the weather of a place. */
export interface WeatherService {
  source: WeatherSource;
  url: string;
  /** Windy's key. */
  key: string | undefined;
}

/** Windy's map with the operator's key and the address of its script, or the script of one that is invented. */
export type WindyMap = { source: 'windy'; key: string; url: string } | { source: 'invented'; script: string };

export interface StripeKeys {
  secret_key: string;
  webhook_secret: string;
  publishable_key: string | undefined;
  api_base: string | undefined;
}

/** Where Windy has the script of its map. */
const windyMapScript = 'https://api.windy.com/assets/map-forecast/libBoot.js';

/** An error that keeps the program from starting and that the operator can correct; shown without a stack. */
export function cannotStart(message: string): Error {
  return Object.assign(new Error(message), { name: 'CannotStart' });
}

/**
 * Read the environment. Blank variables count as unset.
 * @throws `cannotStart` whose message names each wrong variable and what it should be.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  );
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
  if (e.METRICS_PORT !== undefined && e.METRICS_PORT === e.PORT) {
    throw cannotStart(`METRICS_PORT="${e.METRICS_PORT}" is PORT: give the figures a port of their own`);
  }
  if ((e.OIDC_ISSUER === undefined) !== (e.OIDC_CLIENT_ID === undefined) || (e.OIDC_CLIENT_SECRET && !e.OIDC_ISSUER)) {
    throw cannotStart('OIDC_ISSUER and OIDC_CLIENT_ID belong together: set both, or neither for the bundled provider');
  }
  if (e.OIDC_ISSUER?.startsWith('http:') && e.PUBLIC_URL?.startsWith('https:')) {
    throw cannotStart(`OIDC_ISSUER="${e.OIDC_ISSUER}" is not https, while PUBLIC_URL is`);
  }
  if (e.ACCESS_PASSWORD && e.LIVE_URL) {
    throw cannotStart(
      'ACCESS_PASSWORD and LIVE_URL cannot go together: whoever has entered is not known at another address',
    );
  }
  const s3 = [e.S3_BUCKET, e.S3_ACCESS_KEY, e.S3_SECRET_KEY];
  if (s3.some(Boolean) !== s3.every(Boolean)) {
    throw cannotStart('S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY belong together: set all three, or none');
  }
  const stripe = [e.STRIPE_SECRET_KEY, e.STRIPE_WEBHOOK_SECRET];
  if (stripe.some(Boolean) !== stripe.every(Boolean)) {
    throw cannotStart('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together: set both, or none');
  }
  if (e.WINDY_URL && !e.WINDY_KEY) throw cannotStart('WINDY_URL means nothing without WINDY_KEY');
  if (e.WINDY_MAP_URL && !e.WINDY_MAP_KEY) throw cannotStart('WINDY_MAP_URL means nothing without WINDY_MAP_KEY');
  if ((e.STRIPE_API_BASE || e.STRIPE_PUBLISHABLE_KEY) && !e.STRIPE_SECRET_KEY) {
    throw cannotStart('STRIPE_API_BASE and STRIPE_PUBLISHABLE_KEY mean nothing without STRIPE_SECRET_KEY');
  }
  const demo = e.DEMO ?? !e.DATABASE_URL;
  if (demo && e.DEMO === undefined && e.PUBLIC_URL && !isLoopback(e.PUBLIC_URL)) {
    throw cannotStart(
      `PUBLIC_URL="${e.PUBLIC_URL}" is an address for everybody, and the demo's passwords are known to everybody: set DEMO=0, or DEMO=1 if a demo is what you want`,
    );
  }
  if (e.NODE_ENV === 'development' && typeof e.PROCESSES === 'number' && e.PROCESSES > 0) {
    throw cannotStart(`PROCESSES="${e.PROCESSES}" is for "npm start": development has one process`);
  }
  // An operator who runs parts of the program as separate processes decides their number, and has something that starts
  // them again.
  const own = e.NODE_ENV === 'production' && e.ROLE === 'all' ? 'auto' : 0;
  const asked = e.NODE_ENV === 'development' ? 0 : (e.PROCESSES ?? own);
  const processes = asked === 'auto' ? processesFor(availableParallelism()) : asked;
  const pools = poolsFor(processes);
  // Commands read the same settings, and are one process.
  if (e.LIVE_PORT !== undefined && e.NODE_ENV === 'production' && processes < 2) {
    throw cannotStart(
      `LIVE_PORT="${e.LIVE_PORT}" is for processes with sockets of their own: set PROCESSES to 2 or more`,
    );
  }
  if (e.LIVE_PORT !== undefined && (e.LIVE_PORT === e.PORT || e.LIVE_PORT === e.METRICS_PORT)) {
    throw cannotStart(`LIVE_PORT="${e.LIVE_PORT}" is another port already: give the sockets one of their own`);
  }
  return {
    role: e.ROLE,
    port: e.PORT,
    host: e.HOST,
    public_url: e.PUBLIC_URL && new URL(e.PUBLIC_URL).origin,
    origins: [...(e.PUBLIC_URL ? [e.PUBLIC_URL] : []), ...e.ORIGINS].map((url) => new URL(url).origin),
    live_url: e.LIVE_URL && new URL(e.LIVE_URL).origin,
    live_port: e.LIVE_PORT,
    trust_proxy: trusting(e.TRUST_PROXY),
    proxies: e.TRUST_PROXY.length,
    sockets_per_address: e.SOCKETS_PER_ADDRESS,
    // Pages in development change and are not cached.
    keep_ms: e.NODE_ENV === 'production' ? 1000 : 0,
    database_url: e.DATABASE_URL,
    database_owner_url: e.DATABASE_OWNER_URL,
    data_dir: e.DATA_DIR,
    demo,
    demo_speed: e.DEMO_SPEED,
    log_level: e.LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    metrics_port: e.METRICS_PORT,
    metrics_host: e.METRICS_HOST,
    metrics_token: e.METRICS_TOKEN,
    oidc: e.OIDC_ISSUER
      ? {
          issuer: e.OIDC_ISSUER,
          client_id: e.OIDC_CLIENT_ID!,
          client_secret: e.OIDC_CLIENT_SECRET,
          strong_acrs: e.OIDC_STRONG_ACR,
        }
      : undefined,
    admin_second_factor: e.ADMIN_SECOND_FACTOR,
    fragment_token: e.FRAGMENT_TOKEN,
    worker: e.WORKER,
    auth_secret: e.AUTH_SECRET,
    smtp_url: e.SMTP_URL,
    mail_from: e.MAIL_FROM,
    sms_url: e.SMS_URL,
    contact_email: e.CONTACT_EMAIL,
    push_anywhere: e.PUSH_ANYWHERE,
    terms_url: e.TERMS_URL,
    privacy_url: e.PRIVACY_URL,
    help_url: e.HELPDESK_URL,
    access_password: e.ACCESS_PASSWORD,
    tag_manager: e.TAG_MANAGER_ID,
    error_report_url: e.ERROR_REPORT_URL,
    rates_url: e.RATES_URL,
    s3:
      e.S3_BUCKET === undefined
        ? undefined
        : {
            bucket: e.S3_BUCKET,
            endpoint: e.S3_ENDPOINT,
            region: e.S3_REGION,
            access_key: e.S3_ACCESS_KEY!,
            secret_key: e.S3_SECRET_KEY!,
          },
    media_url: e.MEDIA_URL && new URL(e.MEDIA_URL).origin,
    map_style_url: e.MAP_STYLE_URL,
    weather: e.WINDY_KEY
      ? { source: 'windy', url: e.WINDY_URL ?? 'https://api.windy.com/api/point-forecast/v2', key: e.WINDY_KEY }
      : e.OPEN_METEO_URL
        ? { source: 'open_meteo', url: e.OPEN_METEO_URL, key: undefined }
        : undefined,
    windy_map: e.WINDY_MAP_KEY
      ? { source: 'windy', key: e.WINDY_MAP_KEY, url: e.WINDY_MAP_URL ?? windyMapScript }
      : undefined,
    stripe: e.STRIPE_SECRET_KEY
      ? {
          secret_key: e.STRIPE_SECRET_KEY,
          webhook_secret: e.STRIPE_WEBHOOK_SECRET!,
          publishable_key: e.STRIPE_PUBLISHABLE_KEY,
          api_base: e.STRIPE_API_BASE,
        }
      : undefined,
    drain_ms: (e.DRAIN_SECONDS ?? (e.NODE_ENV === 'production' && !demo ? 5 : 0)) * 1000,
    pools: {
      site: e.DATABASE_POOL ?? pools.site,
      race: e.RACE_POOL ?? pools.race,
      identity: e.IDENTITY_POOL ?? pools.identity,
    },
    processes,
    hang_s: e.HANG_SECONDS,
    production: e.NODE_ENV === 'production',
  };
}

function trusting(proxies: readonly string[]): Config['trust_proxy'] {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) > 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Whether an address is reachable from this machine only. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** The wrong value itself, unless it may hold a secret. */
function shown(name: string, value: unknown): string {
  return /DATABASE|KEY|TOKEN|SECRET|PASSWORD|SMTP|SMS|REPORT/.test(name) ? '' : `="${String(value)}"`;
}
