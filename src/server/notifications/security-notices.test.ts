/** Mails about the security of an account: in whose time zone they say when something happened. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundled_issuer } from '#domain/identity/issuer.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { testDatabase } from '#testing/database.ts';
import { renderNotice } from './render.ts';
import { destinationOfNotice } from './security-notices.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let owner: Connection;
beforeAll(async () => {
  database = await testDatabase();
  owner = connect(database.ownerUrl, () => {});
});
afterAll(async () => {
  await owner?.close();
  await database?.drop();
});

const time = '2026-07-01T10:00:00.000Z';

/** An account of the bundled provider, and its person on this site with a country. */
async function account(id: string, country: string | null) {
  await sql`insert into idp."user" (id, name, email, "emailVerified")
    values (${id}, ${id}, ${`${id}@example.org`}, true)`.execute(owner.db);
  const { rows } = await sql<{ id: number }>`insert into users (issuer, subject, country)
    values (${bundled_issuer}, ${id}, ${country}), ('https://id.example.org', ${id}, 'JP') returning id`.execute(
    owner.db,
  );
  return rows[0]!.id;
}

/** The text of a mail to somebody. */
const mailTo = (of: { account: string } | { user_id: number }) =>
  owner.db.transaction().execute(async (tx) => {
    const facts = { ...of, what: 'password_change', time, network: null, browser: null } as const;
    const { to } = (await destinationOfNotice(tx, facts))!;
    return renderNotice('security_notice', facts, to).text;
  });

it('says the time in the zone of the person’s quiet hours, else of their country, and names it', async () => {
  const user_id = await account('anna', 'BE');
  expect(await mailTo({ account: 'anna' })).toContain('12:00:00 CEST');
  expect(await mailTo({ user_id })).toContain('12:00:00 CEST');
  await sql`insert into notification_settings (user_id, quiet_from, quiet_to, time_zone)
    values (${user_id}, '22:00', '07:00', 'Europe/Helsinki')`.execute(owner.db);
  expect(await mailTo({ account: 'anna' })).toContain('13:00:00 EEST');
  expect(await mailTo({ user_id })).toContain('13:00:00 EEST');
});

it('says it by the world’s clock where nothing is known of where they are', async () => {
  await account('ben', null);
  expect(await mailTo({ account: 'ben' })).toContain('10:00:00 UTC');
});
