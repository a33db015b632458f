import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  axisOf,
  barsOf,
  labelsOf,
  minute_ms,
  minuteFrom,
  minuteOf,
  placeOn,
  ranksOf,
  rowOf,
  timeAt,
  timeOfRow,
} from './time-axis.ts';

const noon = Date.UTC(2026, 6, 4, 12);
const at = (...minutes: number[]) => Float64Array.from(minutes, (minute) => noon + minute * minute_ms);

describe('the minimap of arrivals', () => {
  test('its axis is whole minutes, from the first bird to the last, or from the last to the first', () => {
    const axis = axisOf(at(0.5, 3, 9.2), false);
    expect([axis.from_ms, axis.to_ms]).toEqual([noon, noon + 10 * minute_ms]);
    expect([0, 5, 10, -4].map((minute) => placeOn(axis, noon + minute * minute_ms))).toEqual([0, 0.5, 1, 0]);
    const latest = axisOf(at(0.5, 3, 9.2), true);
    expect(placeOn(latest, noon)).toBe(1);
    expect(timeAt(latest, 0.25)).toBe(noon + 7.5 * minute_ms);
  });

  test('has a bar for each minute, and for several where a race is long', () => {
    const times = at(0, 0.2, 1.9, 4);
    expect(barsOf(times, axisOf(times, false))).toEqual({
      step_ms: minute_ms,
      counts: Uint16Array.from([2, 1, 0, 0, 1]),
      most: 2,
    });
    const long = at(0, 8 * 60);
    expect(barsOf(long, axisOf(long, false))).toMatchObject({ step_ms: 5 * minute_ms });
  });

  test('labels round times of the loft', () => {
    const labels = (minutes: number, zone: string) =>
      labelsOf(axisOf(at(7, 7 + minutes), false), zone).map(({ text }) => text);
    expect(labels(50, 'Europe/Brussels')).toEqual(['14:15', '14:30', '14:45']);
    expect(labels(50, 'Asia/Kathmandu')).toEqual(['18:00', '18:15', '18:30']);
    expect(labels(600, 'Europe/Brussels')).toEqual(['16:00', '18:00', '20:00', '22:00', '00:00']);
  });

  test('of a result it has round ranks, as many as have room', () => {
    const ranks = (count: number, minuteOfRank: (rank: number) => number) => {
      const times = at(...Array.from({ length: count }, (_, row) => minuteOfRank(row + 1)));
      return ranksOf(times, axisOf(times, false)).map(({ rank }) => rank);
    };
    expect(ranks(5809, (rank) => rank / 30)).toEqual(Array.from({ length: 11 }, (_, n) => (n + 1) * 500));
    expect(ranks(100, (rank) => rank)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
    // Half of them land within three of a hundred minutes.
    expect(ranks(100, (rank) => (rank <= 50 ? rank / 20 : rank))).toEqual([60, 70, 80, 90, 100]);
    expect(ranks(9, (rank) => rank)).toEqual([]);
  });

  test('steps go from a minute with birds to the next one, in both directions', () => {
    const times = at(0, 0.5, 1.2, 7, 30);
    const minutes = (...by: number[]) =>
      by.map((one) => (minuteFrom(times, minuteOf(times[2]!), one) - noon) / minute_ms);
    expect(minutes(1, 10, 99, -1, -10)).toEqual([7, 30, 30, 0, 0]);
  });

  test('a minute leads to the first row that landed in it, from either end of the list', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(600_000), { minLength: 1, maxLength: 40 }),
        fc.boolean(),
        fc.nat(11),
        (unordered, backwards, minute) => {
          const times = Float64Array.from(
            unordered.toSorted((a, b) => a - b),
            (ms) => noon + ms,
          );
          const rows = Array.from(times, (_, row) => timeOfRow(times, row, backwards));
          const at_ms = noon + minute * minute_ms;
          const behind = backwards
            ? rows.findIndex((time_ms) => time_ms < at_ms + minute_ms)
            : rows.findIndex((time_ms) => time_ms >= at_ms);
          expect(rowOf(times, at_ms, backwards)).toBe(behind < 0 ? times.length - 1 : behind);
        },
      ),
    );
  });
});
