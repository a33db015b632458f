/** The database folds and sorts text by the rules of the domain. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plainText } from '#domain/plain-text.ts';
import { inOrder } from '#domain/sorted.ts';
import { type TestDatabase, testDatabase } from '#testing/database.ts';
import { connect } from './database.ts';

let database: TestDatabase;
let connection: ReturnType<typeof connect>;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {}, 1);
});

afterAll(async () => {
  await connection.close();
  await database.drop();
});

/** Every Unicode letter except private use and unassigned code points. */
const letters = Array.from({ length: 0x30000 }, (_, code) => code)
  .filter((code) => code > 0 && !(code >= 0xd800 && code < 0xe000))
  .map((code) => String.fromCodePoint(code))
  .filter((letter) => !/\p{Cn}|\p{Co}/u.test(letter));

it('plain_text folds as plainText does, letter by letter', async () => {
  const { rows } = await sql<{ letter: string; plain: string }>`
    select letter, plain_text(letter) as plain from unnest(${letters}::text[]) as l (letter)
    where unicode_assigned(letter)`.execute(connection.db);
  const others = rows.filter(({ letter, plain }) => plain !== plainText(letter));
  expect(others.map(({ letter }) => letter.codePointAt(0)!.toString(16))).toEqual([]);
  expect(rows.length).toBeGreaterThan(130_000);
});

it('and word by word', async () => {
  const words = [
    'Ortuño',
    'ORTUNO',
    'Ｏｒｔｕｎｏ',
    'ŁÓDŹ',
    'Straße',
    'İzmir',
    'ΟΔΥΣΣΕΥΣ',
    'Œuvre',
    'الحمام',
    'ไทย',
    '平鸽',
    'a\u200bb',
  ];
  const { rows } = await sql<{ plain: string }>`
    select plain_text(word) as plain from unnest(${words}::text[]) as w (word)`.execute(connection.db);
  expect(rows.map(({ plain }) => plain)).toEqual(words.map(plainText));
});

it('list_order sorts as inOrder does, ascending and descending, missing values last', async () => {
  const words = [
    'BE 26-4023187',
    'BE 26-987',
    'be 26-1000',
    'Ärmel',
    'arm',
    'Zebra',
    'Øre',
    'Émile',
    'emil 2',
    'Emil 10',
    '',
    '9',
    '10',
    null,
  ];
  const list = words.map((word, id) => ({ id, word }));
  for (const order of ['word', '-word'] as const) {
    const { rows } = await sql<{ id: number }>`
      select id from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as w (id int, word text)
      order by word collate list_order ${sql.raw(order === 'word' ? 'asc' : 'desc')} nulls last, id`.execute(
      connection.db,
    );
    expect(rows.map(({ id }) => words[id])).toEqual(
      inOrder(list, order, { word: ({ word }) => word }).map(({ word }) => word),
    );
  }
});
