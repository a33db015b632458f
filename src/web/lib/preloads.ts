/**
 * What the scripts of a page need is preloaded once its style is there. A page is complete without scripts, and is
 * painted as soon as it has its style; but on a slow line everything that is preloaded shares the line with the style,
 * whatever its priority. So an inline script preloads it, for which browsers await the style.
 */
import type { Page } from './page.ts';

/** Stands in the page for the script until the page is rendered, and its modules are known. */
export const preloads = '/* preloads */';

const modulePreload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;

/** A rendered page whose modules and words are preloaded after its style. */
export function styleFirst(html: string, { words, nonce }: Pick<Page, 'words' | 'nonce'>): string {
  const modules = [...html.matchAll(modulePreload)].map(([, address]) => address);
  const links = JSON.stringify([
    ...modules.map((href) => ({ rel: 'modulepreload', href, nonce })),
    ...words.map((href) => ({ rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href })),
  ]);
  const script = `for(const link of ${links})document.head.append(Object.assign(document.createElement('link'),link))`;
  return html.replaceAll(modulePreload, '').replace(preloads, () => script);
}
