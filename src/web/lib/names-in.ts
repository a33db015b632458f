/** A name in other languages as the fields of a form, `name_de` and so on, and back. */
import { type Locale, locales } from '#domain/locales.ts';
import { textIn } from './form.ts';

type Names = Partial<Record<(typeof locales)[number], string>>;

/** The field of a language. */
export const nameField = (locale: Locale): string => `name_${locale}`;

/** The values of the fields. */
export const namesTyped = (names: Names): Record<string, string> =>
  Object.fromEntries(locales.map((locale) => [nameField(locale), names[locale] ?? '']));

/** The names in a form; a language without a field keeps the stored one. */
export function namesIn(form: FormData, stored: Names): Names {
  const typed = locales.map((locale) => {
    const name = form.has(nameField(locale)) ? textIn(form, nameField(locale)) : stored[locale];
    return [locale, name] as const;
  });
  return Object.fromEntries(typed.filter(([, name]) => name));
}
