import { expect, it } from 'vitest';
import { flightMachine } from '#domain/flights/flight.ts';
import { orderMachine } from '#domain/orders/order.ts';
import { paymentMachine } from '#domain/payments/payment.ts';
import { refundMachine } from '#domain/payments/refund.ts';
import { healthMachine, locationMachine, progressMachine } from '#domain/pigeons/status.ts';
import * as policy from '#domain/policy.ts';
import { listingMachine } from '#domain/sales/listing.ts';
import { seasonMachine } from '#domain/seasons/season.ts';
import { transportMachine } from '#domain/transports/transport.ts';
import { faultsOfMachine } from '#testing/machines.ts';
import { faultsOfPolicy } from '#testing/rights/policy.ts';

it('the policy agrees with the table kept by hand, for twelve identities (6.1–6.9)', () => {
  expect(faultsOfPolicy(policy)).toEqual([]);
});

it('the machines have the steps of the table kept by hand, and no others (4.1, 4.7)', () => {
  expect(faultsOfMachine('season', seasonMachine)).toEqual([]);
  expect(faultsOfMachine('flight', flightMachine)).toEqual([]);
  expect(faultsOfMachine('pigeon_health', healthMachine)).toEqual([]);
  expect(faultsOfMachine('pigeon_progress', progressMachine)).toEqual([]);
  expect(faultsOfMachine('pigeon_location', locationMachine)).toEqual([]);
  expect(faultsOfMachine('order', orderMachine)).toEqual([]);
  expect(faultsOfMachine('listing', listingMachine)).toEqual([]);
  expect(faultsOfMachine('payment', paymentMachine)).toEqual([]);
  expect(faultsOfMachine('refund', refundMachine)).toEqual([]);
  expect(faultsOfMachine('transport', transportMachine)).toEqual([]);
});
