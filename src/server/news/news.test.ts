import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewsEntry } from '#domain/news/contract.ts';
import { type App, buildApp } from '#server/app.ts';
import { type Connection, connect } from '#server/db/database.ts';
import { refusalOfDatabase } from '#server/db/refusals.ts';
import { createSeason } from '#server/seasons/seasons.ts';
import { buildLoft, buildPerson, testConfig } from '#testing/builders.ts';
import { testDatabase } from '#testing/database.ts';
import { asDataUrl, insertFile, pictureOf } from '#testing/files.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let connection: Connection;
let built: App;
let data_dir: string;

beforeAll(async () => {
  database = await testDatabase();
  connection = connect(database.url, () => {});
  data_dir = await mkdtemp(join(tmpdir(), 'loftline-news-'));
  const config = { ...testConfig, data_dir };
  built = await buildApp({ config, db: connection.db, databaseUrl: database.url, version: 'test' });
});
afterAll(async () => {
  await built?.app.close();
  await connection?.close();
  await database?.drop();
  await rm(data_dir, { recursive: true, force: true });
});

type Person = Awaited<ReturnType<typeof buildPerson>>;

async function ask(by: Person | null, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const answer = await built.app.inject({ method, url, headers: by?.headers ?? {}, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

const body = (text: string) => ({
  type: 'doc' as const,
  content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] }],
});
const textOf = (title: string) => ({ title, lead: `${title}: lead`, body: body(title) });
const draft: NewsEntry = {
  is_draft: true,
  publication_date: null,
  publication_time: null,
  texts: { en: textOf('Basketing'), pl: textOf('Wkładanie') },
};
const published = { ...draft, is_draft: false };

/** A loft with its merchant, and the paths of its news. */
async function scene(time_zone = 'Asia/Dhaka') {
  const { loft, season_id } = await buildLoft(connection.db, { time_zone });
  const merchant = await buildPerson(connection.db, {
    entries: [{ loft_id: loft.id, entry: { is_merchant: true } }],
  });
  const adminPath = `/api/admin/lofts/${loft.id}/news`;
  const read = `/api/lofts/${loft.id}/news`;
  return { loft, season_id, merchant, adminPath: adminPath, read };
}

describe('news', () => {
  it('are written, seen by their authors, and public once they are published', async () => {
    const { merchant, season_id, adminPath, read } = await scene();
    const made = await ask(merchant, 'POST', `${adminPath}?season_id=${season_id}`, draft);
    expect(made.body.news).toMatchObject({ version: 1, state: 'draft', published_at: null, season: { id: season_id } });
    const { id } = made.body.news;
    expect((await ask(null, 'GET', `${read}/${id}`)).status).toBe(404);
    expect((await ask(null, 'GET', read)).body.news).toEqual([]);
    expect((await ask(merchant, 'GET', `${read}/${id}`)).body.news).toMatchObject({
      title: 'Basketing',
      state: 'draft',
    });

    const then = { ...published, version: 1, publication_date: '2026-01-02', publication_time: '03:04' };
    const changed = await ask(merchant, 'PUT', `${adminPath}/${id}`, then);
    // Dhaka is six hours ahead.
    expect(changed.body.news).toMatchObject({
      state: 'published',
      version: 2,
      published_at: '2026-01-01T21:04:00.000Z',
      publication_date: '2026-01-02',
      publication_time: '03:04',
    });
    const inPolish = await ask(null, 'GET', `${read}/${id}?locale=pl`);
    expect(inPolish.body.news).toMatchObject({ title: 'Wkładanie', locale: 'pl', locales: ['en', 'pl'] });
    expect((await ask(null, 'GET', `${read}?locale=th`)).body.news).toMatchObject([
      { id, title: 'Basketing', locale: 'en' },
    ]);
    expect((await ask(null, 'GET', `${read}?season_id=${season_id}`)).body.total).toBe(1);
  });

  it('of the future are not found, and those without a publication date are published at once', async () => {
    const { merchant, adminPath, read } = await scene();
    const later = { ...published, publication_date: '2199-01-01', publication_time: '00:00' };
    const { id } = (await ask(merchant, 'POST', adminPath, later)).body.news;
    expect((await ask(null, 'GET', `${read}/${id}`)).body).toEqual((await ask(null, 'GET', `${read}/99999999`)).body);
    const now = await ask(merchant, 'POST', adminPath, published);
    expect(now.body.news.state).toBe('published');
    expect((await ask(null, 'GET', read)).body.news).toMatchObject([{ id: now.body.news.id }]);
    const scheduled = await ask(merchant, 'GET', `${adminPath}?state=scheduled&q=basket`);
    expect(scheduled.body).toMatchObject({ total: 1, news: [{ id, state: 'scheduled', locales: ['en', 'pl'] }] });
    expect((await ask(merchant, 'GET', `${adminPath}?q=nothing`)).body.total).toBe(0);
  });

  it('of a season in draft are not shown, on the first page neither', async () => {
    const { loft, merchant, adminPath, read } = await scene();
    const key = { loft_id: loft.id, name: '2027', year: 2027 };
    const season = await connection.db.transaction().execute((tx) => createSeason(tx, key));
    const { id } = (await ask(merchant, 'POST', `${adminPath}?season_id=${season.id}`, published)).body.news;
    expect((await ask(null, 'GET', `${read}/${id}`)).status).toBe(404);
    expect((await ask(null, 'GET', read)).body.total).toBe(0);
    const idsShown = async () => (await ask(null, 'GET', '/api/news')).body.news.map((one: { id: number }) => one.id);
    expect(await idsShown()).not.toContain(id);
    const open = (await ask(merchant, 'POST', adminPath, published)).body.news;
    expect(await idsShown()).toContain(open.id);
  });

  it('are not overwritten with an outdated version', async () => {
    const { merchant, adminPath } = await scene();
    const { id } = (await ask(merchant, 'POST', adminPath, draft)).body.news;
    const change = (title: string) =>
      ask(merchant, 'PUT', `${adminPath}/${id}`, { ...draft, version: 1, texts: { en: textOf(title) } });
    const answers = await Promise.all([change('One'), change('Other')]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('changed_meanwhile');
    const won = answers.find(({ status }) => status === 200)!.body.news;
    expect((await ask(merchant, 'GET', `${adminPath}/${id}`)).body.news).toEqual(won);
    // A language that was left out is deleted.
    expect(Object.keys(won.texts)).toEqual(['en']);
    expect((await ask(merchant, 'PUT', `${adminPath}/${id}`, { ...draft, version: won.version })).status).toBe(200);
  });

  it('need a text: the call and the database refuse with the same code', async () => {
    const { loft, merchant, adminPath } = await scene();
    const empty = await ask(merchant, 'POST', adminPath, { ...draft, texts: {} });
    expect(empty).toMatchObject({ status: 409, body: { code: 'news_text_needed' } });
    const untitled = { ...draft, texts: { en: { ...textOf('x'), title: '\0 ' } } };
    expect((await ask(merchant, 'POST', adminPath, untitled)).body.codes).toEqual({
      'texts.en.title': ['error_required'],
    });
    const bare = { loft_id: loft.id, season_id: null, is_draft: true, published_at: null };
    const write = connection.db.insertInto('news').values(bare).execute();
    expect(await write.catch((error) => refusalOfDatabase(error)?.code)).toBe('news_text_needed');
    const { id } = (await ask(merchant, 'POST', adminPath, draft)).body.news;
    const take = connection.db.deleteFrom('news_texts').where('news_id', '=', id).execute();
    expect(await take.catch((error) => refusalOfDatabase(error)?.code)).toBe('news_text_needed');
  });

  it('show pictures of their own loft only, and release them when they are removed', async () => {
    const { loft, merchant, adminPath, read } = await scene();
    const other = await scene();
    const fileOf = (loft_id: number) => insertFile(connection.db, { loft_id, user_id: merchant.user_id });
    const withPicture = (file_id: number) => ({
      ...published,
      texts: {
        en: { ...textOf('Loft'), body: { type: 'doc', content: [{ type: 'picture', attrs: { file_id, alt: '' } }] } },
      },
    });
    const strange = await ask(merchant, 'POST', adminPath, withPicture(await fileOf(other.loft.id)));
    expect(strange).toMatchObject({ status: 409, body: { code: 'picture_not_here' } });
    const file_id = await fileOf(loft.id);
    const { id } = (await ask(merchant, 'POST', adminPath, withPicture(file_id))).body.news;
    expect((await ask(null, 'GET', `${read}/${id}`)).body.news.pictures).toMatchObject([{ id: file_id, width: 300 }]);
    const fileIds = () =>
      connection.db.selectFrom('news_pictures').select('file_id').where('news_id', '=', id).execute();
    expect(await fileIds()).toEqual([{ file_id }]);
    expect((await ask(merchant, 'DELETE', `${adminPath}/${id}`)).status).toBe(200);
    expect(await fileIds()).toEqual([]);
    expect((await ask(null, 'GET', `${read}/${id}`)).status).toBe(404);
    expect((await ask(merchant, 'GET', adminPath)).body.total).toBe(0);
    const log = await connection.db
      .selectFrom('audit_log')
      .select(['action', 'user_id', 'before', 'after'])
      .where('loft_id', '=', loft.id)
      .where('action', 'like', 'news.%')
      .orderBy('id')
      .execute();
    const logged = { news_id: id, is_draft: false, titles: { en: 'Loft' } };
    expect(log).toMatchObject([
      { action: 'news.create', user_id: merchant.user_id, before: null, after: logged },
      { action: 'news.remove', user_id: merchant.user_id, before: logged, after: null },
    ]);
  });

  it('accept pictures that are uploaded for them, for news of the own loft only (3.14, 7.13)', async () => {
    const { loft, merchant, adminPath } = await scene();
    const { id } = (await ask(merchant, 'POST', adminPath, draft)).body.news;
    const file = asDataUrl('image/png', await pictureOf(30, 20));
    const payload = { fileable_type: 'news', file_type: 'image', file_category: 'news_attachment', file };
    const upload = (loft_id: number, by: Person) =>
      ask(by, 'POST', `/api/lofts/${loft_id}/files`, { ...payload, fileable_id: id });
    const other = await scene();
    expect((await upload(other.loft.id, other.merchant)).status).toBe(404);
    const { body } = await upload(loft.id, merchant);
    expect((await ask(merchant, 'GET', `${adminPath}/${id}`)).body.news.pictures).toMatchObject([
      { id: body.data[0].id },
    ]);
  });
});
