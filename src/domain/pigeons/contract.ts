/** The public calls about the pigeons and teams of a season. */
import { z } from 'zod';
import { contract, id, replyId } from '#domain/contract.ts';
import { listQuery, pageOfList } from '#domain/seasons/contract.ts';
import { hiddenSwitches } from '#domain/seasons/visibility-contract.ts';
import {
  birdFacts,
  type Fact,
  type Facts,
  facts,
  type InLists,
  inLists,
  isChoice,
  isYear,
  type LineFact,
  valuesOf,
} from './facts.ts';

/** The schema of each fact in replies. */
export const factReplies = Object.fromEntries(facts.map((fact) => [fact, replyOf(fact)])) as {
  [F in Fact]: z.ZodType<Facts[F], Facts[F]>;
};

function replyOf(fact: Fact): z.ZodType {
  const { blank } = birdFacts[fact];
  if (isYear(fact)) return z.int().nullable();
  const values = isChoice(fact) ? valuesOf(fact) : null;
  if (blank === null) return (values ? z.enum(values) : z.string()).nullable();
  return values ? z.enum([...values, blank]) : z.string();
}

const shape = {
  pigeon_id: replyId,
  ...(Object.fromEntries(facts.map((fact) => [inLists(fact), factReplies[fact]])) as {
    [F in Fact as InLists<F>]: z.ZodType<Facts[F], Facts[F]>;
  }),
  team_id: replyId.nullable(),
  team: z.string().nullable(),
  fancier: z.string().nullable(),
  country: z.string().nullable(),
};

/** A bird with all its facts and its owner, for actors from whom its season hides nothing. */
export const wholeBird = z.object(shape);
export type WholeBird = z.output<typeof wholeBird>;

/**
 * A bird as read from the database, including fields that its season hides. `bird` does not accept it, so no public
 * reply can contain it: only a reader's view converts it (server/pigeons/visible-birds.ts). `raw` exists in the types only.
 */
export type Raw<T> = T & { readonly raw: true };
export type RawBird = Raw<WholeBird>;

/**
 * A bird as a reader sees it: its ring, its looks, its owner. Hidden fields are null; a hidden ring is the empty text,
 * and then the number is valid in that list only.
 */
export const bird = wholeBird as unknown as z.ZodObject<typeof shape & { readonly raw: z.ZodOptional<z.ZodNever> }>;
export type Bird = z.output<typeof bird>;

/** A bird in a line of a long list. */
export type LineBird = Pick<Bird, 'pigeon_id' | InLists<LineFact> | 'team_id' | 'team' | 'fancier' | 'country'>;

/** A team in a list (3.8); hidden fields as of a bird. */
export const team = z.object({
  team_id: replyId,
  team: z.string(),
  fancier: z.string().nullable(),
  country: z.string().nullable(),
  pigeon_count: z.int().nullable(),
});
export type Team = z.output<typeof team>;

/** The fields of such a list beside its rows, with the switches of the season that are off for the actor (3.15). */
const list = { ...pageOfList, hidden: hiddenSwitches };

export const listPigeons = contract({
  name: 'listPigeons',
  summary: 'The pigeons of a season of a loft, by ring',
  method: 'GET',
  path: '/api/lofts/{loft_id}/pigeons',
  access: 'season.read',
  params: z.object({ loft_id: id }),
  query: listQuery,
  reply: z.object({ ...list, pigeons: z.array(bird) }),
});

export const listTeams = contract({
  name: 'listTeams',
  summary: 'The teams of a season of a loft, by name',
  method: 'GET',
  path: '/api/lofts/{loft_id}/teams',
  access: 'season.read',
  params: z.object({ loft_id: id }),
  query: listQuery,
  reply: z.object({ ...list, teams: z.array(team) }),
});

export const listCountries = contract({
  name: 'listCountries',
  summary: 'Where the teams of a season come from: how many of each country, the most first',
  method: 'GET',
  path: '/api/lofts/{loft_id}/countries',
  access: 'season.read',
  params: z.object({ loft_id: id }),
  /** Without a season it is the current one. */
  query: z.object({ season_id: id.optional() }),
  /** Empty where the season does not show the countries of its teams. */
  reply: z.object({ countries: z.array(z.object({ country: z.string(), count: z.int() })) }),
});
