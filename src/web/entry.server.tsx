/**
 * Renders a page. The server imports the context keys (compared by identity), the contents of share pictures and
 * the sentences of races from this bundle.
 */

import type { ReactElement } from 'react';
import { renderToReadableStream, renderToString } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { catalogueAddresses, speaker } from './lib/catalogues.server.ts';
import { pageContext } from './lib/context.ts';
import { finishFor } from './lib/html-cache.server.tsx';
import { FinishProvider } from './lib/html-cache.ts';
import type { Handle } from './lib/in-parts.tsx';
import { PageProvider } from './lib/page.ts';
import { styleFirst } from './lib/preloads.ts';
import { SpeakerContext } from './lib/translation.ts';
import { lastResort } from './shell/last-resort.ts';

export { toldStory } from './flights/told-story.server.ts';
export { callContext, identityContext, pageContext } from './lib/context.ts';
export { anonymousPages, publicPages } from './public-pages.ts';
export { cardOf } from './share/cards.server.ts';
export { flightEmbed } from './share/flight-embed.server.tsx';

export const streamTimeout = 5_000;

/**
 * Missing pages and unsupported methods are requested all day, and without the database every page fails: only other
 * errors are worth a log line.
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
  const { locale, nonce, version, theme, live_url, site, rendering, written, note } = context.get(pageContext);
  const { media_url } = site;
  headers.set('content-type', 'text/html; charset=utf-8');
  const failed = router.staticHandlerContext.errors !== null;
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
  const { finish, whole } = finishFor(page);
  const element = (
    <PageProvider value={page}>
      <SpeakerContext value={speaker(locale)}>
        <FinishProvider value={finish}>
          <ServerRouter context={{ ...router, serverHandoffStream: undefined }} url={request.url} nonce={nonce} />
        </FinishProvider>
      </SpeakerContext>
    </PageProvider>
  );
  const in_parts = router.staticHandlerContext.matches.some(({ route }) => (route.handle as Handle)?.in_parts);
  try {
    written(
      await rendering(async () => {
        const text = in_parts ? await renderInParts(element, request, nonce, note) : renderAtOnce(element);
        return whole(styleFirst(text, page));
      }),
    );
    return new Response(null, { status, headers });
  } catch (error) {
    // When a page fails, the error page is rendered; when that fails too, only plain HTML is left (8.12).
    if (!failed) throw error;
    return new Response(lastResort(speaker(locale).t, locale), { status: 500, headers });
  }
}

/**
 * Renders to one string: a byte stream would consist of thousands of small copies. Nothing in such a page may suspend.
 */
function renderAtOnce(element: ReactElement): string {
  const html = `<!DOCTYPE html>${renderToString(element)}`;
  if (html.includes('<!--$!-->'))
    throw new Error('a part of this page waits: its route has to say so, see lib/in-parts');
  return html;
}

/**
 * Renders a page with a very long list. It is sent whole and without hidden parts, so that it is complete without a
 * script.
 */
async function renderInParts(
  element: ReactElement,
  { signal }: Request,
  nonce: string | undefined,
  note: (error: unknown) => void,
): Promise<string> {
  const body = await renderToReadableStream(element, {
    nonce,
    signal,
    // A request aborted by the reader is not an error.
    onError(error) {
      if (!signal.aborted) note(error);
    },
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  });
  await body.allReady;
  return new Response(body).text();
}

/** The loader data in the encoding of React Router's client. */
async function wholly(stream: ReadableStream<Uint8Array> | undefined): Promise<string> {
  return stream ? new Response(stream).text() : '';
}
