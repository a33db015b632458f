/** The calls about the cash of agents: what each took, what waits for the loft's yes, what they still have. */
import { z } from 'zod';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { requiredText } from '#domain/validation.ts';

/** Where cash is: it waits for the loft's yes, the agent still has it, or the loft has it. */
export const cashStates = ['waits', 'accepted', 'handed_over'] as const;
export type CashState = (typeof cashStates)[number];

const taken = z.object({
  payment_id: replyId,
  order_id: replyId,
  season_id: replyId.nullable(),
  transport_id: replyId.nullable().meta({ description: 'The request of the order to this agent, if there is one' }),
  number: z.int(),
  year: z.int().nullable(),
  customer: z.string(),
  amount_cents: z.int(),
  currency: z.string(),
  taken_at: instant,
  state: z.enum(cashStates),
  handed_over_at: instant.nullable(),
});
export type TakenCash = z.output<typeof taken>;

const ofAgent = z.object({ agent_id: replyId, name: z.string(), taken: z.array(taken) });
export type AgentCash = z.output<typeof ofAgent>;

export const readOwnCash = contract({
  name: 'readOwnCash',
  summary: 'The cash that an agent took in each loft, the latest first',
  method: 'GET',
  path: '/api/transports/cash',
  access: 'transport.own',
  reply: z.object({ lofts: z.array(ofAgent.extend({ loft })) }),
});

export const readAgentCash = contract({
  name: 'readAgentCash',
  summary: 'The cash that the agents of a loft took',
  method: 'GET',
  path: '/api/admin/lofts/{loft_id}/agent-cash',
  access: 'loft.manage',
  params: z.object({ loft_id: id }),
  reply: z.object({ loft, agents: z.array(ofAgent) }),
});

export const handOverCash = contract({
  name: 'handOverCash',
  summary: 'Says that cash of an agent has arrived at the loft; cash that waits is accepted by it',
  method: 'POST',
  path: '/api/admin/lofts/{loft_id}/agent-cash/{agent_id}',
  access: 'payment.manage',
  params: z.object({ loft_id: id, agent_id: id }),
  body: z.strictObject({
    payment_ids: z.array(z.int().min(1)).max(1000),
    reason: requiredText({ max: 1000 }),
    file_id: z.int().min(1).nullable().default(null),
  }),
  reply: z.object({}),
});
