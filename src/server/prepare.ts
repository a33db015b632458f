/** Prepares the database before anything is served from it. */
import { cannotStart } from './config.ts';
import { checkServing, roleOf } from './db/grants.ts';
import { mayMigrate, migrate, missingMigrations } from './db/migrate.ts';
import { areJobsPrepared, prepareJobs } from './jobs.ts';

/** Two addresses of one database, one for each role. */
export interface Addresses {
  /** Of the role that serves. */
  url: string;
  /** Of the role that owns the tables; undefined where the process was not given it. */
  ownerUrl: string | undefined;
}

/**
 * Brings the database up to date, as its owner. A process without the owner's address checks that another one did.
 * @returns the owner's address, where there is one, and how many migrations ran
 * @throws `cannotStart` naming `npm run migrate` when they have to run first; PostgreSQL's Error with the name of the
 * `address` when the connection fails
 */
export async function prepare({ url, ownerUrl }: Addresses): Promise<{ ownerUrl: string | undefined; ran: number }> {
  const serving = await as('DATABASE_URL', roleOf(url));
  const owner = ownerUrl ?? ((await as('DATABASE_URL', mayMigrate(url))) ? url : undefined);
  const address = ownerUrl === undefined ? 'DATABASE_URL' : 'DATABASE_OWNER_URL';
  const ran = owner === undefined ? await checkMigrated(url) : await as(address, migrate(owner, serving));
  await checkServing(url).catch((error: Error) => Promise.reject(cannotStart(`DATABASE_URL: ${error.message}`)));
  if (owner !== undefined) await prepareJobs(owner, serving);
  else if (!(await areJobsPrepared(url))) throw toMigrate("The job queue's tables are missing or of another version");
  return { ownerUrl: owner, ran };
}

async function checkMigrated(url: string): Promise<0> {
  const missing = await as('DATABASE_URL', missingMigrations(url));
  if (missing) {
    const { first, count } = missing;
    throw toMigrate(
      count === 1 ? `The migration ${first} has not run` : `${count} migrations have not run, from ${first} on`,
    );
  }
  return 0;
}

function toMigrate(what: string): Error {
  return cannotStart(
    `${what}, and the role of DATABASE_URL may not do it: run "npm run migrate" with DATABASE_OWNER_URL.`,
  );
}

function as<Answer>(address: string, asked: Promise<Answer>): Promise<Answer> {
  return asked.catch((error: Error) => Promise.reject(Object.assign(error, { address })));
}
