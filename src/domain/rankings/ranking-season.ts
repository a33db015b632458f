/** The season that is ranked: its birds, its flights, and who takes part by a rule. */
import type { FlightFacts, Landing } from './flight-value.ts';
import type { Grouping, RankingRule } from './ranking-rule.ts';
import { type Home, regionOf } from './region.ts';

/** A bird of the season, as far as rankings ask. */
export interface RankingBird {
  pigeon_id: number;
  /** To whom and what it belongs; what is not known is null or absent. */
  groups: { readonly [of in Grouping]?: string | number | null };
  /** The address of its account, for rules that name regions; absent: it has none. */
  home?: Home | null;
  /** Whether it was named for this ranking. */
  named?: boolean;
  /** The products that were paid for it. */
  add_ons?: readonly number[];
  /** The day from which on it is active; null: it is not. */
  active_since?: string | null;
  /** Whether it can fly in the flights to come. */
  flies?: boolean;
}

/** A line of the result of a flight. */
export interface RankingLine extends Landing {
  pigeon_id: number;
}

export interface RankingFlight extends FlightFacts {
  /** Released or over; else it is still to come and has neither results nor birds in the air. */
  flown: boolean;
  results: readonly RankingLine[];
  /** The birds in the air, and the place and time that each would have if it landed now. */
  air?: (Landing & { pigeon_ids: readonly number[] }) | null;
}

export interface RankingSeason {
  birds: readonly RankingBird[];
  /** In the order in which they are flown. */
  flights: readonly RankingFlight[];
}

/** Whom a line is about: a pigeon, or what a group is named by. */
export type SubjectKey = string | number;

/** The region of a bird: by the postcodes that the rule names, else what it is said to be. */
const regionIn = ({ regions }: RankingRule, { home, groups }: RankingBird): string | number | null =>
  regions ? regionOf(regions, home) : (groups.region ?? null);

/** Whether a bird takes part by the conditions of entry. */
export function takesPart(rule: RankingRule, bird: RankingBird): boolean {
  const { subject, entry } = rule;
  if (subject.of !== 'pigeon' && subject.named && !bird.named) return false;
  if (entry.add_on !== null && !bird.add_ons?.includes(entry.add_on)) return false;
  if (entry.active_before !== null && !(bird.active_since && bird.active_since < entry.active_before)) return false;
  const { sex, colour, country } = bird.groups;
  const among = (wanted: readonly string[], own: string | number | null | undefined) =>
    wanted.length === 0 || wanted.some((one) => one === own);
  return (
    among(entry.sexes, sex) &&
    among(entry.colours, colour) &&
    among(entry.countries, country) &&
    among(entry.regions, regionIn(rule, bird))
  );
}

/** The subject of a bird; null: it belongs to none. */
export function keyOf(rule: RankingRule, bird: RankingBird): SubjectKey | null {
  const { of } = rule.subject;
  if (of === 'pigeon') return bird.pigeon_id;
  return of === 'region' ? regionIn(rule, bird) : (bird.groups[of] ?? null);
}

/** The order of subjects that nothing else puts in order. */
export const byKey = (a: SubjectKey, b: SubjectKey): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1;

/** Whether two states of a flight differ in their results only. */
export const differOnlyInResults = (a: RankingFlight, b: RankingFlight): boolean =>
  a.kind === b.kind &&
  a.distance_m === b.distance_m &&
  a.basketed === b.basketed &&
  a.prize_places === b.prize_places &&
  a.flown === b.flown;

/** A season with nobody in the air: what is home. */
export const homeOnly = ({ birds, flights }: RankingSeason): RankingSeason => ({
  birds,
  flights: flights.map((flight) => (flight.air ? { ...flight, air: null } : flight)),
});

/** A season as it stood with one of its flights: those after it are still to come. */
export function withFlight({ birds, flights }: RankingSeason, flight_id: number): RankingSeason {
  const at = flights.findIndex((flight) => flight.flight_id === flight_id);
  return { birds, flights: flights.map((flight, i) => (i > at ? unflown(flight) : flight)) };
}

/** A season as it was before its last flight, for the movement since; null where none was flown. */
export function beforeLastFlight({ birds, flights }: RankingSeason): RankingSeason | null {
  const last = flights.findLastIndex(({ flown }) => flown);
  if (last < 0) return null;
  return {
    birds,
    flights: flights.map((flight, i) => (i === last ? unflown(flight) : flight)),
  };
}

const unflown = (flight: RankingFlight): RankingFlight => ({ ...flight, flown: false, results: [], air: null });
