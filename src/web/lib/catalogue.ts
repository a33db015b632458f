/**
 * The catalogues of the pages. The browser loads only the catalogue of its own language, as a separate file; the server
 * has all of them (catalogues.server.ts). Both create their instance per language here, so that they translate alike.
 */
import { createInstance, type FormatterModule, type i18n, type TFunction } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { defaultLocale, type Locale, localeFacts } from '#domain/locales.ts';
import type english from '../../../locales/en.json';
import { formatNumber, formatWait } from './intl.ts';

export type Catalogue = typeof english;
export type Words = TFunction;

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Catalogue };
  }
}

/** An i18next instance of one language, with English as fallback where it is loaded. */
export function speak(locale: Locale, catalogue: Catalogue, english?: Catalogue): i18n {
  const { tag } = localeFacts[locale];
  const fallback = localeFacts[defaultLocale].tag;
  const instance = createInstance();
  void instance
    .use(initReactI18next)
    .use(numbersOf(locale))
    .init({
      lng: tag,
      fallbackLng: fallback,
      load: 'currentOnly',
      resources: {
        ...(english ? { [fallback]: { translation: english } } : {}),
        [tag]: { translation: catalogue },
      },
      initAsync: false,
      react: { useSuspense: false },
      interpolation: {
        // React escapes texts.
        escapeValue: false,
        alwaysFormat: true,
      },
    });
  return instance;
}

/** Numbers in sentences are formatted as elsewhere; `{{seconds, wait}}` is a waiting time. */
function numbersOf(locale: Locale): FormatterModule {
  return {
    type: 'formatter',
    init() {},
    add() {},
    addCached() {},
    format(value: unknown, as?: string) {
      if (typeof value !== 'number') return String(value);
      return as === 'wait' ? formatWait(locale, value) : formatNumber(locale, value, 2);
    },
  };
}
