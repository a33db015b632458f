/** The call for the inventory of a flight, from which its files are made. */
import { z } from 'zod';
import { contract, instant, replyId } from '#domain/contract.ts';
import { flightStatuses } from '#domain/flights/flight.ts';
import { loft } from '#domain/lofts/contract.ts';
import { healthStatuses } from '#domain/pigeons/status.ts';
import { season } from '#domain/seasons/contract.ts';
import { deskParams } from './desk-contract.ts';
import { inventoryLists } from './inventory.ts';

const bird = z.object({
  pigeon_id: replyId,
  list: z.enum(inventoryLists),
  crate: z.int().nullable(),
  crate_number: z.int().nullable(),
  /** The letter of the desk that basketed it; null: listed without a desk. */
  desk: z.string().nullable(),
  ring: z.string(),
  chip: z.string().nullable(),
  name: z.string().nullable(),
  color: z.string().nullable(),
  sex: z.enum(['cock', 'hen', 'unknown']),
  team: z.string().nullable(),
  fancier: z.string().nullable(),
  country: z.string().nullable(),
  /**
   * Why it is held back, as a desk entered it; a bird that is held back by its state alone has none. Of a basketed bird
   * why it went in although it was out at another flight.
   */
  reason: z.string().nullable(),
  /** Its state: at the seal of a sealed list, else now. */
  health: z.enum(healthStatuses),
  basketed_at: instant.nullable(),
});
export type InventoryBird = z.output<typeof bird>;

export const readInventory = contract({
  name: 'readInventory',
  summary: 'The inventory of a flight: every bird of the season on one of four lists, with crates, chips and owners',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/flights/{flight_id}/inventory',
  access: 'season.manage',
  params: deskParams,
  query: z.object({
    anyway: z.enum(['1']).optional().meta({ description: 'Although a clock has an older list' }),
  }),
  reply: z.object({
    loft,
    season,
    flight: z.object({
      id: replyId,
      name: z.string(),
      status: z.enum(flightStatuses),
      release_point: z.string().nullable(),
      release_time: instant.nullable(),
      distance_m: z.number().nullable(),
      sealed_at: instant.nullable(),
      list_fingerprint: z.string().nullable(),
    }),
    /** Basketed birds first, in the order of crates and numbers. */
    birds: z.array(bird),
  }),
});
