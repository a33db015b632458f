/** What a loft looks like in a reply. The calls that show a loft stand with its flights, because they show those too. */
import { z } from 'zod';
import { replyId } from '#domain/contract.ts';

export const loft = z.object({
  id: replyId,
  name: z.string(),
  unit: z.enum(['km', 'mile']),
  time_zone: z.string(),
  country: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});
export type Loft = z.output<typeof loft>;
