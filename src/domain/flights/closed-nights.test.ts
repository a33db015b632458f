import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closedNights, type NightsOf, sunOn } from '#domain/flights/closed-nights.ts';
import { type ClosedNightRule, closedNightRule } from '#domain/seasons/rules.ts';

const minute = 60_000;
const hour = 60 * minute;

const places = {
  Greenwich: { latitude: 51.48, longitude: 0, time_zone: 'Europe/London' },
  'New York': { latitude: 40.71, longitude: -74.01, time_zone: 'America/New_York' },
  Sydney: { latitude: -33.87, longitude: 151.21, time_zone: 'Australia/Sydney' },
  Kashgar: { latitude: 39.47, longitude: 75.99, time_zone: 'Asia/Shanghai' },
  Kiritimati: { latitude: 1.87, longitude: -157.4, time_zone: 'Pacific/Kiritimati' },
  Auckland: { latitude: -36.85, longitude: 174.76, time_zone: 'Pacific/Auckland' },
  Tromsø: { latitude: 69.65, longitude: 18.96, time_zone: 'Europe/Oslo' },
};

function of(place: keyof typeof places, release: string, nights = 1): NightsOf {
  return { ...places[place], release_ms: Date.parse(release), nights };
}

const sun = (after_sunset_min = 0, before_sunrise_min = 0): ClosedNightRule => ({
  kind: 'sun',
  after_sunset_min,
  before_sunrise_min,
});
const hours = (closes: string, opens: string): ClosedNightRule => ({ kind: 'hours', closes, opens });
const shown = (rule: ClosedNightRule, at: NightsOf) =>
  closedNights(rule, at).map(({ from, to }) =>
    [from, to].map((ms) => new Date(ms).toISOString().replace(':00.000Z', '')).join(' – '),
  );

describe('closed hours (domain 2.8)', () => {
  test('Narbonne 2017: 22:34 to 05:35, 7 h 01 min of every night', () => {
    const race = {
      latitude: 50.8,
      longitude: 4.4,
      time_zone: 'Europe/Brussels',
      release_ms: Date.parse('2017-07-28T06:45:00+02:00'),
    };
    expect(shown(hours('22:34:00', '05:35:00'), { ...race, nights: 2 })).toEqual([
      '2017-07-28T20:34 – 2017-07-29T03:35',
      '2017-07-29T20:34 – 2017-07-30T03:35',
    ]);
    expect(closedNights(hours('22:34', '05:35'), { ...race, nights: 0 })).toEqual([]);
    expect(closedNights({ kind: 'none' }, { ...race, nights: 3 })).toEqual([]);
  });

  test('hours within one day stay within it', () => {
    expect(shown(hours('12:00', '15:30'), of('Sydney', '2026-01-05T21:00:00Z'))).toEqual([
      '2026-01-06T01:00 – 2026-01-06T04:30',
    ]);
  });

  test('a release before the opening opens the day; after the closing it waits for no night', () => {
    expect(shown(hours('22:00', '05:00'), of('Greenwich', '2026-06-20T03:30:00Z'))).toEqual([
      '2026-06-20T21:00 – 2026-06-21T04:00',
    ]);
    expect(shown(hours('22:00', '05:00'), of('Greenwich', '2026-06-20T21:30:00Z'))).toEqual([]);
  });

  test('the clocks change in the night: it is an hour shorter or longer', () => {
    const length = (release: string) =>
      closedNights(hours('22:00', '05:00'), of('Greenwich', release)).map(({ from, to }) => (to - from) / hour);
    expect(length('2026-03-28T08:00:00Z')).toEqual([6]);
    expect(length('2026-10-24T08:00:00Z')).toEqual([8]);
    expect(length('2026-06-20T08:00:00Z')).toEqual([7]);
  });

  test('a time that the clock change skips is taken later, one that it repeats earlier', () => {
    expect(shown(hours('22:00', '01:30'), of('Greenwich', '2026-03-28T08:00:00Z'))).toEqual([
      '2026-03-28T22:00 – 2026-03-29T01:30',
    ]);
    expect(shown(hours('22:00', '01:30'), of('Greenwich', '2026-10-24T08:00:00Z'))).toEqual([
      '2026-10-24T21:00 – 2026-10-25T00:30',
    ]);
  });
});

describe('closed by the sun (domain 2.8)', () => {
  // Sunset and next sunrise in UTC, computed beforehand with the formulas of NOAA's solar calculator, which share
  // nothing with suncalc.
  test.each([
    ['Greenwich', '2026-06-20T06:00:00Z', '2026-06-20T20:21Z', '2026-06-21T03:43Z'],
    ['New York', '2026-06-20T11:00:00Z', '2026-06-21T00:31Z', '2026-06-21T09:25Z'],
    ['Sydney', '2026-12-20T19:30:00Z', '2026-12-21T09:05Z', '2026-12-21T18:41Z'],
    ['Kashgar', '2026-11-27T02:00:00Z', '2026-11-27T11:34Z', '2026-11-28T01:54Z'],
    ['Kiritimati', '2026-03-19T18:00:00Z', '2026-03-20T04:40Z', '2026-03-20T16:34Z'],
    ['Auckland', '2026-03-19T20:00:00Z', '2026-03-20T06:33Z', '2026-03-20T18:24Z'],
  ] as const)('%s: from sunset to sunrise of the right local days', (place, release, sunset, sunrise) => {
    const [night, ...others] = closedNights(sun(), of(place, release));
    expect(others).toEqual([]);
    expect(Math.abs(night!.from - Date.parse(sunset))).toBeLessThanOrEqual(minute);
    expect(Math.abs(night!.to - Date.parse(sunrise))).toBeLessThanOrEqual(minute);
  });

  test('minutes after sunset and before sunrise shorten the night, negative ones lengthen it', () => {
    const at = of('Greenwich', '2026-09-05T06:00:00Z', 2);
    const plain = closedNights(sun(), at);
    expect(closedNights(sun(30, 30), at)).toEqual(
      plain.map(({ from, to }) => ({ from: from + 30 * minute, to: to - 30 * minute })),
    );
    expect(closedNights(sun(-30, -15), at)).toEqual(
      plain.map(({ from, to }) => ({ from: from - 30 * minute, to: to + 15 * minute })),
    );
  });

  test('where the sun does not set no night is closed', () => {
    expect(closedNights(sun(), of('Tromsø', '2026-06-20T05:00:00Z', 3))).toEqual([]);
  });

  test('where the sun does not rise the whole day is closed', () => {
    const at = of('Tromsø', '2026-12-20T09:00:00Z', 2);
    expect(closedNights(sun(), at)).toEqual([{ from: at.release_ms, to: Date.parse('2026-12-22T23:00:00Z') }]);
  });

  test('the polar night ends with the first sunrise', () => {
    const [night, ...others] = closedNights(sun(), of('Tromsø', '2026-01-12T09:00:00Z', 4));
    expect(others.length).toBeGreaterThan(0);
    expect(night!.from).toBe(Date.parse('2026-01-12T09:00:00Z'));
    expect(night!.to).toBeGreaterThan(Date.parse('2026-01-13T00:00:00Z'));
  });

  test('anywhere, any day: ordered, apart, after the release, on whole minutes, and one per night away from the poles', () => {
    const anywhere = fc.record({
      latitude: fc.integer({ min: -89, max: 89 }),
      longitude: fc.integer({ min: -180, max: 180 }),
      release_ms: fc
        .integer({ min: Date.UTC(2020, 0, 1) / minute, max: Date.UTC(2030, 0, 1) / minute })
        .map((m) => m * minute),
      nights: fc.integer({ min: 0, max: 5 }),
    });
    fc.assert(
      fc.property(
        anywhere,
        fc.integer({ min: -90, max: 90 }),
        fc.integer({ min: -90, max: 90 }),
        (place, after, before) => {
          // The zone a ship would keep there, as its clock stays within an hour of the sun.
          const offset = Math.round(place.longitude / 15);
          const time_zone = `${offset < 0 ? '-' : '+'}${String(Math.abs(offset)).padStart(2, '0')}:00`;
          const nights = closedNights(sun(after, before), { ...place, time_zone });
          const ordered = nights.every(
            ({ from, to }, i) =>
              from >= (nights[i - 1]?.to ?? place.release_ms) && to > from && to <= place.release_ms + 7 * 24 * hour,
          );
          const temperate = Math.abs(place.latitude) > 45;
          const local_h = (((place.release_ms / hour + offset) % 24) + 24) % 24;
          return (
            ordered &&
            // Nearer the equator no sun sets before 15:30 of such a clock; the rule may take 90 minutes off.
            (temperate || local_h > 13.5 || nights.length === place.nights) &&
            nights.every(({ from }) => from % minute === 0)
          );
        },
      ),
      {
        // Found by random tests: a day without a sunset before one with it, and a closing before the release.
        examples: [
          [{ latitude: 85, longitude: 0, release_ms: 1_883_692_800_000, nights: 2 }, 0, 0],
          [{ latitude: 45, longitude: 82, release_ms: 1_667_296_860_000, nights: 1 }, -81, 0],
        ],
      },
    );
  });

  test('control: the sun of the UTC day gives another night', () => {
    const right = closedNights(sun(), of('Auckland', '2026-03-19T20:00:00Z'));
    const wrong = closedNights(sun(), { ...of('Auckland', '2026-03-19T20:00:00Z'), time_zone: 'UTC' });
    expect(wrong).not.toEqual(right);
  });
});

describe('the closed-night rule', () => {
  test.each([
    [{ kind: 'none' }, true],
    [{ kind: 'hours', closes: '22:34:00', opens: '05:35' }, true],
    [{ kind: 'hours', closes: '24:00', opens: '05:35' }, false],
    [{ kind: 'hours', closes: '5:35', opens: '22:00' }, false],
    [{ kind: 'hours', closes: '05:35', opens: '05:35' }, false],
    [{ kind: 'sun', after_sunset_min: -30, before_sunrise_min: 30 }, true],
    [{ kind: 'sun', after_sunset_min: 30 }, false],
    [{ kind: 'moon' }, false],
  ])('%j: %s', (rule, valid) => {
    expect(closedNightRule.safeParse(rule).success).toBe(valid);
  });
});

test.each([
  ['Greenwich', '2026-06-21T05:00:00Z', '2026-06-21T20:21:00.000Z'],
  ['Auckland', '2026-06-21T19:00:00Z', '2026-06-22T05:12:00.000Z'],
  ['Tromsø', '2026-06-21T05:00:00Z', null],
] as const)('the sun of %s sets on the local day of %s at %s', (place, release, sunset) => {
  const { set_ms: at } = sunOn(Date.parse(release), places[place]);
  expect(at === null ? null : new Date(at).toISOString()).toBe(sunset);
});
