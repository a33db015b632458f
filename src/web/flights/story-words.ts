/** The sentences of a race as it is told: plain, for the eye and for the ear, with names that keep to themselves. */
import { secondDecimals, timeBetween } from '#domain/arrivals/clock.ts';
import type { MyBirdHome, StoryEvent } from '#domain/arrivals/race-story.ts';
import type { Flight } from '#domain/flights/contract.ts';
import { isolate, type Locale } from '#domain/locales.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import { distanceInUnit } from '#domain/units.ts';
import type { Words } from '#web/lib/catalogue.ts';
import { countryName, formatFlown, formatLasting, formatNumber, formatShare, formatSpeed } from '#web/lib/intl.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';

/** What a sentence says of a bird. */
export type StoryBird = Pick<Bird, 'pigeon_id' | 'ring' | 'team_id' | 'team' | 'fancier' | 'country'>;

/** An event of the race, or the landing of a bird of the reader. */
export type CommentaryEvent = StoryEvent | MyBirdHome;

export interface StoryReader {
  t: Words;
  locale: Locale;
  flight: Flight;
  loft: Loft;
  birds: ReadonlyMap<number, StoryBird>;
}

/** Identifies an event while others are added, and while its figures change. */
export const keyOf = (event: CommentaryEvent): string =>
  [
    event.kind,
    'pigeon_id' in event && event.kind !== 'late' ? event.pigeon_id : '',
    'percent' in event ? event.percent : '',
    'n' in event ? event.n : '',
    ['drop', 'late', 'correction'].includes(event.kind) ? event.at_ms : '',
  ].join(' ');

/** The bird of an event, where it has one. */
export const birdOf = (event: CommentaryEvent, birds: ReadonlyMap<number, StoryBird>): StoryBird | undefined =>
  'pigeon_id' in event ? birds.get(event.pigeon_id) : undefined;

const birdName = ({ ring, team, fancier }: StoryBird): string => {
  const whose = team ?? fancier;
  return whose === null ? isolate(ring) : `${isolate(ring)} (${isolate(whose)})`;
};

/** The sentence of an event as text. @param name what stands for its bird: the ring and whose it is */
export function sentenceOf(event: CommentaryEvent, reader: StoryReader, name?: string): string {
  const { t, locale, flight, loft } = reader;
  const found = birdOf(event, reader.birds);
  const bird = name ?? (found ? birdName(found) : '');
  const decimals = secondDecimals(flight.resolution_ms, flight.rules.precision_ms) > 0 ? 1 : 0;
  const gap = (ms: number) => timeBetween(ms, decimals);
  const lasting = (ms: number) => formatLasting(locale, ms);
  const unit = t(`unit.${loft.unit}`);
  const distance = (m: number) => formatNumber(locale, distanceInUnit(m, loft.unit), 1, 1);
  const { kind } = event;
  switch (kind) {
    case 'released':
    case 'busiest':
    case 'correction':
      return t(`story.${kind}`, { count: event.birds });
    case 'first':
      return t('story.first', {
        bird,
        flown: formatFlown(event.net_ms, 0),
        speed: formatSpeed(locale, event.speed ?? 0, flight.rules.speed),
        unit: t(speedUnit(flight.rules.speed)),
      });
    case 'second':
      return t('story.second', { bird, gap: gap(event.gap_ms), distance: distance(event.behind_m), unit });
    case 'lead':
      return t('story.lead', { bird, gap: gap(event.gap_ms) });
    case 'country':
      return t('story.country', { bird, country: countryName(locale, found?.country ?? ''), rank: event.rank });
    case 'drop':
      return t('story.drop', {
        silence: lasting(event.silence_ms),
        within: lasting(event.within_ms),
        count: event.birds,
      });
    case 'share':
      return t('story.share', {
        percent: formatShare(locale, event.percent * 100),
        home: event.home,
        total: event.birds,
        since: lasting(event.since_first_ms),
      });
    case 'all':
      return t('story.all', { count: event.birds, since: lasting(event.since_first_ms) });
    case 'last':
      return t('story.last', { bird, rank: event.rank, gap: gap(event.gap_ms) });
    case 'closed':
      return t('story.closed', { home: event.home, total: event.birds });
    case 'late':
      return event.readings === 1
        ? t('story.late', { bird, rank: event.rank, count: event.moved })
        : t('story.late_several', { bird, rank: event.rank, count: event.moved, readings: event.readings });
    case 'ruling': {
      const count = event.up + event.down + event.come_in + event.go_out;
      return count === 0 ? t('story.ruling_none', { n: event.n }) : t('story.ruling', { n: event.n, count });
    }
    case 'mine':
      return t('story.mine', {
        bird,
        rank: event.rank,
        gap: gap(event.gap_ms),
        distance: distance(event.behind_m),
        unit,
      });
  }
}

/** The kinds of events that say less of a bird than its landing does. */
const lessThanMine: readonly CommentaryEvent['kind'][] = ['second', 'country'];

/**
 * The story with the landings of the reader's birds, in the order of time. A bird that leads the race has its sentence
 * already.
 */
export function withMine(events: readonly StoryEvent[], mine: readonly MyBirdHome[]): CommentaryEvent[] {
  if (mine.length === 0) return [...events];
  const named = new Set(
    events.flatMap((event) => (event.kind === 'first' || event.kind === 'lead' ? event.pigeon_id : [])),
  );
  const own = mine.filter(({ pigeon_id }) => !named.has(pigeon_id));
  const ids = new Set(own.map(({ pigeon_id }) => pigeon_id));
  const others = events.filter(
    (event) => !('pigeon_id' in event && ids.has(event.pigeon_id) && lessThanMine.includes(event.kind)),
  );
  return [...others, ...own].sort((a, b) => a.at_ms - b.at_ms);
}

/** How many birds were home at a moment, between the points of a curve. */
export function homeAt(curve: readonly (readonly [at_ms: number, home: number])[], at_ms: number): number {
  const next = curve.findIndex(([time_ms]) => time_ms >= at_ms);
  if (next < 0) return curve.at(-1)?.[1] ?? 0;
  const [to_ms, to] = curve[next]!;
  const [from_ms, from] = curve[next - 1] ?? [to_ms, to];
  return to_ms === from_ms ? to : from + ((to - from) * (at_ms - from_ms)) / (to_ms - from_ms);
}
