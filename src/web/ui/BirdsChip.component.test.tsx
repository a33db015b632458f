import { expect, test } from 'vitest';
import { show } from '#testing/show.tsx';
import { BirdsChip } from './StatusChip.tsx';

test.each([
  ['released', false, 'status.released'],
  ['released', true, 'bird.home'],
  ['official', true, 'status.official'],
] as const)('of followed birds in a flight that is %s, all home: %s', async (status, areHome, word) => {
  const { container, t } = await show(<BirdsChip status={status} areHome={areHome} />);
  expect(container.textContent).toBe(t(word));
});
