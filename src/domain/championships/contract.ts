/** The calls about championships over lofts. */
import { z } from 'zod';
import { contract, id, instant, perPage, replyId } from '#domain/contract.ts';
import { locales } from '#domain/locales.ts';
import { withdrawal, withdrawn } from '#domain/rankings/withdrawn.ts';
import { boundedInteger, boundedYear, requiredText } from '#domain/validation.ts';
import { championOf, championshipRule, championTieBreaks } from './rule.ts';

/** What an admin says of a championship. */
export const championshipFields = z.strictObject({
  name: requiredText({ max: 128 }),
  names: z
    .partialRecord(z.enum(locales), requiredText({ max: 128 }))
    .default({})
    .meta({ description: 'The name in other languages' }),
  year: boundedYear({ min: 2000, max: 2200 }),
  is_world_list: z.boolean().meta({ description: 'Of all seasons of the year, also of those that begin later' }),
  season_ids: z.array(id).max(500).meta({ description: 'The seasons that belong to it; none of a world list' }),
  rule: championshipRule,
});
export type ChampionshipFields = z.output<typeof championshipFields>;

/** A championship in a list. */
export const listedChampionship = z.object({
  id: replyId,
  name: z.string(),
  names: z.partialRecord(z.enum(locales), z.string()),
  year: z.int(),
  is_world_list: z.boolean(),
  rule: championshipRule,
  /** Null: a draft. */
  published_at: instant.nullable(),
});
export type ListedChampionship = z.output<typeof listedChampionship>;

/** A season of a championship. */
export const championshipSeason = z.object({
  id: replyId,
  name: z.string(),
  year: z.int(),
  loft: z.object({ id: replyId, name: z.string(), country: z.string().nullable() }),
});
export type ChampionshipSeason = z.output<typeof championshipSeason>;

/** A version of the lines, kept with its fingerprint. */
const keptVersion = z.object({ version: z.int(), at: instant, sha256: z.string() });

/** A result that counts for a line, with the birds that score. */
export const championshipResult = z.object({
  loft_id: replyId,
  flight_id: replyId,
  value: z.string(),
  birds: z.array(z.object({ pigeon_id: replyId, ring: z.string(), rank: z.int(), value: z.string() })),
});
export type ChampionshipResult = z.output<typeof championshipResult>;

/** A line of a championship. A line with a result that its season hides is none. */
export const championshipLine = z.object({
  place: z.int(),
  country: z.string().nullable(),
  country_place: z.int().nullable(),
  value: z.string(),
  decided_by: z.enum(championTieBreaks).nullable(),
  /** The bird's ring, or the fancier; of a country null. */
  name: z.string().nullable(),
  /** The team of a bird, or the teams of a fancier, as far as their seasons show them; of a country none. */
  teams: z.array(z.object({ loft_id: replyId, team_id: replyId, team: z.string() })),
  results: z.array(championshipResult),
});
export type ChampionshipLineView = z.output<typeof championshipLine>;

const ofChampionship = z.object({ championship_id: id });
const seen = { version: boundedInteger({ min: 1 }) };

export const listChampionships = contract({
  name: 'listChampionships',
  summary: 'The published championships over lofts, the latest year first',
  method: 'GET',
  path: '/api/championships',
  access: 'loft.read',
  reply: z.object({
    championships: z.array(listedChampionship.extend({ lines: z.int(), lofts: z.int() })),
    /** Those that were published and taken back, the latest first. */
    withdrawn: z.array(withdrawn.extend({ year: z.int() })),
  }),
});

export const readChampionship = contract({
  name: 'readChampionship',
  summary: 'A page of a championship by its official results, whole, of a country, or searched',
  method: 'GET',
  path: '/api/championships/{championship_id}',
  access: 'loft.read',
  params: ofChampionship,
  query: z.object({
    q: z.string().max(100).default(''),
    country: z.string().max(8).optional(),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    per_page: perPage,
  }),
  reply: z.object({
    championship: listedChampionship,
    seasons: z.array(championshipSeason),
    /** The flights that count in the lines of the page. */
    flights: z.array(
      z.object({
        id: replyId,
        loft_id: replyId,
        name: z.string(),
        kind: z.string(),
        release_time: instant.nullable(),
        basketed: z.int(),
      }),
    ),
    /** Null: no result is official yet. */
    kept: keptVersion.nullable(),
    /** The flights planned or flown that the rule counts, those released before its publication, and the first of them. */
    at_publication: z.object({ flights: z.int(), released: z.int(), first: instant.nullable() }),
    countries: z.array(z.string()),
    /** The first of all that are shown: the worked example of the rule. */
    leader: championshipLine.nullable(),
    lines: z.array(championshipLine),
    total: z.int(),
    page: z.int(),
    page_count: z.int(),
  }),
});
export type ChampionshipPage = z.output<(typeof readChampionship)['reply']>;

export const readTeamChampionships = contract({
  name: 'readTeamChampionships',
  summary: 'Where the fancier of a team stands in championships in which a result of this team counts',
  method: 'GET',
  path: '/api/lofts/{loft_id}/teams/{team_id}/championships',
  access: 'season.read',
  params: z.object({ loft_id: id, team_id: id }),
  reply: z.object({
    championships: z.array(
      listedChampionship.pick({ id: true, name: true, names: true, year: true }).extend({
        of: z.enum(championOf),
        place: z.int(),
        country: z.string().nullable(),
        country_place: z.int().nullable(),
      }),
    ),
  }),
});

/** A championship for its editors. */
export const editedChampionship = listedChampionship.extend({
  season_ids: z.array(replyId),
  version: z.int(),
  kept: keptVersion.nullable(),
});
export type EditedChampionship = z.output<typeof editedChampionship>;

export const listAllChampionships = contract({
  name: 'listAllChampionships',
  summary: 'All championships, also those in draft, and the seasons that may belong to one',
  method: 'GET',
  path: '/api/admin/championships',
  access: 'championship.manage',
  reply: z.object({
    championships: z.array(
      editedChampionship.extend({
        is_own: z.boolean().meta({ description: 'The reader published it, who alone can withdraw it' }),
      }),
    ),
    withdrawn: z.array(withdrawn.extend({ year: z.int() })),
    seasons: z.array(championshipSeason),
  }),
});

export const addChampionship = contract({
  name: 'addChampionship',
  summary: 'Adds a championship, as a draft',
  method: 'POST',
  path: '/api/admin/championships',
  access: 'championship.manage',
  body: championshipFields,
  reply: z.object({ id: replyId }),
});

export const changeChampionship = contract({
  name: 'changeChampionship',
  summary: 'Changes a championship that nobody changed since it was seen; once it is published, its names only',
  method: 'PUT',
  path: '/api/admin/championships/{championship_id}',
  access: 'championship.manage',
  params: ofChampionship,
  body: championshipFields.extend(seen),
  reply: z.object({}),
});

export const publishChampionship = contract({
  name: 'publishChampionship',
  summary: 'Publishes a championship: from then on its rule and its seasons are fixed',
  method: 'POST',
  path: '/api/admin/championships/{championship_id}/publication',
  access: 'championship.manage',
  params: ofChampionship,
  body: z.strictObject(seen),
  reply: z.object({}),
});

export const removeChampionship = contract({
  name: 'removeChampionship',
  summary: 'Removes a championship that is not published',
  method: 'DELETE',
  path: '/api/admin/championships/{championship_id}',
  access: 'championship.manage',
  params: ofChampionship,
  body: z.strictObject(seen),
  reply: z.object({}),
});

export const withdrawChampionship = contract({
  name: 'withdrawChampionship',
  summary: 'Withdraws a published championship, by who published it: a line with the reason stays',
  method: 'POST',
  path: '/api/admin/championships/{championship_id}/withdrawal',
  access: 'championship.manage',
  params: ofChampionship,
  body: withdrawal,
  reply: z.object({}),
});
