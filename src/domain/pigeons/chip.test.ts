import { expect, it } from 'vitest';
import { chipKey, whyNotChip } from './chip.ts';

it('a chip is written in one way, and changed for a reason only', () => {
  expect(chipKey(' 00a1 b2\u200e ')).toBe('00A1B2');
  expect(whyNotChip(null, 'A', null)).toBeNull();
  expect(whyNotChip('A', 'A', null)).toBeNull();
  expect(whyNotChip('A', 'B', 'Lost on the way')).toBeNull();
  expect(whyNotChip('A', 'B', null)).toMatchObject({ code: 'chip_reason_needed' });
});
