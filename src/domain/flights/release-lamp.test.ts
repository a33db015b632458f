import { describe, expect, it } from 'vitest';
import { defaultReleaseLimits } from '#domain/seasons/rulebook-parts.ts';
import { headwind, type LampFacts, lampOf, type Weather } from './release-lamp.ts';

const now_ms = Date.parse('2026-09-12T05:15:00Z');
const hour_ms = 3_600_000;
const fine: Weather = {
  visibility_km: 18,
  wind_kmh: 12,
  wind_from: 'sw',
  temperature_c: 19,
  rain: false,
  low_cloud: false,
  thunder: false,
};
const facts = (weather: Partial<Weather> = {}, more: Partial<LampFacts> = {}): LampFacts => ({
  weather: { at_ms: now_ms - 600_000, weather: { ...fine, ...weather } },
  bearing_deg: 45,
  distance_m: 493_182,
  driven_km: null,
  arrived_ms: now_ms - 15 * hour_ms,
  home_ms: now_ms + 8 * hour_ms,
  sunset_ms: now_ms + 12 * hour_ms,
  now_ms,
  ...more,
});
const lamp = (...given: Parameters<typeof facts>) => lampOf(defaultReleaseLimits, facts(...given)).lamp;

describe('the lamp over a release', () => {
  it('is green inside every limit', () => {
    const { rows } = lampOf(defaultReleaseLimits, facts());
    expect(lamp()).toBe('go');
    expect(rows).toHaveLength(8);
    expect(rows.every(({ state }) => state === 'kept')).toBe(true);
  });

  it.each<[string, Partial<Weather>, Partial<LampFacts>]>([
    ['too little visibility', { visibility_km: 4 }, {}],
    ['wind against them', { wind_kmh: 40, wind_from: 'ne' }, {}],
    ['heat', { temperature_c: 31 }, {}],
    ['rain', { rain: true }, {}],
    ['low cloud', { low_cloud: true }, {}],
    ['thunder', { thunder: true }, {}],
    ['birds that would come after sunset', {}, { home_ms: now_ms + 13 * hour_ms }],
    ['an evening, however fast they are', {}, { home_ms: null, sunset_ms: now_ms }],
  ])('is red for %s, and for that row alone', (_name, weather, more) => {
    const { lamp: shown, rows } = lampOf(defaultReleaseLimits, facts(weather, more));
    expect(shown).toBe('stop');
    expect(rows.filter(({ state }) => state === 'broken')).toHaveLength(1);
  });

  it('waits for rest, which time cures: an hour for each 100 km', () => {
    expect(lamp({}, { arrived_ms: now_ms - 4 * hour_ms })).toBe('wait');
    expect(lamp({}, { arrived_ms: now_ms - 5 * hour_ms })).toBe('go');
  });

  it('counts the rest by the road that was driven, where somebody noted it', () => {
    const rested = { arrived_ms: now_ms - 6 * hour_ms };
    expect(lamp({}, { ...rested, driven_km: 600 })).toBe('go');
    expect(lamp({}, { ...rested, driven_km: 601 })).toBe('wait');
    // The flight's own distance is not needed then.
    expect(lamp({}, { ...rested, driven_km: 600, distance_m: null })).toBe('go');
    expect(lamp({}, { ...rested, distance_m: null })).toBe('wait');
  });

  it('is never green by what nobody has measured', () => {
    expect(lamp({}, { weather: null })).toBe('wait');
    expect(lamp({ visibility_km: null })).toBe('wait');
    expect(lamp({ wind_from: null })).toBe('wait');
    expect(lamp({}, { arrived_ms: null })).toBe('wait');
    // An hour later the weather may be another one.
    expect(lamp({}, { weather: { at_ms: now_ms - 61 * 60_000, weather: fine } })).toBe('wait');
  });

  it('asks for nothing that the rulebook has no limit for', () => {
    const none = { visibility_km: null, headwind_kmh: null, temperature_c: null, rest_min: null };
    const off = { no_rain: false, no_low_cloud: false, no_thunder: false, same_day: false };
    expect(lampOf({ ...none, ...off }, facts({}, { weather: null, arrived_ms: null }))).toEqual({
      lamp: 'go',
      rows: [],
    });
  });
});

it.each([
  ['from ahead', 'ne', 45, 30],
  ['from behind', 'sw', 45, -30],
  ['from the side', 'se', 45, 0],
  ['from north on the way east', 'n', 90, 0],
] as const)('wind %s: %s at %s° is %s km/h against the birds', (_name, wind_from, bearing, against) => {
  expect(headwind({ ...fine, wind_kmh: 30, wind_from }, bearing)).toBeCloseTo(against, 5);
});
