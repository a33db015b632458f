import { expect, it } from 'vitest';
import { healthStatuses } from '#domain/pigeons/status.ts';
import { whyNotBasket } from './basketing.ts';

const racing = ['active', 'reserve', 'activated_reserve'];

it.each(healthStatuses)('%s: a bird is basketed only where it races (4.3)', (health) => {
  const params = { ring: 'BE 26-1', status: health };
  const no = { code: 'pigeon_does_not_race', params };
  expect(whyNotBasket({ ring: 'BE 26-1', health })).toEqual(
    racing.includes(health) ? null : expect.objectContaining(no),
  );
});
