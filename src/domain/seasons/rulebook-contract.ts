/** The calls about the rulebook of a season. */
import { z } from 'zod';
import { contract, id, instant } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { season } from '#domain/seasons/contract.ts';
import { givenRulebook, rulebook } from '#domain/seasons/rulebook.ts';
import { rulebookParts } from '#domain/seasons/rulebook-parts.ts';
import { boundedInteger } from '#domain/validation.ts';

const version = z.int().min(1);

/** The versions, the latest first, each with the parts in which it differs from the one before. */
const versions = z.array(z.object({ version, at: instant, changed: z.array(z.enum(rulebookParts)) }));
export type RulebookVersions = z.output<typeof versions>;

const shown = z.object({ loft, season, currency: z.string(), version, at: instant, rulebook, versions });

export const readRulebook = contract({
  name: 'readRulebook',
  summary: 'The rulebook of a season: the version that is asked for, or the latest',
  method: 'GET',
  path: '/api/lofts/{loft_id}/seasons/{season_id}/rulebook',
  access: 'season.read',
  params: z.object({ loft_id: id, season_id: id }),
  query: z.object({ version: id.optional() }),
  reply: shown,
});

export const readRulebookAdmin = contract({
  name: 'readRulebookAdmin',
  summary: 'The rulebook of a season for those who write it, with who published each version',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/rulebook',
  access: 'season.manage',
  params: z.object({ season_id: id }),
  reply: shown.extend({
    versions: z.array(
      versions.element.extend({ by: z.string().nullable().meta({ description: 'Null: the program itself' }) }),
    ),
  }),
});

export const publishRulebook = contract({
  name: 'publishRulebook',
  summary:
    'Publish a new version of the rulebook; flights that follow it and are not released yet are flown by it. Without a change there is none',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/rulebook',
  access: 'season.manage',
  params: z.object({ season_id: id }),
  body: z.strictObject({
    after_version: boundedInteger({ min: 1 }).meta({ description: 'The latest version that the writer has seen' }),
    rulebook: givenRulebook,
  }),
  reply: z.object({ version }),
});
