/** A letter as a page: the same words as its text, with a button instead of a naked address. */
import { type Locale, localeFacts } from '#domain/locales.ts';

export interface Sheet {
  locale: Locale;
  /** What the letter is called; the button says the same. */
  title: string;
  text: string;
  /** Where the button leads; without one there is none. */
  link?: string | undefined;
  /** What stands small below: words that lead somewhere. */
  below?: readonly { words: string; link: string }[];
}

const font = 'font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif';
const button =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#123c69;color:#fff;text-decoration:none';

/** The letter as HTML for mail programs: styles stand at their elements, nothing is loaded, nothing runs. */
export function htmlOf({ locale, title, text, link, below = [] }: Sheet): string {
  const { lang, dir } = localeFacts[locale];
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => `<p style="margin:0 0 16px">${linked(paragraph).replaceAll('\n', '<br>')}</p>`);
  const linkButton = link
    ? `<p style="margin:24px 0"><a href="${escaped(link)}" style="${button}">${escaped(title)}</a></p>`
    : '';
  const end = below.map(({ words, link }) => `<a href="${escaped(link)}" style="color:#555">${escaped(words)}</a>`);
  return `<!doctype html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:24px;${font};color:#1a1a1a;background:#fff"><div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:700;color:#123c69">Loftline</p>
${paragraphs.join('\n')}
${linkButton}
${end.length ? `<p style="margin:32px 0 0;font-size:14px">${end.join('<br>')}</p>` : ''}
</div></body></html>`;
}

/** Addresses in the words of a letter can be followed; nothing else in them means anything. */
function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, i) => (i % 2 ? `<a href="${escaped(part)}" dir="ltr">${escaped(part)}</a>` : escaped(part)))
    .join('');
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
