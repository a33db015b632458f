/** The call of race control: what those who run a race look at while birds come. */
import { z } from 'zod';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { deviceStates } from '#domain/devices/device.ts';
import { releaseGroups } from '#domain/flights/contract.ts';
import { givenUp, owedReadings } from '#domain/flights/gaps-contract.ts';
import { wholePlan } from '#domain/flights/plan-contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { season } from '#domain/seasons/contract.ts';
import { closeTimesRules } from '#domain/seasons/rulebook-parts.ts';
import { speedRule } from '#domain/seasons/rules.ts';
import { unrankedReasons } from './contract.ts';

const named = {
  pigeon_id: replyId,
  ring: z.string(),
  country: z.string().nullable(),
  team: z.string().nullable(),
};

/** A clock of the loft and the birds that it read in the last hour of the race. */
const clockOnWatch = z.object({
  id: replyId,
  name: z.string(),
  state: z.enum(deviceStates),
  since: instant,
  /** Its last contact: until then its readings are here. */
  read_to: instant.nullable(),
  battery_percent: z.number().nullable(),
  offset_ms: z.number().nullable().meta({ description: 'As measured at its last contact; positive: it is behind' }),
  bounds: z
    .object({ from_ms: z.number(), to_ms: z.number() })
    .nullable()
    .meta({ description: 'Between which its offset is now, by its comparisons with the server; null: never compared' }),
  jumps: z.array(z.object({ at: instant, by_ms: z.number(), offset_ms: z.number() })).meta({
    description:
      'Where its time moved by more than a second during the flight and no ruling corrects it; positive: forwards. The offset is what it is behind since then',
  }),
  is_corrected: z.boolean().meta({ description: 'A ruling adds an offset to its times' }),
  strokes: z.array(z.number()).meta({ description: 'Landings that it counted, epoch ms' }),
});
export type ClockOnWatch = z.output<typeof clockOnWatch>;

/** A reading that is no arrival, with the bird whose chip it is. */
const readingToMend = z.object({
  number: z.int().meta({ description: 'The place of its entry in the ledger' }),
  reason: z.enum(unrankedReasons),
  chip: z.string(),
  clock: z.string(),
  time: instant.meta({ description: 'With the correction of its clock' }),
  count: z.int().meta({ description: 'Readings of this chip for this reason; this is the first' }),
  bird: z.object(named).nullable(),
});
export type ReadingToMend = z.output<typeof readingToMend>;

export const readRaceControl = contract({
  name: 'readRaceControl',
  summary:
    'A flight in the air for those who run it: clocks, readings that are no arrival, impossible speeds, birds that are out',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/flights/{flight_id}/control',
  access: 'season.manage',
  params: z.object({ season_id: id, flight_id: id }),
  reply: z.object({
    loft,
    season,
    flight: wholePlan,
    speed_rule: speedRule,
    groups: releaseGroups,
    read_at: instant,
    home_count: z.int(),
    last_home: instant.nullable(),
    clocks: z.array(clockOnWatch),
    gaps: z
      .object({ total: z.int(), rows: z.array(owedReadings), given_up: z.array(givenUp), may_give_up: z.boolean() })
      .meta({ description: 'Readings that clocks have not sent although they sent later ones, and those given up' }),
    to_mend: z.object({ total: z.int(), rows: z.array(readingToMend) }),
    /** Birds that were faster than pigeons fly. */
    too_fast: z.array(z.object({ ...named, rank: z.int(), time: instant, speed: z.number() })),
    close: z
      .object({
        rule: z.enum(closeTimesRules),
        total: z.int(),
        to_decide: z.int().meta({ description: 'Birds that get another time by the rulebook, by a ruling' }),
        rows: z.array(z.object({ ...named, rank: z.int(), best: z.int(), worst: z.int() })),
      })
      .meta({ description: 'Birds whose order is within the clocks’ uncertainty' }),
    /** Two clocks that read the same birds; `by_ms`: how much later the second read them, at the median. */
    compared: z.array(
      z.object({
        earlier: z.string(),
        later: z.string(),
        birds: z.int(),
        by_ms: z.number(),
        apart: z.array(z.object({ ...named, by_ms: z.number() })),
      }),
    ),
    /** Birds that came over the antennas of a clock the other way round than most. */
    antennas: z.array(
      z.object({ clock: z.string(), first: z.string(), second: z.string(), birds: z.array(z.object(named)) }),
    ),
    curve: z.array(z.tuple([z.number(), z.int()])).meta({ description: 'Epoch ms, and how many were home' }),
    not_home: z
      .object({ total: z.int(), rows: z.array(z.object(named)) })
      .meta({ description: 'The birds that are out; those that are late or disqualified stand by themselves' }),
    late: z
      .array(z.object({ ...named, time: instant }))
      .meta({ description: 'Home after the closing, without a place, in the order of their times' }),
    disqualified: z.array(
      z.object({ ...named, clocked_at: instant.nullable().meta({ description: 'Null: no clock has read it' }) }),
    ),
  }),
});
