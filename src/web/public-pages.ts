/**
 * The pages that are the same for everybody (1.2, 2.1–2.12): whoever has no rights in the loft that such a page is about
 * gets the copy that all readers of their kind share. It is made for nobody, so a loader of these pages knows of no
 * person; what is the reader's own, the browser fills in (lib/own-part.ts). Written as in routes.ts.
 */
import { tableFormats } from '#domain/table.ts';

const list = (path: string) => tableFormats.map((format) => `${path}.${format}`);

export const publicPages: ReadonlySet<string> = new Set([
  '',
  'lofts',
  'lofts/:loft_id',
  'lofts/:loft_id/flights/:flight_id',
  'lofts/:loft_id/flights/:flight_id/result/sheet',
  ...list('lofts/:loft_id/flights/:flight_id/result'),
  'lofts/:loft_id/flights/:flight_id/basketing/sheet',
  ...list('lofts/:loft_id/flights/:flight_id/basketing'),
  'seasons',
  'lofts/:loft_id/seasons/:season_id',
  'lofts/:loft_id/seasons/:season_id/rulebook',
  'lofts/:loft_id/news',
  'lofts/:loft_id/news/:news_id',
  'lofts/:loft_id/news.rss',
  'lofts/:loft_id/news.atom',
  'lofts/:loft_id/contract',
  'lofts/:loft_id/teams',
  ...list('lofts/:loft_id/teams'),
  'lofts/:loft_id/teams/:team_id',
  ...list('lofts/:loft_id/teams/:team_id/flights'),
  'lofts/:loft_id/teams/:team_id/pigeons/:pigeon_id',
  'lofts/:loft_id/teams/pigeons/:pigeon_id',
  'lofts/:loft_id/pigeons',
  ...list('lofts/:loft_id/pigeons'),
  ...list('lofts/:loft_id/pigeons/:pigeon_id/flights'),
  'offline',
  'app.webmanifest',
  'about',
  'terms',
  'privacy',
  'misc/healthcheck',
  'misc/og-tags',
  // What is no page is none for anybody.
  '*',
]);

/** Pages that are the same for all strangers; whoever is signed in finds something of their own on them. */
export const strangersPages: ReadonlySet<string> = new Set([
  'contact',
  'lofts/:loft_id/seasons/:season_id/register',
  'lofts/:loft_id/seasons/:season_id/sale',
]);
