import { describe, expect, it } from 'vitest';
import {
  countedRelease,
  effectOf,
  isLate,
  mostPictures,
  unusualRelease,
  whyNotAddPicture,
  whyNotReport,
} from './release.ts';

const at_ms = Date.UTC(2026, 8, 12, 5, 15, 0, 487);

it.each([
  [1, 487],
  [10, 480],
  [100, 400],
  [1000, 0],
])('a release is counted in steps of %i ms: 0.487 s are %i ms', (precision_ms, ms) => {
  expect(countedRelease(at_ms, precision_ms) - countedRelease(at_ms, 1000)).toBe(ms);
});

describe('a release at an unusual moment (domain 2.7)', () => {
  const hour_ms = 3_600_000;
  it.each([
    ['three hours before the plan', -3 * hour_ms, false],
    ['a second earlier', -3 * hour_ms - 1000, true],
    ['three hours late', 3 * hour_ms, false],
    ['a second later', 3 * hour_ms + 1000, true],
    ['a day early', -28 * hour_ms, true],
  ])('%s', (_name, after_ms, is_far) => {
    const of = { now_ms: at_ms + after_ms, planned_ms: at_ms, rise_ms: null };
    expect(unusualRelease(of)).toEqual({ is_far, is_dark: false });
    expect(unusualRelease({ ...of, planned_ms: null }).is_far).toBe(false);
  });

  it('is dark until the sun rises', () => {
    const of = { planned_ms: at_ms, rise_ms: at_ms };
    expect(unusualRelease({ ...of, now_ms: at_ms - 1 })).toEqual({ is_far: false, is_dark: true });
    expect(unusualRelease({ ...of, now_ms: at_ms })).toEqual({ is_far: false, is_dark: false });
  });
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

describe('a picture of the release', () => {
  const hour_ms = 3_600_000;
  const of = { status: 'released', release_ms: at_ms, pictures: 0 } as const;
  it.each([
    ['of the lorry before it', of, -hour_ms, null],
    ['of another day', of, -hour_ms - 1, 'picture_not_of_release'],
    ['of the evening after it', of, 12 * hour_ms, null],
    ['of the night after it', of, 12 * hour_ms + 1, 'picture_not_of_release'],
    ['before the release', { ...of, status: 'sealed' }, 0, 'picture_before_release'],
    ['of an annulled flight', { ...of, status: 'annulled' }, 0, 'picture_before_release'],
    ['of an official one', { ...of, status: 'official' }, 0, null],
    ['beyond the last', { ...of, pictures: mostPictures }, 0, 'photos_full'],
  ] as const)('%s', (_name, flight, later_ms, code) => {
    const no = whyNotAddPicture(flight, at_ms + later_ms, at_ms + 20 * hour_ms);
    expect(no && (no.errors?.at?.[0]?.code ?? no.code)).toBe(code);
  });

  it('is not of a moment to come', () => {
    expect(whyNotAddPicture(of, at_ms + 5000, at_ms)).toBeNull();
    expect(whyNotAddPicture(of, at_ms + 5001, at_ms)?.errors).toEqual({
      at: [{ code: 'picture_not_of_release', params: {} }],
    });
  });
});
