/**
 * The catalogues of the pages. The browser loads only the catalogue of its own language, as a separate file; the server
 * has all of them (catalogues.server.ts). Both get their words from here, so that they translate alike.
 */
import type { TFunction } from 'i18next';
import { defaultLocale, isolated, type Locale, localeFacts } from '#domain/locales.ts';
import { formatWait } from '#domain/wait.ts';
import type english from '../../../locales/en.json';
import { formatNumber } from './intl.ts';

export type Catalogue = typeof english;
export type Words = TFunction;

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Catalogue };
  }
}

/** The words of one language. */
export interface Speaker {
  t: Words;
}

type Blanks = Readonly<Record<string, unknown>>;

/**
 * The words of a language, with English where one is missing and it is loaded. It reads what our catalogues use of the
 * format of i18next, which comes to 15 kB on every page: plural forms by `count`, blanks (`{{count}}`, and
 * `{{seconds, wait}}` for a waiting time), and another word (`$t(pigeon_status.{{status}})`). A word that no catalogue has
 * is its own name.
 */
export function speak(locale: Locale, catalogue: Catalogue, english?: Catalogue): Speaker {
  const spoken = [{ words: catalogue, tag: localeFacts[locale].tag }];
  if (english) spoken.push({ words: english, tag: localeFacts[defaultLocale].tag });
  const sources = spoken.map(({ words, tag }) => ({ words, plurals: new Intl.PluralRules(tag) }));

  function textOf(name: string, count: unknown): string | undefined {
    const dot = name.indexOf('.');
    const [noun, thing] = [name.slice(0, dot), name.slice(dot + 1)];
    for (const { words, plurals } of sources) {
      const things = (words as Partial<Record<string, Record<string, string>>>)[noun];
      if (!things) continue;
      const forms = typeof count === 'number' ? [...(count === 0 ? ['_zero'] : []), `_${plurals.select(count)}`] : [];
      const found = [...forms, ''].find((form) => typeof things[thing + form] === 'string');
      if (found !== undefined) return things[thing + found];
    }
    return undefined;
  }
  // Each blank is filled once: what a value says is never read as a blank itself.
  const filled = (text: string, blanks: Blanks): string =>
    text.replace(/\$t\(([^)]*)\)|\{\{\s*(\w+)\s*(?:,\s*(\w+)\s*)?\}\}/g, (_, word?: string, name = '', as?: string) =>
      word === undefined ? formatted(locale, blanks[name], as) : say(filled(word, blanks), blanks),
    );
  const say = (name: string, blanks: Blanks = {}): string => filled(textOf(name, blanks.count) ?? name, blanks);
  return { t: say as unknown as Words };
}

/** Numbers in sentences are formatted as elsewhere; as `wait` it is a waiting time in seconds. */
function formatted(locale: Locale, value: unknown, as: string | undefined): string {
  if (typeof value === 'number') return as === 'wait' ? formatWait(locale, value) : formatNumber(locale, value, 2);
  return isolated(locale, String(value));
}
