/** What stands in the form of news, as a call takes it. */
import { locales } from '#domain/locales.ts';
import type { KeptNews, NewsEntry } from '#domain/news/contract.ts';
import { type Document, newsDocument } from '#domain/news/document.ts';
import type { NewsLocale } from '#domain/news/news.ts';
import { documentOf, isBlank, textOf } from '#domain/news/plain.ts';
import { textIn } from '#web/lib/form.ts';

/**
 * The languages in which anything was typed. A text that the editor gave comes as the document itself, one from a plain
 * field is made a document by what was there before. Whatever is wrong with it, the call says.
 */
export function entryFrom(form: FormData, before: KeptNews | null): NewsEntry {
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

/** What somebody else saved in other words than these. */
export function othersWords(mine: NewsEntry, theirs: KeptNews): KeptNews {
  const texts: KeptNews['texts'] = {};
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

/** What is no JSON is no document either; the call says so. */
function documentIn(given: string): Document {
  try {
    return JSON.parse(given) as Document;
  } catch {
    return given as unknown as Document;
  }
}

/** Whether there is anything to keep, or to refuse. */
function saysSomething(body: Document): boolean {
  const { success, data } = newsDocument.safeParse(body);
  return !success || !isBlank(data);
}
