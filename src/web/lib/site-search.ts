/** What the search over the whole site has found, as links in groups: for its page and for the palette alike. */

import type { ReplyOf } from '#domain/contract.ts';
import type { Locale } from '#domain/locales.ts';
import { plainText } from '#domain/plain-text.ts';
import type { searchSite } from '#domain/search/contract.ts';
import { type SearchKind, searchKinds, searchText } from '#domain/search/query.ts';
import type { Words } from './catalogue.ts';
import { formatNamedDay } from './intl.ts';
import { flightPath, loftPath, newsPath, pigeonPath, seasonPath, teamPath } from './paths.ts';

export type Found = ReplyOf<typeof searchSite>;

export interface Hit {
  to: string;
  title: string;
  /** Whether the title is a ring. */
  is_ring?: boolean;
  country?: string | null;
  /** What tells it from others of that name. */
  details: readonly string[];
}

export interface HitGroup {
  kind: SearchKind | 'pages';
  title: string;
  hits: readonly Hit[];
  has_more: boolean;
}

/** The groups with hits. A text with digits means birds first; words mean lofts and flights. */
export function groupsOf(found: Found, q: string, { t, locale }: { t: Words; locale: Locale }): HitGroup[] {
  const birds_first = /\p{Nd}/u.test(q);
  const kinds = birds_first
    ? searchKinds
    : searchKinds.toSorted((a, b) => Number(a === 'birds') - Number(b === 'birds'));
  const titles: Record<SearchKind, string> = {
    birds: t('pigeons.title'),
    teams: t('teams.title'),
    flights: t('loft.flights'),
    lofts: t('lofts.title'),
    seasons: t('site_search.seasons'),
    news: t('admin.news'),
  };
  const day = (at: string | null, time_zone: string) =>
    at === null ? [] : [formatNamedDay(locale, Date.parse(at), time_zone)];
  const hits: Record<SearchKind, Hit[]> = {
    birds: found.birds.rows.map((bird) => ({
      to: pigeonPath(bird),
      title: bird.ring,
      is_ring: true,
      country: bird.country,
      details: [bird.pigeon_name, bird.team, `${bird.loft}, ${bird.season}`].filter((text) => text !== null),
    })),
    teams: found.teams.rows.map(({ fancier, ...team }) => ({
      to: teamPath(team),
      title: team.team,
      country: team.country,
      details: [...(fancier && fancier !== team.team ? [fancier] : []), `${team.loft}, ${team.season}`],
    })),
    flights: found.flights.rows.map((flight) => ({
      to: flightPath(flight),
      title: flight.name,
      details: [...day(flight.release_time, flight.time_zone), flight.loft, t(`status.${flight.status}`)],
    })),
    lofts: found.lofts.rows.map(({ id, name, country, city }) => ({
      to: loftPath(id),
      title: name,
      country,
      details: city ? [city] : [],
    })),
    seasons: found.seasons.rows.map(({ id, loft_id, name, loft, country }) => ({
      to: seasonPath({ loft_id, season_id: id }),
      title: name,
      country,
      details: [loft],
    })),
    news: found.news.rows.map((news) => ({
      to: newsPath(news),
      title: news.title,
      details: [...day(news.published_at, news.time_zone), news.loft],
    })),
  };
  return kinds.flatMap((kind) =>
    hits[kind].length ? [{ kind, title: titles[kind], hits: hits[kind], has_more: found[kind].has_more }] : [],
  );
}

/** The pages of the site whose names have all the words. */
export function pagesFound(q: string, t: Words): HitGroup[] {
  const words = searchText(q).split(' ').map(plainText).filter(Boolean);
  const pages: Hit[] = [
    { to: '/', title: t('nav.home'), details: [] },
    { to: '/lofts', title: t('nav.lofts'), details: [] },
    { to: '/seasons', title: t('site_search.seasons'), details: [] },
    { to: '/registrations', title: t('nav.registrations'), details: [] },
    { to: '/favorites', title: t('nav.favorites'), details: [] },
    { to: '/notifications', title: t('notifications.title'), details: [] },
    { to: '/about', title: t('about.title'), details: [] },
    { to: '/contact', title: t('nav.contact'), details: [] },
    { to: '/terms', title: t('nav.terms'), details: [] },
    { to: '/privacy', title: t('nav.privacy'), details: [] },
  ];
  const hits = words.length ? pages.filter(({ title }) => words.every((word) => plainText(title).includes(word))) : [];
  return hits.length ? [{ kind: 'pages', title: t('site_search.pages'), hits, has_more: false }] : [];
}
