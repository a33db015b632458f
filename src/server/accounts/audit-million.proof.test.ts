/**
 * The activity log of the site among a million entries, searched by who did them: by indexes. Measured by the pages that
 * PostgreSQL reads: time says more about the machine.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPerson } from '#testing/builders.ts';
import { buildCustomer, buildOffer, plantOrder } from '#testing/orders.ts';
import { pagesReadFor, statementsOf } from '#testing/pages-read.ts';
import { proveSize, reportProof } from '#testing/proof.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { entriesOfAudit } from './audit-entries.ts';

/**
 * A search reads at most so many pages, of however many entries: the five hundred entries of one person stand on as many,
 * and their indexes take a few hundred more.
 */
const most_pages = 1000;
/** A tenth of the entries of the site. */
const tenth = proveSize(30_000, 100_000);
/** Each of them did five hundred things. */
const workers = tenth / 50;
let site: TestSite;
let superuser: pg.Client;

beforeAll(async () => {
  site = await testSite({ keep_ms: 0 });
  const offer = await buildOffer(site.db);
  const customer = await buildCustomer(site.db);
  const order = await plantOrder(site.db, offer, customer.user_id, ['confirm']);
  await buildPerson(site.db, { first_name: 'Ida', last_name: 'Idlewood', entries: [] });
  const early = await buildPerson(site.db, { first_name: 'Egon', last_name: 'Earlybird', entries: [] });
  superuser = new pg.Client({ connectionString: site.superUrl });
  await superuser.connect();
  // Planted rows need no triggers: they are only read.
  await superuser.query('set session_replication_role = replica');
  const { rows } = await superuser.query(
    `insert into users (issuer, subject, first_name, last_name, email)
     select 'planted', 'planted-' || n, 'Worker', 'Number ' || n, 'worker-' || n || '@example.org'
     from generate_series(1, $1::int) n returning id`,
    [workers],
  );
  const ids = rows.map(({ id }) => id);
  const at = `now() - interval '1 second' * n`;
  const by = `($1::bigint[])[1 + n % ${workers}]`;
  await superuser.query(
    `insert into order_history (loft_id, order_id, n, from_status, to_status, at, user_id)
     select o.loft_id, o.id, 1000 + n, 'pending', 'confirmed', ${at}, ${by}
     from orders o, generate_series(1, $3::int) n where o.id = $2`,
    [ids, order.id, 4 * tenth],
  );
  await superuser.query(
    `insert into audit_log (user_id, action, at) select ${by}, 'season.change', ${at} from generate_series(1, $2::int) n`,
    [ids, 3 * tenth],
  );
  await superuser.query(
    `insert into security_log (user_id, event, at) select ${by}, 'log_in', ${at} from generate_series(1, $2::int) n`,
    [ids, 3 * tenth],
  );
  // The oldest entry of all.
  await superuser.query(
    `insert into audit_log (user_id, action, at) values ($1, 'season.change', now() - interval '3 years')`,
    [early.user_id],
  );
  await superuser.query('vacuum analyze');
}, 240_000);
afterAll(async () => {
  await superuser?.end();
  await site?.end();
});

/** The entries that a search finds, and the statements that it takes. */
const search = (q: string) => statementsOf(site.connection.pool, (tx) => entriesOfAudit(tx, { q, most: 50 }));

it.each([
  ['who did nothing', 'idlewood', 0],
  ['who did one thing long ago', 'earlybird', 1],
  ['who did five hundred things', `worker number ${workers - 1}`, 50],
  ['of whom there are many', 'worker', 50],
  ['who is nobody', 'zzyzx', 0],
  ['of two words in any order', 'idlewood ida', 0],
])('entries of a person %s are found by the indexes', async (_who, q, expected) => {
  const { given, statements } = await search(q);
  expect(given.entries).toHaveLength(expected);
  expect(await pagesReadFor(superuser, statements)).toBeLessThanOrEqual(most_pages);
});

it('control: without the indexes of the person, who did nothing is looked for in every entry', async () => {
  const { statements } = await search('idlewood');
  const by_indexes = await pagesReadFor(superuser, statements);
  await superuser.query('begin');
  await superuser.query('drop index audit_log_by_person, order_history_by_person');
  const pages = await pagesReadFor(superuser, statements);
  await superuser.query('rollback');
  reportProof('audit', { entries: 10 * tenth, by_indexes, control_pages: pages });
  expect(pages).toBeGreaterThan(2 * most_pages);
});
