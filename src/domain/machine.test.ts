import { describe, expect, it } from 'vitest';
import { flightMachine } from '#domain/flights/flight.ts';
import { edges, type Machine, step } from '#domain/machine.ts';
import { orderMachine } from '#domain/orders/order.ts';
import { paymentMachine } from '#domain/payments/payment.ts';
import { refundMachine } from '#domain/payments/refund.ts';
import { healthMachine, locationMachine, progressMachine } from '#domain/pigeons/status.ts';
import { isRefusal } from '#domain/refusal.ts';
import { listingMachine } from '#domain/sales/listing.ts';
import { type SeasonStatus, seasonMachine } from '#domain/seasons/season.ts';
import { transportMachine } from '#domain/transports/transport.ts';

/** Every status that can be reached from the first one. */
function reachable<S extends string, E extends string>(machine: Machine<S, E>): Set<string> {
  const seen = new Set<string>([machine.first]);
  for (const status of seen) for (const to of Object.values(machine.steps[status as S])) seen.add(to as string);
  return seen;
}

describe.each([
  seasonMachine,
  flightMachine,
  orderMachine,
  listingMachine,
  paymentMachine,
  refundMachine,
  transportMachine,
  healthMachine,
  progressMachine,
  locationMachine,
] as Machine<string, string>[])('the machine of a $name', (machine) => {
  it('reaches every status it names', () => {
    expect([...reachable(machine)].sort()).toEqual(Object.keys(machine.steps).sort());
  });

  it('has no step from a status to itself', () => {
    expect(edges(machine).filter((edge) => edge.from_status === edge.to_status)).toEqual([]);
  });
});

describe('a step', () => {
  it('follows the table: draft, in progress, over, season complete (4.7)', () => {
    const walked: SeasonStatus[] = ['draft'];
    for (const event of ['open', 'finish', 'complete'] as const)
      walked.push(step(seasonMachine, walked.at(-1)!, event));
    expect(walked).toEqual(['draft', 'in_progress', 'over', 'season_complete']);
  });

  it('refuses an event that the table does not have', () => {
    try {
      step(flightMachine, 'planned', 'publish');
      expect.unreachable();
    } catch (error) {
      expect(isRefusal(error) && error.code).toBe('step_not_possible');
    }
  });
});
