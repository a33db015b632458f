/**
 * What a basketing desk knows of a bird, and the reasons why a scanned bird does not go in (4.3–4.7, 8.18). Desk and
 * server decide by the same function.
 */
import type { FlightEntry } from '#domain/flights/flight.ts';
import { type Health, type Location, type Progress, races } from '#domain/pigeons/status.ts';
import { Refusal } from '#domain/refusal.ts';

/** The right of a bird to race: a paid place, one whose order is not paid, or none. */
export const placeStates = ['paid', 'unpaid', 'none'] as const;
export type PlaceState = (typeof placeStates)[number];

/** The facts of a bird that decide whether it flies. */
export interface DeskBird {
  pigeon_id: number;
  ring: string;
  /** The chip on its record. */
  chip: string | null;
  /** Chips that it wore before. */
  former_chips: readonly string[];
  health: Health;
  progress: Progress;
  location: Location;
  place: PlaceState;
  /** The number of its order, where that is not paid. */
  order: string | null;
  /** Read by a clock of the loft since the moment that the loft has set. */
  was_read: boolean;
  /** The other flight at which the bird is; null: at none. */
  away: Away | null;
}

/** `listed`: on a list that is not released yet; `out`: released, and not home as far as the loft knows. */
export const awayKinds = ['listed', 'out'] as const;

/** Where a bird is that belongs to another flight of the loft. */
export interface Away {
  is: (typeof awayKinds)[number];
  flight: string;
}

/** On which list a bird stands for a flight; a bird without a standing was not seen yet. */
export type Standing =
  /**
   * The crate and the number in it; null: listed without a desk. `reason`: why it went in although it was out at another
   * flight.
   */
  | { list: 'basketed'; crate: number | null; number: number | null; reason?: string | undefined }
  | { list: 'held_back'; reason: string }
  /** `later`: refused once, and not decided yet. */
  | { list: 'present'; later: boolean };

/** A bird of another season of the loft. */
export interface BirdElsewhere {
  ring: string;
  chip: string | null;
  season: string;
}

/** A scan and what is known of it. */
export interface Scanned {
  /** As it was read or typed. */
  text: string;
  /** Null: none of the season. */
  bird: DeskBird | null;
  elsewhere?: BirdElsewhere | null;
  /** The chip that was read; null where the ring was read or typed. */
  chip: string | null;
  standing: Standing | undefined;
  /** Why it goes in although it is out at another flight: it came home unread. */
  reason?: string | null | undefined;
}

/**
 * Why a scanned bird does not go in, or null. Where several reasons apply, the first in this order: unknown, of another
 * season, not racing, no place, not paid, not activated for this final, held back, already in, on the list of another
 * flight, still out, another chip. No reason helps a bird on another list: it would be in two baskets.
 */
export function whyNotIn(
  { text, bird, elsewhere, chip, standing, reason }: Scanned,
  entry: FlightEntry,
): Refusal | null {
  if (!bird) {
    return elsewhere
      ? new Refusal('basket_other_season', { ring: elsewhere.ring, season: elsewhere.season })
      : new Refusal('basket_unknown', { scanned: text });
  }
  const { ring } = bird;
  if (!races(bird.health)) return new Refusal('pigeon_does_not_race', { ring, status: bird.health });
  if (bird.place === 'none') return new Refusal('basket_no_place', { ring });
  if (bird.place === 'unpaid') return new Refusal('basket_unpaid', { ring, order: bird.order ?? '' });
  if (entry === 'activated' && bird.progress !== 'final_flight_activated')
    return new Refusal('basket_not_activated', { ring });
  if (standing?.list === 'held_back') return new Refusal('basket_held_back', { ring, reason: standing.reason });
  if (standing?.list === 'basketed') return alreadyIn(ring, standing);
  const { away } = bird;
  if (away?.is === 'listed') return new Refusal('basket_on_other_list', { ring, flight: away.flight });
  if (away?.is === 'out' && !reason) return new Refusal('basket_still_out', { ring, flight: away.flight });
  if (chip !== null && chip !== bird.chip)
    return new Refusal('basket_other_chip', { ring, chip: bird.chip ?? '–', read: chip });
  return null;
}

/** The refusal for a bird that is in already. */
export function alreadyIn(ring: string, { crate, number }: Standing & { list: 'basketed' }): Refusal {
  return crate === null || number === null
    ? new Refusal('basket_already_listed', { ring })
    : new Refusal('basket_already_in', { ring, crate, number });
}
