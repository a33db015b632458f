import { describe, expect, it } from 'vitest';
import { isLocale, isPseudoLocale, localeFacts, locales, pseudoLocales } from '#domain/locales.ts';
import english from '../../../locales/en.json' with { type: 'json' };
import { speak } from './catalogue.ts';
import { pseudoCatalogue } from './pseudo-locale.ts';

describe('the pseudo-locale', () => {
  it('is none of the 18 languages, and its twin is written from right to left', () => {
    expect(pseudoLocales.map((code) => [isLocale(code), isPseudoLocale(code), localeFacts[code].dir])).toEqual([
      [false, true, 'ltr'],
      [false, true, 'rtl'],
    ]);
    expect(locales.some(isPseudoLocale)).toBe(false);
  });

  it('has longer texts with accents, and the same blanks', () => {
    const words = speak('xa', pseudoCatalogue(english, 'xa'));
    expect(words.t('nav.home')).toBe('[Ĥöɱé~~]');
    expect(words.t('footer.version', { version: '2.7.0' })).toMatch(/^\[Ṽéŕšîöñ 2\.7\.0~+\]$/);
    expect(words.t('lofts.flights', { count: 1 })).toContain('1 ƒļîĝĥţ');
    for (const [noun, things] of Object.entries(pseudoCatalogue(english, 'xa'))) {
      for (const [thing, text] of Object.entries(things)) {
        const from = (english as Record<string, Record<string, string>>)[noun]![thing]!;
        expect(text.length, `${noun}.${thing}`).toBeGreaterThanOrEqual(from.length * 1.4);
        expect(text.replace(/\{\{.*?\}\}/g, ''), `${noun}.${thing}`).not.toMatch(/[A-Za-z]/);
      }
    }
  });

  it('is marked as written from right to left in the twin', () => {
    expect(pseudoCatalogue(english, 'xb').nav.home).toBe('[\u202eĤöɱé\u202c\u202e~~\u202c]');
  });
});
