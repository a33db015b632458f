import { expect, it } from 'vitest';
import { packageTypes, stateOfSubscription, whyNotFanciers } from './package.ts';

it('only basic and premium include the list of fanciers (4.12, 6.11)', () => {
  expect(packageTypes.map((type) => [type, whyNotFanciers(type)?.code ?? null])).toEqual([
    ['premium', null],
    ['basic', null],
    ['legacy', 'fanciers_need_package'],
  ]);
});

it.each([
  ['2025-12-31', 'coming'],
  ['2026-01-01', 'running'],
  ['2026-12-31', 'running'],
  ['2027-01-01', 'over'],
])('a subscription of 2026 is on %s %s (9.3)', (today, state) => {
  expect(stateOfSubscription({ starts_at: '2026-01-01', ends_at: '2026-12-31' }, today)).toBe(state);
});
