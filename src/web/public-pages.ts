/**
 * The public pages (1.2, 2.1–2.12): readers of one kind share one cached copy, unless they have rights in the loft of
 * the page. A loader of these pages therefore knows no person; the browser adds the personal data (lib/personal-data.ts).
 * Patterns are written as in routes.ts.
 */
import { tableFormats } from '#domain/table.ts';

const list = (path: string) => tableFormats.map((format) => `${path}.${format}`);

export const publicPages: ReadonlySet<string> = new Set([
  '',
  'lofts',
  'lofts/:loft_id',
  'lofts/:loft_id/flights/:flight_id',
  'lofts/:loft_id/flights/:flight_id/map',
  'lofts/:loft_id/flights/:flight_id/story',
  'lofts/:loft_id/flights/:flight_id/replay',
  'lofts/:loft_id/flights/:flight_id/present',
  'lofts/:loft_id/flights/:flight_id/present/remote',
  'lofts/:loft_id/flights/:flight_id.ics',
  'lofts/:loft_id/flights/:flight_id/map.svg',
  'lofts/:loft_id/releases.ics',
  'lofts/:loft_id/seasons/:season_id/releases.ics',
  'lofts/:loft_id/flights/:flight_id/result/sheet',
  ...list('lofts/:loft_id/flights/:flight_id/result'),
  'lofts/:loft_id/flights/:flight_id/basketing/sheet',
  ...list('lofts/:loft_id/flights/:flight_id/basketing'),
  'lofts/:loft_id/flights/:flight_id/places/:pigeon_id',
  ...list('lofts/:loft_id/flights/:flight_id/places/:pigeon_id'),
  'lofts/:loft_id/flights/:flight_id/places/:pigeon_id/certificate.pdf',
  'lofts/:loft_id/flights/:flight_id/certificates.pdf',
  'search',
  'watch',
  'championships',
  'championships/:championship_id',
  ...list('championships/:championship_id'),
  'seasons',
  ...list('seasons'),
  'lofts/:loft_id/seasons/:season_id',
  'lofts/:loft_id/seasons/:season_id/rulebook',
  'lofts/:loft_id/seasons/:season_id/prizes',
  'lofts/:loft_id/news',
  'lofts/:loft_id/news/:news_id',
  'lofts/:loft_id/news.rss',
  'lofts/:loft_id/news.atom',
  'results.rss',
  'results.atom',
  'lofts/:loft_id/results.rss',
  'lofts/:loft_id/results.atom',
  'lofts/:loft_id/contract',
  'lofts/:loft_id/aces',
  ...list('lofts/:loft_id/aces'),
  'lofts/:loft_id/aces/:ranking_id/certificates.pdf',
  ...list('lofts/:loft_id/aces/:ranking_id/changes'),
  'lofts/:loft_id/aces/:ranking_id/frozen.txt',
  'lofts/:loft_id/aces/compare',
  'lofts/:loft_id/aces/why',
  ...list('lofts/:loft_id/aces/why'),
  'lofts/:loft_id/teams',
  ...list('lofts/:loft_id/teams'),
  'lofts/:loft_id/teams/:team_id',
  'lofts/:loft_id/teams/:team_id/career',
  ...list('lofts/:loft_id/teams/:team_id/flights'),
  'lofts/:loft_id/teams/:team_id/pigeons/:pigeon_id',
  'lofts/:loft_id/teams/pigeons/:pigeon_id',
  'lofts/:loft_id/pigeons',
  ...list('lofts/:loft_id/pigeons'),
  ...list('lofts/:loft_id/pigeons/:pigeon_id/flights'),
  'mine',
  'basketing',
  'release',
  'route',
  'offline',
  'app.webmanifest',
  'about',
  'developers',
  'terms',
  'privacy',
  'misc/healthcheck',
  'misc/og-tags',
  // The page for unknown addresses is the same for every reader.
  '*',
]);

/** Pages that are the same for all anonymous readers, but contain personal data for signed-in ones. */
export const anonymousPages: ReadonlySet<string> = new Set([
  'contact',
  'favorites',
  'lofts/:loft_id/flights/:flight_id/text',
  'lofts/:loft_id/seasons/:season_id/register',
  'lofts/:loft_id/seasons/:season_id/sale',
]);

/** Pages that need no account, although what they show is for one reader only. */
const openPages =
  /^(?:id|login|misc|software)\/|^(?:invitation|notifications\/stop)$|^lofts\/.*\.txt$|\/seasons\/register$/;

/** Whether a page is somebody's own: who is not signed in signs in first (4.8). */
export const needsSignIn = (pattern: string): boolean =>
  !publicPages.has(pattern) && !anonymousPages.has(pattern) && !openPages.test(pattern);
