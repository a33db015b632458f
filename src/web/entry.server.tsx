/**
 * Renders a page. The server takes the keys of the contexts from here, because they go by identity, and what stands on
 * share pictures.
 */

import { renderToReadableStream } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { catalogueAddresses, speaker } from './lib/catalogues.server.ts';
import { pageContext } from './lib/context.ts';
import { finishFor } from './lib/finished.server.tsx';
import { FinishProvider } from './lib/finished.ts';
import { PageProvider } from './lib/page.ts';
import { lastResort } from './shell/last-resort.ts';

export { callContext, identityContext, pageContext } from './lib/context.ts';
export { publicPages, strangersPages } from './public-pages.ts';
export { cardOf } from './share/cards.server.ts';

export const streamTimeout = 5_000;

/**
 * Pages and methods that do not exist are asked for all day long, and when the database is away every page is; only
 * what is broken is worth a line in the log.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const refused = isRouteErrorResponse(error) && (error.status < 500 || error.status === 503);
  if (!refused && !request.signal.aborted) context.get(pageContext).note(error);
};

export default async function render(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const { locale, nonce, version, theme, live_url, site, rendering, note } = context.get(pageContext);
  const { media_url } = site;
  headers.set('content-type', 'text/html; charset=utf-8');
  const failed = router.staticHandlerContext.errors !== null;
  // A reader who has left is no error.
  const onError = (error: unknown) => {
    if (!request.signal.aborted) note(error);
  };
  const page = {
    locale,
    nonce,
    version,
    theme,
    live_url,
    media_url,
    words: catalogueAddresses(locale),
    loaded: await wholly(router.serverHandoffStream),
  };
  const rendered = async () => {
    const body = await renderToReadableStream(
      <PageProvider value={page}>
        <I18nextProvider i18n={speaker(locale)}>
          <FinishProvider value={finishFor(page)}>
            <ServerRouter context={withMatched(router)} url={request.url} nonce={nonce} />
          </FinishProvider>
        </I18nextProvider>
      </PageProvider>,
      // A page goes out whole and without hidden parts, so that it is whole without a script too.
      { nonce, signal: request.signal, onError, progressiveChunkSize: Number.POSITIVE_INFINITY },
    );
    await body.allReady;
    return new Response(body).arrayBuffer();
  };
  try {
    return new Response(await rendering(rendered), { status, headers });
  } catch (error) {
    // A page that fails is followed by the error page; when that one fails too, only plain HTML is left (8.12).
    if (!failed) throw error;
    return new Response(lastResort(speaker(locale).t, locale), { status: 500, headers });
  }
}

/** The router of one page: it needs the routes that lead to it, and has nothing to stream. */
function withMatched(router: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = router;
  const matched = staticHandlerContext.matches.map(({ route }) => [route.id, manifest.routes[route.id]!] as const);
  return { ...router, manifest: { ...manifest, routes: Object.fromEntries(matched) }, serverHandoffStream: undefined };
}

/** What the loaders answered, as the browser's router reads it. */
async function wholly(stream: ReadableStream<Uint8Array> | undefined): Promise<string> {
  return stream ? new Response(stream).text() : '';
}
