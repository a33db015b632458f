/** What a notice looks like in a language that runs from right to left. */
import { expect, it } from 'vitest';
import { withoutIsolates } from '#domain/locales.ts';
import { htmlOf } from './html.ts';
import { renderMessage, renderNotice } from './render.ts';

const facts = {
  bird: 'BE 26-4023187',
  loft: 'Weser Valley Derby',
  flight: 'Bourges I',
  time: '2026-06-06T10:00:00.000Z',
  time_zone: 'Europe/Brussels',
  path: '/lofts/1/flights/2',
  arrival: { loft_id: 1, flight_id: 2, pigeon_id: 3 },
};
const notice = (locale: 'ar' | 'de') => renderNotice('bird_home', facts, { locale, time_zone: 'Europe/Brussels' });

it('isolates names and rings in Arabic, so that the words around them keep their order, and in no other language', () => {
  const { title, text } = notice('ar');
  expect(title).toContain('\u2068BE 26-4023187\u2069');
  for (const name of [facts.bird, facts.loft, facts.flight]) expect(text).toContain(`\u2068${name}\u2069`);
  expect(notice('de').text).toContain(facts.loft);
  expect(notice('de').text).not.toMatch(/[\u2068\u2069]/);
  expect(withoutIsolates(text)).toContain(`${facts.flight}`);
  expect(withoutIsolates(text)).not.toMatch(/[\u2068\u2069]/);
});

it('isolates them as elements in a mail, whose text is copied without signs', () => {
  const { title, text } = notice('ar');
  const mail = htmlOf({ locale: 'ar', title, text, link: 'https://loft.example/lofts/1/flights/2' });
  expect(mail).toContain('<bdi>BE 26-4023187</bdi>');
  expect(mail.split('<body')[1]).not.toMatch(/[\u2068\u2069]/);
});

it('does not take the sign behind an address into its link', () => {
  const message = renderMessage(
    { loft: 'Weser', loft_id: 1, subject: 'Hi', text: 'See \u2068https://loft.example/x\u2069', reply_to: undefined },
    { locale: 'ar', time_zone: 'UTC' },
  );
  expect(htmlOf({ locale: 'ar', ...message })).toContain('href="https://loft.example/x"');
  expect(message.title).toBe('\u2068Weser\u2069: Hi');
});
