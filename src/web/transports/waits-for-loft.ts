/**
 * Whether the birds of a request wait until the loft has confirmed their order. Said by the states alone: what a phone
 * keeps of a route loads no rules.
 */
import type { ListedTransport } from '#domain/transports/agent-contract.ts';

export const waitsForLoft = ({ status, order }: ListedTransport): boolean =>
  order.status === 'pending' && (status === 'pending' || status === 'confirmed');
