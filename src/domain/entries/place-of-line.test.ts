import { describe, expect, it } from 'vitest';
import { type LineToPlace, type OrderOfTeam, placeOfLine } from './place-of-line.ts';

const order = (number: number, more: Partial<OrderOfTeam> = {}): OrderOfTeam => ({
  id: number,
  number,
  status: 'paid',
  pigeons_active: 2,
  pigeons_reserve: 1,
  entered: 0,
  ...more,
});
const place = (line: Partial<LineToPlace>, orders: readonly OrderOfTeam[] | null, reason: string | null = null) => {
  const said = placeOfLine({ team: 'Aerts', chip: null, outside: null, ...line }, orders, { reason, year: 2027 });
  if ('errors' in said) return said.errors.map(({ field, code }) => `${field} ${code}`).join();
  return said.order?.number ?? said.outside;
};

describe('the place of a line', () => {
  it.each<[string, Partial<LineToPlace>, readonly OrderOfTeam[] | null, string | null, string | number]>([
    ['is that of the first order with a free one', {}, [order(1, { entered: 3 }), order(2)], null, 2],
    [
      'is that of an order that is not paid while the bird is at home',
      {},
      [order(1, { status: 'confirmed' })],
      null,
      1,
    ],
    [
      'is that of a paid order where the bird has its chip',
      { chip: 'AA000001' },
      [order(1, { status: 'confirmed' }), order(2)],
      null,
      2,
    ],
    ['is none without a team', { team: null }, null, null, 'team team_needed'],
    ['is none for an unknown team', {}, null, null, 'team no_such_team'],
    ['is none for a team without an order', {}, [], null, 'team team_without_order'],
    ['is none where all have a bird', {}, [order(1, { entered: 3 })], null, 'team order_full'],
    ['is none before the confirmation', {}, [order(1, { status: 'pending' })], null, 'team order_takes_no_pigeons'],
    [
      'is none for a bird with its chip before the payment',
      { chip: 'AA000001' },
      [order(1, { status: 'payment_pending' })],
      null,
      'team order_not_paid',
    ],
    ['is outside an order where its line says why', { outside: 'A gift' }, [order(1)], null, 'A gift'],
    ['is outside an order where there is none and the list says why', { team: null }, null, 'Our own', 'Our own'],
    ['is that of its order also where the list says why others have none', {}, [order(1)], 'Our own', 1],
  ])('%s', (_, line, orders, reason, expected) => {
    expect(place(line, orders, reason)).toBe(expected);
  });
});
