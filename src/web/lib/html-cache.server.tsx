/** The cache of rendered HTML parts of all pages, in all languages; see finished.ts. */
import { renderToString } from 'react-dom/server';
import type { Finish } from './html-cache.ts';
import { type Page, PageProvider } from './page.ts';

/** Boards are the largest: 500 of 50 rows are 35 MB. The oldest part is removed first. */
const most = 500;
const finished = new Map<string, Uint8Array>();

/** A page in pieces: its own text, alternating with cached parts. */
export type Pieces = readonly (string | Uint8Array)[];

/**
 * Renders parts of a page, which know only the context of the page. The page's own text contains a marker for each
 * part: a cached part is neither rendered by React nor encoded again.
 */
export function finishFor(page: Page): { finish: Finish; whole(text: string): Pieces } {
  const parts: Uint8Array[] = [];
  return {
    finish(key, render) {
      const known = finished.get(key);
      const part = known ?? coder.encode(renderToString(<PageProvider value={page}>{render()}</PageProvider>));
      if (!known) finished.set(key, part);
      if (finished.size > most) finished.delete(finished.keys().next().value!);
      // User text cannot contain the marker: React escapes texts in a page, script.ts those in scripts.
      return `<!--part ${parts.push(part) - 1}-->`;
    },
    whole: (text) => text.split(/<!--part (\d+)-->/).map((piece, i) => (i % 2 ? parts[Number(piece)]! : piece)),
  };
}

const coder = new TextEncoder();
