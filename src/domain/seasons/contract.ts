/** The schema of a season in a reply, and the query of a list in a season. */
import { z } from 'zod';
import { contract, id, instant, perPage, replyId } from '#domain/contract.ts';
import { loft, ofPackage } from '#domain/lofts/contract.ts';

export const seasonStatuses = ['draft', 'in_progress', 'over', 'season_complete'] as const;

export const season = z.object({
  id: replyId,
  name: z.string(),
  year: z.int(),
  status: z.enum(seasonStatuses),
});
export type SeasonOfLoft = z.output<typeof season>;

/** A page of a list of a loft's season; without a season id the loft's current season. */
export const listQuery = z.object({
  season_id: id.optional(),
  /** Search; blanks separate words, all of which must match. */
  q: z.string().max(100).default(''),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: perPage,
});

/** The fields of such a list beside its rows: the loft, its seasons, and the chosen season. */
export const pageOfList = {
  loft,
  seasons: z.array(season),
  season: season.nullable(),
  /** Number found; all rows without a search. */
  total: z.int(),
  page: z.int(),
  page_count: z.int(),
  read_at: instant,
};

export const readLoftAdmin = contract({
  name: 'readLoftAdmin',
  summary: 'A loft for those who run it, with all its seasons, also those in draft; the latest first',
  method: 'GET',
  path: '/api/admin/lofts/{loft_id}',
  access: 'loft.manage',
  params: z.object({ loft_id: id }),
  reply: z.object({ loft, latest_loft_type: ofPackage, seasons: z.array(season) }),
});

export const readSeasonAdmin = contract({
  name: 'readSeasonAdmin',
  summary: 'A season for those who set it up, with its loft and the other seasons of that',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}',
  access: 'season.manage',
  params: z.object({ season_id: id }),
  reply: z.object({
    loft,
    season,
    seasons: z.array(season),
    latest_loft_type: ofPackage,
    may_manage_loft: z.boolean(),
  }),
});

export const listAdministeredSeasons = contract({
  name: 'listAdministeredSeasons',
  summary:
    'The seasons that the actor works on, the latest first, drafts only where the actor manages them; all of them for an admin',
  method: 'GET',
  path: '/api/admin/seasons',
  access: 'season.administer',
  query: z.object({
    q: z.string().max(100).default(''),
    status: z.enum(seasonStatuses).optional(),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    per_page: perPage,
  }),
  reply: z.object({
    seasons: z.array(season.extend({ loft, may_manage: z.boolean() })),
    may_create: z.boolean().meta({ description: 'Whether the actor can begin a new season of some loft' }),
    total: z.int(),
    page: z.int(),
    page_count: z.int(),
  }),
});
