/** The calls of a merchant's overview: the state of their lofts (2.13, 2.14). */
import { z } from 'zod';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { device } from '#domain/devices/contract.ts';
import { flightSummary } from '#domain/flights/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { season } from '#domain/seasons/contract.ts';
import { firstSteps } from './first-steps.ts';

/** A loft in the list of a merchant. */
export const overseen = loft.extend({
  /** The season in progress, else the latest public one. */
  season: season.nullable(),
  flight_count: z.int(),
  live_flight: flightSummary.nullable(),
  last_flight: flightSummary.nullable(),
  /** Of all its seasons. */
  orders_to_confirm: z.int(),
  orders_to_pay: z.int(),
  cash_to_approve: z.int().meta({ description: 'Cash of agents that waits for approval' }),
  claims_open: z.int().meta({ description: 'Claims to teams that wait for an answer' }),
  /** Of its seasons in progress; without a maximum: unlimited. */
  places: z.object({ taken: z.int(), max: z.int().nullable() }),
  /** Clocks that are not revoked. */
  clock_count: z.int(),
  silent_clock_count: z.int(),
  last_contact_at: instant.nullable(),
});
export type Overseen = z.output<typeof overseen>;

/** A flight, and whether it is still a draft. */
const flight = flightSummary.extend({ is_draft: z.boolean() });

/** A clock with its state, as on the page of devices, and its missing readings. */
export const clockAtWork = device.pick({ name: true, state: true, last_contact_at: true, day_readings: true }).extend({
  device_id: replyId,
  /** Missing readings: the clock has sent later ones. */
  missing_readings: z.int(),
});
export type ClockAtWork = z.output<typeof clockAtWork>;

export const listOverview = contract({
  name: 'listOverview',
  summary: 'The lofts whose active merchant the signed-in person is, by name, with their state',
  method: 'GET',
  path: '/api/overview',
  access: 'loft.administer',
  reply: z.object({ lofts: z.array(overseen), read_at: instant }),
});

export const readOverview = contract({
  name: 'readOverview',
  summary: 'The state of one loft: its seasons, what flies and what comes next, its clocks, its people',
  method: 'GET',
  path: '/api/lofts/{loft_id}/overview',
  access: 'overview.read',
  params: z.object({ loft_id: id }),
  reply: z.object({
    loft,
    /** What a new loft needs, and whether it is there; null once all is, and for a loft that hides it. */
    first_steps: z
      .object({
        /** The season in which some of the steps are done: that in progress, else the latest. */
        season_id: replyId.nullable(),
        steps: z.array(z.object({ step: z.enum(firstSteps), is_done: z.boolean() })),
      })
      .nullable(),
    /** The latest five, including drafts, with their numbers of teams, birds and flights. */
    seasons: z.array(
      season.extend({
        team_count: z.int(),
        pigeon_count: z.int(),
        gone_count: z.int().meta({ description: 'Of its birds: those lost or dead' }),
        flight_count: z.int(),
      }),
    ),
    season_count: z.int(),
    flying: z.array(flight),
    coming: z.array(flight),
    clocks: z.array(clockAtWork),
    /** People with active rights. */
    people_count: z.int(),
    claims_open: z.int().meta({ description: 'Claims to teams that wait for an answer' }),
    read_at: instant,
  }),
});
