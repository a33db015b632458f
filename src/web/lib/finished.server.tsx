/** The finished parts of all pages, of all languages; see finished.ts. */
import { renderToString } from 'react-dom/server';
import type { Finish } from './finished.ts';
import { type Page, PageProvider } from './page.ts';

/** Boards are the largest: 500 of 50 rows are 35 MB. What was rendered longest ago goes first. */
const most = 500;
const finished = new Map<string, Uint8Array>();

/** A page from its beginning to its end: its own text, and between it finished parts. */
export type Pieces = readonly (string | Uint8Array)[];

/**
 * Renders parts of a page. They know the page around them and nothing else. The page's own text has a mark for each of
 * them: what is finished goes neither through React again nor through the coding of text.
 */
export function finishFor(page: Page): { finish: Finish; whole(text: string): Pieces } {
  const parts: Uint8Array[] = [];
  return {
    finish(key, render) {
      const known = finished.get(key);
      const part = known ?? coder.encode(renderToString(<PageProvider value={page}>{render()}</PageProvider>));
      if (!known) finished.set(key, part);
      if (finished.size > most) finished.delete(finished.keys().next().value!);
      // Nothing that somebody writes looks like it: React escapes what stands in a page, script.ts what stands in scripts.
      return `<!--part ${parts.push(part) - 1}-->`;
    },
    whole: (text) => text.split(/<!--part (\d+)-->/).map((piece, i) => (i % 2 ? parts[Number(piece)]! : piece)),
  };
}

const coder = new TextEncoder();
