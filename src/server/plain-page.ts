/** A refusal as a plain HTML page, where no page of the bundle can show it: signing in, forms, a page that failed. */
import { createHash } from 'node:crypto';
import { type Locale, localeFacts } from '#domain/locales.ts';
import { closedPolicy } from './headers.ts';
import { words } from './translations.ts';

const style = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:46ch;margin:15vh auto;padding:0 24px}h1{font-size:1.625rem;line-height:1.2}a{color:LinkText}`;

/** Allows this style only. */
export const plainPolicy = closedPolicy.replace(
  "default-src 'none'",
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
);

/** Whether a request accepts HTML. */
export function isRead({ url, headers }: { url: string; headers: { accept?: string | undefined } }): boolean {
  return !/^\/(api|live|id\/oauth2)(\/|\?|$)/.test(url) && /\btext\/html\b/.test(headers.accept ?? '');
}

/** The refusal as a page of its own (2.32), with a link home. */
export function plainPage({ status, sentence, locale }: { status: number; sentence: string; locale: Locale }): string {
  const { t } = words(locale);
  const { lang, dir } = localeFacts[locale];
  const title = escaped(status === 404 ? t('error.not_found') : t('error.occurred', { status: String(status) }));
  return `<!doctype html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${escaped(sentence)}</p><p><a href="/">${escaped(t('error.home'))}</a></p></main></body></html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
