/** The picture of a flight's map beside its list (2.33): drawn by the server, in the language of its address. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildRace } from '#testing/builders.ts';
import { builtPages, hasPages } from '#testing/built-pages.ts';
import { type TestSite, testSite } from '#testing/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await testSite({ keep_ms: 1 }, hasPages ? builtPages : undefined);
});
afterAll(async () => {
  await site?.end();
});

it.skipIf(!hasPages)('has the line, the bird while it flies, and names; without a line it is empty', async () => {
  const { loft, flight_id } = await buildRace(site.db, {
    release_time: new Date(Date.now() - 3_600_000).toISOString(),
  });
  const path = `/lofts/${loft.id}/flights/${flight_id}/map.svg`;
  const picture = (query = '') => site.app.inject({ method: 'GET', url: `${path}${query}` });
  const place = (values: object) => site.db.updateTable('flights').set(values).where('id', '=', flight_id).execute();
  await site.db.updateTable('lofts').set({ latitude: 39.82, longitude: -7.49 }).where('id', '=', loft.id).execute();
  await place({ release_latitude: null, release_longitude: null });
  const empty = await picture();
  expect(empty.statusCode).toBe(200);
  expect(empty.body).not.toContain('<path');
  await place({ release_latitude: 38.99, release_longitude: -1.86, estimated_average_speed: 1000 });
  const [english, portuguese] = [await picture('?lang=en'), await picture('?lang=pt')];
  expect(english.headers).toMatchObject({ 'content-type': 'image/svg+xml' });
  expect(english.body).toContain('Madrid');
  expect(english.body).toContain('light-dark(');
  expect(english.body).toContain('drawn_bird');
  expect(portuguese.body).toContain('aria-label="O caminho');
  expect(portuguese.body).not.toContain('undefined');
});
