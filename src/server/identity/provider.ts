/**
 * The bundled identity provider: accounts, authentication, and OpenID Connect for this site and others. Protocol and
 * storage are the library's (better-auth); this module configures and extends it.
 */

import { randomBytes } from 'node:crypto';
import { oauthProvider } from '@better-auth/oauth-provider';
import { passkey } from '@better-auth/passkey';
import { type BetterAuthPlugin, betterAuth } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { jwt, phoneNumber, twoFactor } from 'better-auth/plugins';
import type { FastifyBaseLogger } from 'fastify';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { z } from 'zod';
import { defaultLocale, isLocale, type Locale } from '#domain/locales.ts';
import type { Config } from '#server/config.ts';
import { connectionName } from '#server/db/connections.ts';
import { type Database, knowErrors } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { valid_minutes } from '#server/notifications/link-token.ts';
import { createSmsSender } from '#server/notifications/sms.ts';
import type { Service } from '#server/outside/service.ts';
import { awayAs, awayIn } from '#server/outside/unavailable.ts';
import { words } from '#server/translations.ts';
import { amrClaim, amrOf } from './methods.ts';
import { identityClient } from './secret.ts';
import { renameSession, type SiteSessions } from './sessions.ts';

export interface ProviderOptions {
  config: Config;
  db: Database;
  databaseUrl: string;
  /** The site's address; the issuer is `/id` below it. */
  address: string;
  log: FastifyBaseLogger;
  site: SiteOfAccounts;
  /** Sends codes by SMS. */
  sms: Service;
}

/** The header in which the library finds the client's address; set by account.ts. */
export const addressHeader = 'x-address-that-asks';

/** The site's side of the accounts. */
export interface SiteOfAccounts extends SiteSessions {
  /** The export of the person's data at the site. */
  dataOf(subject: string): Promise<object | null>;
  /** Updates the person at the site after a change of the account. @param claims all claims, as a token would have */
  update(subject: string, claims: Readonly<Record<string, unknown>>): Promise<void>;
  /** Called before an account is deleted; a refusal prevents the deletion. */
  forget(subject: string): Promise<void>;
  /** A profile picture as a small JPEG. @throws Refusal, see `files/maker.ts` */
  portrait(subject: string, picture: Buffer): Promise<Buffer>;
}

/** How long an SMS code is valid. */
const code_minutes = 5;

export const scopes = ['openid', 'profile', 'email', 'address', 'phone', 'offline_access'];

const text = { type: 'string', required: false } as const;

/** A user of the library, with our additional fields. */
export interface StoredUser {
  id: string;
  email: string;
  emailVerified: boolean;
  image?: string | null;
  createdAt: Date;
  phoneNumber?: string | null;
  phoneNumberVerified?: boolean | null;
  twoFactorEnabled?: boolean | null;
  ipfn?: string | null;
  givenName?: string | null;
  familyName?: string | null;
  street?: string | null;
  city?: string | null;
  zipcode?: string | null;
  country?: string | null;
  locale?: string | null;
}

/** Begins a session without a proof of the library's own; server-only, not reachable by HTTP. */
const signInAs = {
  id: 'sign-in-as',
  endpoints: {
    signInAs: createAuthEndpoint(
      '/sign-in-as',
      { method: 'POST', body: z.object({ account: z.string() }), metadata: { SERVER_ONLY: true } },
      async (ctx) => {
        const user = await ctx.context.internalAdapter.findUserById(ctx.body.account);
        if (!user) throw new Error('nobody has this account');
        const session = await ctx.context.internalAdapter.createSession(user.id);
        await setSessionCookie(ctx, { session, user });
        return { token: session.token };
      },
    ),
  },
} satisfies BetterAuthPlugin;

export type Provider = Awaited<ReturnType<typeof createProvider>>;

/** Makes the provider and enters this site as its first client. */
export async function createProvider({ config, db, databaseUrl, address, log, site, sms: service }: ProviderOptions) {
  const secret = config.auth_secret!;
  // A pool of its own: the library wants instants as Date, and its tables without a schema.
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: config.pools.identity,
    options: '-c search_path=idp -c timezone=UTC -c statement_timeout=15000',
    application_name: connectionName('identity'),
    connectionTimeoutMillis: 10_000,
  });
  knowErrors(pool);
  pool.on('error', (error) => log.warn({ err: error }, 'a connection of the identity provider was lost'));
  const sms = createSmsSender(config, db, service);

  const auth = betterAuth({
    appName: 'Loftline',
    baseURL: address,
    basePath: '/id',
    secret,
    telemetry: { enabled: false },
    logger: {
      log: (level, message, ...about) => {
        const err = about.find((one) => one instanceof Error);
        log[level === 'debug' ? 'debug' : level === 'error' ? 'error' : 'info']({ err }, message);
      },
    },
    database: { db: new Kysely({ dialect: new PostgresDialect({ pool }) }), type: 'postgres' },
    // Its endpoints are few (routes.ts) and take no password; the pages count attempts (limits.ts).
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'identity',
      useSecureCookies: address.startsWith('https:'),
      // Only the provider's pages get these cookies; on the site's pages the reader has the site's session or none.
      defaultCookieAttributes: { path: '/id', sameSite: 'lax', httpOnly: true },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    session: {
      expiresIn: 30 * 86_400,
      updateAge: 86_400,
      // The age of a proof is checked in account.ts.
      freshAge: 0,
      additionalFields: { amr: { ...text, input: false } },
    },
    databaseHooks: {
      user: {
        update: {
          after: async (changed) => {
            const user = changed as unknown as StoredUser & { name: string };
            const { id, name, email, emailVerified: email_verified } = user;
            await site.update(id, { name, email, email_verified, ...claimsOf(user, scopes, address) });
          },
        },
      },
      session: {
        create: {
          before: async (_session, asked) => {
            const before = asked?.context.session?.session as { amr?: string | null } | undefined;
            return { data: { amr: amrOf(asked?.path, before?.amr) } };
          },
          // A new password or factor replaces the browser's session.
          after: async ({ id }, asked) => {
            const before = asked?.context.session?.session.id;
            if (before) await transact(db, (tx) => renameSession(tx, site, before, id));
          },
        },
      },
    },
    user: {
      additionalFields: {
        ipfn: { ...text, unique: true, input: false },
        givenName: text,
        familyName: text,
        street: text,
        city: text,
        zipcode: text,
        country: text,
        locale: text,
      },
      deleteUser: { enabled: true, beforeDelete: ({ id }) => site.forget(id) },
    },
    emailAndPassword: {
      enabled: true,
      // An account begins when its address is confirmed (registrations.ts), and passwords are reset by links of ours.
      disableSignUp: true,
      requireEmailVerification: true,
      // The forms check what a password needs (5.12).
      minPasswordLength: 8,
      maxPasswordLength: 256,
      resetPasswordTokenExpiresIn: valid_minutes.password * 60,
      revokeSessionsOnPasswordReset: true,
    },
    disabledPaths: ['/token'],
    plugins: [
      signInAs,
      jwt({ jwks: { keyPairConfig: { alg: 'ES256' } }, disableSettingJwtHeader: true }),
      phoneNumber({
        otpLength: 6,
        expiresIn: code_minutes * 60,
        allowedAttempts: 3,
        // The person who changes a number is signed in, and gets the message in their language.
        sendOTP: ({ phoneNumber: to, code }, ctx) => {
          const { locale } = (ctx?.context.session?.user ?? {}) as Partial<StoredUser>;
          return sms({ to, text: words(languageOf(locale)).t('letters.code', { code }) }).catch((error: unknown) => {
            if (awayIn(error)?.wasAsked !== false) log.warn({ err: error }, 'a code was not sent');
            throw awayAs('sms_away', service, error, config.sms_url !== undefined);
          });
        },
      }),
      // The pages count attempts (limits.ts) in a way that nobody can lock out another person.
      twoFactor({ issuer: 'Loftline', accountLockout: { enabled: false } }),
      passkey({
        rpID: new URL(address).hostname,
        rpName: 'Loftline',
        origin: new URL(address).origin,
        // A discoverable key with user verification: a finger, a face or a PIN.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        registration: {
          afterVerification: ({ verification }) => verified(verification.registrationInfo?.userVerified),
        },
        authentication: {
          afterVerification: ({ verification }) => verified(verification.authenticationInfo.userVerified),
        },
      }),
      oauthProvider({
        loginPage: '/id/sign-in',
        // Every client is registered by the operator and trusted.
        consentPage: '/id/sign-in',
        signup: { page: '/id/register' },
        scopes,
        grantTypes: ['authorization_code', 'refresh_token'],
        // Twice the margin at which it is renewed (4.9, 9.9).
        accessTokenExpiresIn: 2 * 86_400,
        customUserInfoClaims: ({ user, scopes: asked }) => claimsOf(user as unknown as StoredUser, asked, address),
        extensions: [{ claims: { idToken: ({ sessionId }) => methodsOf(sessionId) } }],
        advertisedMetadata: { claims_supported: [...claims, amrClaim(`${address}/id`)] },
      }),
    ],
  });
  const { adapter, internalAdapter, password, createAuthCookie } = await auth.$context;
  /** The hash of a random password, compared when there is no account. */
  let randomHash: Promise<string> | undefined;
  await enterClient();
  const { api, handler } = auth;
  return { api, handler, users: createUsers(), site, config, db, address, log, pool, close: () => pool.end() };

  function createUsers() {
    return {
      async change(id: string, known: Partial<StoredUser> & { name?: string }): Promise<void> {
        await internalAdapter.updateUser(id, known);
      },
      /** The account with this e-mail address. */
      idOf: async (email: string): Promise<string | undefined> =>
        (await internalAdapter.findUserByEmail(email.toLowerCase()))?.user.id,
      /** The account whose password was right, in a browser that still has to prove the second factor. */
      async inSecondStep(headers: Headers): Promise<string | undefined> {
        const { name } = createAuthCookie('two_factor');
        const carried = (headers.get('cookie') ?? '').split(/; */).find((pair) => pair.startsWith(`${name}=`));
        const ticket = decodeURIComponent(carried?.slice(name.length + 1) ?? '').split('.')[0];
        return ticket ? (await internalAdapter.findVerificationValue(ticket))?.value : undefined;
      },
      /** The owner of a passkey. */
      async ofPasskey(key: string): Promise<string | undefined> {
        const { rows } = await sql<{ userId: string }>`
          select "userId" from idp.passkey where "credentialID" = ${key}`.execute(db);
        return rows[0]?.userId;
      },
      hash: (typed: string) => password.hash(typed),
      /** Whether the typed password has this hash; without a hash false, after the same time. */
      async isPassword(typed: string, hash: string | undefined): Promise<boolean> {
        randomHash ??= password.hash(crypto.randomUUID());
        const is = await password.verify({ hash: hash ?? (await randomHash), password: typed });
        return is && hash !== undefined;
      },
      /** A token with which the library accepts a new password for this account, once. */
      async resetToken(account: string): Promise<string> {
        const token = randomBytes(18).toString('base64url');
        const expiresAt = new Date(Date.now() + 60_000);
        await internalAdapter.createVerificationValue({
          value: account,
          identifier: `reset-password:${token}`,
          expiresAt,
        });
        return token;
      },
      byPhone: (phone: string) =>
        adapter.findOne<{ id: string }>({ model: 'user', where: [{ field: 'phoneNumber', value: phone }] }),
      async sessionOf(token: string): Promise<string | null> {
        return (await internalAdapter.findSession(token))?.session.id ?? null;
      },
      endSession: (token: string) => internalAdapter.deleteSession(token),
      /** Whether the password was changed since. */
      async hasNewPassword(id: string, since_ms: number): Promise<boolean> {
        const { rows } = await sql<{ is_new: boolean }>`
          select "updatedAt" > ${new Date(since_ms).toISOString()} as is_new
          from idp."account" where "userId" = ${id} and "providerId" = 'credential'`.execute(db);
        return rows[0]?.is_new ?? true;
      },
      /** Enters an account with a confirmed address, for the demo. */
      async enter(known: Partial<StoredUser> & { id: string; email: string; name: string }, secret: string) {
        if (await internalAdapter.findUserById(known.id)) return;
        await adapter.create({
          model: 'user',
          data: { ...known, emailVerified: true, createdAt: new Date(), updatedAt: new Date() },
          forceAllowId: true,
        });
        await internalAdapter.linkAccount({
          userId: known.id,
          providerId: 'credential',
          accountId: known.id,
          password: await password.hash(secret),
        });
      },
    };
  }

  /** The authentication methods of a session, as a claim of the ID token. */
  async function methodsOf(sessionId: string | undefined): Promise<Record<string, string[]>> {
    const where = [{ field: 'id', value: sessionId ?? '' }];
    const session = await adapter.findOne<{ amr?: string | null }>({ model: 'session', where });
    return session?.amr ? { [amrClaim(`${address}/id`)]: session.amr.split(' ') } : {};
  }

  /** Registers this site as a client; its address may have changed since the last start. */
  async function enterClient(): Promise<void> {
    const { client_id, client_secret } = identityClient(config);
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(client_secret));
    const known = {
      clientSecret: Buffer.from(hash).toString('base64url'),
      name: 'Loftline',
      disabled: false,
      skipConsent: true,
      enableEndSession: true,
      scopes,
      redirectUris: [`${address}/login/callback`],
      postLogoutRedirectUris: [`${address}/`],
      tokenEndpointAuthMethod: 'client_secret_post',
      // Only a `native` client may have a plain http redirect, and only on this machine.
      applicationType: address.startsWith('https:') ? 'web' : 'native',
      grantTypes: ['authorization_code', 'refresh_token'],
      responseTypes: ['code'],
      // Where the authorization names a challenge, the code asks for its verifier, and else refuses one: docs/decisions/0061.
      requirePKCE: false,
      updatedAt: new Date(),
    };
    const where = [{ field: 'clientId', value: client_id }];
    const update = () => adapter.update({ model: 'oauthClient', where, update: known });
    if (await update()) return;
    await adapter
      .create({ model: 'oauthClient', data: { clientId: client_id, createdAt: new Date(), ...known } })
      // Another process registered it first.
      .catch(update);
  }
}

/** A passkey counts as two factors only with user verification, on which the library does not insist. */
async function verified(asked: boolean | undefined): Promise<void> {
  if (!asked) throw new APIError('UNAUTHORIZED', { code: 'AUTHENTICATION_FAILED' });
}

const claims = [
  'sub',
  'ipfn',
  'name',
  'given_name',
  'family_name',
  'picture',
  'locale',
  'email',
  'email_verified',
  'street',
  'city',
  'zipcode',
  'country',
  'phone_number',
];

/** The claims of a user, by the requested scopes (3.11). */
function claimsOf(user: StoredUser, asked: readonly string[], address: string): Record<string, string> {
  const known: Record<string, string | null | undefined> = {
    ...(asked.includes('profile') && {
      ipfn: user.ipfn,
      given_name: user.givenName,
      family_name: user.familyName,
      picture: user.image && new URL(user.image, address).href,
      locale: languageOf(user.locale),
    }),
    ...(asked.includes('phone') && user.phoneNumberVerified && { phone_number: user.phoneNumber }),
    ...(asked.includes('address') && {
      street: user.street,
      city: user.city,
      zipcode: user.zipcode,
      country: user.country,
    }),
  };
  return Object.fromEntries(Object.entries(known).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** The language of the account. */
export function languageOf(locale: string | null | undefined): Locale {
  return isLocale(locale) ? locale : defaultLocale;
}
