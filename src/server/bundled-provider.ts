/** The bundled identity provider as a part of the site: what it asks of it, and how the site asks it. */
import type { FastifyInstance } from 'fastify';
import { bundled_issuer } from '#domain/identity/issuer.ts';
import { siteSessions } from './accounts/account-sessions.ts';
import { claimsOf } from './accounts/claims.ts';
import type { RelyingPartyOptions } from './accounts/oidc.ts';
import { updateUser } from './accounts/users.ts';
import { createAskSelf } from './ask-self.ts';
import type { Config } from './config.ts';
import type { Connection, Database } from './db/database.ts';
import { transact } from './db/transaction.ts';
import type { Maker } from './files/maker.ts';
import { createProvider, type Provider } from './identity/provider.ts';
import { identityClient } from './identity/secret.ts';
import type { Services } from './outside/services.ts';
import { ownAddress } from './own-site.ts';
import { dataOf, forgetPerson } from './privacy.ts';

export interface BundledProviderOptions {
  config: Config;
  db: Database;
  databaseUrl: string;
  sms: Services['sms'];
  portrait: Maker['portrait'];
  /** Receives the provider's connection pool. */
  created(pool: Connection['pool']): void;
}

export interface BundledProvider {
  /** Created on first use: most test programs never need it. */
  provider(): Promise<Provider>;
  close(): Promise<void>;
}

export function createBundledProvider(
  app: FastifyInstance,
  { config, db, databaseUrl, sms, portrait, created }: BundledProviderOptions,
): BundledProvider {
  const known = (subject: string) => ({ issuer: bundled_issuer, subject });
  const site = {
    dataOf: (subject: string) => transact(db, (tx) => dataOf(tx, known(subject))),
    update: (subject: string, claims: Readonly<Record<string, unknown>>) =>
      transact(db, (tx) => updateUser(tx, claimsOf(known(subject), claims))),
    forget: (subject: string) => transact(db, (tx) => forgetPerson(tx, known(subject))),
    portrait,
    ...siteSessions({
      issuer: bundled_issuer,
      sessions: () => app.sessions,
      parseCookie: (cookies) => app.parseCookie(cookies),
    }),
  };
  let providing: Promise<Provider> | undefined;
  return {
    provider() {
      providing ??= createProvider({
        config,
        db,
        databaseUrl,
        address: ownAddress(config, app),
        log: app.log,
        site,
        sms,
      }).then(
        (made) => {
          created(made.pool);
          return made;
        },
        (error) => {
          providing = undefined; // the database was away
          throw error;
        },
      );
      return providing;
    },
    async close() {
      await (await providing)?.close();
    },
  };
}

/** The identity provider of this site: the configured one, or the bundled one. */
export function partyOf(config: Config, app: FastifyInstance): RelyingPartyOptions {
  if (config.oidc) return config.oidc;
  const issuer = `${ownAddress(config, app)}/id`;
  return { issuer, people: bundled_issuer, ...identityClient(config), ask: createAskSelf(app) };
}
