/** The call that feeds of results are made from. */
import { z } from 'zod';
import { contract, id, instant } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { raceWithFirst } from './home-page-contract.ts';

export const readPublishedResults = contract({
  name: 'readPublishedResults',
  summary: 'The results published last, of one loft or of all, with their first birds; without replays',
  method: 'GET',
  path: '/api/results',
  access: 'site.read',
  query: z.object({ loft_id: id.optional() }),
  reply: z.object({
    loft: loft.nullable().meta({ description: 'The loft that was asked about' }),
    results: z
      .array(raceWithFirst.extend({ published_at: instant.meta({ description: 'When it took its present state' }) }))
      .meta({ description: 'The latest first' }),
    lofts: z.array(loft).meta({ description: 'The lofts of these results, in no order' }),
  }),
});
