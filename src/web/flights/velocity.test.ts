import { expect, test } from 'vitest';
import type { Ranked } from '#domain/arrivals/rank.ts';
import { chart, velocities } from './velocity.ts';

const line = (pigeon_id: number, speed: number) => ({ pigeon_id, speed }) as Ranked;

test('the label of the fastest speed stands above every dot and figure below it', () => {
  const tall = Array.from({ length: 12 }, (_, index) => line(index + 2, 1299));
  const { columns, step, label_y } = velocities([line(1, 1300), ...tall, line(99, 1280)])!;
  const beside = columns.find(({ pigeon_ids }) => pigeon_ids.length === 12)!;
  expect(beside.peak).toBe(true);
  const figure_y = chart.base - 12 - 12 * step;
  expect(label_y).toBeLessThanOrEqual(figure_y - 14);
});

test('what is far to the left does not lift it', () => {
  const tall = Array.from({ length: 12 }, (_, index) => line(index + 2, 1281));
  const { step, label_y } = velocities([line(1, 1300), ...tall, line(99, 1280)])!;
  expect(label_y).toBe(chart.base - 16 - step);
});
