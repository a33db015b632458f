import { expect, it } from 'vitest';
import { wayInLog, wayOfLorry } from './lorry.ts';
import { lorryStands } from './lorry-stands.ts';
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

it('the log that everybody reads tells when it left, and since when it stands', () => {
  const entry = (kind: 'sealed' | 'departed' | 'arrived', time: string) => ({
    kind,
    at: new Date(at(time)).toISOString(),
    reason: null,
    details: {},
  });
  const log = [entry('sealed', '11:00'), entry('departed', '12:00')];
  expect(wayInLog(log)).toMatchObject({ departed_ms: at('12:00'), arrived_ms: null });
  expect(wayInLog([...log, entry('arrived', '20:00')])).toMatchObject({ arrived_ms: at('20:00') });
  expect(wayInLog(log.slice(0, 1))).toEqual({ departed_ms: null, arrived_ms: null, driven_km: null });
});

it('the lorry stands at the loft until it left, then nowhere, and at the release point since it arrived', () => {
  const left = noted(['12:00', 'departed']);
  const there = [...left, ...noted(['20:00', 'arrived'])];
  const stands = [noted(), left, there, [...there, ...noted(['21:00', 'departed'])]].map(wayOfLorry).map(lorryStands);
  expect(stands).toEqual(['loft', null, 'release_point', null]);
  expect(lorryStands(null)).toBe('release_point');
});
