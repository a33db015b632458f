/** The people of the demo: one per role, entered with the bundled provider, each with their rights. */

import { sql } from 'kysely';
import { bundled_issuer } from '#domain/identity/issuer.ts';
import type { PersonKey } from '#domain/keys.ts';
import { changeStanding, lockStanding } from '#server/accounts/standing.ts';
import { enterUser } from '#server/accounts/users.ts';
import { connect } from '#server/db/database.ts';
import type { DemoOptions } from '#server/serve.ts';
import { seedActivations } from './demo-activations.ts';
import { correctionOf, seedCorrection } from './demo-correction.ts';
import { seedEntries } from './demo-entries.ts';
import { setUpLoft } from './demo-lofts.ts';
import { newsPictures } from './demo-news.ts';
import { seedOrders } from './demo-orders.ts';
import { seedPayments } from './demo-payments.ts';
import { seedPhotos } from './demo-photos.ts';
import { pictureNews } from './demo-pictures.ts';
import { seedSale } from './demo-sale.ts';
import { away, home } from './demo-seed.ts';
import { seedTransports } from './demo-transports.ts';

/** The password of all of them; it is no secret (README). */
export const password = 'Loftline-2026';

interface DemoPerson {
  name: string;
  first_name: string;
  last_name: string;
  country: string;
  phone?: string;
  /** The address, which a customer needs to order. */
  address?: { street: string; zipcode: string; city: string };
  is_admin?: boolean;
  /** Their rights by loft. */
  lofts?: readonly string[];
  may?: { is_merchant?: boolean; is_agent?: boolean; is_staff?: boolean; has_seasons?: boolean };
}

const people: readonly DemoPerson[] = [
  { name: 'admin', first_name: 'Ines', last_name: 'Albers', country: 'BE', is_admin: true },
  {
    name: 'merchant',
    first_name: 'Marc',
    last_name: 'Wouters',
    country: 'BE',
    lofts: [home.name, away.name],
    may: { is_merchant: true },
  },
  {
    name: 'padma',
    first_name: 'Nusrat',
    last_name: 'Rahman',
    country: 'BD',
    lofts: [away.name],
    may: { is_merchant: true },
  },
  {
    name: 'agent',
    first_name: 'Ria',
    last_name: 'Postma',
    country: 'NL',
    phone: '+31381234567',
    lofts: [home.name, away.name],
    may: { is_agent: true },
  },
  {
    name: 'staff',
    first_name: 'Jonas',
    last_name: 'Claes',
    country: 'BE',
    lofts: [home.name],
    may: { is_staff: true, has_seasons: true },
  },
  {
    name: 'customer',
    first_name: 'Luc',
    last_name: 'van Aerde',
    country: 'BE',
    phone: '+3253712345',
    address: { street: 'Kerkstraat 4', zipcode: '9300', city: 'Aalst' },
  },
];

/** Enters the missing people, marks the database as a demo's, and prints how to sign in as them. */
export async function enterPeople({
  connection: { db },
  ownerUrl,
  storage,
  provider,
  say,
}: DemoOptions): Promise<void> {
  if (!provider) return;
  // Marked before the first of them can sign in.
  await sql`insert into demo (began_at) values (now()) on conflict do nothing`.execute(db);
  const { users } = await provider();
  for (const { name, first_name, last_name, country, address = {}, ...one } of people) {
    const email = emailOf(name);
    const { is_admin = false, lofts = [], may = {}, ...reached } = one;
    const subject = subjectOf(name);
    const { phone: phoneNumber = null } = reached;
    const called = { phoneNumber, phoneNumberVerified: phoneNumber !== null };
    const own = { givenName: first_name, familyName: last_name, country, ...address, ...called, locale: 'en' };
    await users.enter({ id: subject, email, name: `${first_name} ${last_name}`, ...own }, password);
    const known = { email, first_name, last_name, ...address, ...reached };
    const user_id = await enterUser(db, { issuer: bundled_issuer, subject, ...known });
    if (is_admin) await makeAdmin(ownerUrl, user_id);
    const { is_merchant = false, is_agent = false, is_staff = false, has_seasons = false } = may;
    await sql`
      insert into loft_permissions (loft_id, user_id, is_merchant, is_agent, is_staff, has_seasons)
      select id, ${user_id}, ${is_merchant}, ${is_agent}, ${is_staff}, ${has_seasons}
      from lofts where name = any(${lofts}) on conflict do nothing`.execute(db);
  }
  await giveTeams(db, bundled_issuer);
  await setUpLofts(db, storage, bundled_issuer);
  await acceptContract(db, bundled_issuer);
  await payOrders(db, storage, bundled_issuer);
  await seedOrders(db, bundled_issuer, away.name);
  await seedTransports(db, bundled_issuer);
  await db.transaction().execute(async (tx) => {
    const correction = await correctionOf(tx, bundled_issuer);
    if (correction) await seedCorrection(tx, correction, Date.now());
  });
  say(`Sign in as ${people.map(({ name }) => emailOf(name)).join(', ')}; the password is ${password}`);
}

/** Lofts without a contract get one from their merchant, and their news get pictures. */
async function setUpLofts(
  db: DemoOptions['connection']['db'],
  storage: DemoOptions['storage'],
  issuer: string,
): Promise<void> {
  const { rows } = await sql<PersonKey>`
    select p.loft_id, p.user_id from loft_permissions p join users u on u.id = p.user_id
    where u.issuer = ${issuer} and u.subject = 'demo-merchant' and p.is_merchant
      and not exists (select from contracts c where c.loft_id = p.loft_id)`.execute(db);
  for (const { loft_id, user_id } of rows) {
    await db.transaction().execute((tx) => setUpLoft(tx, loft_id, user_id, Date.now()));
    await pictureNews(db, storage, { loft_id, user_id }, newsPictures);
  }
}

/** The season in progress gets orders, and its customer birds for them, once. */
async function payOrders(
  db: DemoOptions['connection']['db'],
  storage: DemoOptions['storage'],
  issuer: string,
): Promise<void> {
  const { rows } = await sql<Parameters<typeof seedPayments>[1]>`
    select s.loft_id, s.id as season_id, l.time_zone,
      (select id from users where issuer = ${issuer} and subject = 'demo-merchant') as merchant,
      (select id from users where issuer = ${issuer} and subject = 'demo-agent') as agent,
      (select id from users where issuer = ${issuer} and subject = 'demo-customer') as customer
    from seasons s join lofts l on l.id = s.loft_id
    where l.name = ${home.name} and s.status = 'in_progress'
      and not exists (select from orders o where o.season_id = s.id)`.execute(db);
  for (const season of rows) {
    await db.transaction().execute((tx) => seedPayments(tx, season, Date.now()));
    await seedEntries(db, storage, season, Date.now());
    await seedPhotos(db, storage, season, Date.now());
    await db.transaction().execute((tx) => seedActivations(tx, season, Date.now()));
    await db.transaction().execute((tx) => seedSale(tx, season, Date.now()));
  }
}

/** The customer gets two teams of the season in progress, once. */
async function giveTeams(db: DemoOptions['connection']['db'], issuer: string): Promise<void> {
  await sql`
    update teams set user_id = u.id from users u
    where u.issuer = ${issuer} and u.subject = 'demo-customer' and not exists (select from teams where user_id = u.id)
      and teams.id in (
        select t.id from teams t join seasons s on s.loft_id = t.loft_id and s.id = t.season_id
        join lofts l on l.id = t.loft_id
        where l.name = ${home.name} and s.status = 'in_progress' order by t.name limit 2)`.execute(db);
}

/** The customer accepts the documents in force in the loft of their teams. */
async function acceptContract(db: DemoOptions['connection']['db'], issuer: string): Promise<void> {
  await sql`
    insert into contract_acceptances (loft_id, contract_id, user_id)
    select distinct c.loft_id, c.id, u.id from users u join teams t on t.user_id = u.id
      join contracts c on c.loft_id = t.loft_id and c.published_at is not null and c.language = 'en'
    where u.issuer = ${issuer} and u.subject = 'demo-customer'
    on conflict do nothing`.execute(db);
}

async function makeAdmin(ownerUrl: string, user_id: number): Promise<void> {
  const owner = connect(ownerUrl, () => {}, 1);
  try {
    await owner.db
      .transaction()
      .execute(async (tx) => changeStanding(tx, null, await lockStanding(tx, user_id), { is_admin: true, roles: [] }));
  } finally {
    await owner.close();
  }
}

function subjectOf(name: string): string {
  return `demo-${name}`;
}

function emailOf(name: string): string {
  return `${name}@loftline.example`;
}
