/** The news of a loft as RSS or Atom, in the language of the address. */
import { listNews } from '#domain/news/contract.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { newsLocale } from '#web/lib/latest-news.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import type { Route } from './+types/news-feed.ts';
import { feedOf } from './feed.server.tsx';

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { locale, public_url } = context.get(pageContext);
  const url = new URL(request.url);
  const kind = url.pathname.endsWith('.rss') ? 'rss' : 'atom';
  const query = { locale: newsLocale(locale) };
  const loft_id = idFrom(params.loft_id);
  const view = await answers(() => context.get(callContext)(listNews, { params: { loft_id }, query }));
  return new Response(feedOf(kind, { ...view, locale, public_url }), {
    headers: { 'content-type': `application/${kind}+xml; charset=utf-8` },
  });
}
