/**
 * The properties of the page for its components: the same on the server and, read from the document, in the browser.
 */
import { createContext, useContext } from 'react';
import type { Locale } from '#domain/locales.ts';
import type { Theme } from '#domain/site.ts';

export interface Page {
  locale: Locale;
  nonce: string | undefined;
  version: string;
  theme: Theme | undefined;
  /** The origin of live sockets, when not that of the page. */
  live_url: string | undefined;
  /** The origin of uploaded files, when not that of the page. */
  media_url: string | undefined;
  /** The addresses of the catalogues that the browser loads: its language, and English where that has gaps. */
  words: readonly string[];
  /** The loader data in the encoding of the browser's router; only on the server. */
  loaded?: string;
}

const context = createContext<Page | null>(null);
export const PageProvider = context.Provider;

export function usePage(): Page {
  const page = useContext(context);
  if (!page) throw new Error('no page around this component');
  return page;
}
