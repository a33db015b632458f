/** The data of a share picture and of the head of its page, loaded with the calls of the pages. */

import { readResult } from '#domain/arrivals/contract.ts';
import { readHome } from '#domain/arrivals/home-page-contract.ts';
import { readPigeon, readTeam } from '#domain/arrivals/records.ts';
import { wholeResult } from '#domain/arrivals/result-filter.ts';
import { readChampionship } from '#domain/championships/contract.ts';
import { readFlight, readLoft } from '#domain/flights/contract.ts';
import type { Locale } from '#domain/locales.ts';
import { readNews } from '#domain/news/contract.ts';
import { listRankings, readRanking } from '#domain/rankings/contract.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Shown } from '#domain/share/card.ts';
import type { Call } from '#web/lib/context.ts';
import { newsLocale } from '#web/lib/latest-news.ts';

/** The data of a thing, by kind. */
export type View = Awaited<ReturnType<typeof viewOf>>;
export type SiteView = Extract<View, { kind: 'site' }>;
export type LoftView = Extract<View, { kind: 'loft' }>;
export type FlightView = Extract<View, { kind: 'flight' }>;
export type TeamView = Extract<View, { kind: 'team' }>;
export type RankingView = Extract<View, { kind: 'ranking' }>;
export type RankedLineView = Extract<View, { kind: 'line' }>;
export type ChampionshipView = Extract<View, { kind: 'championship' }>;
export type PigeonView = Extract<View, { kind: 'pigeon' }>;
export type NewsView = Extract<View, { kind: 'news' }>;

export async function viewOf(call: Call, shown: Shown, locale: Locale) {
  switch (shown.kind) {
    case 'site':
      return { kind: 'site' as const, ...(await call(readHome, {})) };
    case 'loft':
      return { kind: 'loft' as const, ...(await call(readLoft, { params: { loft_id: shown.loft_id }, query: {} })) };
    case 'flight': {
      const params = { loft_id: shown.loft_id, flight_id: shown.flight_id };
      const query = { ...wholeResult, page: 1, per_page: 25 as const };
      const [view, result] = await Promise.all([call(readFlight, { params }), call(readResult, { params, query })]);
      return { kind: 'flight' as const, ...view, result };
    }
    case 'team': {
      const params = { loft_id: shown.loft_id, team_id: shown.team_id };
      return { kind: 'team' as const, ...(await call(readTeam, { params })) };
    }
    case 'ranking':
      return { kind: 'ranking' as const, ...(await rankingOf(call, shown)) };
    case 'line': {
      const ranked = await rankingOf(call, shown, { line: shown.line });
      const found =
        ranked.lines.length > 0 ? ranked : await rankingOf(call, shown, { line: shown.line, lines: 'unranked' });
      const [line] = found.lines;
      if (!line) throw new Refusal('not_found');
      return { kind: 'line' as const, ...found, line };
    }
    case 'championship': {
      const params = { championship_id: shown.championship_id };
      const query = { q: '', page: 1, per_page: 25 as const };
      return { kind: 'championship' as const, ...(await call(readChampionship, { params, query })) };
    }
    case 'pigeon': {
      const params = { loft_id: shown.loft_id, pigeon_id: shown.pigeon_id };
      return { kind: 'pigeon' as const, ...(await call(readPigeon, { params })) };
    }
    case 'news': {
      const params = { loft_id: shown.loft_id, news_id: shown.news_id };
      return { kind: 'news' as const, ...(await call(readNews, { params, query: { locale: newsLocale(locale) } })) };
    }
  }
}

/** A ranking with its loft; of the lines the one that is asked for, or the first. */
async function rankingOf(
  call: Call,
  { loft_id, ranking_id }: { loft_id: number; ranking_id: number },
  one: { line?: string; lines?: 'unranked' } = {},
) {
  const query = { q: '', page: 1, per_page: 25 as const, ...one };
  const page = await call(readRanking, { params: { loft_id, ranking_id }, query });
  const { loft } = await call(listRankings, { params: { loft_id }, query: { season_id: page.season.id } });
  return { ...page, loft };
}

/** The thing whose page has this path; null for any other page. */
export function shownAt(path: string): Shown | null {
  if (path === '/') return { kind: 'site' };
  const championship = /^\/championships\/([1-9]\d{0,14})\/?$/.exec(path);
  if (championship) return { kind: 'championship', championship_id: Number(championship[1]) };
  const found =
    /^\/lofts\/(?<loft>[1-9]\d{0,14})(?:\/flights\/(?<flight>[1-9]\d{0,14})|\/news\/(?<news>[1-9]\d{0,14})|\/teams(?:\/(?<team>[1-9]\d{0,14}))?(?:\/pigeons\/(?<pigeon>[1-9]\d{0,14}))?)?\/?$/.exec(
      path,
    )?.groups;
  if (!found) return null;
  const { loft, flight, team, pigeon, news } = found;
  const loft_id = Number(loft);
  if (flight) return { kind: 'flight', loft_id, flight_id: Number(flight) };
  if (news) return { kind: 'news', loft_id, news_id: Number(news) };
  if (pigeon) return { kind: 'pigeon', loft_id, pigeon_id: Number(pigeon) };
  if (team) return { kind: 'team', loft_id, team_id: Number(team) };
  return path.includes('/teams') ? null : { kind: 'loft', loft_id };
}
