import { expect, it } from 'vitest';
import { placesLeft, saleIn, whyNotPlaces } from '#domain/orders/cart.ts';
import { whyNotBelowTaken } from './setup.ts';
import { takenPlaces } from './taken-places.ts';

const taken = {
  taken_active_pigeons: 58,
  taken_reserve_pigeons: 30,
  activated_reserve_pigeons: 2,
  outside_order_pigeons: 5,
};
const season = { max_pigeons: 100, max_active_pigeons: 70, max_reserve_pigeons: 40, ...taken };

it('counts a bird beside the ordered ones once in all, and an activated reserve among the active ones too', () => {
  expect(takenPlaces(taken)).toEqual({ all: 93, active: 65, reserve: 30 });
});

it('is the same for who orders, who sells and who sets the season up (5.3, 8.14)', () => {
  expect(placesLeft(season)).toEqual({ all: 7, active: 5, reserve: 10 });
  expect(whyNotPlaces({ active: 5, reserve: 2 }, season)).toBeNull();
  expect(whyNotPlaces({ active: 5, reserve: 3 }, season)?.params).toMatchObject({ spots: 7 });
  const sale = { state: 'open', from: '2027-01-01', to: '2027-02-28', remaining: 10 } as const;
  const pair = { product_category_id: 1, pigeons_active: 2, pigeons_reserve: 0, sale } as const;
  expect(saleIn(pair, season).remaining).toBe(2);
  expect(whyNotBelowTaken({ ...season, max_pigeons: 93 }, taken)).toBeNull();
  expect(whyNotBelowTaken({ ...season, max_pigeons: 92 }, taken)?.params).toEqual({ min: 93 });
});
