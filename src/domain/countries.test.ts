import { describe, expect, it } from 'vitest';
import { countriesIn, filterCountries } from './countries.ts';
import { locales } from './locales.ts';

describe.each(locales)('the countries in %s (7.1)', (locale) => {
  const list = countriesIn(locale);

  it('are complete, each with a name of its own, and no code in place of a name', () => {
    expect(list).toHaveLength(250);
    expect(new Set(list.map(({ key }) => key)).size).toBe(250);
    expect(new Set(list.map(({ name }) => name)).size).toBe(250);
    expect(list.filter(({ key, name }) => key === name)).toEqual([]);
  });

  it('leave out codes that are no country', () => {
    const keys = list.map(({ key }) => key);
    for (const key of ['XX', 'WA', 'XS', 'II', 'EN', 'EU']) expect(keys).not.toContain(key);
  });
});

it('are in the order of the language', () => {
  const before = (locale: 'de' | 'se', one: string, other: string) => {
    const keys = countriesIn(locale).map(({ key }) => key);
    return keys.indexOf(one) < keys.indexOf(other);
  };
  // Österreich stands before Polen, Österrike behind Zimbabwe.
  expect([before('de', 'AT', 'PL'), before('se', 'AT', 'ZW')]).toEqual([true, false]);
});

describe('the filter of countries (5.17)', () => {
  const found = (locale: Parameters<typeof countriesIn>[0], typed: string) =>
    filterCountries(countriesIn(locale), typed).map(({ key }) => key);

  it.each([
    ['en', 'belg', ['BE']],
    ['en', 'BELG', ['BE']],
    ['en', 'lgiu', ['BE']],
    ['de', 'österreich', ['AT']],
    ['de', 'osterreich', ['AT']],
    ['tr', 'italya', ['IT']],
    ['tr', 'İTALYA', ['IT']],
    ['cn', '比利时', ['BE']],
    ['ar', 'بلجيكا', ['BE']],
    ['en', 'nowhere at all', []],
  ] as const)('in %s finds by name: %s', (locale, typed, keys) => {
    expect(found(locale, typed)).toEqual(keys);
  });

  it('finds by key, in any case', () => {
    expect(found('cn', 'be')).toEqual(['BE']);
    expect(found('cn', 'Be')).toEqual(['BE']);
  });

  it('finds all where nothing is typed', () => {
    expect(found('en', ' ')).toHaveLength(250);
  });
});
