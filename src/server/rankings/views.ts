/** Rankings as a reader may see them: what the season hides is removed before searching and sending. */
import { countryNames } from '#domain/countries.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import { type Findable, finder } from '#domain/pigeons/search.ts';
import type { ComparedLine, RankedFlightView, RankingCell, RankingLineView } from '#domain/rankings/contract.ts';
import { asDecimals } from '#domain/rankings/exact.ts';
import { decimalsOf, isByTime, weightOf } from '#domain/rankings/flight-value.ts';
import { type Dropped, type FlightPart, nationalPlaces, type RankingRow } from '#domain/rankings/ranking.ts';
import { shownPrizes } from '#domain/rankings/ranking-prizes.ts';
import type { Grouping, RankingRule } from '#domain/rankings/ranking-rule.ts';
import type { SubjectKey } from '#domain/rankings/ranking-season.ts';
import {
  type Switch,
  shows,
  showsRankedPlaces,
  showsRankingBirds,
  showsSpeed,
  showsTeamPages,
} from '#domain/seasons/visibility.ts';
import type { FlownFlight } from '#server/flights/flights.ts';
import { shownBird } from '#server/pigeons/visible-birds.ts';
import { aliasOf, type View } from '#server/seasons/visibility.ts';
import type { CurrentRanking } from './current.ts';
import type { StoredRanking } from './rankings.ts';

/** The switch that shows by what birds are counted together; the others are nobody's. */
const switchOf: Readonly<Partial<Record<Grouping, Switch>>> = {
  team: 'aces.team',
  fancier: 'aces.fancier',
  country: 'aces.country',
  // Where somebody lives is part of who it is.
  region: 'aces.fancier',
  sex: 'fanciers.sex',
  colour: 'fanciers.color',
};

/** Whether a reader may see whom a ranking is about. */
export function showsSubjects({ hidden }: View, { subject }: RankingRule): boolean {
  const own = subject.of === 'pigeon' ? undefined : switchOf[subject.of];
  return own === undefined || shows(hidden, own);
}

/** Whether a reader may see the values of the flights: speeds and times, or the places that they are made from. */
function showsValues({ hidden }: View, { measure }: RankingRule): boolean {
  return showsRankedPlaces(hidden) && (!isByTime(measure) || showsSpeed(hidden));
}

/**
 * Whether a reader may read a frozen ranking as its text, which has all: whom, with which places, by which values. Fanciers
 * and agents are in it by their accounts, which are nobody else's business.
 */
export const showsFrozen = (view: View, rule: RankingRule): boolean =>
  rule.subject.of !== 'fancier' &&
  rule.subject.of !== 'agent' &&
  showsSubjects(view, rule) &&
  showsRankingBirds(view.hidden) &&
  showsValues(view, rule) &&
  shows(view.hidden, 'aces.speed');

/** Whether a reader may see all that the lines of a ranking are made from; rings that are hidden stay so. */
export const showsExplained = (view: View, rule: RankingRule): boolean =>
  showsSubjects(view, rule) && showsValues(view, rule) && shows(view.hidden, 'aces.rank', 'aces.speed');

/** The lines of a ranking as a reader may see them. @param prizes those of the ranking, which stand at its places */
export function rankingView(
  { ranking, moved, birds, flights }: CurrentRanking,
  view: View,
  prizes: StoredRanking['prizes'] = null,
) {
  const { rule } = ranking;
  const decimals = decimalsOf(rule.measure);
  const isPlaced = shows(view.hidden, 'aces.rank');
  const withValues = showsValues(view, rule);
  const ofGroup = new Map<SubjectKey, number>();
  if (rule.subject.of !== 'pigeon')
    for (const { pigeon_id } of birds.ranked) {
      const key = ranking.subjectOf(pigeon_id);
      if (key !== null && !ofGroup.has(key)) ofGroup.set(key, pigeon_id);
    }
  const birdOf = (pigeon_id: number): Bird => shownBird(view, 'aces', birds.raw.get(pigeon_id)!);

  /** The country of a pigeon where it is shown; groups have none of their own. */
  const countryOf = (key: SubjectKey): string | null =>
    rule.subject.of === 'pigeon' && shows(view.hidden, 'aces.country')
      ? (birds.raw.get(Number(key))?.country ?? null)
      : null;
  // The first line asks for them all.
  let national: ReadonlyMap<SubjectKey, number> | null = null;
  const nationalOf = (key: SubjectKey): number | null => {
    national ??= nationalPlaces(ranking.rows(), countryOf);
    return national.get(key) ?? null;
  };

  function groupOf(key: SubjectKey): NonNullable<RankingLineView['group']> {
    const first = birds.raw.get(ofGroup.get(key)!);
    const nobody = { name: null, team_id: null, country: null };
    // A version that is over may have a group of which no bird is left.
    if (!first || !showsSubjects(view, rule)) return nobody;
    const country = shows(view.hidden, 'aces.country') ? first.country : null;
    switch (rule.subject.of) {
      case 'team':
        return { name: first.team, team_id: showsTeamPages(view.hidden) ? first.team_id : null, country };
      case 'fancier':
        return { name: first.fancier, team_id: null, country };
      case 'country':
        return { ...nobody, country: first.country };
      case 'agent':
        return { ...nobody, name: birds.agents.get(Number(key)) ?? null };
      case 'colour':
        return { ...nobody, name: first.color };
      default:
        return { ...nobody, name: String(key) };
    }
  }

  function cellOf(part: FlightPart, counts: boolean, why: Dropped | null): RankingCell {
    return {
      flight_id: part.flight_id,
      places: showsRankedPlaces(view.hidden) ? part.birds.map(({ rank }) => rank) : [],
      value: withValues ? part.value : null,
      counts,
      why,
      in_the_air: part.birds.some(({ in_the_air }) => in_the_air),
    };
  }

  /**
   * What a line is named by for readers: a number that is nobody else's business, as the id of an account or of a bird
   * whose ring is hidden, is an alias.
   */
  function nameOfKey(key: SubjectKey): string {
    const { of } = rule.subject;
    if (of === 'pigeon') return String(birdOf(Number(key)).pigeon_id);
    if (typeof key === 'string' || (of === 'team' && showsTeamPages(view.hidden))) return String(key);
    return String(aliasOf(view, `aces ${of}`, key));
  }

  /** Whom a line is about. */
  function subject(key: SubjectKey): Pick<RankingLineView, 'bird' | 'group'> {
    if (rule.subject.of !== 'pigeon') return { bird: null, group: groupOf(key) };
    return { bird: birds.raw.has(Number(key)) ? birdOf(Number(key)) : null, group: null };
  }

  const line = (row: RankingRow | Unranked): RankingLineView => lineOf(row.key, 'place' in row ? row : null);

  function lineOf(key: SubjectKey, row: RankingRow | null): RankingLineView {
    const { counted: parts, dropped } = ranking.explain(key)!;
    const cells = [
      ...parts.map((part) => cellOf(part, true, null)),
      ...dropped.map(({ why, ...part }) => cellOf(part, false, why)),
    ];
    return {
      key: nameOfKey(key),
      place: isPlaced && row ? row.place : null,
      national: isPlaced && row ? nationalOf(key) : null,
      moved: isPlaced ? (moved.get(key) ?? null) : null,
      value: row && shows(view.hidden, 'aces.speed') ? asDecimals(row.value, decimals) : null,
      count: row?.count ?? 0,
      at_most: row?.at_most ?? false,
      decided_by: isPlaced && row ? row.decided_by : null,
      prize: (isPlaced && row && prizeOf().get(key)) || null,
      ...subject(key),
      cells: flights.flatMap(({ id }) => cells.find(({ flight_id }) => flight_id === id) ?? []),
    };
  }

  let prize_of: ReturnType<typeof shownPrizes> | null = null;
  /** The prizes by whom they are of, once one was asked for. */
  function prizeOf() {
    prize_of ??= prizes ? shownPrizes(rule, prizes, ranking.rows()) : new Map();
    return prize_of;
  }

  /** The line of that name, also of one that is not ranked, where birds may be followed; null: there is none. */
  function compared(name: string): { key: SubjectKey; line: ComparedLine } | null {
    const row = rows().find(({ key }) => nameOfKey(key) === name);
    if (row) return { key: row.key, line: { ...line(row), why_not: null } };
    if (!showsSubjects(view, rule) || !showsRankingBirds(view.hidden)) return null;
    for (const { pigeon_id } of birds.ranked) {
      const key = ranking.subjectOf(pigeon_id);
      if (key !== null && nameOfKey(key) === name)
        return { key, line: { ...lineOf(key, null), why_not: ranking.explain(key)!.why_not } };
    }
    return null;
  }

  /** The rows by place, or by ring or name where places are hidden. */
  function rows(): readonly RankingRow[] {
    if (!showsSubjects(view, rule)) return [];
    const all = ranking.rows();
    if (isPlaced) return all;
    const names = new Map(all.map((row) => [row, nameOf(findable(row))]));
    return all.toSorted((a, b) => (names.get(a)! < names.get(b)! ? -1 : 1));
  }

  /** Who took part and is not ranked, by ring or name; nobody where birds may not be followed. */
  function unrankedRows(): readonly Unranked[] {
    if (!showsSubjects(view, rule) || !showsRankingBirds(view.hidden)) return [];
    const named = [...unrankedOf(ranking, birds.ranked, flights)].map((key) => ({
      key,
      name: nameOf(findable({ key })),
    }));
    return named.sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ key }) => ({ key }));
  }

  /** The search among the rows. */
  function finds(q: string): (row: Unranked) => boolean {
    const find = finder(q, countryNames);
    return (row) => find(findable(row));
  }

  function findable({ key }: Unranked): Findable {
    if (rule.subject.of === 'pigeon') return birdOf(Number(key));
    const { name, country } = groupOf(key);
    return { team: name, fancier: null, country };
  }

  return {
    line,
    countryOf,
    compared,
    rows,
    unrankedRows,
    finds,
    birdOf,
    subject,
    nameOfKey,
    isPlaced,
    canPass: () => (isPlaced ? ranking.canStillPass() : null),
    /** Who has a value in some flight that counts, and is not ranked. */
    unranked: () => unrankedOf(ranking, birds.ranked, flights).size,
  };
}

const nameOf = ({ ring, team, country }: Findable): string => ring ?? team ?? country ?? '';

/** A line without a place. */
type Unranked = Pick<RankingRow, 'key'>;

function unrankedOf(
  ranking: CurrentRanking['ranking'],
  birds: CurrentRanking['birds']['ranked'],
  counting: readonly FlownFlight[],
): ReadonlySet<SubjectKey> {
  const ids = new Set(counting.map(({ id }) => id));
  const took_part = new Set<SubjectKey>();
  const known = new Set(birds.map(({ pigeon_id }) => pigeon_id));
  for (const { flight_id, results } of ranking.flights()) {
    if (!ids.has(flight_id)) continue;
    for (const { pigeon_id } of results) {
      const key = known.has(pigeon_id) ? ranking.subjectOf(pigeon_id) : null;
      if (key !== null) took_part.add(key);
    }
  }
  for (const { key } of ranking.rows()) took_part.delete(key);
  return took_part;
}

/** The flights of a ranking in a reply. */
export const flightViews = ({ ranking, flights }: Pick<CurrentRanking, 'ranking' | 'flights'>): RankedFlightView[] =>
  flights.map(({ id, name, kind, status, release_time, distance_m }) => {
    const weight_percent = weightOf(ranking.rule, { flight_id: id, kind });
    return { id, name, kind, status, release_time, distance_m, weight_percent };
  });
