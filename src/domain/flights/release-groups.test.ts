import { describe, expect, it } from 'vitest';
import { isRefusal } from '#domain/refusal.ts';
import { cratesIn, crateText, latestGroup_ms, ringsIn, whyNotGroupTime } from './release-groups.ts';

const codeOf = (work: () => unknown) => {
  try {
    work();
    return null;
  } catch (error) {
    return isRefusal(error)
      ? Object.entries(error.errors!).map(([field, [first]]) => [field, first!.code, first!.params])[0]
      : error;
  }
};

describe('the crates of a later group', () => {
  const known = [1, 2, 3, 7, 8, 10, 12, 15];

  it.each([
    ['7-12, 15', [7, 8, 10, 12, 15]],
    ['7 – 8; 3 1', [1, 3, 7, 8]],
    ['15,15', [15]],
  ])('%s', (text, crates) => {
    expect(cratesIn(text, known)).toEqual(crates);
  });

  it.each([
    ['', 'error_required', {}],
    [' , ', 'error_required', {}],
    ['left side', 'group_crates_format', {}],
    ['12-7', 'group_crates_format', {}],
    ['7-', 'group_crates_format', {}],
    ['9', 'group_crate_unknown', { crate: 9 }],
    ['7-99999', 'group_crate_unknown', { crate: 99999 }],
  ])('%j is refused: %s', (text, code, params) => {
    expect(codeOf(() => cratesIn(text, known))).toEqual(['crates', code, params]);
  });

  it('are written as they are said', () => {
    expect(crateText([7, 8, 9, 12, 15, 16])).toBe('7-9, 12, 15-16');
    expect(cratesIn(crateText(known), known)).toEqual(known);
  });

  it('or rings, one in each line', () => {
    expect(ringsIn('BE 26-1\n  DV 7-26-2 , PL 3\n')).toEqual(['BE 26-1', 'DV 7-26-2', 'PL 3']);
    expect(codeOf(() => ringsIn(' \n'))).toEqual(['rings', 'error_required', {}]);
  });
});

describe('the time of a later group', () => {
  const release_ms = Date.UTC(2026, 8, 12, 5, 15);
  const given = {
    release_ms,
    others: [release_ms + 60_000],
    time_zone: 'Europe/Brussels',
    now_ms: release_ms + 12 * 3_600_000,
    field: 'at' as const,
  };

  it.each([
    ['after the first', release_ms + 480_000, null],
    ['a few hours later', release_ms + latestGroup_ms, null],
    ['with the first', release_ms, 'group_time'],
    ['before the first', release_ms - 1, 'group_time'],
    ['too late', release_ms + latestGroup_ms + 1, 'group_time'],
    ['of another group', release_ms + 60_000, 'group_time_taken'],
    ['to come', given.now_ms + 1, 'release_in_future'],
  ])('%s', (_, at_ms, code) => {
    expect(whyNotGroupTime(at_ms, given)?.errors?.at?.[0]?.code ?? null).toBe(code);
  });

  it('is on the same day of the loft', () => {
    const evening = { ...given, others: [], release_ms: Date.UTC(2026, 8, 12, 21, 30) };
    const now_ms = evening.release_ms + 3_600_000;
    expect(whyNotGroupTime(Date.UTC(2026, 8, 12, 21, 59), { ...evening, now_ms })).toBeNull();
    expect(whyNotGroupTime(Date.UTC(2026, 8, 12, 22), { ...evening, now_ms })?.errors).toHaveProperty('at');
  });
});
