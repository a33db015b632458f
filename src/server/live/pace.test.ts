import { expect, it } from 'vitest';
import { gapOf, nextStep } from './pace.ts';

const walk = (loads: readonly number[], sockets_only = false) => {
  let step = 0;
  return loads.map((busy) => {
    step = nextStep(step, busy, sockets_only);
    return gapOf(step);
  });
};

it('writes at once under low load, and in steps of 80 and 250 ms under high load', () => {
  expect(walk([0, 0.3, 0.5])).toEqual([0, 0, 0]);
  expect(walk([0.51, 0.86])).toEqual([80, 250]);
  expect(walk([0.99, 0.99])).toEqual([80, 250]);
});

it('rests for a quarter of the last write-out’s time under high load', () => {
  expect([0, 1, 2].map((step) => gapOf(step, 100))).toEqual([0, 125, 250]);
});

it('never waits longer than 80 ms in a process that serves only sockets', () => {
  expect(walk([0.6, 0.9, 0.99, 0.99], true)).toEqual([80, 80, 80, 80]);
  expect(walk([0.99, 0.2, 0.99], true)).toEqual([80, 0, 80]);
});

it('does not step down because its own step has lowered the load', () => {
  // 10,000 sockets at 50 arrivals a second: 0.96 of a core at once, 0.67 every 80 ms, 0.33 every 250 ms.
  expect(walk([0.96, 0.67, 0.68, 0.66])).toEqual([80, 80, 80, 80]);
  expect(walk([0.96, 0.9, 0.41, 0.45])).toEqual([80, 250, 250, 250]);
  expect(walk([0.6, 0.3, 0.26])).toEqual([80, 80, 80]);
  expect(walk([0.96, 0.9, 0.39, 0.24, 0.1])).toEqual([80, 250, 80, 0, 0]);
});
