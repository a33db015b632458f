import { expect, test } from 'vitest';
import { creditorReference, inFours } from '#domain/bank.ts';
import { orderNumbersIn } from './order-number.ts';

test.each([
  ['27-0431', [{ year: 27, number: 431 }]],
  [' #27-431 ', [{ year: 27, number: 431 }]],
  ['٢٧-٠٤٣١', [{ year: 27, number: 431 }]],
  ['00-12345', [{ year: 0, number: 12_345 }]],
  [
    '000431',
    [
      { year: 0, number: 431 },
      { year: null, number: 431 },
    ],
  ],
  ['551', []],
  ['BE 26-4551023', []],
  ['27-0431 Maes', []],
  ['', []],
])('%j names the orders %j', (text, orders) => {
  expect(orderNumbersIn(text)).toEqual(orders);
});

test('the reference of a transfer names its order, as banks print it', () => {
  expect(orderNumbersIn(inFours(creditorReference('27-0431')))).toContainEqual({ year: 27, number: 431 });
});
