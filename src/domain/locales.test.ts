import { describe, expect, it } from 'vitest';
import { chooseLocale, localeFacts, locales } from '#domain/locales.ts';

describe('the languages', () => {
  it('are eighteen, by the codes of the product (1.7)', () => {
    expect(locales).toHaveLength(18);
    expect(Object.keys(localeFacts)).toEqual([...locales]);
  });

  it.each(locales)('%s has a tag that Intl knows under that very name', (locale) => {
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
    [undefined, undefined, 'en'],
    [undefined, 'de;q=0, nl', 'nl'],
  ])('stored %s and "%s" choose %s', (stored, header, wanted) => {
    expect(chooseLocale(stored, header)).toBe(wanted);
  });
});
