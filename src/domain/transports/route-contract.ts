/** The calls of an agent's route of a day: the customers to visit, in the agent's own order. */
import { z } from 'zod';
import { contract, id } from '#domain/contract.ts';
import { postalAddress } from '#domain/postal-address.ts';
import { calendarDay } from '#domain/validation.ts';
import { listedTransport, outcomes, transport_ids } from './agent-contract.ts';

/** A stop: an open request, or one whose birds are to be given back, with how to reach its customer, and what is to be paid there. */
const stop = listedTransport.extend({
  phone: z.string().nullable(),
  ...postalAddress,
  collected: z.int().meta({ description: 'Birds that the agent has, or has brought to the loft' }),
  transport_cents: z.int().meta({
    description: 'For the birds collected, before that for all ordered ones, in the currency of the collection',
  }),
  can_close: z.boolean().meta({ description: 'It can be said that nothing was handed over' }),
  can_put_back: z.boolean().meta({ description: 'Birds were collected today, which can be taken back' }),
  to_pay: z
    .object({ amount_cents: z.int(), currency: z.string() })
    .nullable()
    .meta({ description: 'Due for the order, which an agent may take too; null: nothing is due' }),
});
export type Stop = z.output<typeof stop>;

export const readRoute = contract({
  name: 'readRoute',
  summary:
    'The route of an agent on a day: the open requests, and birds to give back, with name, address, phone and what is to be paid',
  method: 'GET',
  path: '/api/transports/route',
  access: 'transport.route',
  query: z.object({ day: calendarDay().optional().meta({ description: 'Left out: the next day with a request' }) }),
  reply: z.object({
    day: z.iso.date(),
    /** The days with open requests, with the number of each, and the chosen day. */
    days: z.array(z.object({ day: z.iso.date(), stops: z.int() })),
    stops: z.array(stop),
  }),
});
export type AgentRoute = z.output<(typeof readRoute)['reply']>;

export const orderRoute = contract({
  name: 'orderRoute',
  summary: 'Sets the order of the stops of a day; stops that are not named follow by their hour',
  method: 'PUT',
  path: '/api/transports/route',
  access: 'transport.route',
  body: z.strictObject({ day: calendarDay(), transport_ids }),
  reply: z.object({}),
});

export const putBackTransports = contract({
  name: 'putBackTransports',
  summary: 'Takes a pick-up of this day back that was marked by mistake: its birds are at home again',
  method: 'POST',
  path: '/api/transports/pick-up/cancellation',
  access: 'transport.route',
  body: z.strictObject({ transport_ids: z.array(id).min(1).max(1000) }),
  reply: outcomes,
});
