/** What a loft says on its certificates, through the API. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildLoft, buildPerson } from '#testing/builders.ts';
import { type TestSite, testSite } from '#testing/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite();
});
afterAll(async () => {
  await site?.end();
});

it('is given by its merchant in each language, once at a time, and read by everybody', async () => {
  const { loft } = await buildLoft(site.db);
  const merchant = await buildPerson(site.db, { entries: [{ loft_id: loft.id, entry: { is_merchant: true } }] });
  const ask = async (method: 'GET' | 'PUT', path: string, payload?: object, by?: typeof merchant) => {
    const sent = { method, url: path, ...(by && { headers: by.headers }), ...(payload && { payload }) };
    const answer = await site.app.inject(sent);
    return { status: answer.statusCode, body: answer.json() };
  };
  const path = `/api/admin/lofts/${loft.id}/certificate-texts`;
  const shown = async (locale: string) =>
    (await ask('GET', `/api/lofts/${loft.id}/certificate-text?locale=${locale}`)).body.text;
  const german = { locale: 'de', greeting: 'Herzlichen Glückwunsch', name: 'Inês Tavares', office: 'Leiterin' };

  expect(await shown('de')).toBeNull();
  expect((await ask('PUT', path, { ...german, version: 0 })).status).toBe(401);
  const stranger = await buildPerson(site.db, {});
  expect((await ask('PUT', path, { ...german, version: 0 }, stranger)).status).toBeGreaterThan(401);
  expect((await ask('PUT', path, { ...german, version: 0 }, merchant)).body.text).toEqual({ ...german, version: 1 });
  expect(await shown('de')).toEqual(german);
  // Until the loft has said it in Thai too.
  expect(await shown('th')).toEqual(german);

  const both = await Promise.all(
    ['A', 'B'].map((greeting) => ask('PUT', path, { ...german, greeting, version: 1 }, merchant)),
  );
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'changed_meanwhile' });
  const long = await ask('PUT', path, { ...german, name: 'x'.repeat(71), version: 2 }, merchant);
  expect(long.body.codes).toEqual({ name: [expect.any(String)] });
  expect((await ask('GET', path, undefined, merchant)).body.texts).toMatchObject([{ locale: 'de', version: 2 }]);
  const audited = await site.db
    .selectFrom('audit_log')
    .select('user_id')
    .where('loft_id', '=', loft.id)
    .where('action', '=', 'loft.certificate')
    .execute();
  expect(audited).toEqual([{ user_id: merchant.user_id }, { user_id: merchant.user_id }]);
});
