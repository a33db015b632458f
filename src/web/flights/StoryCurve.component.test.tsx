import { expect, test } from 'vitest';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { show } from '#testing/show.tsx';
import { StoryCurve } from './StoryCurve.tsx';
import styles from './story.module.css';

const flight = {
  status: 'released',
  release_time: '2026-09-12T06:15:00Z',
  replay_factor: null,
  basketed_count: 50,
} as Flight;
const loft = { time_zone: 'Europe/Lisbon' } as Loft;
const curve = [
  [Date.parse('2026-09-12T09:35:00Z'), 1],
  [Date.parse('2026-09-12T09:46:29Z'), 43],
] as const;

test.each([
  ['stands at this moment', '2026-09-12T09:50:00Z', 1, false],
  ['is not drawn hours after the last bird; the curve says that it ends there', '2026-09-12T15:38:00Z', 0, true],
])('the line of now %s', async (_, read_at, lines, ends) => {
  const { container, t } = await show(
    <StoryCurve flight={flight} loft={loft} curve={curve} homes={[]} read_at={read_at} />,
  );
  expect(container.querySelectorAll(`.${styles.now}`)).toHaveLength(lines);
  expect(container.textContent!.includes(t('story.curve_ends', { time: '10:46:29' }))).toBe(ends);
});
