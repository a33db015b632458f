import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReplyOf } from '#domain/contract.ts';
import type { readRates } from '#domain/seasons/rates-contract.ts';
import { type TestSite, testSite } from '#testing/site.ts';
import { ratesIn, refreshRates } from './rates.ts';

const xml = (day: string, usd: string) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <Cube><Cube time='${day}'>
    <Cube currency='USD' rate='${usd}'/><Cube currency='ISK' rate='144.10'/><Cube currency='HUF' rate='411.35'/>
  </Cube></Cube>
</gesmes:Envelope>`;

let site: TestSite;
const warned: unknown[] = [];
const log = { warn: (about: unknown) => void warned.push(about), info: () => {} };
const from = (answer: () => Response | Promise<Response>) => ({
  db: site.db,
  url: 'https://rates.example/daily.xml',
  service: { fetch: async () => answer() },
  log,
});
const kept = async () => (await site.app.inject('/api/rates')).json<ReplyOf<typeof readRates>>().rates;

beforeAll(async () => {
  site = await testSite();
});
afterAll(() => site.end());

describe('the rates of currencies (1.7)', () => {
  it('are unknown until a source was read', async () => {
    expect(await kept()).toBeNull();
  });

  it('are read from the European Central Bank’s form, those of known currencies', async () => {
    await refreshRates(from(() => new Response(xml('2026-11-26', '1.0946'))));
    expect(await kept()).toEqual({ day: '2026-11-26', per_euro: { EUR: 1, USD: 1.0946, HUF: 411.35 } });
  });

  it('are replaced by a later day, not by an earlier one', async () => {
    await refreshRates(from(() => new Response(xml('2026-11-27', '1.1'))));
    await refreshRates(from(() => new Response(xml('2026-11-25', '9'))));
    expect(await kept()).toMatchObject({ day: '2026-11-27', per_euro: { USD: 1.1 } });
  });

  it.each([
    ['a source that is down', () => new Response('', { status: 503 })],
    ['something else than rates', () => new Response('<html></html>')],
    ['no network', () => Promise.reject(new TypeError('fetch failed'))],
  ])('stay as they are with %s, and the log says so', async (_name, answer) => {
    const before = warned.length;
    await refreshRates(from(answer));
    expect(warned).toHaveLength(before + 1);
    expect(await kept()).toMatchObject({ day: '2026-11-27' });
  });

  it('are not asked for without an address', async () => {
    const asked = () => Promise.reject(new Error('asked'));
    await refreshRates({ ...from(asked), url: undefined });
    expect(await kept()).toMatchObject({ day: '2026-11-27' });
  });

  it('a rate that is no number is no rate', () => {
    expect(() => ratesIn(xml('2026-11-27', 'x').replaceAll(/<Cube currency='(ISK|HUF)'.*?>/g, ''))).toThrow('no rates');
  });
});
