import { expect, it } from 'vitest';
import { countryNames } from '#domain/countries.ts';
import { peopleFinder } from './people-search.ts';

const team = {
  texts: ['Högfeld', 'Jürgen Müller', 'jm@example.org', null],
  countries: ['DE', null],
  rings: 'DE26402 DE26403',
};

it.each([
  ['', true],
  ['muller', true],
  ['jm@example.org', true],
  ['hog mul', true],
  ['26-403', true],
  ['de', true],
  ['ألمانيا', true],
  ['26402 muller', true],
  ['26404', false],
  ['muller france', false],
  // Two rings that stand side by side are not one.
  ['402DE', false],
])('looking for %j finds the team: %s', (wanted, found) => {
  expect(peopleFinder(wanted, countryNames)(team)).toBe(found);
});
