import { expect, it } from 'vitest';
import { gapOf, nextStep } from './pace.ts';

const walk = (loads: readonly number[], sockets_only = false) => {
  let step = 0;
  return loads.map((busy) => {
    step = nextStep(step, busy, sockets_only);
    return gapOf(step);
  });
};

it('writes at once while there is time, and in steps of 100 and 250 ms while there is little', () => {
  expect(walk([0, 0.3, 0.5])).toEqual([0, 0, 0]);
  expect(walk([0.51, 0.86])).toEqual([100, 250]);
  expect(walk([0.99, 0.99])).toEqual([100, 250]);
});

it('never waits longer than 100 ms in a process that has nothing but sockets', () => {
  expect(walk([0.6, 0.9, 0.99, 0.99], true)).toEqual([100, 100, 100, 100]);
  expect(walk([0.99, 0.2, 0.99], true)).toEqual([100, 0, 100]);
});

it('does not fall back because its own step has made the load fall', () => {
  // 10,000 sockets at 50 arrivals a second: 0.96 of a core at once, 0.67 every 100 ms, 0.33 every 250 ms.
  expect(walk([0.96, 0.67, 0.68, 0.66])).toEqual([100, 100, 100, 100]);
  expect(walk([0.96, 0.9, 0.41, 0.45])).toEqual([100, 250, 250, 250]);
  expect(walk([0.6, 0.3, 0.26])).toEqual([100, 100, 100]);
  expect(walk([0.96, 0.9, 0.39, 0.24, 0.1])).toEqual([100, 250, 100, 0, 0]);
});
