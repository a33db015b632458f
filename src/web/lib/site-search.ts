/** What the search over the whole site has found, as links in groups: for its page and for the palette alike. */

import type { ReplyOf } from '#domain/contract.ts';
import type { Locale } from '#domain/locales.ts';
import { plainText } from '#domain/plain-text.ts';
import type { searchSite } from '#domain/search/contract.ts';
import { orderNumbersIn } from '#domain/search/order-number.ts';
import type { searchOrders } from '#domain/search/orders-contract.ts';
import { type SearchKind, searchKinds, searchText } from '#domain/search/query.ts';
import { seasonAdminPath } from './admin-paths.ts';
import type { Words } from './catalogue.ts';
import { formatNamedDay } from './intl.ts';
import { orderStates } from './order-words.ts';
import { flightPath, loftPath, newsPath, orderPath, pigeonPath, seasonPath, teamPath } from './paths.ts';

export type Found = ReplyOf<typeof searchSite>;

export interface Hit {
  to: string;
  title: string;
  /** Whether the title is a ring. */
  is_ring?: boolean;
  country?: string | null;
  /** What it does at this moment. */
  now?: { is_home: boolean; words: string } | null;
  /** What tells it from others of that name. */
  details: readonly string[];
}

export interface HitGroup {
  kind: SearchKind | 'orders' | 'pages';
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
      now: bird.present && {
        is_home: bird.present.is_home,
        words: `${t(bird.present.is_home ? 'bird.home' : 'bird.air')} · ${bird.present.flight}`,
      },
      details: [bird.pigeon_name, bird.team, `${bird.loft} ${bird.year}`].filter((text) => text !== null),
    })),
    teams: found.teams.rows.map(({ fancier, ...team }) => ({
      to: teamPath(team),
      title: team.team,
      country: team.country,
      details: [...(fancier && fancier !== team.team ? [fancier] : []), `${team.loft} ${team.year}`],
    })),
    flights: found.flights.rows.map((flight) => ({
      to: flightPath(flight),
      title: flight.name,
      details: [
        t(`kind.${flight.kind}`),
        ...day(flight.release_time, flight.time_zone),
        flight.loft,
        t(`status.${flight.status}`),
      ],
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

/** The orders that the reader may read and the text names. */
export function ordersFound({ orders }: ReplyOf<typeof searchOrders>, t: Words): HitGroup[] {
  const hits = orders.map(({ order_id, number, status, loft, season_id, season, is_own, customer }) => ({
    to: is_own || season_id === null ? orderPath(order_id) : `${seasonAdminPath(season_id)}/orders/${order_id}`,
    title: t('orders.order', { number }),
    details: [
      ...(customer === null ? [] : [customer]),
      loft,
      ...(season === null ? [] : [season]),
      t(orderStates[status]),
    ],
  }));
  return hits.length ? [{ kind: 'orders', title: t('admin.orders'), hits, has_more: false }] : [];
}

/** Asks for them; none for a text that names no order, which is not sent. */
export async function askForOrders(q: string, signal: AbortSignal): Promise<ReplyOf<typeof searchOrders>> {
  if (!orderNumbersIn(q).length) return { orders: [] };
  const reply = await fetch(`/api/search/orders?${new URLSearchParams({ q })}`, { signal });
  if (reply.status === 401) return { orders: [] };
  if (!reply.ok) throw new Error(`${reply.status} for a search of orders`);
  return (await reply.json()) as ReplyOf<typeof searchOrders>;
}

/** The pages of the site whose names have all the words. */
export function pagesFound(q: string, t: Words): HitGroup[] {
  const words = searchText(q).split(' ').map(plainText).filter(Boolean);
  const pages: Hit[] = [
    { to: '/', title: t('nav.home'), details: [] },
    { to: '/lofts', title: t('nav.lofts'), details: [] },
    { to: '/seasons', title: t('site_search.seasons'), details: [] },
    { to: '/championships', title: t('nav.championships'), details: [] },
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
