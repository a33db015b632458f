/** The finished parts of all pages, of all languages; see finished.ts. */
import { renderToString } from 'react-dom/server';
import type { Finish } from './finished.ts';
import { type Page, PageProvider } from './page.ts';

/** Boards are the largest: 500 of 50 rows are 35 MB. What was rendered longest ago goes first. */
const most = 500;
const finished = new Map<string, string>();

/** Renders parts of a page. They know the page around them and nothing else. */
export function finishFor(page: Page): Finish {
  return (key, render) => {
    const known = finished.get(key);
    if (known !== undefined) return known;
    const html = renderToString(<PageProvider value={page}>{render()}</PageProvider>);
    finished.set(key, html);
    if (finished.size > most) finished.delete(finished.keys().next().value!);
    return html;
  };
}
