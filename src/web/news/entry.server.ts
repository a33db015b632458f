/** The form of an article as the body of its call. */
import { locales } from '#domain/locales.ts';
import type { NewsEntry, StoredNews } from '#domain/news/contract.ts';
import { type Document, newsDocument } from '#domain/news/document.ts';
import type { NewsLocale } from '#domain/news/news.ts';
import { documentOf, isBlank, textOf } from '#domain/news/plain.ts';
import { textIn } from '#web/lib/form.ts';

/**
 * The languages with any text. The editor sends the document itself; the text of a plain field is turned into a
 * document on the basis of the saved one. The call validates all of it.
 */
export function entryFrom(form: FormData, before: StoredNews | null): NewsEntry {
  const texts: NewsEntry['texts'] = {};
  for (const locale of locales) {
    const title = textIn(form, `title-${locale}`);
    const lead = textIn(form, `lead-${locale}`);
    const body = bodyFrom(form, locale, before?.texts[locale]?.body ?? null);
    if (title || lead || saysSomething(body)) texts[locale] = { title, lead, body };
  }
  const date = textIn(form, 'publication_date');
  const time = textIn(form, 'publication_time').slice(0, 5);
  return {
    is_draft: form.has('is_draft'),
    publication_date: date === '' ? null : date,
    publication_time: time === '' ? null : time,
    texts,
  };
}

/** The texts of a concurrent save that differ from this form. */
export function othersWords(mine: NewsEntry, theirs: StoredNews): StoredNews {
  const texts: StoredNews['texts'] = {};
  for (const locale of locales) {
    const [own, other] = [mine.texts[locale], theirs.texts[locale]];
    const same = own && other && own.title === other.title && own.lead === other.lead;
    if (other && !(same && textOf(own.body) === textOf(other.body))) texts[locale] = other;
  }
  return { ...theirs, texts };
}

function bodyFrom(form: FormData, locale: NewsLocale, before: Document | null): Document {
  const given = textIn(form, `doc-${locale}`);
  return given === '' ? documentOf(textIn(form, `body-${locale}`), before) : documentIn(given);
}

/** Invalid JSON is passed on, so that the call refuses it as an invalid document. */
function documentIn(given: string): Document {
  try {
    return JSON.parse(given) as Document;
  } catch {
    return given as unknown as Document;
  }
}

/** Whether a document has content, or is invalid and has to be refused. */
function saysSomething(body: Document): boolean {
  const { success, data } = newsDocument.safeParse(body);
  return !success || !isBlank(data);
}
