/** The results of a loft, or of all lofts, as RSS or Atom, in the language of the address. */
import { readPublishedResults } from '#domain/arrivals/published-contract.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import type { Route } from './+types/results-feed.ts';
import { resultsFeed } from './results-feed.server.ts';

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { locale, public_url } = context.get(pageContext);
  const kind = new URL(request.url).pathname.endsWith('.rss') ? 'rss' : 'atom';
  const query = 'loft_id' in params ? { loft_id: idFrom(params.loft_id) } : {};
  const view = await answers(() => context.get(callContext)(readPublishedResults, { query }));
  return new Response(resultsFeed(kind, { ...view, locale, public_url }), {
    headers: { 'content-type': `application/${kind}+xml; charset=utf-8` },
  });
}
