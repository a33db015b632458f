/** The call that explains the place of a bird. */
import { z } from 'zod';
import { contract, id, instant } from '#domain/contract.ts';
import { flightParams } from '#domain/flights/contract.ts';
import { bird } from '#domain/pigeons/contract.ts';
import { manualArrivals } from '#domain/seasons/rulebook.ts';
import { specialTo } from '#domain/seasons/special-prizes-rule.ts';

const neighbour = z.object({ rank: z.int(), apart_ms: z.number() }).nullable();

/** A ruling, as it is shown with what it changes. */
const rulingShown = z.object({
  number: z.int().meta({ description: 'The place of its entry in the ledger of the loft' }),
  n: z.int().nullable().meta({ description: 'Its number in the log of the flight; null: it is not of this flight' }),
  kind: z.enum(['offset', 'void', 'manual', 'exchanged', 'release', 'distance']),
  reason: z.string(),
  at: instant,
});
export type RulingShown = z.output<typeof rulingShown>;

/** What lies between the reading of a bird and its place, in the order in which it follows. */
export const placeExplained = z.object({
  /** The reading that counts; null for a bird that no clock read. */
  reading: z
    .object({
      clock: z.string(),
      antenna: z.string().nullable(),
      /** By the clock's own time, epoch microseconds, never corrected. */
      time_us: z.number(),
      /** True time less the time of the clock, ms. */
      offset_ms: z.number(),
    })
    .nullable(),
  manual_arrival: z
    .enum(manualArrivals)
    .nullable()
    .meta({ description: 'The rule by which a bird that no clock read has its place; null for others' }),
  exchanged_with: z
    .string()
    .nullable()
    .meta({ description: 'The ring of the bird whose chip it carried in this flight; null for others' }),
  /** The clocks that read the bird too, each with its first reading of it by corrected time. */
  also_read: z.array(z.object({ clock: z.string(), time: instant, count: z.int() })),
  sure: z
    .object({
      within_ms: z.number(),
      is_torn: z.boolean().meta({ description: 'The clock jumped around this reading' }),
      best: z.int(),
      worst: z.int(),
    })
    .nullable()
    .meta({
      description: 'How sure the clock was, and the places that it cannot tell apart; null: it was never compared',
    }),
  time: instant,
  release_time: instant.meta({ description: 'Of the group of the bird' }),
  release_group: z
    .object({ group: z.int(), crates: z.string().nullable() })
    .nullable()
    .meta({ description: 'The later group with which it was released; null: with the flight' }),
  release_measured: instant.nullable().meta({ description: 'Before it was cut to the step of the rulebook' }),
  elapsed_ms: z.number(),
  nights: z.array(z.object({ from: z.number(), to: z.number(), taken_ms: z.number() })),
  cut_ms: z.number(),
  net_ms: z.number(),
  distance_m: z.number(),
  speed: z.number().nullable(),
  unrounded: z.object({ digits: z.string(), is_whole: z.boolean() }).nullable(),
  above: neighbour,
  below: neighbour,
  tied: z.int().meta({ description: 'Other birds with the same time that counts' }),
  drop: z.object({ place: z.int(), size: z.int(), span_ms: z.number() }),
  rulings: z.array(rulingShown),
  /** Made in the race and not among these: they can have moved the place all the same. */
  other_rulings: z.int(),
  rank: z.int(),
  home_count: z.int(),
  basketed_count: z.int(),
  prize: z
    .object({
      cents: z.int().nullable().meta({ description: 'Null for a share of the prize fund' }),
      share: z.int().nullable().meta({ description: 'Hundredths of a percent of the prize fund' }),
      currency: z.string(),
      /** Birds that share it, this one included. */
      shared_by: z.int(),
    })
    .nullable()
    .meta({ description: 'Null where the rulebook has no prize for this place' }),
  special: z
    .array(
      z.object({
        to: z.enum(specialTo),
        country: z.string().nullable(),
        place: z.int().nullable(),
        cents: z.int().nullable().meta({ description: 'Null for one in kind' }),
        in_kind: z.string().nullable(),
        currency: z.string(),
      }),
    )
    .meta({ description: 'Its special prizes by the result as it stands' }),
});
export type PlaceExplained = z.output<typeof placeExplained>;

/** A ruling that took a bird out of the result, as it stands in the log of the flight. */
const rulingOut = z.object({
  n: z.int(),
  kind: z.string().meta({ description: 'One of the kinds of rulings' }),
  reason: z.string(),
  at: instant,
});
export type RulingOut = z.output<typeof rulingOut>;

export const readPlace = contract({
  name: 'readPlace',
  summary:
    'Why a bird has its place: reading, offset, release, night, distance, speed, neighbours, drop, rulings and prize. Not where the season hides a part of them',
  method: 'GET',
  path: '/api/lofts/{loft_id}/flights/{flight_id}/places/{pigeon_id}',
  access: 'flight.read',
  params: flightParams.extend({ pigeon_id: id }),
  reply: z.object({
    bird,
    place: placeExplained.nullable().meta({ description: 'Null while the bird is not home, or has no place' }),
    is_disqualified: z.boolean(),
    late_at: instant.nullable().meta({ description: 'When it was clocked after the closing; null for others' }),
    taken_out_by: z
      .array(rulingOut)
      .meta({ description: 'The rulings by which it has no place, the oldest first; none for a bird with a place' }),
    read_at: instant,
  }),
});
