import { expect, it, vi } from 'vitest';
import { betterOffset, keepReport, keptReport, measureClock } from './release-report.ts';

const report = {
  id: '0b9a6f0e-3f0c-4c55-9d6a-3b8f6d7f6a01',
  source: 'phone' as const,
  at: '2026-09-12T05:15:00.487Z',
  clock: { offset_ms: 180, within_ms: 50 },
  position: null,
  knows_taken_back: 1,
};

it('a report stays on the phone until the site has it; what is unreadable is none', () => {
  expect(keptReport(41)).toBeNull();
  keepReport(41, report);
  expect(keptReport(41)).toEqual(report);
  expect(keptReport(42)).toBeNull();
  keepReport(41, null);
  expect(keptReport(41)).toBeNull();
});

it('the clock of the phone is compared with half of the journey taken off, and not without network', async () => {
  const at_ms = Date.parse('2026-09-12T05:00:00.000Z');
  vi.spyOn(Date, 'now').mockReturnValue(at_ms);
  const times = [1000, 1100];
  vi.spyOn(performance, 'now').mockImplementation(() => times.shift() ?? 1100);
  const fetched = vi.fn(async () => new Response(JSON.stringify({ read_at: new Date(at_ms + 230).toISOString() })));
  vi.stubGlobal('fetch', fetched);
  expect(await measureClock({ season_id: 1, flight_id: 2 })).toEqual({
    offset_ms: 180,
    within_ms: 50,
    measured_ms: at_ms,
  });
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')));
  expect(await measureClock({ season_id: 1, flight_id: 2 })).toBeNull();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('of two comparisons the nearer one counts, unless it is an hour old', () => {
  const near = { offset_ms: 180, within_ms: 20, measured_ms: 0 };
  const far = { offset_ms: 200, within_ms: 90, measured_ms: 3_600_001 };
  expect(betterOffset(near, far, 3_600_000)).toBe(near);
  expect(betterOffset(near, far, 3_600_001)).toBe(far);
  expect(betterOffset(null, far, 0)).toBe(far);
  expect(betterOffset(null, null, 0)).toBeNull();
});
