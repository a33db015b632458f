import { expect, test } from 'vitest';
import { rulingIn } from './ruling-form.ts';

test.each([
  ['-2,29', -2290],
  ['−2.29', -2290],
  ['٢٫٥', 2500],
  ['', undefined],
  ['two', undefined],
])('a correction in seconds is read as people type it: %s', (offset, offset_ms) => {
  expect(rulingIn('offset', new URLSearchParams({ device_id: '٣', offset }))).toMatchObject({
    device_id: 3,
    offset_ms,
  });
});

test('a time is read in the digits of any keyboard', () => {
  const search = new URLSearchParams({ date: '2026-06-06', time: '١٣:٤١' });
  expect(rulingIn('closing', search)).toEqual({ kind: 'closing', date: '2026-06-06', time: '13:41' });
});
