import { expect, test } from 'vitest';
import { tooFastIn } from './effect.ts';
import { isLargeMove, needsSecond, type RulingChange } from './ruling.ts';

const flight = { release_ms: 1_000_000_000, distance_m: 400_000 };
const hour_ms = 3_600_000;

test.each<[string, RulingChange, boolean]>([
  ['the release by an hour', { kind: 'release', release_ms: flight.release_ms + hour_ms }, false],
  ['the release by more', { kind: 'release', release_ms: flight.release_ms + hour_ms + 1 }, true],
  ['the release back by more', { kind: 'release', release_ms: flight.release_ms - hour_ms - 1 }, true],
  ['the distance by a tenth', { kind: 'distance', distance_m: 440_000 }, false],
  ['the distance by more', { kind: 'distance', distance_m: 440_000.1 }, true],
  ['the distance down by more', { kind: 'distance', distance_m: 359_999 }, true],
  ['a closing, by as much as it likes', { kind: 'closing', closes_ms: flight.release_ms + 90 * hour_ms }, false],
])('nobody moves alone, also while nobody is home: %s', (_what, change, is_large_move) => {
  expect(isLargeMove(change, flight)).toBe(is_large_move);
  expect(needsSecond('released', [], { too_fast: 0, is_large_move })).toBe(is_large_move);
});

test('a bird without a speed has flown no time, and is faster than pigeons fly', () => {
  const place = { rank: 1, time_ms: flight.release_ms, net_ms: 0, speed: null, prize: 0 };
  const rule = { unit: 'm/min' } as const;
  expect(tooFastIn([{ pigeon_id: 1, before: null, after: place }], rule)).toBe(1);
  expect(tooFastIn([{ pigeon_id: 1, before: place, after: null }], rule)).toBe(0);
  expect(tooFastIn([{ pigeon_id: 1, before: null, after: { ...place, speed: 1400 } }], rule)).toBe(0);
});
