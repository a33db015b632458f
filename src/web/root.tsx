/** The HTML document around every page. It depends on as little as possible, because the error page uses it too. */

import onest from '@fontsource-variable/onest/files/onest-latin-wght-normal.woff2?url';
import sofia from '@fontsource-variable/sofia-sans-condensed/files/sofia-sans-condensed-latin-wght-normal.woff2?url';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import './ui/tokens.css';
import './ui/base.css';
import { localeFacts } from '#domain/locales.ts';
import { themes } from '#domain/site.ts';
import type { Route } from './+types/root.ts';
import { useTagManager } from './lib/analytics.ts';
import { pageContext } from './lib/context.ts';
import { useHydrated } from './lib/hydrated.ts';
import { rootDataOrLastKnown, useLastRootData } from './lib/last-known.ts';
import { later } from './lib/later.tsx';
import { signInFor } from './lib/loader.ts';
import { usePage } from './lib/page.ts';
import { usePersonalData } from './lib/personal-data.ts';
import { preloads } from './lib/preloads.ts';
import { marksAsOfNow, useMarksOfAccount } from './lib/reader-marks.ts';
import { useRootData } from './lib/root-data.ts';
import { asScript } from './lib/script.ts';
import { useCacheShownPage } from './lib/service-worker.ts';
import { carriedToken } from './lib/sign-in.ts';
import { useLeaveWhenSignedOut } from './lib/signed-out.ts';
import { needsSignIn } from './public-pages.ts';
import { ground } from './shell/colours.ts';
import { ErrorPage } from './shell/ErrorPage.tsx';
import { useFrame } from './shell/frame.ts';
import { LastResort } from './shell/LastResort.tsx';
import { loadRootData } from './shell/root-data.server.ts';
import { statusOfError } from './shell/route-error.ts';
import { Shell } from './shell/Shell.tsx';

const KeepFollowed = later(
  async () => (await import('./lib/keep-followed.ts')).KeepFollowed,
  () => null,
);
const LinkSignIn = lazy(async () => ({ default: (await import('./accounts/LinkSignIn.tsx')).LinkSignIn }));

export const links: Route.LinksFunction = () => [
  ...[onest, sofia].map(
    (href) => ({ rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }) as const,
  ),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
];

/** The metrics count requests by page; a page of somebody's own begins with the sign-in (4.8). */
export const middleware: Route.MiddlewareFunction[] = [
  ({ pattern, context, request, url }) => {
    const { matched, me } = context.get(pageContext);
    matched(pattern);
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (me === null && reads && needsSignIn(pattern.replace(/^\//, ''))) throw signInFor(url.pathname + url.search);
  },
];

/** Loads the signed-in person and the entries of the navigation bar for every page; see lib/me.ts. */
export function loader({ context, params }: Route.LoaderArgs) {
  return loadRootData(context, params);
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  rootDataOrLastKnown(() => marksAsOfNow(serverLoader));

export function Layout({ children }: { children: ReactNode }) {
  const { locale, nonce, version, theme, live_url, media_url, words } = usePage();
  const { lang, dir } = localeFacts[locale];
  return (
    <html
      lang={lang}
      dir={dir}
      data-locale={locale}
      data-version={version}
      data-theme={theme}
      data-live={live_url}
      data-media={media_url}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme ?? 'light dark'} />
        {(theme ? [theme] : themes).map((one) => (
          <meta
            key={one}
            name="theme-color"
            content={ground[one]}
            media={theme ? undefined : `(prefers-color-scheme: ${one})`}
          />
        ))}
        <link rel="manifest" href={`/app.webmanifest?locale=${locale}`} />
        {/* Vite's development server reads the nonce for its own styles here. */}
        {import.meta.env.DEV && <meta property="csp-nonce" nonce={nonce} />}
        {words.map((address) => (
          <meta key={address} name="words" content={address} />
        ))}
        <Meta />
        <Links nonce={nonce} />
      </head>
      <body>
        {children}
        <Inline html={preloads} />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
        <Loaded />
      </body>
    </html>
  );
}

/** The complete loader data, which the router of the browser reads as a stream: no part of a page arrives later. */
function Loaded() {
  const { loaded } = usePage();
  const stream = 'window.__reactRouterContext.streamController';
  return <Inline html={loaded === undefined ? ' ' : `${stream}.enqueue(${asScript(loaded)});${stream}.close();`} />;
}

/** An inline script that only the page of the server has. */
function Inline({ html }: { html: string }) {
  const { nonce } = usePage();
  // biome-ignore lint/security/noDangerouslySetInnerHtml: an inline script; asScript escapes what could end it
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
}

export default function Root({ loaderData, params }: Route.ComponentProps) {
  const { me } = useRootData()!;
  const hydrated = useHydrated();
  useLastRootData(loaderData);
  useCacheShownPage();
  useMarksOfAccount(loaderData);
  usePersonalData(loaderData, params.loft_id);
  useLeaveWhenSignedOut(me);
  useTagManager();
  const loft_id = Number(params.loft_id);
  const [carried, setCarried] = useState<string | null>(null);
  useEffect(() => setCarried((before) => before ?? carriedToken()), []);
  return (
    <Shell frame={useFrame()}>
      <Outlet />
      {hydrated && loft_id > 0 && <KeepFollowed loft_id={loft_id} />}
      {carried && (
        <Suspense>
          <LinkSignIn token={carried} />
        </Suspense>
      )}
    </Shell>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LastResort>
      <Shell failed missing={statusOfError(error) === 404}>
        <ErrorPage error={error} />
      </Shell>
    </LastResort>
  );
}
