import { expect, it } from 'vitest';
import { wayOfLorry } from './lorry.ts';
import type { Observation } from './release-contract.ts';

const at = (time: string) => Date.parse(`2026-09-11T${time}:00Z`);
const noted = (...all: [string, Observation['kind'], number?][]) =>
  all.map(([time, kind, km]) => ({
    at: new Date(at(time)).toISOString(),
    observed: { kind, ...(km && { km }) } as Observation,
  }));

it('the birds rest since the lorry stands, and a second note of the same arrival does not begin it again', () => {
  expect(wayOfLorry([])).toEqual({ departed_ms: null, arrived_ms: null, driven_km: null });
  expect(wayOfLorry(noted(['12:00', 'departed']))).toMatchObject({ departed_ms: at('12:00'), arrived_ms: null });
  const stands = noted(['12:00', 'departed'], ['20:00', 'arrived'], ['20:05', 'driven', 540], ['20:10', 'arrived']);
  expect(wayOfLorry(stands)).toEqual({ departed_ms: at('12:00'), arrived_ms: at('20:00'), driven_km: 540 });
});

it('birds that are driven on rest from the last arrival, not from the first', () => {
  const on = noted(['12:00', 'departed'], ['20:00', 'arrived'], ['21:00', 'departed']);
  expect(wayOfLorry(on)).toMatchObject({ departed_ms: at('21:00'), arrived_ms: null });
  expect(wayOfLorry([...on, ...noted(['22:30', 'arrived'])])).toMatchObject({ arrived_ms: at('22:30') });
});

it('an arrival without a departure counts as well', () => {
  expect(wayOfLorry(noted(['20:00', 'arrived'])).arrived_ms).toBe(at('20:00'));
});
