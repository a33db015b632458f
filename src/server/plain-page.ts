/** A refusal for somebody who reads it in a browser, where no page of the bundle can say it: signing in, forms, a page that broke altogether. */
import { createHash } from 'node:crypto';
import { type Locale, localeFacts } from '#domain/locales.ts';
import { closedPolicy } from './headers.ts';
import { words } from './words.ts';

const style = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:46ch;margin:15vh auto;padding:0 24px}h1{font-size:1.625rem;line-height:1.2}a{color:LinkText}`;

/** Nothing but this style. */
export const plainPolicy = closedPolicy.replace(
  "default-src 'none'",
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
);

/** Whether a request wants to be answered with something to read. */
export function isRead({ url, headers }: { url: string; headers: { accept?: string | undefined } }): boolean {
  return !/^\/(api|live|id\/oauth2)(\/|\?|$)/.test(url) && /\btext\/html\b/.test(headers.accept ?? '');
}

/** The refusal as a page of its own (2.32), with the way home. */
export function plainPage({ status, sentence, locale }: { status: number; sentence: string; locale: Locale }): string {
  const { t } = words(locale);
  const { lang, dir } = localeFacts[locale];
  const title = escaped(status === 404 ? t('error.not_found') : t('error.occurred', { status: String(status) }));
  return `<!doctype html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${escaped(sentence)}</p><p><a href="/">${escaped(t('error.home'))}</a></p></main></body></html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
