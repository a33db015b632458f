/** The call behind the first page: races in the air, next flights, current seasons, latest winners. */
import { z } from 'zod';
import { resultRow } from '#domain/arrivals/contract.ts';
import { contract, instant, replyId } from '#domain/contract.ts';
import { flightSummary } from '#domain/flights/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { listedSeason, seasonOffer } from '#domain/seasons/public-contract.ts';
import { speedRule } from '#domain/seasons/rules.ts';

/** A race with its first birds home, and the rule that states their speeds. */
export const raceWithFirst = z.object({
  flight: flightSummary.extend({ estimated_average_speed: z.number().nullable(), speed_rule: speedRule }),
  first: z.array(resultRow),
});
export type RaceWithFirst = z.output<typeof raceWithFirst>;

/** A season in progress with its progress. Replays and annulled flights do not count in it. */
export const seasonUnderWay = listedSeason.omit({ loft: true }).extend({
  loft_id: replyId,
  flight_count: z.int(),
  flown_count: z.int(),
  /** The next flight to be released, and the final after it. */
  coming: z.array(flightSummary),
  offer: seasonOffer.nullable(),
});
export type SeasonUnderWay = z.output<typeof seasonUnderWay>;

export const readHome = contract({
  name: 'readHome',
  summary: 'What all lofts fly now, fly next and flew last: the figures of the first page',
  method: 'GET',
  path: '/api/home',
  access: 'site.read',
  reply: z.object({
    /** Totals of all races in the air, also those that are not listed here. */
    in_the_air: z.object({ races: z.int(), home: z.int(), basketed: z.int() }),
    /** The race that leads the page: no replay if there is another, then the one with the most birds. */
    leading: raceWithFirst.nullable(),
    also_live: z.array(flightSummary),
    /** The earliest release first. */
    next: z.array(flightSummary),
    /** Those that fly next first. */
    seasons: z.array(seasonUnderWay),
    /** The latest first, without replays. */
    finals: z.array(raceWithFirst),
    /** The lofts of all these, in no order. */
    lofts: z.array(loft),
    loft_count: z.int(),
    read_at: instant,
  }),
});
