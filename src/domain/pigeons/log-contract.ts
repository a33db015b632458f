/** The log of a bird for its owners (2.24): its steps, when, and the reason that the loft gave; not who took them. */
import { z } from 'zod';
import { contract, id, instant } from '#domain/contract.ts';
import { pigeonStatus } from './admin-contract.ts';

export const pigeonLog = z.array(
  z.object({
    at: instant,
    from: pigeonStatus,
    to: pigeonStatus,
    reason: z.string().nullable(),
  }),
);
export type PigeonLog = z.output<typeof pigeonLog>;

export const readOwnPigeonLog = contract({
  name: 'readOwnPigeonLog',
  summary: 'The steps of a pigeon of which whoever asks is an owner, the latest first; none for anybody else',
  method: 'GET',
  path: '/api/me/lofts/{loft_id}/pigeons/{pigeon_id}/log',
  access: 'account.read',
  params: z.object({ loft_id: id, pigeon_id: id }),
  reply: z.object({ time_zone: z.string().nullable(), log: pigeonLog }),
});
