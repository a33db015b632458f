import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { checkServing, roleOf } from './grants.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
/** A role without grants. */
const role = `late_${process.pid}`;
let url: string;

const say = async (to: string, text: string) => {
  const client = new pg.Client({ connectionString: to });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
};

beforeAll(async () => {
  database = await testDatabase();
  await say(
    database.superUrl,
    `create role "${role}" login password 'x'; grant connect on database ${new URL(database.url).pathname.slice(1)} to "${role}"`,
  );
  url = Object.assign(new URL(database.url), { username: role, password: 'x' }).href;
});
afterAll(async () => {
  const { superUrl } = database;
  await database.drop();
  await say(Object.assign(new URL(superUrl), { pathname: '/postgres' }).href, `drop role "${role}"`);
});

describe('the serving role', () => {
  it('without grants is detected before anything is served', async () => {
    await expect(checkServing(url)).rejects.toThrow(`the role "${role}" may not read the tables`);
  });

  it('loses at the next start the grants that it is not meant to have', async () => {
    await say(
      database.ownerUrl,
      `grant update (hash), delete on readings to "${role}"; grant create on schema idp to "${role}"`,
    );
    await migrate(database.ownerUrl, role);
    const { rows } = await say(
      database.ownerUrl,
      `select has_column_privilege('${role}', 'readings', 'hash', 'update') as changes,
        has_table_privilege('${role}', 'readings', 'delete') as removes,
        has_table_privilege('${role}', 'readings', 'insert') as appends,
        has_schema_privilege('${role}', 'idp', 'create') as creates`,
    );
    expect(rows).toEqual([{ changes: false, removes: false, appends: true, creates: false }]);
  });

  it('has its grants after any start, by whatever role the migrations ran', async () => {
    expect(await roleOf(url)).toBe(role);
    expect(await migrate(database.ownerUrl, role)).toBe(0);
    await checkServing(url);
    await expect(say(url, 'update readings set chip = 1')).rejects.toMatchObject({ code: '42501' });
    await expect(say(url, `insert into lofts (name, time_zone) values ('A', 'UTC')`)).resolves.toBeTruthy();
  });
});
