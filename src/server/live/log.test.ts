import { expect, it } from 'vitest';
import { createLog } from './log.ts';

it('returns every row after any number, as it came', () => {
  const log = createLog();
  const rows = Array.from({ length: 500 }, (_, i): [number, number, number | null] => [
    i + 1,
    Number.MAX_SAFE_INTEGER - i,
    i % 7 ? 1_780_751_234_567.5 + i : null,
  ]);
  expect([log.seq(), log.textAfter(0)]).toEqual([0, '[]']);
  for (let at = 0; at < rows.length; at += 90) log.append(rows.slice(at, at + 90));
  expect(log.seq()).toBe(500);
  for (const after of [0, 1, 89, 90, 498, 499, 500, 9999]) {
    expect(JSON.parse(log.textAfter(after))).toEqual(rows.slice(after));
    expect(log.countAfter(after)).toBe(Math.max(0, 500 - after));
  }
});
