/** What components know of the page they stand on; the same on the server and, read back from the document, in the browser. */
import { createContext, useContext } from 'react';
import type { Locale } from '#domain/locales.ts';
import type { Theme } from '#domain/site.ts';

export interface Page {
  locale: Locale;
  nonce: string | undefined;
  version: string;
  theme: Theme | undefined;
  /** Where live sockets are opened, when not where the page came from. */
  live_url: string | undefined;
  /** Where uploaded files are found, when not here. */
  media_url: string | undefined;
  /** Addresses of the catalogues that the browser loads beside the scripts: its language, and English where that has gaps. */
  words: readonly string[];
  /** What the loaders answered, as the router of the browser reads it; only on the server. */
  loaded?: string;
}

const context = createContext<Page | null>(null);
export const PageProvider = context.Provider;

export function usePage(): Page {
  const page = useContext(context);
  if (!page) throw new Error('no page around this component');
  return page;
}
