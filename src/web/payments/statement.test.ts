/** The reader's own statement as a file: each line is of the day that its loft had. */
import { RouterContextProvider } from 'react-router';
import { expect, it } from 'vitest';
import { type Call, callContext, type PageFacts, pageContext } from '#web/lib/context.ts';
import { loader } from './statement-csv.ts';

const line = {
  at: '2026-11-29T23:05:00.000Z',
  kind: 'charged',
  label: '27-0042',
  currency: 'EUR',
  season: '2027',
  paid_on: null,
  postings: { receivable: 8400 },
};

it('dates a line by the day in the time zone of its loft', async () => {
  const context = new RouterContextProvider();
  const lofts = { 'Serra Alta': 'Europe/Lisbon', Denderhoek: 'Europe/Brussels', Padma: 'Asia/Dhaka' };
  const lines = Object.entries(lofts).map(([loft, time_zone]) => ({ ...line, loft, time_zone }));
  context.set(callContext, (async () => ({ lines, open: [] })) as unknown as Call);
  context.set(pageContext, { locale: 'en' } as PageFacts);
  const request = new Request('https://site.test/registrations/statement.csv');
  const text = await (await loader({ context, request } as unknown as Parameters<typeof loader>[0])).text();
  const days = text.split('\n').flatMap((row) => /^"?(\d{4}-\d\d-\d\d)/.exec(row)?.[1] ?? []);
  expect(days).toEqual(['2026-11-29', '2026-11-30', '2026-11-30']);
});
