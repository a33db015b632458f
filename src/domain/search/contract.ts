/** The call of the search over the whole site. */
import { z } from 'zod';
import { contract, instant, replyId } from '#domain/contract.ts';
import { flightKinds, flightStatuses } from '#domain/flights/flight.ts';
import { locales } from '#domain/locales.ts';
import { bird, team } from '#domain/pigeons/contract.ts';
import { longestSearch, searchKinds } from './query.ts';

/** Where a thing belongs: its loft, and its season by name. */
const at = { loft_id: replyId, loft: z.string() };
const ofSeason = { ...at, season: z.string() };
/** The season by its year, which is shorter than its name. */
const ofYear = { ...at, year: z.int() };

export const foundBird = bird
  .pick({ pigeon_id: true, ring: true, pigeon_name: true, sex: true, team_id: true, team: true, country: true })
  .extend({
    ...ofYear,
    /** The flight in the air that it was released for, and whether it is home; null: none, or not shown. */
    present: z.object({ flight: z.string(), is_home: z.boolean() }).nullable(),
  });
export const foundTeam = team.pick({ team_id: true, team: true, fancier: true, country: true }).extend(ofYear);
export const foundFlight = z.object({
  ...ofSeason,
  id: replyId,
  name: z.string(),
  kind: z.enum(flightKinds),
  status: z.enum(flightStatuses),
  release_point: z.string().nullable(),
  release_time: instant.nullable(),
  time_zone: z.string(),
});
export const foundLoft = z.object({
  id: replyId,
  name: z.string(),
  country: z.string().nullable(),
  city: z.string().nullable(),
});
export const foundSeason = z.object({
  ...at,
  id: replyId,
  name: z.string(),
  year: z.int(),
  country: z.string().nullable(),
});
export const foundNews = z.object({
  ...at,
  id: replyId,
  title: z.string(),
  published_at: instant,
  time_zone: z.string(),
});

/** The first of a kind, or a page of them. */
const group = <T extends z.ZodType>(one: T) => z.object({ rows: z.array(one), has_more: z.boolean() });

export const searchSite = contract({
  name: 'searchSite',
  summary:
    'Birds, teams, flights, lofts, seasons and news that match all words, as strangers may see them (3.15); of birds those first whose running number ends with the digits',
  method: 'GET',
  path: '/api/search',
  access: 'site.read',
  query: z.object({
    /** Digits of a ring, names, years; of fewer than two letters or digits nothing is found. */
    q: z.string().max(longestSearch).default(''),
    /** Only these, 25 on a page; without it the first five of each kind. */
    kind: z.enum(searchKinds).optional(),
    page: z.coerce.number().int().min(1).max(40).default(1),
    /** The language of the titles of news, and of the kinds of flights. */
    locale: z.enum(locales).default('en'),
  }),
  reply: z.object({
    birds: group(foundBird),
    teams: group(foundTeam),
    flights: group(foundFlight),
    lofts: group(foundLoft),
    seasons: group(foundSeason),
    news: group(foundNews),
  }),
});
