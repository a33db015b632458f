/** The schema of a bird for the admins of its loft. */
import { z } from 'zod';
import { replyId } from '#domain/contract.ts';
import { wholeBird } from './contract.ts';
import { healthStatuses, locationStatuses, progressStatuses } from './status.ts';

/** With the states of its three machines, and the chip it wears. */
export const adminBird = wholeBird.extend({
  health: z.enum(healthStatuses),
  progress: z.enum(progressStatuses),
  location: z.enum(locationStatuses),
  chip: z.string().nullable(),
});
export type AdminBird = z.output<typeof adminBird>;

/** How a bird races without an ordered place: outside an order, or as a reserve without a fee. */
export const extraPlaceKinds = ['outside_order', 'without_fee'] as const;
export type ExtraPlaceKind = (typeof extraPlaceKinds)[number];

/** The same with the order of its present or former place. */
export const orderedBird = adminBird.extend({
  order_id: replyId.nullable(),
  order_number: z.int().nullable().meta({ description: 'Of that order in its season' }),
  extra: z.enum(extraPlaceKinds).nullable().meta({
    description: 'Its place without an ordered one',
  }),
  extra_reason: z.string().nullable(),
});
export type OrderedBird = z.output<typeof orderedBird>;
