import { describe, expect, it } from 'vitest';
import { orderStatuses } from '#domain/orders/order.ts';
import { healthStatuses, isOut } from '#domain/pigeons/status.ts';
import {
  type ActivationKind,
  type BirdToActivate,
  kindOf,
  replacements,
  stateByOrder,
  stateOf,
  stepsWithOrder,
  whyNotActivate,
} from './activation.ts';

const reserve: BirdToActivate = { health: 'reserve', progress: 'not_activated', location: 'at_loft', ordered: null };

describe('a bird', () => {
  it.each<[string, ActivationKind, Partial<BirdToActivate>, string | undefined]>([
    ['a reserve at the loft', 'reserve', {}, undefined],
    ['whose order was cancelled', 'reserve', { ordered: 'cancelled' }, undefined],
    ['whose order waits (8.18)', 'reserve', { ordered: 'confirmed' }, 'pigeon_already_activated'],
    ['with a payment in progress (8.18)', 'reserve', { ordered: 'payment_pending' }, 'pigeon_already_activated'],
    ['whose payment was taken back (8.18)', 'reserve', { ordered: 'revoked' }, 'pigeon_already_activated'],
    ['whose order is paid (8.18)', 'reserve', { ordered: 'paid' }, 'pigeon_already_activated'],
    ['activated by hand (8.18)', 'reserve', { health: 'activated_reserve' }, 'pigeon_already_activated'],
    ['waiting by hand', 'reserve', { progress: 'reserve_activation_pending' }, 'pigeon_already_activated'],
    ['at home', 'reserve', { location: 'at_home' }, 'pigeon_not_at_loft'],
    ['that is active', 'reserve', { health: 'active' }, 'only_reserves_activated'],
    ['that is lost', 'reserve', { health: 'lost' }, 'only_reserves_activated'],
    ['an active one, for the final', 'final_flight', { health: 'active' }, undefined],
    ['an activated reserve, for the final', 'final_flight', { health: 'activated_reserve' }, undefined],
    ['a reserve, for the final', 'final_flight', {}, 'only_active_to_final'],
    ['in quarantine, for the final', 'final_flight', { health: 'quarantine' }, 'only_active_to_final'],
    ['in the final', 'final_flight', { health: 'active', ordered: 'paid' }, 'pigeon_already_activated'],
    ['in the final by hand', 'final_flight', { progress: 'final_flight_activated' }, 'pigeon_already_activated'],
  ])('%s: %s', (_, kind, given, code) => {
    expect(whyNotActivate(kind, { ...reserve, ...given })?.code).toBe(code);
  });

  it('has the state of its order, and before an order the state that the loft set (4.4)', () => {
    expect(orderStatuses.map(stateByOrder)).toEqual([
      'pending',
      'pending',
      'pending',
      'activated',
      'pending',
      'free',
      'free',
    ]);
    expect(stateOf('reserve', { ...reserve, health: 'lost', ordered: 'paid' })).toBe('activated');
    expect(stateOf('final_flight', { ...reserve, progress: 'final_flight_activation_pending' })).toBe('pending');
  });
});

it.each([
  [1, null],
  [2, 'final_flight'],
  [3, 'reserve'],
  [4, null],
  [5, null],
])('a product of category %i activates: %s', (product_category_id, kind) =>
  expect(kindOf({ product_category_id })).toBe(kind),
);

describe('an activated reserve', () => {
  const order = {
    pigeons_active: 3,
    birds: [
      { pigeon_id: 3, place: 3, health: 'died' },
      { pigeon_id: 1, place: 1, health: 'lost' },
      { pigeon_id: 2, place: 2, health: 'active' },
      { pigeon_id: 4, place: 4, health: 'reserve' },
      { pigeon_id: 5, place: 5, health: 'lost' },
    ] as const,
  };
  it.each<[string, number[], number[], [number, number | null][]]>([
    ['takes the first place that is free', [4], [], [[4, 1]]],
    ['and not one that was taken', [4], [1], [[4, 3]]],
    [
      'of several each takes its own',
      [4, 6],
      [],
      [
        [4, 1],
        [6, 3],
      ],
    ],
    [
      'comes in addition where none is',
      [4, 6],
      [1],
      [
        [4, 3],
        [6, null],
      ],
    ],
  ])('%s (8.15)', (_, reserves, taken, found) => {
    expect([...replacements(reserves, order, new Set(taken))]).toEqual(found);
  });
  it('replaces a bird that does not fly', () => {
    expect(healthStatuses.filter(isOut)).toEqual([
      'injured',
      'lost',
      'died',
      'quarantine',
      'held_back',
      'breeding',
      'disqualified',
    ]);
  });
});

describe('the birds of an activation', () => {
  const said = (...[from, to]: Parameters<typeof stepsWithOrder>) =>
    stepsWithOrder(from, to).map((one) => `${one.kind}: ${one.from} → ${one.to}`);

  it('are activated when it is paid, and wait again when the payment is revoked (4.4)', () => {
    const paid = said('payment_pending', 'paid');
    expect(paid).toEqual([
      'reserve: reserve → activated_reserve',
      'reserve: reserve_activation_pending → not_activated',
      'final_flight: final_flight_activation_pending → final_flight_activated',
    ]);
    const back = (step: string) => step.replace(/: (\w+) → (\w+)/, ': $2 → $1');
    expect(said('paid', 'revoked')).toEqual(paid.map(back));
  });

  it('are free again when it ends, also after it was paid; other steps of the order change nothing', () => {
    const free = [
      'reserve: reserve_activation_pending → not_activated',
      'final_flight: final_flight_activation_pending → not_activated',
    ];
    expect(said('confirmed', 'cancelled')).toEqual(free);
    expect(said('paid', 'rejected')).toEqual([...said('paid', 'revoked'), ...free]);
    for (const [from, to] of [
      ['new', 'pending'],
      ['pending', 'confirmed'],
      ['confirmed', 'payment_pending'],
    ] as const)
      expect(said(from, to)).toEqual([]);
  });
});
