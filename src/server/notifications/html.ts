/** A notice as an HTML mail: the same content as its text, with a button instead of the bare address. */
import { type Locale, localeFacts } from '#domain/locales.ts';

/** A loft at the head of a mail. */
export interface Brand {
  name: string;
  /** White text can be read on it (domain/lofts/accent.ts). */
  accent: string;
}

export interface Sheet {
  locale: Locale;
  /** The title of the notice, and the label of the button. */
  title: string;
  text: string;
  /** The link of the button; without one there is no button. */
  link?: string | undefined;
  /** The small links at the end. */
  below?: readonly { words: string; link: string }[];
  /** The loft that it comes from, with its colour. */
  brand?: Brand | undefined;
}

const font = 'font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif';
const button = (color: string) =>
  `display:inline-block;padding:12px 20px;border-radius:8px;background:${color};color:#fff;text-decoration:none`;

/** The colour of the site. */
const ours = '#123c69';

/** The notice as HTML for mail programs: inline styles, nothing loaded, no scripts. */
export function htmlOf({ locale, title, text, link, below = [], brand }: Sheet): string {
  const color = brand?.accent ?? ours;
  const head = brand ? `padding:12px 16px;border-radius:8px;background:${color};color:#fff` : `color:${color}`;
  const { lang, dir } = localeFacts[locale];
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => `<p style="margin:0 0 16px">${linked(paragraph).replaceAll('\n', '<br>')}</p>`);
  const linkButton = link
    ? `<p style="margin:24px 0"><a href="${escaped(link)}" style="${button(color)}">${linked(title)}</a></p>`
    : '';
  const end = below.map(({ words, link }) => `<a href="${escaped(link)}" style="color:#555">${escaped(words)}</a>`);
  return `<!doctype html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:24px;${font};color:#1a1a1a;background:#fff"><div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:700;${head}">${escaped(brand?.name ?? 'Loftline')}</p>
${paragraphs.join('\n')}
${linkButton}
${end.length ? `<p style="margin:32px 0 0;font-size:14px">${end.join('<br>')}</p>` : ''}
</div></body></html>`;
}

/** Turns addresses in the text into links; everything else is escaped. */
function linked(text: string): string {
  return (
    text
      .split(/(https?:\/\/[^\s<>"'\u2068\u2069]+)/)
      .map((part, i) => (i % 2 ? `<a href="${escaped(part)}" dir="ltr">${escaped(part)}</a>` : escaped(part)))
      .join('')
      // As elements, so that nobody copies the signs with a name or an account number.
      .replace(/\u2068([^\u2068\u2069]*)\u2069/g, '<bdi>$1</bdi>')
  );
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
