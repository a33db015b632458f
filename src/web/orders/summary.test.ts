/** The total of a registration beside its send button, as the server renders it. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { speaker } from '#web/lib/catalogues.server.ts';
import { PageProvider } from '#web/lib/page.ts';
import { SpeakerContext } from '#web/lib/translation.ts';
import { Summary, type SummaryProps } from './Summary.tsx';

const facts = { nonce: undefined, version: '', theme: undefined, live_url: undefined, media_url: undefined, words: [] };
const props = {
  loft: { id: 1, name: 'Serra Alta', country: 'PT', time_zone: 'Europe/Lisbon' },
  season: { id: 2, name: '2026' },
  currency: 'EUR',
  me: {},
  read_at: '2026-11-29T00:00:00.000Z',
  at_once_left: null,
  choice: { q4: '2', request_key: 'secret' },
  sum: { lines: [], amount_cents: 0, active: 0, reserve: 0 },
  collection: undefined,
  next: null,
  goOn: () => {},
  busy: false,
} as unknown as SummaryProps;

function shown(refused: SummaryProps['refused'], next: SummaryProps['next'] = null): string {
  const summary = createElement(Summary, { ...props, refused, next });
  const links = { settings: '/id/account' };
  const router = createMemoryRouter([{ id: 'root', path: '*', element: summary, loader: () => null }], {
    hydrationData: { loaderData: { root: { links } } },
  });
  const page = createElement(RouterProvider, { router });
  return renderToStaticMarkup(
    createElement(
      PageProvider,
      { value: { locale: 'en', ...facts } },
      createElement(SpeakerContext, { value: speaker('en') }, page),
    ),
  );
}

it('leads who lacks an address to the settings, and back to what is chosen (5.9)', () => {
  const back = encodeURIComponent('/lofts/1/seasons/2/register?q4=2');
  expect(shown({ code: 'address_missing', params: {}, errors: undefined })).toContain(`/id/account?to=${back}`);
  expect(shown({ code: 'spots_left', params: {}, errors: undefined })).not.toContain('/id/account');
});

it('sends from the bar of a phone once nothing is missing', () => {
  const bar = (next: SummaryProps['next']) => shown(undefined, next).split('</noscript>').at(-1)!;
  expect(bar(null)).toMatch(/<button type="submit"[^>]*>Send the registration</);
  const team = { n: 2, title: 'Team', wrong: null };
  expect(bar(team)).toMatch(/<a [^>]*href="#step-2">Continue</);
  expect(bar(team)).toContain('Still missing: Team');
  expect(bar(team)).not.toContain('<button');
});

it('says in its place which quantity is refused, and why (5.3)', () => {
  const html = shown(undefined, { n: 1, title: 'Packages', wrong: 'Team of five: At most 23.' });
  expect(html).toContain('Team of five: At most 23.');
  expect(html).not.toContain('Still missing');
});
