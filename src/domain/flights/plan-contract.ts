/** The calls of those who plan the flights of a season: plan, change, postpone, step, remove. */
import { z } from 'zod';
import { contract, id, instant, pageQuery, replyId } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import type { FieldError } from '#domain/refusal.ts';
import { season } from '#domain/seasons/contract.ts';
import { rulebookParts } from '#domain/seasons/rulebook-parts.ts';
import { raceRules } from '#domain/seasons/rules.ts';
import { orderBy } from '#domain/sorted.ts';
import { parseDistance } from '#domain/units.ts';
import {
  boundedInteger,
  calendarDay,
  checked,
  nullableBoundedInteger,
  nullableDay,
  nullableNumber,
  requiredText,
  text,
} from '#domain/validation.ts';
import { flightLog, flightSummary } from './contract.ts';
import { flightEntries, flightKinds, flightStatuses, nextActions } from './flight.ts';
import { mostInSeries } from './plan.ts';
import { releasePoint } from './release-point-contract.ts';

/** A time of day by the clock of the loft, `07:15`; empty: not known yet. */
const clockTime = checked(z.string(), (value) =>
  value === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? [] : [{ code: 'error_time' }],
).default('');

/** A distance as organisers write it, `493182`, `493.182 km`, `306 miles 780 yards`; empty: the geodesic. */
const statedDistance = z
  .string()
  .max(40)
  .default('')
  .transform((given, context): number | null => {
    if (given.trim() === '') return null;
    const distance_m = parseDistance(given);
    if (distance_m !== null && distance_m > 0 && distance_m < 100_000_000) return distance_m;
    context.addIssue({ code: 'custom', input: given, params: { code: 'error_distance' } satisfies FieldError });
    return null;
  });

const reason = text({ max: 1000 }).default('');

/** A day and a time of it that go together. */
interface DayAndTime {
  day: string | null;
  time: string;
}
function half(at: DayAndTime, names: { day: string; time: string }): string | null {
  if ((at.day === null) === (at.time === '')) return null;
  return at.day === null ? names.day : names.time;
}

/** A flight has at most so many clocks of its own choice. */
const mostClocks = 64;

/** What is planned of every flight. */
const planned = {
  kind: z.enum(flightKinds),
  entry: z.enum(flightEntries),
  estimated_average_speed: nullableNumber({ min: 1, max: 5000 }).meta({
    description: 'In metres per minute; stored with two decimals',
  }),
  notifies_followers: z.boolean(),
  is_draft: z.boolean(),
  is_over: z.boolean().optional().meta({ description: 'It is shown although its release is over: that is meant' }),
  clock_ids: z
    .array(boundedInteger({ min: 1, max: Number.MAX_SAFE_INTEGER }))
    .max(mostClocks)
    .default([])
    .meta({ description: 'The clocks that take the birds; none: all of the loft' }),
};

const release = { release_date: nullableDay(), release_time: clockTime };

const planFields = z.strictObject({
  name: requiredText({ max: 128 }),
  ...planned,
  ...release,
  basketing_date: nullableDay(),
  basketing_time: clockTime,
  release_point_id: nullableBoundedInteger({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  distance: statedDistance,
  distance_note: text({ max: 200 }).default(''),
});

/** A day without its time, or a time without its day, misses the other one. */
function withWholeTimes<S extends z.ZodType<Partial<z.output<typeof planFields>>>>(schema: S): S {
  return schema.check(({ value, issues }) => {
    const missing = [
      half(
        { day: value.release_date ?? null, time: value.release_time ?? '' },
        { day: 'release_date', time: 'release_time' },
      ),
      half(
        { day: value.basketing_date ?? null, time: value.basketing_time ?? '' },
        { day: 'basketing_date', time: 'basketing_time' },
      ),
    ].filter((name) => name !== null);
    for (const name of missing)
      issues.push({ code: 'custom', input: value, path: [name], params: { code: 'error_required' } });
  }) as S;
}

export const flightPlan = withWholeTimes(planFields);
export type FlightPlan = z.output<typeof planFields>;

export const flightSeries = z.strictObject({
  name: requiredText({ max: 120 }),
  ...planned,
  first_day: calendarDay(),
  release_time: checked(requiredText({ max: 5 }), (value) =>
    /^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? [] : [{ code: 'error_time' }],
  ),
  days_between: boundedInteger({ min: 1, max: 60 }),
  /** The place of each flight, in their order. */
  release_point_ids: z
    .array(nullableBoundedInteger({ min: 1, max: Number.MAX_SAFE_INTEGER }))
    .min(1)
    .max(mostInSeries),
});
export type FlightSeries = z.output<typeof flightSeries>;

/** A flight for those who plan it. */
export const listedPlan = flightSummary.extend({
  is_draft: z.boolean(),
  entry: z.enum(flightEntries),
  next_action: z.enum(nextActions),
  /** Somebody has to act after the flight. */
  waits: z.boolean(),
  disputes_until: instant.nullable().meta({ description: 'A provisional result is not made official before' }),
  annulled_because: z.string().nullable(),
});
export type ListedPlan = z.output<typeof listedPlan>;

export const wholePlan = listedPlan.extend({
  release_point_id: replyId.nullable(),
  release_latitude: z.number().nullable(),
  release_longitude: z.number().nullable(),
  distance_source: z.enum(['geodesic', 'stated']).nullable(),
  distance_note: z.string().nullable(),
  estimated_average_speed: z.number().nullable(),
  notifies_followers: z.boolean(),
  /** Chosen for it; none: all clocks of the loft. */
  clock_ids: z.array(replyId),
  rulebook_version: z.int().nullable(),
  basketing_at: instant.nullable(),
  sealed_at: instant.nullable(),
  closes_at: instant.nullable(),
  list_fingerprint: z.string().nullable(),
  version: z.int(),
  /** The release and the opening of the basketing by the clock of the loft. */
  release_date: z.iso.date().nullable(),
  release_clock: z.string(),
  basketing_date: z.iso.date().nullable(),
  basketing_clock: z.string(),
});
export type WholePlan = z.output<typeof wholePlan>;

/** The clocks of the loft that are in use. */
const clocks = z.array(z.object({ id: replyId, name: z.string() }));

/** The birds of the season, each in one part (`BirdsToFly`). */
const birds = z.object({
  all: z.int(),
  gone: z.int(),
  not_racing: z.int(),
  without_place: z.int(),
  not_activated: z.int(),
  activated: z.int(),
});

const ofSeason = z.object({ season_id: id });
const ofFlight = z.object({ season_id: id, flight_id: id });
const seen = { version: boundedInteger({ min: 1 }) };
const flights = '/api/admin/seasons/{season_id}/flights';

export const listPlans = contract({
  name: 'listPlans',
  summary: 'The flights of a season for those who plan them, with drafts; and the one that comes next',
  method: 'GET',
  path: flights,
  access: 'season.manage',
  params: ofSeason,
  query: z.object({
    ...pageQuery,
    kind: z.enum(flightKinds).optional(),
    status: z.enum(flightStatuses).optional(),
    sort: orderBy('release', 'name', 'kind', 'point', 'distance', 'home', 'state'),
  }),
  reply: z.object({
    loft,
    season,
    /** The present day at the loft, and the moment. */
    today: z.iso.date(),
    read_at: instant,
    birds,
    next: wholePlan.nullable(),
    /** Every flight of the season, the earliest first. */
    season_flights: z.array(listedPlan),
    flights: z.array(listedPlan),
    total: z.int(),
    page: z.int(),
    page_count: z.int(),
  }),
});

export const prepareFlight = contract({
  name: 'prepareFlight',
  summary: 'What a flight is planned with: the places, the birds that may fly, the rulebook; or a flight to copy',
  method: 'GET',
  path: `${flights}/preparation`,
  access: 'season.manage',
  params: ofSeason,
  query: z.object({
    copy: id.optional(),
    from: id.optional().meta({ description: 'The season of the copied flight, where it is another of the loft' }),
  }),
  reply: z.object({
    loft,
    season,
    today: z.iso.date(),
    birds,
    clocks,
    release_points: z.array(releasePoint),
    rulebook_version: z.int(),
    /** The copied flight under the next free name. */
    copied: wholePlan.nullable(),
  }),
});

export const readPlan = contract({
  name: 'readPlan',
  summary: 'A flight for those who plan it, with its log',
  method: 'GET',
  path: `${flights}/{flight_id}`,
  access: 'season.manage',
  params: ofFlight,
  reply: z.object({
    loft,
    season,
    today: z.iso.date(),
    read_at: instant,
    birds,
    clocks,
    release_points: z.array(releasePoint),
    flight: wholePlan,
    rules: raceRules,
    /** The season after this one, to copy the flight to. */
    next_season: z.object({ id: replyId, name: z.string() }).nullable(),
    /** The parts in which its rules differ from the latest rulebook of its season. */
    differs: z.array(z.enum(rulebookParts)),
    /** The oldest first. */
    log: flightLog,
  }),
});

export const planFlight = contract({
  name: 'planFlight',
  summary: 'Plan a flight of a season by its rulebook; as a draft only those who work on the season see it',
  method: 'POST',
  path: flights,
  access: 'season.manage',
  params: ofSeason,
  body: flightPlan,
  reply: z.object({ flight: wholePlan }),
});

export const planSeries = contract({
  name: 'planSeries',
  summary: 'Plan a series of flights at once, numbered after those that are there: all of them or none',
  method: 'POST',
  path: `${flights}/series`,
  access: 'season.manage',
  params: ofSeason,
  body: flightSeries,
  reply: z.object({ flights: z.array(wholePlan) }),
});

export const changePlan = contract({
  name: 'changePlan',
  summary: 'Change the plan of a flight that nobody changed since it was seen, until its release',
  method: 'PUT',
  path: `${flights}/{flight_id}`,
  access: 'season.manage',
  params: ofFlight,
  body: withWholeTimes(
    planFields.extend({
      ...seen,
      reason: reason.meta({ description: 'Needed where a flight that is shown gets another release point' }),
    }),
  ),
  reply: z.object({ flight: wholePlan }),
});

export const removeFlight = contract({
  name: 'removeFlight',
  summary: 'Remove a flight without a basket that nobody changed since it was seen',
  method: 'DELETE',
  path: `${flights}/{flight_id}`,
  access: 'season.manage',
  params: ofFlight,
  body: z.strictObject(seen),
  reply: z.object({}),
});

/** The steps that this call takes; a flight is released, closed by hand and made official by calls of their own. */
export const plannedSteps = ['open_basketing', 'close_basketing', 'seal', 'reopen', 'publish', 'annul'] as const;

export const ruleFlight = contract({
  name: 'ruleFlight',
  summary: 'Give a flight rules of its own, or have it follow the latest rulebook of its season, until its release',
  method: 'PUT',
  path: `${flights}/{flight_id}/rules`,
  access: 'season.manage',
  params: ofFlight,
  body: z.strictObject({ ...seen, rules: raceRules.nullable().meta({ description: 'Null: those of the rulebook' }) }),
  reply: z.object({ flight: wholePlan }),
});

export const stepFlight = contract({
  name: 'stepFlight',
  summary:
    'Open the basketing of a flight, close it again while its list is empty, seal its list or open it again, publish its provisional result, annul it; opening again and annulling for a reason',
  method: 'POST',
  path: `${flights}/{flight_id}/steps`,
  access: 'season.manage',
  params: ofFlight,
  body: z.strictObject({ event: z.enum(plannedSteps), reason }),
  reply: z.object({ flight: wholePlan }),
});

export const postponeFlight = contract({
  name: 'postponeFlight',
  summary: 'Postpone a flight that is shown to another time, or to none yet, for a reason that everybody can read',
  method: 'POST',
  path: `${flights}/{flight_id}/postponement`,
  access: 'season.manage',
  params: ofFlight,
  body: withWholeTimes(z.strictObject({ ...release, reason: requiredText({ max: 1000 }), ...seen })),
  reply: z.object({ flight: wholePlan }),
});

export const closeFlight = contract({
  name: 'closeFlight',
  summary: 'Close a flight that no rule closes, at a time of the past: birds clocked later are outside control',
  method: 'POST',
  path: `${flights}/{flight_id}/closing`,
  access: 'season.manage',
  params: ofFlight,
  body: z.strictObject({
    date: calendarDay(),
    time: checked(requiredText({ max: 5 }), (value) =>
      /^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? [] : [{ code: 'error_time' }],
    ),
    reason: requiredText({ max: 1000 }),
  }),
  reply: z.object({ flight: wholePlan }),
});
