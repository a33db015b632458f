/** The calls about news, for readers and for editors. */
import { z } from 'zod';
import { contract, id, instant, perPage, replyId } from '#domain/contract.ts';
import { file } from '#domain/files/contract.ts';
import { locales } from '#domain/locales.ts';
import { loft } from '#domain/lofts/contract.ts';
import { season } from '#domain/seasons/contract.ts';
import { requiredText, text } from '#domain/validation.ts';
import { cleanText, newsDocument, storedDocument } from './document.ts';
import { newsStates } from './news.ts';

const newsLocale = z.enum(locales);
const whole = z.coerce.number().int().min(1).max(1_000_000).default(1);

/** News in a list, in the language that suits the reader best. */
const shownNews = z.object({
  id: replyId,
  loft_id: replyId,
  season_id: replyId.nullable(),
  published_at: instant,
  locale: newsLocale.meta({ description: 'The language of the text: the one asked for, else English, else the first' }),
  title: z.string(),
  lead: z.string(),
});
export type ShownNews = z.output<typeof shownNews>;

const body = storedDocument;

/** A picture that a text refers to by its id. */
const picture = file.pick({ id: true, src: true, width: true, height: true });
export type PictureShown = z.output<typeof picture>;

const asked = { locale: newsLocale.default('en'), page: whole };

export const listNews = contract({
  name: 'listNews',
  summary: 'The news of a loft that are published, the latest first; with a season those of that season only',
  method: 'GET',
  path: '/api/lofts/{loft_id}/news',
  access: 'loft.read',
  params: z.object({ loft_id: id }),
  query: z.object({ season_id: id.optional(), ...asked }),
  reply: z.object({
    loft,
    news: z.array(shownNews.extend({ body, pictures: z.array(picture) })),
    total: z.int(),
    page: z.int(),
    page_count: z.int(),
    read_at: instant,
  }),
});

export const listLatestNews = contract({
  name: 'listLatestNews',
  summary: 'The latest news of all lofts',
  method: 'GET',
  path: '/api/news',
  access: 'loft.read',
  query: z.object({ locale: asked.locale }),
  reply: z.object({ news: z.array(shownNews.extend({ loft, picture: picture.nullable() })) }),
});

export const readNews = contract({
  name: 'readNews',
  summary: 'One of the news as readers see it; what is not published only for those who write it',
  method: 'GET',
  path: '/api/lofts/{loft_id}/news/{news_id}',
  access: 'news.read',
  params: z.object({ loft_id: id, news_id: id }),
  query: z.object({ locale: asked.locale }),
  reply: z.object({
    loft,
    season: season.nullable(),
    news: shownNews.extend({
      body,
      pictures: z.array(picture),
      state: z.enum(newsStates),
      published_at: instant.nullable(),
      locales: z.array(newsLocale).meta({ description: 'The languages there are' }),
    }),
    read_at: instant,
  }),
});

// -- for editors ------------------------------------------------------------------------------------------------------

const line = cleanText.trim();

/** The text in one language. */
export const newsText = z.strictObject({
  title: line.pipe(requiredText({ max: 200 })),
  lead: line.pipe(text({ max: 500 })),
  body: newsDocument,
});
export type NewsText = z.output<typeof newsText>;

/**
 * News as an editor enters them; the time is that of the loft. News that are no draft and have no day are published at
 * once.
 */
export const newsEntry = z.strictObject({
  is_draft: z.boolean(),
  publication_date: z.iso.date().nullable(),
  publication_time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .nullable(),
  texts: z.partialRecord(newsLocale, newsText),
});
export type NewsEntry = z.output<typeof newsEntry>;

const written = z.object({
  id: replyId,
  loft_id: replyId,
  season: season.nullable(),
  version: z.int().meta({ description: 'Grows with each change; a change names the one it was made on' }),
  state: z.enum(newsStates),
  published_at: instant.nullable(),
});

const storedNews = written.extend({
  is_draft: z.boolean(),
  publication_date: z.string().nullable(),
  publication_time: z.string().nullable(),
  pictures: z.array(picture),
  texts: z.partialRecord(newsLocale, z.object({ title: z.string(), lead: z.string(), body })),
});
export type StoredNews = z.output<typeof storedNews>;

export const listWrittenNews = contract({
  name: 'listWrittenNews',
  summary: 'The news of a loft for those who write them, also drafts; with a season those of that season only',
  method: 'GET',
  path: '/api/admin/lofts/{loft_id}/news',
  access: 'news.manage',
  params: z.object({ loft_id: id }),
  query: z.object({
    season_id: id.optional(),
    locale: asked.locale,
    q: z.string().max(100).default(''),
    state: z.enum(newsStates).optional(),
    page: whole,
    per_page: perPage,
  }),
  reply: z.object({
    loft,
    season: season.nullable(),
    news: z.array(written.extend({ title: z.string(), locale: newsLocale, locales: z.array(newsLocale) })),
    total: z.int(),
    page: z.int(),
    page_count: z.int(),
  }),
});

export const createNews = contract({
  name: 'createNews',
  summary: 'Write news of a loft, or of one of its seasons',
  method: 'POST',
  path: '/api/admin/lofts/{loft_id}/news',
  access: 'news.manage',
  params: z.object({ loft_id: id }),
  query: z.object({ season_id: id.optional() }),
  body: newsEntry,
  reply: z.object({ news: storedNews }),
});

const one = { path: '/api/admin/lofts/{loft_id}/news/{news_id}', params: z.object({ loft_id: id, news_id: id }) };

export const readWrittenNews = contract({
  name: 'readWrittenNews',
  summary: 'One of the news with the texts of all languages',
  method: 'GET',
  ...one,
  access: 'news.manage',
  reply: z.object({ loft, news: storedNews }),
});

export const changeNews = contract({
  name: 'changeNews',
  summary: 'Change news; refused when somebody else has changed them since they were read',
  method: 'PUT',
  ...one,
  access: 'news.manage',
  body: newsEntry.extend({ version: z.int().min(1) }),
  reply: z.object({ news: storedNews }),
});

export const removeNews = contract({
  name: 'removeNews',
  summary: 'Take news off the site for good',
  method: 'DELETE',
  ...one,
  access: 'news.manage',
  body: z.strictObject({}).nullable(),
  reply: z.object({}),
});
