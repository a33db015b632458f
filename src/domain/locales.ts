/**
 * The 18 languages by the product's own codes (1.7), with their standard language tags. `Intl` silently takes `cn` and
 * `jp` for English and `se` for Northern Sami, so only this table may turn a code into a tag.
 */
import type { Currency } from './money.ts';

export const locales = [
  'ar',
  'cn',
  'de',
  'en',
  'es',
  'fr',
  'hu',
  'it',
  'jp',
  'nl',
  'pl',
  'pt',
  'ro',
  'ru',
  'se',
  'sk',
  'th',
  'tr',
] as const;

/**
 * Two more for developers of pages, offered in development only: English with accents, and the same from right to left
 * (src/web/lib/pseudo-locale.ts).
 */
export const pseudoLocales = ['xa', 'xb'] as const;
export type PseudoLocale = (typeof pseudoLocales)[number];
export type Locale = (typeof locales)[number] | PseudoLocale;

/** The default and fallback language (1.7). */
export const defaultLocale: Locale = 'en';

interface LocaleFacts {
  /** For `Intl` and plural rules; Thai with the Gregorian calendar, because results carry Gregorian years. */
  tag: string;
  /** For `<html lang>`. */
  lang: string;
  dir: 'ltr' | 'rtl';
  /** The currency in which its readers are told about prices (1.7). */
  currency: Currency;
  /** The language's own name. */
  name: string;
}

export const localeFacts: Readonly<Record<Locale, LocaleFacts>> = {
  ar: { tag: 'ar-u-nu-latn', lang: 'ar', dir: 'rtl', currency: 'USD', name: 'العربية' },
  cn: { tag: 'zh-CN', lang: 'zh-CN', dir: 'ltr', currency: 'CNY', name: '中文' },
  de: { tag: 'de', lang: 'de', dir: 'ltr', currency: 'EUR', name: 'Deutsch' },
  en: { tag: 'en-GB', lang: 'en-GB', dir: 'ltr', currency: 'USD', name: 'English' },
  es: { tag: 'es', lang: 'es', dir: 'ltr', currency: 'EUR', name: 'Español' },
  fr: { tag: 'fr', lang: 'fr', dir: 'ltr', currency: 'EUR', name: 'Français' },
  hu: { tag: 'hu', lang: 'hu', dir: 'ltr', currency: 'HUF', name: 'Magyar' },
  it: { tag: 'it', lang: 'it', dir: 'ltr', currency: 'EUR', name: 'Italiano' },
  jp: { tag: 'ja', lang: 'ja', dir: 'ltr', currency: 'JPY', name: '日本語' },
  nl: { tag: 'nl', lang: 'nl', dir: 'ltr', currency: 'EUR', name: 'Nederlands' },
  pl: { tag: 'pl', lang: 'pl', dir: 'ltr', currency: 'PLN', name: 'Polski' },
  pt: { tag: 'pt-PT', lang: 'pt', dir: 'ltr', currency: 'EUR', name: 'Português' },
  ro: { tag: 'ro', lang: 'ro', dir: 'ltr', currency: 'RON', name: 'Română' },
  ru: { tag: 'ru', lang: 'ru', dir: 'ltr', currency: 'EUR', name: 'Русский' },
  se: { tag: 'sv', lang: 'sv', dir: 'ltr', currency: 'SEK', name: 'Svenska' },
  sk: { tag: 'sk', lang: 'sk', dir: 'ltr', currency: 'EUR', name: 'Slovenčina' },
  th: { tag: 'th-u-ca-gregory-nu-latn', lang: 'th', dir: 'ltr', currency: 'THB', name: 'ไทย' },
  tr: { tag: 'tr', lang: 'tr', dir: 'ltr', currency: 'TRY', name: 'Türkçe' },
  xa: { tag: 'en-XA', lang: 'en-XA', dir: 'ltr', currency: 'USD', name: '[Ţéšţ]' },
  xb: { tag: 'en-XB', lang: 'en-XB', dir: 'rtl', currency: 'USD', name: '[\u202eŢéšţ\u202c]' },
};

/** Whether a text is one of the 18 codes. */
export function isLocale(code: unknown): code is (typeof locales)[number] {
  return typeof code === 'string' && (locales as readonly string[]).includes(code);
}

/** Whether a text is the code of the pseudo-locale or of its right-to-left variant. */
export function isPseudoLocale(code: unknown): code is PseudoLocale {
  return typeof code === 'string' && (pseudoLocales as readonly string[]).includes(code);
}

/**
 * The tag by which dates are formatted: the language, with English as in Britain unless the user's own is `us`; German
 * where no language is known (9.10).
 */
export function dateTag(language: string | null | undefined): string {
  if (language === 'us') return 'en-US';
  return isLocale(language) || isPseudoLocale(language) ? localeFacts[language].tag : localeFacts.de.tag;
}

/** The cookie of the language that was chosen in this browser. */
export const chosenLocaleCookie = 'locale';
/** The cookie of the language of the account that signed in last in this browser. */
export const accountLocaleCookie = 'account_locale';

/** The stored language of a browser: the one chosen in it by hand, else the account's (docs/decisions/0071). */
export function storedLocale(cookies: Readonly<Record<string, string | undefined>>): string | undefined {
  return cookies[chosenLocaleCookie] ?? cookies[accountLocaleCookie];
}

/**
 * The language for a reader: the stored choice, else the first supported language of an `Accept-Language` header, else
 * English.
 */
export function chooseLocale(stored: string | undefined, acceptLanguage: string | undefined): Locale {
  if (isLocale(stored)) return stored;
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
      return { language: tag.split('-')[0] ?? '', quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { language } of wanted) {
    const found = locales.find((locale) => localeFacts[locale].lang.split('-')[0] === language);
    if (found) return found;
  }
  return defaultLocale;
}

/** The language in an address: `?lang=de`. Links that are shared and found by search engines have it. */
export function askedLocale(url: string): (typeof locales)[number] | undefined {
  const code = /[?&]lang=([a-z]{2})(?=&|#|$)/.exec(url)?.[1];
  return isLocale(code) ? code : undefined;
}

/** A text with a letter that runs to the right, or with a number with a hyphen, which would be torn apart. */
const toTheRight = /.*((?![\u0590-\u08ff])\p{L}|\d-\d).*/su;

/** A text that keeps its own direction, and leaves that of the sentence around it as it is (U+2068, U+2069). */
export const isolate = (text: string): string => `\u2068${text}\u2069`;

/** Figures and signs that are read from left to right, also in a sentence that runs to the left (U+2066, U+2069). */
export const leftToRight = (text: string): string => `\u2066${text}\u2069`;

/**
 * A value as it stands in a sentence. In a language that runs to the left, what runs to the right is isolated: it and the
 * words around it keep their order.
 */
export const isolated = (locale: Locale, text: string): string =>
  localeFacts[locale].dir === 'rtl' ? text.replace(toTheRight, isolate) : text;

/** A text without these signs, for where they are not understood. */
export const withoutIsolates = (text: string): string => text.replace(/[\u2068\u2069]/g, '');
