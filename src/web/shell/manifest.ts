/** The web app manifest in a language, which makes the site installable: browsers request it without cookies. */
import { defaultLocale, isLocale, localeFacts } from '#domain/locales.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { brand } from '#web/lib/head.ts';
import type { Route } from './+types/manifest.ts';
import { ground } from './colours.ts';

export function loader({ request }: Route.LoaderArgs): Response {
  const asked = new URL(request.url).searchParams.get('locale');
  const locale = isLocale(asked) ? asked : defaultLocale;
  const { lang, dir } = localeFacts[locale];
  const { t } = speaker(locale);
  const manifest = {
    id: '/',
    name: `${brand} · ${t('home.title')}`,
    short_name: brand,
    description: t('home.promise'),
    lang,
    dir,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: ground.light,
    background_color: ground.light,
    icons: [
      { src: '/icons/192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
    shortcuts: [{ name: t('nav.lofts'), url: '/lofts' }],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=86400' },
  });
}
