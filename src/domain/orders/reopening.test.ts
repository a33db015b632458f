import { expect, it } from 'vitest';
import { type RejectedOrder, whyNotReopen } from './reopening.ts';

const season = {
  max_pigeons: 10,
  max_active_pigeons: null,
  max_reserve_pigeons: 2,
  taken_active_pigeons: 6,
  taken_reserve_pigeons: 1,
  activated_reserve_pigeons: 0,
  outside_order_pigeons: 0,
};
const order: RejectedOrder = {
  kind: 'registration',
  places: { active: 2, reserve: 1 },
  lines: [{ quantity: 1, left: null }],
  isOwed: false,
};

it.each<[string, Partial<RejectedOrder>, string | null]>([
  ['whose places are free', {}, null],
  ['whose product is left just so often', { lines: [{ quantity: 2, left: 2 }] }, null],
  ['with one place too many', { places: { active: 3, reserve: 1 } }, 'reopen_no_places'],
  ['with one reserve too many', { places: { active: 0, reserve: 2 } }, 'reopen_no_places'],
  [
    'whose product is sold out',
    {
      lines: [
        { quantity: 1, left: null },
        { quantity: 2, left: 1 },
      ],
    },
    'reopen_no_places',
  ],
  ['whose money is owed', { isOwed: true }, 'reopen_money_owed'],
  ['for an activation', { kind: 'activation' }, 'step_not_possible'],
  ['for a bird', { kind: 'sale' }, 'step_not_possible'],
])('the rejection of an order %s can be taken back: %j (4.1)', (_, given, code) => {
  expect(whyNotReopen({ ...order, ...given }, season)?.code ?? null).toBe(code);
});
