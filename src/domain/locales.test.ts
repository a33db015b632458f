import { describe, expect, it } from 'vitest';
import { chooseLocale, dateTag, localeFacts, locales, pseudoLocales } from '#domain/locales.ts';

describe('the languages', () => {
  it('are eighteen, with the codes of the product (1.7)', () => {
    expect(locales).toHaveLength(18);
    expect(Object.keys(localeFacts)).toEqual([...locales, ...pseudoLocales]);
  });

  it.each(locales)('%s has a tag that Intl resolves to itself', (locale) => {
    const { tag, lang } = localeFacts[locale];
    expect(new Intl.PluralRules(tag).resolvedOptions().locale.split('-')[0]).toBe(lang.split('-')[0]);
  });

  it('the bare product codes would be taken for other languages (control)', () => {
    expect(new Intl.PluralRules('jp').resolvedOptions().locale).not.toMatch(/^ja/);
  });

  it.each([
    ['pl', 'de', 'pl'],
    [undefined, 'fr-CH, fr;q=0.9, en;q=0.8', 'fr'],
    [undefined, 'ja', 'jp'],
    [undefined, 'zh-TW', 'cn'],
    [undefined, 'sv-FI;q=0.5, da', 'se'],
    ['xx', 'da, *;q=0.1', 'en'],
    ['xa', 'da', 'en'],
    [undefined, undefined, 'en'],
    [undefined, 'de;q=0, nl', 'nl'],
  ])('stored %s and "%s" choose %s', (stored, header, wanted) => {
    expect(chooseLocale(stored, header)).toBe(wanted);
  });

  it.each([
    ['en', 'en-GB', '31/03/2026'],
    ['us', 'en-US', '03/31/2026'],
    ['de', 'de', '31.03.2026'],
    ['cn', 'zh-CN', '2026/03/31'],
    [undefined, 'de', '31.03.2026'],
    [null, 'de', '31.03.2026'],
    ['xx', 'de', '31.03.2026'],
  ])('days of the language %s are written as in %s (9.10)', (language, tag, day) => {
    expect(dateTag(language)).toBe(tag);
    const format = new Intl.DateTimeFormat(tag, { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' });
    expect(format.format(Date.UTC(2026, 2, 31))).toBe(day);
  });
});
