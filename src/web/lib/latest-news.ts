/** The latest news for pages other than those of the news. */
import { isLocale, type Locale } from '#domain/locales.ts';
import { listNews, type PictureShown, type ShownNews } from '#domain/news/contract.ts';
import type { Call } from './context.ts';

/** The number of news on such a page. */
const most = 3;

/** News with the first of the pictures in their text, if there is one. */
export type PicturedNews = ShownNews & { picture: PictureShown | null };

/**
 * The latest news of a loft, or of one of its seasons, without their texts.
 * @throws Refusal `not_found`.
 */
export async function latestNews(
  call: Call,
  { loft_id, season_id }: { loft_id: number; season_id?: number },
  locale: Locale,
): Promise<PicturedNews[]> {
  const query = { locale: newsLocale(locale), ...(season_id !== undefined && { season_id }) };
  const { news } = await call(listNews, { params: { loft_id }, query });
  return news.slice(0, most).map(({ body: _body, pictures, ...one }) => ({ ...one, picture: pictures[0] ?? null }));
}

/** The language in which news are requested; the pseudo-locales have none. */
export const newsLocale = (locale: Locale) => (isLocale(locale) ? locale : 'en');
