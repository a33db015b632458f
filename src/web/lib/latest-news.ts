/** What pages beside those of the news ask of them. */
import { isLocale, type Locale } from '#domain/locales.ts';
import { listNews, type ShownNews } from '#domain/news/contract.ts';
import type { Call } from './context.ts';

/** So many stand on a page that is about something else. */
const most = 3;

/**
 * The latest news of a loft, or of one of its seasons, without their texts.
 * @throws Refusal `not_found`.
 */
export async function latestNews(
  call: Call,
  { loft_id, season_id }: { loft_id: number; season_id?: number },
  locale: Locale,
): Promise<ShownNews[]> {
  const query = { locale: newsLocale(locale), ...(season_id !== undefined && { season_id }) };
  const { news } = await call(listNews, { params: { loft_id }, query });
  return news.slice(0, most).map(({ body: _body, pictures: _pictures, ...one }) => one);
}

/** The language to ask for news in; the languages for who builds pages have none. */
export const newsLocale = (locale: Locale) => (isLocale(locale) ? locale : 'en');
