/** The heads of the pages whose links are shared: title, description, picture, and the page in the other languages. */

import type { ResultRow } from '#domain/arrivals/contract.ts';
import type { FlownFlight } from '#domain/arrivals/records.ts';
import type { Flight } from '#domain/flights/contract.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import { askedLocale, type Locale } from '#domain/locales.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { textOf } from '#domain/news/plain.ts';
import type { Bird, Team } from '#domain/pigeons/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { feedsOf, resultFeedsOf } from '#web/lib/feeds.ts';
import { rankingPath, rankingWhyPath } from '#web/lib/further-paths.ts';
import { brand, type Head, titled } from '#web/lib/head.ts';
import { clockTime, formatNamedDay, formatSpeed } from '#web/lib/intl.ts';
import { acesPath, championshipPath, flightPath, loftPath, newsPath, pigeonPath, teamPath } from '#web/lib/paths.ts';
import { lineName, rankingName } from '#web/lib/ranking-words.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';
import type { ChampionshipView, NewsView, RankedLineView, RankingView, View } from './share-views.server.ts';

/** The reader's language, the site, and the requested address. */
export interface HeadRequest {
  locale: Locale;
  public_url: string;
  /** The requested address; with `?lang=` it is the page in that language. */
  url: string;
}

/**
 * A head with a share picture.
 * @param page the path of the page whose picture it is; empty: that of the site
 * @param state changes the picture's address with the result, because other sites cache pictures by their address
 */
export function pictured({ locale, public_url, url }: HeadRequest, head: Head, page: string, state = ''): Head {
  const query = new URLSearchParams({ lang: locale, state });
  return {
    ...head,
    share: { locale, asked: askedLocale(url) ?? null, picture: `${public_url}${page}/share.png?${query}` },
  };
}

/** The head of the first page: what this is, and its language's own address. */
export function siteHead(
  by: HeadRequest,
  { in_the_air, loft_count }: { in_the_air: { home: number }; loft_count: number },
): Head {
  const { t } = speaker(by.locale);
  const head = { title: `${brand} · ${t('home.title')}`, description: t('home.promise'), url: `${by.public_url}/` };
  const feeds = resultFeedsOf({ ...by, loft_id: null, title: t('feeds.results_all') });
  return pictured(by, { ...head, feeds }, '', `${loft_count}-${in_the_air.home}`);
}

export function loftHead(by: HeadRequest, { loft, flights }: { loft: Loft; flights: readonly unknown[] }): Head {
  const { t } = speaker(by.locale);
  const head = shared(by, {
    title: titled(loft.name),
    description: t('loft.description', { loft: loft.name, count: flights.length }),
    path: loftPath(loft.id),
    state: String(flights.length),
  });
  return {
    ...head,
    feeds: [
      ...resultFeedsOf({ ...by, loft_id: loft.id, title: t('feeds.results_of', { loft: loft.name }) }),
      ...feedsOf({ ...by, loft_id: loft.id, title: t('news.of', { loft: loft.name }) }),
    ],
  };
}

export function flightHead(by: HeadRequest, view: Parameters<typeof wordsOfFlight>[1]): Head {
  const { t } = speaker(by.locale);
  const { flight, loft } = view;
  const head = wordsOfFlight(by, view);
  const url = encodeURIComponent(`${head.url}?lang=${by.locale}`);
  const oembed = `${by.public_url}/oembed?url=${url}&format=json`;
  return {
    ...head,
    feeds: [
      { type: 'application/json+oembed', title: flight.name, href: oembed },
      // Its result comes in the feed of its loft.
      ...resultFeedsOf({ ...by, loft_id: loft.id, title: t('feeds.results_of', { loft: loft.name }) }),
    ],
  };
}

function wordsOfFlight(
  by: HeadRequest,
  { flight, loft, result }: { flight: Flight; loft: Loft; result: { home_count: number; leader: ResultRow | null } },
): Head {
  const { t } = speaker(by.locale);
  const { leader, home_count } = result;
  const title = titled(flight.name, loft.name);
  if (isBeforeRelease(flight.status) || flight.status === 'annulled')
    return shared(by, {
      title,
      description:
        flight.status === 'annulled'
          ? `${flight.name}, ${loft.name}: ${t('status.annulled')}`
          : plannedWords(by.locale, flight, loft),
      path: flightPath(flight),
      state: `${flight.status}-${flight.release_time ?? ''}`,
    });
  const home = t('flight.description', {
    flight: flight.name,
    loft: loft.name,
    home: home_count,
    total: flight.basketed_count,
  });
  const first =
    leader?.speed == null || leader.ring === ''
      ? ''
      : ` ${t('flight.description_first', {
          ring: leader.ring,
          team: leader.team ?? leader.fancier ?? '',
          speed: formatSpeed(by.locale, leader.speed, flight.rules.speed),
          unit: t(speedUnit(flight.rules.speed)),
        })}`;
  return shared(by, {
    title,
    description: home + first,
    path: flightPath(flight),
    state: `${flight.status}-${home_count}`,
  });
}

/** When a flight is planned to be released, by the clock of its loft. */
function plannedWords(locale: Locale, { name, release_time }: Flight, loft: Loft): string {
  const { t } = speaker(locale);
  const words = { flight: name, loft: loft.name };
  if (release_time === null) return t('flight.description_no_day', words);
  const at_ms = Date.parse(release_time);
  return t('flight.description_planned', {
    ...words,
    day: formatNamedDay(locale, at_ms, loft.time_zone, true),
    time: clockTime(at_ms, loft.time_zone).time.slice(0, 5),
  });
}

interface Record {
  loft: Loft;
  flights: readonly FlownFlight[];
  results: readonly { line: unknown }[];
}

const stateOf = ({ flights, results }: Record) =>
  `${flights.length}-${results.filter(({ line }) => line !== null).length}`;

export function teamHead(by: HeadRequest, view: Record & { team: Team }): Head {
  const { t } = speaker(by.locale);
  const { loft, team } = view;
  return shared(by, {
    title: titled(team.team, loft.name),
    description:
      team.pigeon_count === null
        ? titled(team.team, loft.name)
        : t('team.description', { team: team.team, count: team.pigeon_count, loft: loft.name }),
    path: teamPath({ ...team, loft_id: loft.id }),
    state: stateOf(view),
  });
}

/** The head of a ranking: with another leader it has another picture. */
export function rankingHead(
  by: HeadRequest,
  {
    loft,
    season,
    ranking,
    frozen,
    ranked,
    lines,
  }: Pick<RankingView, 'loft' | 'season' | 'ranking' | 'frozen' | 'ranked' | 'lines'>,
): Head {
  const { t } = speaker(by.locale);
  const first = lines[0];
  return shared(by, {
    title: titled(rankingName(by.locale, ranking), loft.name),
    description: t('aces.description', { loft: loft.name, season: season.name }),
    path: rankingPath(loft.id, { season_id: season.id, ranking_id: ranking.id }),
    pictured: `${acesPath(loft.id)}/${ranking.id}`,
    state: [ranked, first?.key, first?.value, frozen?.version].join('-'),
  });
}

/** The head of why a line of a ranking has its place. */
export function lineHead(
  by: HeadRequest,
  {
    loft,
    season,
    ranking,
    frozen,
    line,
    ranked,
  }: Pick<RankedLineView, 'loft' | 'season' | 'ranking' | 'frozen' | 'ranked'> & {
    line: Pick<RankedLineView['line'], 'key' | 'place' | 'value' | 'bird' | 'group'>;
  },
): Head {
  const { t } = speaker(by.locale);
  const name = rankingName(by.locale, ranking);
  return shared(by, {
    title: titled(t('place.why'), lineName(t, by.locale, ranking, line), name, loft.name),
    description: t('aces.description', { loft: loft.name, season: season.name }),
    path: rankingWhyPath(loft.id, ranking.id, line.key),
    pictured: `${acesPath(loft.id)}/${ranking.id}/lines/${encodeURIComponent(line.key)}`,
    state: [ranked, line.place, line.value, frozen?.version].join('-'),
  });
}

/** The head of a championship: a version that is kept anew has another picture. */
export function championshipHead(
  by: HeadRequest,
  { championship, kept, total }: Pick<ChampionshipView, 'championship' | 'kept' | 'total'>,
): Head {
  const { t } = speaker(by.locale);
  return shared(by, {
    title: titled(rankingName(by.locale, championship), t('championships.title')),
    description: t('championships.lead'),
    path: championshipPath(championship.id),
    state: [kept?.version, total].join('-'),
  });
}

export function pigeonHead(by: HeadRequest, view: Record & { pigeon: Bird }): Head {
  const { t } = speaker(by.locale);
  const { loft, pigeon } = view;
  const blanks = { ring: pigeon.ring, team: pigeon.team ?? '', loft: loft.name };
  return shared(by, {
    title: titled(pigeon.ring, loft.name),
    description: pigeon.team ? t('bird.description', blanks) : t('bird.description_alone', blanks),
    path: pigeonPath({ ...pigeon, loft_id: loft.id }),
    // The bird is the same in any team.
    pictured: `${loftPath(loft.id)}/pigeons/${pigeon.pigeon_id}`,
    state: stateOf(view),
  });
}

/** The head of news, from the text in the best available language. */
export function newsHead(by: HeadRequest, { loft, news }: Pick<NewsView, 'loft' | 'news'>): Head {
  const { title, lead, body } = news;
  return shared(by, {
    title: titled(title, loft.name),
    description: lead || textOf(body).slice(0, 200) || title,
    path: newsPath(news),
    state: news.published_at ?? news.state,
  });
}

export function headOf(by: HeadRequest, view: View): Head {
  switch (view.kind) {
    case 'site':
      return siteHead(by, view);
    case 'loft':
      return loftHead(by, view);
    case 'flight':
      return flightHead(by, view);
    case 'team':
      return teamHead(by, view);
    case 'ranking':
      return rankingHead(by, view);
    case 'line':
      return lineHead(by, view);
    case 'championship':
      return championshipHead(by, view);
    case 'pigeon':
      return pigeonHead(by, view);
    case 'news':
      return newsHead(by, view);
  }
}

function shared(
  by: HeadRequest,
  page: { title: string; description: string; path: string; pictured?: string; state: string },
): Head {
  const { title, description, path, pictured: picture = path, state } = page;
  return pictured(by, { title, description, url: by.public_url + path }, picture, state);
}
