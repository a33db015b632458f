/** All catalogues, on the server. Those of a language serve every request and are never changed. */
import { defaultLocale, isPseudoLocale, type Locale } from '#domain/locales.ts';
import { type Catalogue, type Speaker, speak } from './catalogue.ts';
import { pseudoCatalogue } from './pseudo-locale.ts';

const catalogues = import.meta.glob<Catalogue>('/locales/*.json', { eager: true, import: 'default' });
const addresses = import.meta.glob<string>('/locales/*.json', { eager: true, import: 'default', query: '?url' });

const speakers = new Map<Locale, Speaker>();
const wanted = new Map<Locale, readonly string[]>();

/** The words of a language. */
export function speaker(locale: Locale): Speaker {
  let known = speakers.get(locale);
  if (!known) {
    const english = catalogues[fileOf(defaultLocale)]!;
    const own = isPseudoLocale(locale) ? pseudoCatalogue(english, locale) : catalogues[fileOf(locale)];
    known = memoized(speak(locale, own ?? english, english));
    speakers.set(locale, known);
  }
  return known;
}

/** The most translations that are cached per language; then the cache is emptied. */
const most_cached = 10_000;

/** Caches translations: a page has a hundred words, and few of them are new. */
function memoized(words: Speaker): Speaker {
  const look = words.t as unknown as (word: string, ...blanks: unknown[]) => string;
  const cache = new Map<string, string>();
  const t = (word: string, ...blanks: unknown[]) => {
    const key = blanks.length ? word + JSON.stringify(blanks) : word;
    const known = cache.get(key);
    if (known !== undefined) return known;
    if (cache.size >= most_cached) cache.clear();
    const sentence = look(word, ...blanks);
    cache.set(key, sentence);
    return sentence;
  };
  return { t: t as unknown as Speaker['t'] };
}

/**
 * The addresses from which the browser loads the words of a language. A catalogue with gaps is followed by the English
 * one, so that the browser falls back as the server did; a complete one, which is the rule, comes alone.
 */
export function catalogueAddresses(locale: Locale): readonly string[] {
  let known = wanted.get(locale);
  if (!known) {
    const own = catalogues[fileOf(locale)];
    const codes = own && !hasGaps(own) ? [locale] : own ? [locale, defaultLocale] : [defaultLocale];
    known = codes.flatMap((code) => addresses[fileOf(code)] ?? []);
    wanted.set(locale, known);
  }
  return known;
}

function hasGaps(catalogue: Catalogue): boolean {
  const english = catalogues[fileOf(defaultLocale)]!;
  return Object.entries(english).some(([noun, things]) => {
    const own = (catalogue as Record<string, Record<string, string> | undefined>)[noun];
    const stems = new Set(Object.keys(own ?? {}).map(stem));
    return Object.keys(things).some((thing) => !stems.has(stem(thing)));
  });
}

/** A key without its plural suffix: languages have one to six plural forms. */
function stem(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '');
}

function fileOf(locale: Locale): string {
  return `/locales/${locale}.json`;
}
