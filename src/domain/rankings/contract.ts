/** The calls about the rankings of a season. */
import { z } from 'zod';
import { followed } from '#domain/basketing/contract.ts';
import { contract, id, instant, perPage, replyId } from '#domain/contract.ts';
import { flightParams } from '#domain/flights/contract.ts';
import { flightStatuses } from '#domain/flights/flight.ts';
import { locales } from '#domain/locales.ts';
import { loft } from '#domain/lofts/contract.ts';
import { bird } from '#domain/pigeons/contract.ts';
import { season } from '#domain/seasons/contract.ts';
import { givenPrizes, prizeTemplate } from '#domain/seasons/rulebook.ts';
import { hiddenSwitches } from '#domain/seasons/visibility-contract.ts';
import { boundedInteger, requiredText } from '#domain/validation.ts';
import { outcomes } from './head-to-head.ts';
import { rankingRule, tieBreaks } from './ranking-rule.ts';
import { withdrawal, withdrawn } from './withdrawn.ts';

/** What an operator says of a ranking. */
export const rankingFields = z.strictObject({
  name: requiredText({ max: 128 }),
  names: z
    .partialRecord(z.enum(locales), requiredText({ max: 128 }))
    .default({})
    .meta({ description: 'The name in other languages' }),
  rule: rankingRule,
  prizes: givenPrizes
    .nullable()
    .default(null)
    .meta({ description: 'Of pigeons, teams and fanciers only; once the ranking is published they are only raised' }),
});
export type RankingFields = z.output<typeof rankingFields>;

/** A ranking in a list. */
export const listedRanking = z.object({
  id: replyId,
  name: z.string(),
  names: z.partialRecord(z.enum(locales), z.string()),
  /** Null: a draft. */
  published_at: instant.nullable(),
  rule: rankingRule,
  prizes: prizeTemplate.nullable(),
});
export type ListedRanking = z.output<typeof listedRanking>;

const ofLoft = z.object({ loft_id: id });
const ofRanking = z.object({ loft_id: id, ranking_id: id });
const ofSeason = z.object({ season_id: id });
const ofSeasonRanking = z.object({ season_id: id, ranking_id: id });
const seen = { version: boundedInteger({ min: 1 }) };

/** A flight that counts for a ranking, or will. */
export const rankedFlight = z.object({
  id: replyId,
  name: z.string(),
  kind: z.string(),
  status: z.enum(flightStatuses),
  /** Of a flight to come the time that is planned, where one is. */
  release_time: instant.nullable(),
  distance_m: z.number().nullable(),
  weight_percent: z.int(),
});
export type RankedFlightView = z.output<typeof rankedFlight>;

/** The value of one flight in a line. */
export const rankingCell = z.object({
  flight_id: replyId,
  /** The places in the flight: of a pigeon its own, of a group those of its birds that score. */
  places: z.array(z.int()),
  value: z.string().nullable().meta({ description: 'In plain decimals; null: none, or the season does not show it' }),
  counts: z.boolean(),
  /** Why it does not count. */
  why: z.enum(['without_prize', 'beyond_limit', 'no_time', 'not_among_best', 'not_home', 'too_few_birds']).nullable(),
  in_the_air: z.boolean(),
});
export type RankingCell = z.output<typeof rankingCell>;

/** The group of a line: its name, and where it has a page of its own its id. */
const group = z.object({ name: z.string().nullable(), team_id: replyId.nullable(), country: z.string().nullable() });

/** A line of a ranking. What the season hides is null. */
export const rankingLine = z.object({
  key: z.string(),
  place: z.int().nullable(),
  national: z
    .int()
    .nullable()
    .meta({ description: 'Of a pigeon: its place among those of its country; null: it is not known, or not shown' }),
  /** By how many places it has moved up since the last flight; null: it was not ranked, or it is not shown. */
  moved: z.int().nullable(),
  value: z.string().nullable(),
  /** The number of values that count. */
  count: z.int(),
  at_most: z.boolean().meta({ description: 'A bird in the air counts as if it landed now: the value can only sink' }),
  decided_by: z.enum(tieBreaks).nullable().meta({ description: 'What decided against the line above' }),
  prize: z.int().nullable().meta({ description: 'Cents, or hundredths of a percent of the fund; null: none' }),
  /** The pigeon of a ranking of pigeons. */
  bird: bird.nullable(),
  /** The group of another ranking. */
  group: group.nullable(),
  cells: z.array(rankingCell),
});
export type RankingLineView = z.output<typeof rankingLine>;

/** The version that is frozen, once all flights that count are official. */
export const frozen = z.object({ version: z.int(), at: instant, sha256: z.string() });

export const listRankings = contract({
  name: 'listRankings',
  summary: 'The published rankings of a season, or of the current season of a loft',
  method: 'GET',
  path: '/api/lofts/{loft_id}/rankings',
  access: 'season.read',
  params: ofLoft,
  query: z.object({ season_id: id.optional() }),
  reply: z.object({
    loft,
    season: season.nullable(),
    seasons: z.array(season),
    rankings: z.array(listedRanking),
    /** Those that were published and taken back, the latest first. */
    withdrawn: z.array(withdrawn),
    /** Those of the season that are not published yet; 0 for who does not set them up. */
    drafts: z.int(),
  }),
});

export const readRanking = contract({
  name: 'readRanking',
  summary: 'A page of a ranking as it stands now, whole or searched',
  method: 'GET',
  path: '/api/lofts/{loft_id}/rankings/{ranking_id}',
  access: 'season.read',
  params: ofRanking,
  query: z.object({
    q: z.string().max(100).default(''),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .optional()
      .meta({ description: 'Of pigeons: those of a country' }),
    line: z.string().max(64).optional().meta({ description: 'The key of a line: that one alone' }),
    lines: z
      .enum(['ranked', 'unranked'])
      .default('ranked')
      .meta({ description: 'Unranked: those that took part and are not ranked, where birds may be followed' }),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    per_page: perPage,
  }),
  reply: z.object({
    ranking: listedRanking,
    season,
    currency: z.string(),
    prize_example: z
      .array(z.int())
      .nullable()
      .meta({ description: 'What two get that are equal on the first place; null: no prizes' }),
    hidden: hiddenSwitches,
    frozen: frozen.nullable(),
    /** Those that count, in the order in which they are flown; those to come without values. */
    flights: z.array(rankedFlight),
    /** How many can still pass the leader; null: the rule names no bounds, or places are not shown. */
    can_pass: z.int().nullable(),
    ranked: z.int(),
    /** Who took part and is not ranked: flights are missing. */
    unranked: z.int(),
    /** The first of the whole ranking: the worked example of its rule. */
    leader: rankingLine.nullable(),
    /** The countries of the pigeons that are ranked; none of groups, or where they are not shown. */
    countries: z.array(z.string()),
    lines: z.array(rankingLine),
    total: z.int(),
    page: z.int(),
    page_count: z.int(),
    read_at: instant,
  }),
});
export type RankingPage = z.output<(typeof readRanking)['reply']>;

/** Until when, or with which place of the flight, a bird in the air keeps a place. */
export const placeStep = z.object({
  place: z.int(),
  /** For rules by time. */
  until: instant.nullable(),
  /** For rules by place: up to this place in the flight. */
  rank: z.int().nullable(),
});

/** What a bird in the air needs in a flight; null: it is not in the air in one that counts. */
const inTheAir = z.object({ flight_id: replyId, steps: z.array(placeStep) }).nullable();
export type NeedsInTheAir = NonNullable<z.output<typeof inTheAir>>;

/** A line that is compared; who is not ranked has one too, without a place and a value. */
export const comparedLine = rankingLine.extend({
  why_not: z.enum(['too_few_flights', 'flight_missed']).nullable(),
});
export type ComparedLine = z.output<typeof comparedLine>;

/** What a line is named by, as {@link rankingLine} says it. */
const lineKey = requiredText({ max: 256 });

export const compareInRanking = contract({
  name: 'compareInRanking',
  summary: 'Two lines of a ranking beside each other, flight by flight',
  method: 'GET',
  path: '/api/lofts/{loft_id}/rankings/{ranking_id}/comparison',
  access: 'season.read',
  params: ofRanking,
  query: z.object({ a: lineKey, b: lineKey }),
  reply: z.object({
    ranking: listedRanking,
    season,
    frozen: frozen.nullable(),
    a: comparedLine,
    b: comparedLine,
    flights: z.array(rankedFlight.extend({ outcome: z.enum(outcomes) })),
    /** In how many flights each was ahead of the other; null: the season does not show it. */
    balance: z.object({ a: z.int(), b: z.int(), level: z.int() }).nullable(),
    read_at: instant,
  }),
});
export type RankingComparison = z.output<(typeof compareInRanking)['reply']>;

/** A number in plain decimals before it is rounded: cut after nine decimals, or whole. */
const digits = z.object({ digits: z.string(), is_whole: z.boolean() });

/** The line above or below another, with what decides between them. */
const neighbour = rankingLine
  .pick({ key: true, place: true, value: true, count: true, bird: true, group: true })
  .extend({
    apart: z.string().meta({ description: 'The difference of the values, without a sign' }),
    decided_by: z
      .enum(['count', 'value', ...tieBreaks])
      .nullable()
      .meta({ description: 'Null: nothing, they share the place' }),
    /** The tie-breaks that were asked, the one that decides last; what each has as text, null: nothing, or not shown. */
    tries: z.array(
      z.object({
        tie_break: z.enum(tieBreaks),
        own: z.string().nullable(),
        other: z.string().nullable(),
        nth: z.int().nullable().meta({ description: 'Of the best results the first that differ' }),
      }),
    ),
  });
export type RankingNeighbour = z.output<typeof neighbour>;

/** A flight of a line that is explained. */
const explainedFlight = rankedFlight.extend({
  basketed: z.int(),
  /** Places with a prize, by the rule or by the flight. */
  prizes: z.int(),
  /** By how many birds a place is divided; null: the rule is no coefficient. */
  divided_by: z.int().nullable(),
  /** What makes the value of each bird better; null: nothing. */
  bonus: z.string().nullable(),
  value: z.string().nullable(),
  counts: z.boolean(),
  /** Why it does not count; null also of a flight to come. */
  why: rankingCell.shape.why,
  birds: z.array(
    z.object({
      bird,
      rank: z.int(),
      net_ms: z.int().nullable().meta({ description: 'Flying time; null: the season does not show it' }),
      unrounded: digits.nullable(),
      is_limited: z.boolean().meta({ description: 'Worse than the limit of the rule, and counts as the limit' }),
      value: z.string().nullable(),
      in_the_air: z.boolean(),
    }),
  ),
});
export type ExplainedFlight = z.output<typeof explainedFlight>;

export const explainInRanking = contract({
  name: 'explainInRanking',
  summary:
    'Why a line of a ranking has its place: each flight with its numbers, the sum before rounding, and what decides against its neighbours. Not where the season hides a part',
  method: 'GET',
  path: '/api/lofts/{loft_id}/rankings/{ranking_id}/explanation',
  access: 'season.read',
  params: ofRanking,
  query: z.object({ line: lineKey }),
  reply: z.object({
    loft,
    ranking: listedRanking,
    season,
    currency: z.string(),
    frozen: frozen.nullable(),
    line: comparedLine,
    ranked: z.int(),
    flights: z.array(explainedFlight),
    /** How the flights that count make the value; null: it is not ranked. */
    total: z
      .object({
        sum: z.string().meta({ description: 'Values times weights; of all distance over all time the metres' }),
        divisor: digits.nullable().meta({ description: 'Birds, or minutes; null: nothing is divided' }),
        unrounded: digits,
      })
      .nullable(),
    above: neighbour.nullable(),
    below: neighbour.nullable(),
    /** Of a bird in the air what it would need, against the birds that are home. */
    in_the_air: inTheAir,
    read_at: instant,
  }),
});
export type RankingExplained = z.output<(typeof explainInRanking)['reply']>;

/** A line as two versions have it. */
const frozenPlace = z.object({ place: z.int(), value: z.string() }).nullable();

/** Why a version differs: a ruling in one of its flights, or a flight that it counts and the one before did not. */
const frozenCause = z.object({
  flight: z.object({ id: replyId, name: z.string() }),
  /** Null: the flight was added, or counts no more. */
  ruling: z.object({ n: z.int(), kind: z.string(), reason: z.string(), at: instant }).nullable(),
  counts: z.boolean().meta({ description: 'Whether the version counts the flight' }),
});
export type FrozenCause = z.output<typeof frozenCause>;

export const readFrozenRanking = contract({
  name: 'readFrozenRanking',
  summary:
    'A frozen ranking as it stands for good, to compute its fingerprint again, and what its version changed. Not where the season hides a part',
  method: 'GET',
  path: '/api/lofts/{loft_id}/rankings/{ranking_id}/frozen',
  access: 'season.read',
  params: ofRanking,
  query: z.object({
    with: z.enum(['text']).optional(),
    version: z.coerce.number().int().min(1).max(10_000).optional().meta({ description: 'The latest by default' }),
    changes: z.enum(['all']).optional().meta({ description: 'All lines that changed, not the first hundred' }),
  }),
  reply: frozen.extend({
    /** The versions before the latest, the latest first. */
    earlier: z.array(frozen),
    /** The flights of this version and of the one before it, to name them. */
    flights: z.array(z.object({ id: replyId, name: z.string() })),
    /** Why it differs from the version before it; none for the first. */
    causes: z.array(frozenCause),
    /** What the version changed of the one before it; none for the first. */
    changes: z.object({
      count: z.int(),
      lines: z.array(
        z.object({
          key: z.string(),
          bird: bird.nullable(),
          group: group.nullable(),
          before: frozenPlace,
          after: frozenPlace,
          flight_ids: z
            .array(replyId)
            .meta({ description: 'The flights that are worth something else for it; none: other lines moved it' }),
        }),
      ),
    }),
    text: z.string().nullable().meta({ description: 'Null where it is not asked for' }),
  }),
});

export const readRankingBirds = contract({
  name: 'readRankingBirds',
  summary:
    'Where some birds, or the birds of some teams, stand in a ranking; of those in the air what each would need, against the birds that are home',
  method: 'GET',
  path: '/api/lofts/{loft_id}/rankings/{ranking_id}/birds',
  access: 'season.read',
  params: ofRanking,
  query: z.object({ pigeons: followed, teams: followed }),
  reply: z.object({
    birds: z.array(
      z.object({
        bird,
        /** Null: it is not ranked. */
        line: rankingLine.nullable(),
        why_not: z.enum(['too_few_flights', 'flight_missed', 'takes_no_part']).nullable(),
        /** Of one that is not ranked: the flights flown that count, in which it has no value. */
        missing: z.array(replyId),
        in_the_air: inTheAir,
      }),
    ),
    is_frozen: z.boolean(),
    read_at: instant,
  }),
});
export type RankingBird = z.output<(typeof readRankingBirds)['reply']>['birds'][number];

export const readSeasonRankingBirds = contract({
  name: 'readSeasonRankingBirds',
  summary: 'Where some birds, or the birds of some teams, stand in each published ranking of a season',
  method: 'GET',
  path: '/api/lofts/{loft_id}/seasons/{season_id}/rankings/birds',
  access: 'season.read',
  params: z.object({ loft_id: id, season_id: id }),
  query: z.object({ pigeons: followed, teams: followed }),
  reply: z.object({
    rankings: z.array(
      z.object({
        ranking: listedRanking,
        is_frozen: z.boolean(),
        /** In the order of their places, each once. */
        lines: z.array(rankingLine),
      }),
    ),
  }),
});

/** A line without its flights. */
export const shortLine = rankingLine.omit({ cells: true });
export type ShortLine = z.output<typeof shortLine>;

/** The most lines of each ranking on the page of its season. */
export const leadingLines = 3;

export const readSeasonLeaders = contract({
  name: 'readSeasonLeaders',
  summary:
    'The first lines of each published ranking of a season, or of the current season of a loft, that shows places',
  method: 'GET',
  path: '/api/lofts/{loft_id}/rankings/leaders',
  access: 'season.read',
  params: ofLoft,
  query: z.object({ season_id: id.optional() }),
  reply: z.object({
    season_id: replyId.nullable(),
    rankings: z.array(
      z.object({
        ranking: listedRanking,
        is_frozen: z.boolean(),
        /** The flights that count: those that are official, and all. */
        official: z.int(),
        flights: z.int(),
        lines: z.array(shortLine).max(leadingLines),
      }),
    ),
  }),
});

/** The most lines of each ranking with a flight. */
export const linesWithFlight = 7;

export const readFlightRankings = contract({
  name: 'readFlightRankings',
  summary:
    'The first lines of each published ranking that counts a flight, as it stood with it and those flown before, and the lines of some birds',
  method: 'GET',
  path: '/api/lofts/{loft_id}/flights/{flight_id}/rankings',
  access: 'flight.read',
  params: flightParams,
  query: z.object({ pigeons: followed, teams: followed }),
  reply: z.object({
    rankings: z.array(
      z.object({
        ranking: listedRanking,
        /** Final, and the flight is the last that counts. */
        is_frozen: z.boolean(),
        ranked: z.int(),
        /** The flights that count: those flown with it, and all. */
        flown: z.int(),
        flights: z.int(),
        /** Moved: by this flight. */
        lines: z.array(shortLine).max(linesWithFlight),
        /** Of the birds that were asked for, in the order of their places. */
        followed: z.array(shortLine),
      }),
    ),
  }),
});
export type FlightRanking = z.output<(typeof readFlightRankings)['reply']>['rankings'][number];

export const readWhatIf = contract({
  name: 'readWhatIf',
  summary: 'Where a bird in the air would stand if it were clocked at a moment, against the birds that are home',
  method: 'GET',
  path: '/api/lofts/{loft_id}/rankings/{ranking_id}/what-if',
  access: 'season.read',
  params: ofRanking,
  query: z.object({ pigeon_id: id, at: instant }),
  reply: z.object({
    /** Null: it would not be ranked. */
    place: z.int().nullable(),
    value: z.string().nullable(),
    /** Of the flight alone. */
    flight_place: z.int(),
    flight_value: z.string().nullable(),
  }),
});

/** Whether the reader published it, who alone can withdraw it. */
const isOwn = z.boolean();

/** A ranking for its editors. */
export const editedRanking = listedRanking.extend({ version: z.int() });
export type EditedRanking = z.output<typeof editedRanking>;

export const listSeasonRankings = contract({
  name: 'listSeasonRankings',
  summary: 'The rankings of a season for those who set them up, also those in draft',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/rankings',
  access: 'season.manage',
  params: ofSeason,
  reply: z.object({
    loft,
    season,
    currency: z.string(),
    rankings: z.array(editedRanking.extend({ frozen: frozen.nullable(), is_own: isOwn })),
    withdrawn: z.array(withdrawn),
    /** The flights of the season, to be named in rules. */
    flights: z.array(rankedFlight.pick({ id: true, name: true, kind: true, distance_m: true })),
    products: z.array(z.object({ id: replyId, name: z.string() })),
  }),
});

export const addRanking = contract({
  name: 'addRanking',
  summary: 'Gives a season a ranking, as a draft',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/rankings',
  access: 'season.manage',
  params: ofSeason,
  body: rankingFields,
  reply: z.object({ ranking: editedRanking }),
});

export const changeRanking = contract({
  name: 'changeRanking',
  summary:
    'Changes a ranking that nobody changed since it was seen; once it is published, its names only, and prizes that are higher',
  method: 'PUT',
  path: '/api/admin/seasons/{season_id}/rankings/{ranking_id}',
  access: 'season.manage',
  params: ofSeasonRanking,
  body: rankingFields.extend(seen),
  reply: z.object({ ranking: editedRanking }),
});

export const publishRanking = contract({
  name: 'publishRanking',
  summary: 'Publishes a ranking: from then on its rule is fixed',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/rankings/{ranking_id}/publication',
  access: 'season.manage',
  params: ofSeasonRanking,
  body: z.strictObject(seen),
  reply: z.object({ ranking: editedRanking }),
});

export const removeRanking = contract({
  name: 'removeRanking',
  summary: 'Takes a ranking that is not published off a season',
  method: 'DELETE',
  path: '/api/admin/seasons/{season_id}/rankings/{ranking_id}',
  access: 'season.manage',
  params: ofSeasonRanking,
  body: z.strictObject(seen),
  reply: z.object({}),
});

export const withdrawRanking = contract({
  name: 'withdrawRanking',
  summary: 'Withdraws a published ranking that promises no prizes, by who published it: a line with the reason stays',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/rankings/{ranking_id}/withdrawal',
  access: 'season.manage',
  params: ofSeasonRanking,
  body: withdrawal,
  reply: z.object({}),
});

export const tryRankingRule = contract({
  name: 'tryRankingRule',
  summary: 'The first lines of a ranking by a rule that is not saved, with the birds and flights of the season',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/rankings/trial',
  access: 'season.manage',
  params: ofSeason,
  body: z.strictObject({ rule: rankingRule }),
  reply: z.object({
    flights: z.array(rankedFlight),
    ranked: z.int(),
    unranked: z.int(),
    lines: z.array(rankingLine),
  }),
});
