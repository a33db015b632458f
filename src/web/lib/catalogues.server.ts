/** All catalogues, on the server. One instance per language serves every request; it is never changed. */
import type { i18n } from 'i18next';
import { defaultLocale, type Locale } from '#domain/locales.ts';
import { type Catalogue, speak } from './words.ts';

const catalogues = import.meta.glob<Catalogue>('/locales/*.json', { eager: true, import: 'default' });
const addresses = import.meta.glob<string>('/locales/*.json', { eager: true, import: 'default', query: '?url' });

const speakers = new Map<Locale, i18n>();

/** The words of a language. */
export function speaker(locale: Locale): i18n {
  let known = speakers.get(locale);
  if (!known) {
    const english = catalogues[fileOf(defaultLocale)]!;
    known = speak(locale, catalogues[fileOf(locale)] ?? english, english);
    speakers.set(locale, known);
  }
  return known;
}

/** Where the browser finds the catalogue of a language. */
export function catalogueAddress(locale: Locale): string {
  return addresses[fileOf(locale)] ?? addresses[fileOf(defaultLocale)]!;
}

function fileOf(locale: Locale): string {
  return `/locales/${locale}.json`;
}
