/** The server's translations: refusals to people and machines in the requested language. */
import { readFileSync } from 'node:fs';
import { createInstance, type i18n } from 'i18next';
import { defaultLocale, type Locale, localeFacts, locales } from '#domain/locales.ts';
import { withStatesNamed } from '#domain/pigeons/status.ts';
import type { Refusal, RefusalParams } from '#domain/refusal.ts';

const folder = new URL('../../locales/', import.meta.url);
const spoken = new Map<Locale, i18n>();

/** The translations of a language; each is read once. */
export function words(locale: Locale): i18n {
  let known = spoken.get(locale);
  if (!known) {
    const catalogue = (code: Locale) => JSON.parse(readFileSync(new URL(`${code}.json`, folder), 'utf8'));
    known = createInstance();
    void known.init({
      lng: localeFacts[locale].tag,
      fallbackLng: localeFacts[defaultLocale].tag,
      resources: {
        [localeFacts[defaultLocale].tag]: { translation: catalogue(defaultLocale) },
        [localeFacts[locale].tag]: { translation: catalogue(locale) },
      },
      interpolation: { escapeValue: false },
      initAsync: false,
    });
    spoken.set(locale, known);
  }
  return known;
}

/** Reads all catalogues at start, so that a broken one is found then. */
export function readAllWords(): void {
  for (const locale of locales) words(locale);
}

/** A refusal as one sentence; for bad input each field with its errors. */
export function sentenceOf(refusal: Refusal, locale: Locale): string {
  const { t } = words(locale);
  const named = (params: RefusalParams | undefined) => ({
    ...withStatesNamed(params, (status) => t(`pigeon_status.${status}`)),
  });
  if (!refusal.errors) return t(`refusals.${refusal.code}`, named(refusal.params));
  return Object.entries(refusal.errors)
    .map(
      ([field, errors]) =>
        `${field}: ${errors.map(({ code, params }) => t(`refusals.${code}`, named(params))).join(' ')}`,
    )
    .join('\n');
}
