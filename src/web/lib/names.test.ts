import { expect, it } from 'vitest';
import { inOneLine } from './names.ts';

it.each([
  ['of one script', ['Weser Derby', 'Season 2027'], 'Weser Derby Season 2027'],
  ['of Arabic', ['لوفت الحمام', 'موسم'], 'لوفت الحمام موسم'],
  ['of two scripts', ['لوفت الحمام', 'Derby 2027'], '\u2068لوفت الحمام\u2069 \u2068Derby 2027\u2069'],
])('names %s stand in the order of the page', (_, names, text) => {
  expect(inOneLine(...names)).toBe(text);
});
