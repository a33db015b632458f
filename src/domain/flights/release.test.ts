import { describe, expect, it } from 'vitest';
import { countedRelease, effectOf, isLate, whyNotReport } from './release.ts';

const at_ms = Date.UTC(2026, 8, 12, 5, 15, 0, 487);

it.each([
  [1, 487],
  [10, 480],
  [100, 400],
  [1000, 0],
])('a release is counted in steps of %i ms: 0.487 s are %i ms', (precision_ms, ms) => {
  expect(countedRelease(at_ms, precision_ms) - countedRelease(at_ms, 1000)).toBe(ms);
});

describe('a report', () => {
  it('releases birds that are basketed, confirms the same time, and differs from another', () => {
    expect(effectOf({ status: 'sealed', release_ms: at_ms - 60_000 }, at_ms)).toBe('released');
    expect(effectOf({ status: 'released', release_ms: at_ms }, at_ms)).toBe('confirmed');
    expect(effectOf({ status: 'released', release_ms: at_ms }, at_ms + 1)).toBe('differs');
  });

  it.each([
    ['of a sealed flight', 'sealed', 0, null],
    ['of a list that nobody sealed', 'basketing', 0, null],
    ['of a flight in the air', 'released', 0, null],
    ['of a planned flight', 'planned', 0, { code: 'basketing_not_open', params: { status: 'planned' } }],
    ['of an annulled flight', 'annulled', 0, { code: 'basketing_not_open', params: { status: 'annulled' } }],
    ['of a moment to come', 'sealed', -5001, { errors: { at: [{ code: 'release_in_future' }] } }],
    ['by a clock that is a little fast', 'sealed', -5000, null],
    ['two days late', 'sealed', 48 * 3_600_000, null],
    [
      'later still',
      'sealed',
      48 * 3_600_000 + 1,
      { errors: { at: [{ code: 'release_too_old', params: { hours: 48 } }] } },
    ],
  ] as const)('%s', (_name, status, later_ms, refusal) => {
    const no = whyNotReport(status, at_ms, at_ms + later_ms);
    if (refusal === null) expect(no).toBeNull();
    else expect(no).toMatchObject(refusal);
  });

  it('that comes more than a minute later is late', () => {
    expect([isLate(at_ms, at_ms + 60_000), isLate(at_ms, at_ms + 60_001)]).toEqual([false, true]);
  });
});
