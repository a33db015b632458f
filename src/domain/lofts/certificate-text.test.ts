import { expect, it } from 'vitest';
import { certificateText, textIn } from './certificate-text.ts';

const of = (locale: 'de' | 'en' | 'fr' | 'th', greeting: string) => ({ locale, greeting, name: '', office: '' });

it('a certificate has the text of its language, else the English one, else the first', () => {
  const texts = [of('th', 'th'), of('de', 'de'), of('en', 'en')];
  expect(textIn(texts, 'de')?.greeting).toBe('de');
  expect(textIn(texts, 'fr')?.greeting).toBe('en');
  expect(textIn([of('th', 'th')], 'fr')?.greeting).toBe('th');
  // One that was emptied says nothing.
  expect(textIn([of('de', ''), of('en', 'en')], 'de')?.greeting).toBe('en');
  expect(textIn([], 'de')).toBeNull();
});

it('its lines are single ones, without blanks around them', () => {
  expect(certificateText.parse({ greeting: ' Well\nflown ', name: '' })).toEqual({
    greeting: 'Well flown',
    name: '',
    office: '',
  });
  expect(certificateText.safeParse({ greeting: 'x'.repeat(201) }).success).toBe(false);
});
