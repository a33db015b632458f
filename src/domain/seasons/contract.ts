/** What a season looks like in a reply, and how a list of one of its things is asked for. */
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

/** A page of a list of a loft's season; without a season it is the loft's current one. */
export const listQuery = z.object({
  season_id: id.optional(),
  /** What is looked for; blanks part words, all of which must be found. */
  q: z.string().max(100).default(''),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: perPage,
});

/** What such a list answers beside its rows: whose it is, which seasons there are, which of them is shown. */
export const pageOfList = {
  loft,
  seasons: z.array(season),
  season: season.nullable(),
  /** How many were found; all where nothing was looked for. */
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
  summary: 'The seasons somebody works on, the latest first; an admin is told of all',
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
    total: z.int(),
    page: z.int(),
    page_count: z.int(),
  }),
});
