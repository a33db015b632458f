import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { defaultLocale, localeFacts, locales } from '#domain/locales.ts';
import { type Catalogue, speak } from './catalogue.ts';

const folder = new URL('../../../locales/', import.meta.url);
const plural = /_(zero|one|two|few|many|other)$/;

/** A catalogue as `noun.thing` → text. */
function read(locale: string): Map<string, string> {
  const nouns = JSON.parse(readFileSync(new URL(`${locale}.json`, folder), 'utf8')) as Record<string, unknown>;
  return new Map(
    Object.entries(nouns).flatMap(([noun, things]) =>
      Object.entries(things as Record<string, string>).map(([thing, text]) => [`${noun}.${thing}`, text] as const),
    ),
  );
}

const english = read(defaultLocale);
const stems = (words: Map<string, string>) =>
  [...new Set([...words.keys()].map((key) => key.replace(plural, '')))].sort();
/** Keys with plural forms; recognized by the English pair, since `basket_many` could be a word. */
const counted = new Set(
  [...english.keys()].filter((key) => key.endsWith('_other')).map((key) => key.replace(plural, '')),
);
const blanks = (text: string) => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, blank = '']) => blank).toSorted();

test('there is a catalogue for each of the 18 languages and for no other (1.7)', () => {
  expect(
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .sort(),
  ).toEqual(locales.map((locale) => `${locale}.json`).toSorted());
});

describe.each(locales)('%s', (locale) => {
  const own = read(locale);

  test('calls one state of an order by one name, on every page', () => {
    expect(own.get('money.begun')).toBe(own.get('orders.payment_pending'));
  });

  test('has every key and no other', () => {
    expect(stems(own)).toEqual(stems(english));
  });

  test('has exactly the plural forms of the language', () => {
    const { pluralCategories } = new Intl.PluralRules(localeFacts[locale].tag).resolvedOptions();
    for (const stem of counted) {
      const forms = [...own.keys()].filter((key) => key.replace(plural, '') === stem && key !== stem);
      expect(forms.sort()).toEqual(pluralCategories.map((category) => `${stem}_${category}`).sort());
    }
  });

  test('has the same blanks and no empty text', () => {
    for (const [key, text] of own) {
      expect(text.trim(), key).not.toBe('');
      const stem = key.replace(plural, '');
      const wanted = blanks(english.get(counted.has(stem) ? `${stem}_other` : key) ?? '');
      // A singular form may say "one" instead of the figure.
      const may_omit_count = counted.has(stem) && !key.endsWith('_other');
      const without = (names: string[]) => (may_omit_count ? names.filter((name) => name !== 'count') : names);
      expect(without(blanks(text)), key).toEqual(without(wanted));
    }
  });
});

/**
 * What else a language calls logging in and out. A reader who was told to log in looks for that word on the button.
 */
const otherWords: Partial<Record<(typeof locales)[number], RegExp>> = {
  cn: /登出|^退出$/,
  de: /\b(ein|aus)logg|\b(Log|Sign)[ -]?(in|out)\b/i,
  en: /\bsign(s|ed|ing)?[- ](you )?(in|ins|out)\b/i,
  jp: /サイン(イン|アウト)/,
  nl: /\bmeld (je|u)\b|\baanmelding(?!en en)/i,
  pt: /\binici\w+ (a )?sessão|\btermin\w+ (a )?sessão/i,
  ro: /\bAutentific|autentifici|autentificat\b|autentificări/,
  tr: /oturum aç/i,
};

test.each(Object.entries(otherWords))('%s has one word for logging in', (locale, other) => {
  const different = [...read(locale)].filter(([, text]) => other.test(text));
  expect(different).toEqual([]);
});

test('German addresses its reader with Sie, and with nothing else', () => {
  const du = /(?<!\p{L})(du|dich|dir|dein(e[mnrs]?)?|euch|euer|eure[mnrs]?)(?!\p{L})/iu;
  expect([...read('de')].filter(([, text]) => du.test(text))).toEqual([]);
});

test('numbers in sentences are grouped as in the language, and names are left alone', () => {
  const words = speak('de', { register: { places_left: '{{left}} von {{max}}' } } as unknown as Catalogue);
  expect(words.t('register.places_left', { left: 37, max: 1310 })).toBe('37 von 1.310');
  expect(words.t('register.places_left', { left: '<b>', max: '{{left}} $t(home.welcome)' })).toBe(
    '<b> von {{left}} $t(home.welcome)',
  );
});

test('a key that a catalogue lacks is shown in English', () => {
  const words = speak('se', {} as Catalogue, { nav: { home: 'Home' } } as Catalogue);
  expect(words.t('nav.home')).toBe('Home');
});

test('from right to left, names in Latin letters and numbers of orders are isolated, so that nothing changes places', () => {
  const said = { orders: { order: '{{number}}', birds: '{{birds}} {{places}}' } } as unknown as Catalogue;
  const number = (locale: 'ar' | 'en', number: unknown) => speak(locale, said).t('orders.order', { number });
  expect(number('ar', '26-0001')).toBe('\u206826-0001\u2069');
  expect(number('ar', 'Van Aerde')).toBe('\u2068Van Aerde\u2069');
  expect(number('ar', 'الحمام')).toBe('الحمام');
  expect(number('ar', 1310)).toBe('1,310');
  expect(number('en', '26-0001')).toBe('26-0001');
});
