/** A component of a page in the browser of the tests, with the words, the router and the document around it. */
import type { ReactNode } from 'react';
import {
  type ActionFunction,
  createMemoryRouter,
  type DataRouter,
  type LoaderFunction,
  type RouteObject,
  RouterProvider,
} from 'react-router';
import { page } from 'vitest/browser';
import { cleanup, type RenderResult, render } from 'vitest-browser-react';
import { type Locale, localeFacts } from '#domain/locales.ts';
import type { Words } from '#web/lib/catalogue.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { PageProvider } from '#web/lib/page.ts';
import { SpeakerContext } from '#web/lib/translation.ts';

export interface Shown {
  locale?: Locale;
  /** The address of the page. */
  at?: string;
  /** The width of the window, px. */
  width?: number;
  loader?: LoaderFunction;
  action?: ActionFunction;
}

export type Screen = RenderResult & { router: DataRouter; t: Words };

/** Renders a component with nothing else on the page. */
export async function show(
  component: ReactNode,
  { locale = 'en', at = '/', width = 1024, loader, action }: Shown = {},
): Promise<Screen> {
  // The page is the same for all files.
  await cleanup();
  const { lang, dir } = localeFacts[locale];
  Object.assign(document.documentElement, { lang, dir });
  localStorage.clear();
  await page.viewport(width, 768);
  scrollTo(0, 0);
  const route: RouteObject = { id: 'root', path: '*', element: component, hydrateFallbackElement: <p /> };
  if (loader) route.loader = loader;
  if (action) route.action = action;
  const router = createMemoryRouter([route], { initialEntries: [at] });
  const screen = await render(
    <PageProvider
      value={{
        locale,
        nonce: undefined,
        version: '',
        theme: undefined,
        live_url: undefined,
        media_url: undefined,
        words: [],
      }}
    >
      <SpeakerContext value={speaker(locale)}>
        <RouterProvider router={router} />
      </SpeakerContext>
    </PageProvider>,
  );
  return { ...screen, router, t: speaker(locale).t };
}

/** How far the page is wider than its window, px. */
export const overflow = (): number => document.documentElement.scrollWidth - document.documentElement.clientWidth;
