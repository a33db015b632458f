/**
 * The contents of the share picture of the site, a loft, a flight, a team, a ranking, a line of it, a championship, a pigeon,
 * news; the server draws it (server/share).
 */

import type { ResultRow } from '#domain/arrivals/contract.ts';
import type { BirdResult, FlownFlight } from '#domain/arrivals/records.ts';
import type { FlightStatus } from '#domain/flights/flight.ts';
import { type Locale, localeFacts } from '#domain/locales.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { picturesIn } from '#domain/news/document.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import { ringParts } from '#domain/pigeons/ring.ts';
import type { SpeedRule } from '#domain/seasons/rules.ts';
import type { Card, CardBird, CardFact, Shown } from '#domain/share/card.ts';
import type { Words } from '#web/lib/catalogue.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import type { Call } from '#web/lib/context.ts';
import { brand } from '#web/lib/head.ts';
import {
  clockTime,
  countryName,
  formatDaysAhead,
  formatDistance,
  formatNamedDay,
  formatNumber,
  formatSpeed,
  skyAt,
} from '#web/lib/intl.ts';
import { raceTime } from '#web/lib/now.ts';
import { lineName, lineValue, measureName, rankingName, valueText } from '#web/lib/ranking-words.ts';
import { ridgesOf } from '#web/lib/ridge.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';
import {
  type ChampionshipView,
  type FlightView,
  type LoftView,
  type NewsView,
  type PigeonView,
  type RankedLineView,
  type RankingView,
  type SiteView,
  type TeamView,
  viewOf,
} from './share-views.server.ts';

/** The language and time of a card. */
interface Wording {
  t: Words;
  locale: Locale;
  now_ms: number;
}

/** The part of a card that depends on its kind; the rest is the loft's. */
type CardContent = Partial<Pick<Card, 'photo'>> &
  Pick<Card, 'sky' | 'solid' | 'chip' | 'country' | 'over' | 'title' | 'facts' | 'birds'>;

export interface CardRequest {
  call: Call;
  shown: Shown;
  locale: Locale;
  now_ms: number;
}

/** @throws Refusal `not_found` where the caller has no access. */
export async function cardOf({ call, shown, locale, now_ms }: CardRequest): Promise<Card> {
  const view = await viewOf(call, shown, locale);
  const { t } = speaker(locale);
  const wording = { t, locale, now_ms };
  const { lang, dir } = localeFacts[locale];
  return { lang, dir, brand, photo: null, ridges: ridgesOf('loft' in view ? view.loft.id : 0), ...content() };

  function content(): CardContent {
    switch (view.kind) {
      case 'site':
        return siteCard(wording, view);
      case 'loft':
        return loftCard(wording, view);
      case 'flight':
        return flightCard(wording, view);
      case 'team':
        return teamCard(wording, view);
      case 'ranking':
        return rankingCard(wording, view);
      case 'line':
        return lineCard(wording, view);
      case 'championship':
        return championshipCard(wording, view);
      case 'pigeon':
        return pigeonCard(wording, view);
      case 'news':
        return newsCard(wording, view);
    }
  }
}

const looks: Readonly<Record<FlightStatus, NonNullable<Card['chip']>['look']>> = {
  planned: 'dashed',
  basketing: 'dashed',
  sealed: 'mute',
  released: 'live',
  closed: 'mute',
  provisional: 'mute',
  official: 'home',
  annulled: 'bad',
};

const isOver = (status: FlightStatus) => status === 'closed' || status === 'provisional' || status === 'official';

/** The site: what it is, with the race in the air. */
function siteCard({ t, locale }: Wording, { in_the_air, leading, loft_count }: SiteView): CardContent {
  const isLive = in_the_air.races > 0;
  return {
    sky: 'day',
    solid: isLive ? 0 : 1,
    chip: isLive ? { text: t('home.in_the_air', { count: in_the_air.races }), look: 'live' } : null,
    country: null,
    over: t('home.all_lofts', { count: loft_count }),
    title: t('home.title'),
    facts: isLive
      ? [
          {
            name: t('race.home'),
            value: formatNumber(locale, in_the_air.home),
            of: t('race.of_total', { total: formatNumber(locale, in_the_air.basketed) }),
          },
        ]
      : [],
    birds:
      leading && leading.first.length > 0
        ? {
            title: leading.flight.name,
            rows: leading.first.slice(0, 3).map((row) => cardBird({ t, locale }, row, row, leading.flight.speed_rule)),
          }
        : null,
  };
}

function loftCard({ t, locale }: Wording, { loft, flights }: LoftView): CardContent {
  const live = flights.some(({ status }) => status === 'released');
  const counted = flights.filter(({ status }) => status !== 'annulled');
  const longest = counted.reduce((most, { distance }) => Math.max(most, distance ?? 0), 0);
  const fastest = counted.reduce<(typeof counted)[number] | null>(
    (best, flight) => (flight.best_speed !== null && flight.best_speed > (best?.best_speed ?? 0) ? flight : best),
    null,
  );
  return {
    sky: 'day',
    solid: live ? 0 : 1,
    chip: live ? { text: t('lofts.live'), look: 'live' } : null,
    country: loft.country,
    over: loft.country ? countryName(locale, loft.country) : t('loft.loft'),
    title: loft.name,
    facts: [
      { name: t('loft.flights'), value: formatNumber(locale, flights.length), of: null },
      ...(longest ? [distanceFact({ t, locale }, t('loft.longest'), longest, loft.unit)] : []),
      ...(fastest ? [speedFact({ t, locale }, fastest.best_speed!, fastest.speed_rule)] : []),
    ],
    birds: null,
  };
}

function flightCard({ t, locale, now_ms }: Wording, { flight, loft, result }: FlightView): CardContent {
  const release_ms = flight.release_time === null ? null : Date.parse(flight.release_time);
  const ahead = release_ms !== null && looks[flight.status] === 'dashed' && release_ms > now_ms;
  const words = [
    ...(flight.replay_factor === null ? [] : [t('replay.chip')]),
    t(`status.${flight.status}`),
    ...(ahead ? [formatDaysAhead(locale, release_ms, now_ms, loft.time_zone)] : []),
  ];
  const { home_count, leader } = result;
  const counts = flight.status === 'released' || isOver(flight.status);
  const distance =
    flight.distance === null ? [] : [distanceFact({ t, locale }, t('race.distance'), flight.distance, loft.unit)];
  return {
    // The sky and the line of its page.
    sky: skyAt(flight.status === 'released' ? raceTime(flight, now_ms) : now_ms, loft.time_zone),
    solid: counts && flight.basketed_count > 0 ? Math.min(1, home_count / flight.basketed_count) : 0,
    chip: { text: words.join(' · '), look: looks[flight.status] },
    country: loft.country,
    over: loft.name,
    title: flight.name,
    facts: counts
      ? [
          {
            name: t('race.home'),
            value: formatNumber(locale, home_count),
            of: t('race.of_total', { total: formatNumber(locale, flight.basketed_count) }),
          },
          ...(leader?.speed == null ? [] : [speedFact({ t, locale }, leader.speed, flight.rules.speed)]),
          ...distance,
        ]
      : [
          ...(release_ms === null ? [] : [releaseFact({ t, locale }, release_ms, loft)]),
          ...distance,
          ...(flight.basketed_count
            ? [{ name: t('race.basketed'), value: formatNumber(locale, flight.basketed_count), of: null }]
            : []),
        ],
    birds:
      // Where ranks are hidden, there are no first three.
      counts && leader
        ? {
            title: t('home.first'),
            rows: result.rows.slice(0, 3).map((row) => cardBird({ t, locale }, row, row, flight.rules.speed)),
          }
        : null,
  };
}

function teamCard({ t, locale }: Wording, { loft, season, team, pigeons, flights, results }: TeamView): CardContent {
  const last = flights.find(
    ({ id, status }) => counts(status) && results.some((one) => one.flight_id === id && one.line),
  );
  const best = last
    ? results.flatMap(({ flight_id, pigeon_id, line }) => {
        const bird = pigeons.find((one) => one.pigeon_id === pigeon_id);
        return flight_id === last.id && line && bird ? [{ bird, line }] : [];
      })
    : [];
  return {
    sky: 'day',
    solid: solidOf(flights),
    chip: null,
    country: team.country,
    over: loft.name,
    title: team.team,
    facts: [
      ...(team.pigeon_count === null
        ? []
        : [{ name: t('teams.pigeons'), value: formatNumber(locale, team.pigeon_count), of: null }]),
      { name: t('loft.flights'), value: formatNumber(locale, flights.length), of: null },
      { name: t('bird.season'), value: String(season.year), of: null },
    ],
    birds: last
      ? {
          title: last.name,
          rows: best
            .toSorted((one, other) => (one.line.rank ?? 0) - (other.line.rank ?? 0))
            .slice(0, 3)
            .map(({ bird, line }) => cardBird({ t, locale }, bird, line, last.speed_rule)),
        }
      : null,
  };
}

/** Who leads, and how final that is: medals only once the ranking is frozen. */
function rankingCard(
  { t, locale }: Wording,
  { loft, season, ranking, frozen, flights, lines, ranked }: RankingView,
): CardContent {
  const { measure, subject } = ranking.rule;
  const flown = flownOf(flights);
  // Where places are hidden nobody leads.
  const first = lines.filter(({ place }) => place !== null).slice(0, 3);
  return {
    sky: 'day',
    solid: flights.length > 0 ? flown / flights.length : 0,
    chip: stateChip({ t, locale }, frozen),
    country: loft.country,
    over: [loft.name, season.name].join(' · '),
    title: rankingName(locale, ranking),
    facts: [
      flownFact({ t, locale }, flown, flights.length),
      {
        name: t(subject.of === 'pigeon' ? 'loft.pigeons' : `aces.of_${subject.of}`),
        value: formatNumber(locale, ranked),
        of: null,
      },
    ],
    birds:
      first.length > 0
        ? {
            title: measureName(t, measure),
            rows: first.map((line) => ({
              rank: line.place,
              medal: frozen !== null,
              ring: line.bird?.ring ? ringParts(line.bird.ring) : null,
              country: line.bird?.country ?? line.group?.country ?? null,
              team: (line.bird?.ring && (line.bird.team ?? line.bird.fancier)) || lineName(t, locale, ranking, line),
              value: lineValue(locale, measure, line),
              unit: '',
            })),
          }
        : null,
  };
}

/** Why a line has its place: whose it is, with its place, its value, and the flights that count for it. */
function lineCard(
  { t, locale }: Wording,
  { loft, season, ranking, frozen, flights, line, ranked }: RankedLineView,
): CardContent {
  const { measure, subject } = ranking.rule;
  const { bird, group, place, value } = line;
  const flown = flownOf(flights);
  return {
    sky: 'day',
    solid: flights.length > 0 ? flown / flights.length : 0,
    chip: stateChip({ t, locale }, frozen),
    country: bird?.country ?? group?.country ?? loft.country,
    over: [rankingName(locale, ranking), season.name, loft.name].join(' · '),
    title: bird?.ring ? ringParts(bird.ring) : lineName(t, locale, ranking, line),
    facts: [
      ...(place === null
        ? []
        : [
            {
              name: t('bird.place'),
              value: formatNumber(locale, place),
              of: subject.of === 'pigeon' ? t('bird.of', { total: formatNumber(locale, ranked) }) : null,
            },
          ]),
      ...(value === null ? [] : [{ name: measureName(t, measure), value: lineValue(locale, measure, line), of: null }]),
      flownFact({ t, locale }, flown, flights.length),
    ],
    birds: null,
  };
}

/** Who leads over all lofts. A version that is kept counts official results alone, so its places have medals. */
function championshipCard(
  { t, locale }: Wording,
  { championship, seasons, kept, lines, total }: ChampionshipView,
): CardContent {
  const { measure } = championship.rule;
  const first = lines.slice(0, 3);
  return {
    sky: 'day',
    solid: kept ? 1 : 0,
    chip: kept
      ? {
          text: t('championships.version', {
            version: formatNumber(locale, kept.version),
            day: formatNamedDay(locale, Date.parse(kept.at), 'UTC'),
          }),
          look: 'home',
        }
      : { text: t('championships.none'), look: 'dashed' },
    country: null,
    over: `${t(championship.is_world_list ? 'championships.world_list' : 'championships.title')} ${championship.year}`,
    title: rankingName(locale, championship),
    facts: [
      {
        name: t('nav.lofts'),
        value: formatNumber(locale, new Set(seasons.map((season) => season.loft.id)).size),
        of: null,
      },
      { name: t('championships.ranked'), value: formatNumber(locale, total), of: null },
    ],
    birds:
      first.length > 0
        ? {
            title: measureName(t, measure),
            rows: first.map((line) => ({
              rank: line.place,
              medal: true,
              ring: championship.rule.of === 'pigeon' && line.name !== null ? ringParts(line.name) : null,
              country: line.country,
              team:
                championship.rule.of === 'pigeon'
                  ? (line.teams[0]?.team ?? '')
                  : (line.name ?? (line.country ? countryName(locale, line.country) : '–')),
              value: valueText(locale, measure, line.value),
              unit: '',
            })),
          }
        : null,
  };
}

function pigeonCard({ t, locale }: Wording, { loft, season, pigeon, flights, results }: PigeonView): CardContent {
  const lineOfFlight = ({ id }: FlownFlight) => results.find(({ flight_id }) => flight_id === id)?.line ?? null;
  const flown = flights.filter(({ status }) => counts(status));
  const last = flown.find((flight) => lineOfFlight(flight));
  const line = last && lineOfFlight(last);
  const homes = flown.filter((flight) => lineOfFlight(flight)).length;
  return {
    sky: 'day',
    solid: solidOf(flights),
    chip: last ? { text: last.name, look: last.status === 'released' ? 'live' : 'mute' } : null,
    country: pigeon.country ?? loft.country,
    over: [pigeon.pigeon_name, pigeon.team ?? pigeon.fancier ?? loft.name].filter(Boolean).join(' · '),
    title: ringParts(pigeon.ring),
    facts: [
      ...(last && line
        ? [
            ...(line.rank === null
              ? []
              : [
                  {
                    name: t('bird.place'),
                    value: formatNumber(locale, line.rank),
                    of: t('bird.of', { total: formatNumber(locale, last.basketed_count) }),
                  },
                ]),
            ...(line.speed === null
              ? []
              : [{ ...speedFact({ t, locale }, line.speed, last.speed_rule), name: t('bird.speed') }]),
          ]
        : [{ name: t('bird.season'), value: String(season.year), of: null }]),
      {
        name: t('bird.homes'),
        value: t('bird.homes_of', { home: formatNumber(locale, homes), count: flown.length }),
        of: null,
      },
    ],
    birds: null,
  };
}

/** With the first picture of the text, if any. */
function newsCard({ t, locale }: Wording, { loft, news }: NewsView): CardContent {
  const first = picturesIn(news.body)[0]?.attrs.file_id;
  const picture = news.pictures.find(({ id }) => id === first);
  const day = news.published_at === null ? [] : [formatNamedDay(locale, Date.parse(news.published_at), loft.time_zone)];
  return {
    sky: 'day',
    solid: 1,
    chip: { text: [t('admin.news'), ...day].join(' · '), look: 'mute' },
    country: loft.country,
    over: loft.name,
    title: news.title,
    facts: [],
    birds: null,
    photo: picture?.src.split('/').at(-1) ?? null,
  };
}

const counts = (status: FlightStatus) => status === 'released' || isOver(status);

/** Solid once one of them is over. */
const solidOf = (flights: readonly FlownFlight[]) => (flights.some(({ status }) => isOver(status)) ? 1 : 0);

/** How many flights were flown. */
const flownOf = (flights: readonly { status: FlightStatus }[]) => flights.filter(({ status }) => counts(status)).length;

const flownFact = ({ t, locale }: Localized, flown: number, all: number): CardFact => ({
  name: t('loft.flights'),
  value: formatNumber(locale, flown),
  of: t('race.of_total', { total: formatNumber(locale, all) }),
});

/** Final with its version, or provisional. */
const stateChip = ({ t, locale }: Localized, frozen: { version: number } | null): Card['chip'] =>
  frozen
    ? { text: t('aces.final', { version: formatNumber(locale, frozen.version) }), look: 'home' }
    : { text: t('status.provisional'), look: 'dashed' };

type Localized = Pick<Wording, 't' | 'locale'>;

function cardBird(
  { t, locale }: Localized,
  bird: Bird,
  { rank, speed }: Pick<ResultRow, 'rank' | 'speed'> | NonNullable<BirdResult['line']>,
  rule: SpeedRule,
): CardBird {
  return {
    rank,
    medal: true,
    ring: ringParts(bird.ring),
    country: bird.country,
    team: bird.team ?? bird.fancier ?? bird.pigeon_name ?? '',
    value: speed === null ? '' : formatSpeed(locale, speed, rule),
    unit: speed === null ? '' : unitOf(t, rule),
  };
}

const unitOf = (t: Words, rule: SpeedRule) => t(speedUnit(rule));

const speedFact = ({ t, locale }: Localized, speed: number, rule: SpeedRule): CardFact => ({
  name: t('race.fastest'),
  value: formatSpeed(locale, speed, rule),
  of: unitOf(t, rule),
});

const distanceFact = ({ t, locale }: Localized, name: string, distance: number, unit: Loft['unit']): CardFact => ({
  name,
  value: formatDistance(locale, distance),
  of: t(`unit.${unit}`),
});

const releaseFact = ({ t, locale }: Localized, at_ms: number, { time_zone }: Loft): CardFact => ({
  name: t('facts.release'),
  value: formatNamedDay(locale, at_ms, time_zone),
  of: clockTime(at_ms, time_zone).time.slice(0, 5),
});
