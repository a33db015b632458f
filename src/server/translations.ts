/** The server's translations: refusals to people and machines in the requested language. */
import { readFileSync } from 'node:fs';
import { createInstance, type i18n } from 'i18next';
import { defaultLocale, isolated, type Locale, localeFacts, locales } from '#domain/locales.ts';
import { withStatesNamed } from '#domain/pigeons/status.ts';
import type { FieldError, FieldErrors, Refusal } from '#domain/refusal.ts';
import { formatWait } from '#domain/wait.ts';

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
      // Nothing is escaped here: mails of languages that run to the left isolate names and numbers, as pages do.
      interpolation: { escape: (text) => isolated(locale, text) },
      initAsync: false,
    });
    // The one format that sentences use: a waiting time in seconds.
    known.services.formatter?.add('wait', (seconds) => formatWait(locale, seconds));
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
  if (!refusal.errors) return sentenceAt(refusal, locale);
  return Object.entries(sentencesAt(refusal.errors, locale))
    .map(([field, sentences]) => `${field}: ${sentences.join(' ')}`)
    .join('\n');
}

/** The sentences of bad input by field. */
export const sentencesAt = (errors: FieldErrors, locale: Locale): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(errors).map(([field, list]) => [field, list.map((one) => sentenceAt(one, locale))]),
  );

function sentenceAt({ code, params }: FieldError, locale: Locale): string {
  const { t } = words(locale);
  return t(`refusals.${code}`, { ...withStatesNamed(params, (status) => t(`pigeon_status.${status}`)) });
}
