/** The plain HTML for a failure of the error page: one sentence and a link home, without styles and scripts (8.12). */
import { type Locale, localeFacts } from '#domain/locales.ts';
import type { Words } from '#web/lib/catalogue.ts';

export function lastResort(t: Words, locale: Locale): string {
  const { lang, dir } = localeFacts[locale];
  const text = (key: 'error.last_resort' | 'error.home') =>
    t(key).replace(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<!doctype html><html lang="${lang}" dir="${dir}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Loftline</title><p>${text('error.last_resort')}</p><p><a href="/">${text('error.home')}</a></p></html>`;
}
