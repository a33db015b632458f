import { describe, expect, it } from 'vitest';
import type { FlownFlight } from '#domain/arrivals/records.ts';
import type { PassportStep } from '#domain/pigeons/passport.ts';
import { lifeOf } from './life.ts';
import type { FlightResults } from './record.ts';

const day = (n: number) => `2026-07-${String(n).padStart(2, '0')}T08:00:00.000Z`;
const flight = (n: number, kind: FlownFlight['kind'], status: FlownFlight['status'] = 'official'): FlightResults => ({
  flight: { id: n, kind, status, release_time: day(n) } as FlownFlight,
  home: [],
  away: [],
});
const step = (n: number, name: PassportStep) => ({ at: day(n), step: name });
const stepsOf = (...args: Parameters<typeof lifeOf>) =>
  lifeOf(...args).map((entry) =>
    entry.kind === 'step'
      ? entry.step.step
      : entry.kind === 'flight'
        ? entry.results.flight.id
        : entry.trainings.map(({ flight: { id } }) => id),
  );

describe('the life of a bird', () => {
  it('has flights and steps by their moments, the latest first', () => {
    expect(
      stepsOf([flight(9, 'final'), flight(5, 'hot_spot')], [step(7, 'back'), step(6, 'lost'), step(1, 'arrived')]),
    ).toEqual([9, 'back', 'lost', 5, 'arrived']);
  });

  it('tells trainings that followed each other as a series, and two of them one by one', () => {
    const trainings = [4, 3, 2].map((n) => flight(n, 'training'));
    expect(
      stepsOf(
        [flight(9, 'final'), flight(8, 'training'), flight(7, 'training'), flight(5, 'hot_spot'), ...trainings],
        [],
      ),
    ).toEqual([9, 8, 7, 5, [4, 3, 2]]);
    expect(stepsOf(trainings, [{ ...step(3, 'injured'), at: '2026-07-03T12:00:00.000Z' }])).toEqual([
      4,
      'injured',
      3,
      2,
    ]);
  });

  it('keeps a training that is in the air apart, and steps of an imported bird last', () => {
    const trainings = [3, 2, 1].map((n) => flight(n, 'training'));
    expect(
      stepsOf([flight(4, 'training', 'released'), ...trainings], [{ at: '1970-01-01T00:00:00.000Z', step: 'arrived' }]),
    ).toEqual([4, [3, 2, 1], 'arrived']);
  });
});
