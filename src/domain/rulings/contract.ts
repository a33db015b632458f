/** The calls by which people rule on a flight. */
import { z } from 'zod';
import { unrankedReasons } from '#domain/arrivals/contract.ts';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { file } from '#domain/files/contract.ts';
import { releaseGroups } from '#domain/flights/contract.ts';
import { wholePlan } from '#domain/flights/plan-contract.ts';
import { mostGroups } from '#domain/flights/release-groups.ts';
import { locales } from '#domain/locales.ts';
import { loft } from '#domain/lofts/contract.ts';
import { season } from '#domain/seasons/contract.ts';
import { aceMethods, manualArrivals } from '#domain/seasons/rulebook.ts';
import { speedRule } from '#domain/seasons/rules.ts';
import { boundedInteger, calendarDay, checked, chosenId, requiredNumber, requiredText } from '#domain/validation.ts';
import { rulingDecisions, rulingKinds } from './ruling.ts';

/** A day and a time of day at the loft, down to the millisecond. */
const moment = {
  date: calendarDay(),
  time: checked(requiredText({ max: 12 }), (value) =>
    /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,3})?)?$/.test(value.trim()) ? [] : [{ code: 'error_clock_time' }],
  ).transform((value) =>
    value
      .trim()
      .replace(',', '.')
      .replace(/^(?=\d:)/, '0'),
  ),
};

/** The same where the fields may be left empty, both of them. */
const orNull = (given: unknown) => (given === '' || given === undefined ? null : given);
const optionalMoment = {
  date: z.preprocess(orNull, moment.date.nullable()).default(null),
  time: z.preprocess(orNull, moment.time.nullable()).default(null),
};
const bothOrNone = ({ value, issues }: z.core.ParsePayload<{ date: string | null; time: string | null }>) => {
  if ((value.date === null) === (value.time === null)) return;
  const field = value.date === null ? 'date' : 'time';
  issues.push({ code: 'custom', input: value[field], path: [field], params: { code: 'error_required' } });
};

const ring = requiredText({ max: 64 }).meta({
  description:
    'The ring as written, or part of it, of the name or the team, the chip, or crate and number (3/12), where that is one bird of the flight',
});

/** As far as a clock can be measured: one with an empty battery starts again in 2000. */
const farthest_ms = 1e12;

/** What a ruling says, as it is typed. */
export const rulingTyped = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('manual'), ring, ...moment }).meta({ description: 'A bird came home unread' }),
  z.strictObject({ kind: z.literal('void'), number: chosenId().meta({ description: 'An entry of the ledger' }) }),
  z
    .strictObject({
      kind: z.literal('offset'),
      device_id: chosenId().meta({ description: 'A clock that flies in the flight or read in it' }),
      offset_ms: checked(requiredNumber(), (ms) =>
        Math.abs(ms) > farthest_ms ? [{ code: 'offset_too_large' }] : [],
      ).meta({
        description:
          'True time less the time of the clock: positive when the clock is behind. More than half a day only as the clock was measured',
      }),
      ...optionalMoment,
    })
    .check(bothOrNone)
    .meta({ description: 'A clock was wrong in the whole flight, or since a moment at which it jumped' }),
  z.strictObject({ kind: z.literal('release'), ...moment }),
  z
    .strictObject({
      kind: z.literal('release_group'),
      group: boundedInteger({ min: 2, max: mostGroups }),
      time: moment.time
        .nullable()
        .meta({ description: 'On the day of the release. Null: the group was not released apart' }),
      crates: z.string().trim().max(1000).default('').meta({ description: '`7-12, 15`' }),
      // The form is a query, and an address has its length.
      rings: z.string().trim().max(6000).default('').meta({ description: 'In place of crates, one in each line' }),
    })
    .meta({ description: 'A later group was released; without crates and rings it keeps the birds that it has' }),
  z.strictObject({
    kind: z.literal('distance'),
    distance: requiredNumber({ min: 1, max: 5000 }).meta({ description: 'In the unit of the loft' }),
  }),
  z.strictObject({ kind: z.literal('closing'), ...moment }),
  z.strictObject({ kind: z.literal('disqualified'), ring }),
  z.strictObject({ kind: z.literal('close_times') }).meta({
    description: 'The rulebook decides the order of birds that the clocks cannot tell apart',
  }),
  z
    .strictObject({ kind: z.literal('exchanged'), ring, other_ring: ring })
    .meta({ description: 'Two birds carried each other’s chips' }),
]);
export type RulingTyped = z.output<typeof rulingTyped>;

const foundBird = z.object({
  pigeon_id: replyId,
  ring: z.string(),
  country: z.string().nullable(),
  team: z.string().nullable(),
  crate: z.int().nullable(),
  crate_number: z.int().nullable(),
});
/** A bird on the list of a flight. */
export type FoundBird = z.output<typeof foundBird>;

const birdReading = z.object({
  clock: z.string(),
  time: instant.meta({ description: 'By the true time, as far as it is known' }),
  becomes: z
    .enum(['counts', 'repeated', ...unrankedReasons, 'void'])
    .meta({ description: 'Once the bird is entered by hand; repeated: it is home before' }),
  is_late: z.boolean().meta({ description: 'It came after the result was official' }),
});
/** A reading of a bird that is entered by hand. */
export type BirdReading = z.output<typeof birdReading>;

const read = z.array(birdReading).meta({ description: 'What clocks read of a bird that is entered by hand' });

const place = z
  .object({
    rank: z.int(),
    time: instant,
    net_ms: z.number().nullable().default(null).meta({ description: 'Null of an effect stored without it' }),
    speed: z.number().nullable().default(null),
    prize: z.int(),
  })
  .nullable();

const birdLine = z.object({
  pigeon_id: replyId,
  ring: z.string(),
  country: z.string().nullable(),
  team: z.string().nullable(),
  before: place,
  after: place,
});
/** The most lines of one ace in an effect. */
export const mostAceLines = 60;

const aceLine = z.object({
  pigeon_id: replyId,
  ring: z.string(),
  country: z.string().nullable(),
  team: z.string().nullable(),
  before: z.int().nullable(),
  after: z.int().nullable(),
});

const runLine = z.object({
  from: z.int(),
  to: z.int(),
  birds: z.int(),
  by: z.int().meta({ description: 'Places down; negative: up; 0: another time or speed only' }),
  has_prize: z.boolean(),
});

const shift = z.object({ birds: z.int(), least: z.number(), most: z.number() }).nullable().default(null);

/** What a ruling changes. */
export const rulingEffect = z.object({
  fingerprint: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ description: 'SHA-256 of every change: what is signed is what was seen' }),
  needs_second: z.boolean(),
  come_in: z.int(),
  go_out: z.int(),
  down: z.int(),
  up: z.int(),
  retimed: z.int(),
  speeds: z.int().default(0).meta({ description: 'Birds whose speed is another' }),
  shift: z
    .object({ net_ms: shift, speed: shift })
    .default({ net_ms: null, speed: null })
    .meta({ description: 'By how much the birds that stay in fly longer, and faster' }),
  too_fast: z.int().default(0).meta({ description: 'Birds that would be faster than pigeons fly' }),
  speed_rule: speedRule.nullable().default(null).meta({ description: 'How its speeds are stated' }),
  groups_kept: z
    .array(z.int())
    .default([])
    .meta({ description: 'The later groups, which keep their releases when the first release is another' }),
  drop: z
    .object({ birds: z.int(), first: instant.nullable(), last: instant.nullable() })
    .nullable()
    .default(null)
    .meta({
      description:
        'The birds that landed with the one that no clock read; null for another kind, and of an effect stored without it',
    }),
  prizes: z.int().meta({ description: 'Birds whose prize is another' }),
  prize: z
    .object({ basis: z.enum(['amount', 'percent']), currency: z.string(), before: z.int(), after: z.int() })
    .nullable()
    .meta({ description: 'The sums of the prizes, in cents or hundredths of a percent; null: the flight has none' }),
  aces: z
    .array(z.object({ method: z.enum(aceMethods), birds: z.int(), lines: z.array(aceLine).max(mostAceLines) }))
    .default([])
    .meta({
      description: 'The aces of the season in which it changes places: of how many birds, and the first of them',
    }),
  moved: z
    .array(
      z.object({
        what: z.enum(['special', 'ranking']),
        name: z.string().nullable().meta({ description: 'Of the ranking' }),
        names: z.partialRecord(z.enum(locales), z.string()),
        currency: z.string(),
        lines: z.array(
          z.object({
            ring: z.string().nullable().meta({ description: 'Null: a team or a fancier' }),
            name: z.string().nullable(),
            before_cents: z.int(),
            after_cents: z.int(),
          }),
        ),
      }),
    )
    .default([])
    .meta({
      description:
        'Money that moves beside the table of the flight: special prizes beside shares of the fund, and prizes of rankings',
    }),
  lines: z.array(z.union([birdLine, runLine])).max(10_000),
});
export type RulingEffect = z.output<typeof rulingEffect>;

export type EffectLine = RulingEffect['lines'][number];

const person = z.object({
  user_id: replyId,
  name: z.string(),
  state: z.enum(['maker', 'witness', 'can_sign']),
});

/** A ruling for those who run the loft. */
export const ruling = z.object({
  n: z.int(),
  kind: z.enum(rulingKinds),
  state: z.enum(['prepared', ...rulingDecisions]),
  reason: z.string(),
  prepared_at: instant,
  by: z.string(),
  is_own: z.boolean(),
  needs_second: z.boolean(),
  decided_at: instant.nullable(),
  decided_by: z.string().nullable(),
  decided_because: z.string().nullable(),
  /** What it says, in the words of its kind; null where its kind has none. */
  about: z.object({
    bird: foundBird.nullable(),
    other: foundBird.nullable().meta({ description: 'The bird that it is exchanged with' }),
    clock: z.string().nullable(),
    offset_ms: z.number().nullable(),
    time: instant.nullable().meta({ description: 'Seen, released or closed at' }),
    group: z
      .object({ group: z.int(), crates: z.string().nullable(), birds: z.int() })
      .nullable()
      .meta({ description: 'A later group of the release; without birds it was not released apart' }),
    counts_at: instant.nullable().meta({ description: 'The time that the rulebook gives a bird without a reading' }),
    distance_m: z.number().nullable(),
    entry: z
      .object({ number: z.int(), kind: z.string(), clock: z.string().nullable(), time: instant.nullable() })
      .nullable(),
  }),
  withdrawn_by: z.int().nullable().meta({ description: 'The ruling that withdrew its entry' }),
  entries: z.array(z.int()).meta({ description: 'Its entries in the ledger of the loft; none until it is made' }),
  files: z.array(file),
});
export type Ruling = z.output<typeof ruling>;

const flights = '/api/admin/seasons/{season_id}/flights/{flight_id}/rulings';
const ofFlight = z.object({ season_id: id, flight_id: id });
const ofRuling = ofFlight.extend({ n: id });
const fingerprint = rulingEffect.shape.fingerprint;
const all = z.boolean().default(false).meta({ description: 'Each bird on a line of its own' });

export const readRulings = contract({
  name: 'readRulings',
  summary: 'The rulings on a flight, the latest first, and what a new one is about: its clocks, who may sign',
  method: 'GET',
  path: flights,
  access: 'season.manage',
  params: ofFlight,
  reply: z.object({
    loft,
    season,
    flight: wholePlan,
    rulings: z.array(ruling),
    clocks: z.array(z.object({ id: replyId, name: z.string() })),
    groups: releaseGroups,
    people: z.array(person),
    manual_arrival: z.enum(manualArrivals),
    read_at: instant,
  }),
});

export const readRuling = contract({
  name: 'readRuling',
  summary: 'One ruling; of one that was made, what it changed',
  method: 'GET',
  path: `${flights}/{n}`,
  access: 'season.manage',
  params: ofRuling,
  reply: z.object({
    loft,
    season,
    flight: wholePlan,
    ruling,
    people: z.array(person),
    effect: rulingEffect.nullable().meta({ description: 'Null of one that was not made' }),
    manual_arrival: z.enum(manualArrivals),
    refusal: z
      .string()
      .nullable()
      .meta({ description: 'Why the reader cannot sign or refuse a prepared one; null: they can' }),
    read,
  }),
});

export const previewRuling = contract({
  name: 'previewRuling',
  summary: 'What a ruling would change, for every place and prize; nothing is written',
  method: 'POST',
  path: `${flights}/effect`,
  access: 'season.manage',
  params: ofFlight,
  body: z.strictObject({ ruling: rulingTyped, all }),
  reply: z.object({
    effect: rulingEffect,
    about: ruling.shape.about,
    read,
    readings: z
      .int()
      .nullable()
      .meta({ description: 'How many readings of the flight an offset moves; null for another kind' }),
  }),
});

/** An entry of the ledger that a ruling can withdraw. */
const entry = z.object({
  number: z.int(),
  kind: z.enum(['reading', 'manual', 'offset', 'void', 'disqualified', 'exchanged']),
  rings: z.array(z.string()).meta({ description: 'Of the birds that it is about' }),
  clock: z.string().nullable(),
  time: instant.nullable().meta({ description: 'Of a reading the time of its clock, else the time that counts' }),
  offset_ms: z.number().nullable(),
});
export type Entry = z.output<typeof entry>;

export const findEntries = contract({
  name: 'findEntries',
  summary: 'The entries about a flight that a ruling can withdraw, the latest first',
  method: 'GET',
  path: `${flights}/entries`,
  access: 'season.manage',
  params: ofFlight,
  query: z.strictObject({
    ring: z.string().max(64).default('').meta({ description: 'Part of the ring of a bird; empty: all' }),
  }),
  reply: z.object({ entries: z.array(entry) }),
});

export const findBirds = contract({
  name: 'findBirds',
  summary: 'The first birds on the list of a flight that match a search, to choose the one that a ruling is about',
  method: 'GET',
  path: `${flights}/birds`,
  access: 'season.manage',
  params: ofFlight,
  query: z.strictObject({
    q: z.string().max(64).default('').meta({ description: 'As the ring of a ruling; empty: all' }),
  }),
  reply: z.object({ birds: z.array(foundBird) }),
});

export const previewPrepared = contract({
  name: 'previewPrepared',
  summary: 'What a prepared ruling would change now; nothing is written',
  method: 'POST',
  path: `${flights}/{n}/effect`,
  access: 'season.manage',
  params: ofRuling,
  body: z.strictObject({ all }),
  reply: z.object({ effect: rulingEffect }),
});

/** The most files that a ruling rests on. */
export const mostRulingFiles = 6;

export const prepareRuling = contract({
  name: 'prepareRuling',
  summary: 'Prepare a ruling as its effect was seen. One that needs no second person is made at once',
  method: 'POST',
  path: flights,
  access: 'season.manage',
  params: ofFlight,
  body: z.strictObject({
    ruling: rulingTyped,
    reason: requiredText({ max: 1000 }).meta({ description: 'Public' }),
    seen: fingerprint,
    file_ids: z.array(id).max(mostRulingFiles).default([]),
  }),
  reply: z.object({ n: z.int(), state: ruling.shape.state }),
});

export const signRuling = contract({
  name: 'signRuling',
  summary: 'Sign a prepared ruling as its effect was seen: it is made. Not by its maker, nor by a witness it names',
  method: 'POST',
  path: `${flights}/{n}/signature`,
  access: 'season.manage',
  params: ofRuling,
  body: z.strictObject({ seen: fingerprint }),
  reply: z.object({ state: ruling.shape.state }),
});

export const refuseRuling = contract({
  name: 'refuseRuling',
  summary: 'Refuse to sign a prepared ruling, for a reason; its maker takes it back by the same call',
  method: 'POST',
  path: `${flights}/{n}/refusal`,
  access: 'season.manage',
  params: ofRuling,
  body: z.strictObject({ reason: requiredText({ max: 1000 }) }),
  reply: z.object({ state: ruling.shape.state }),
});
