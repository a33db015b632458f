import { useRef } from 'react';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { overflow, show } from '#testing/show.tsx';
import type { BoardHandle, BoardPlace } from './board-jump.ts';
import type { BoardLine } from './board-line.ts';
import { Minimap } from './Minimap.tsx';

const first_ms = Date.UTC(2026, 6, 4, 12);
/** Forty minutes with two birds in each, but none from 12:10 to 12:20. */
const times = Float64Array.from(
  Array.from({ length: 80 }, (_, bird) => first_ms + (bird < 20 ? bird / 2 : bird / 2 + 10) * 60_000),
);

const mine = new Set([30]);

/** The minimap beside a board of rows of 50 px. */
async function minimap(options: Parameters<typeof show>[1] & { backwards?: boolean; ranked?: boolean } = {}) {
  const { backwards = false, ranked = false, ...shown } = options;
  const scrolled: number[] = [];
  const lineAt = (row: number) => ({ rank: backwards ? times.length - row : row + 1 }) as BoardLine;
  const list = { idAt: (row: number) => row, indexOf: (bird: number) => bird, line: lineAt, times };
  const onMoved = vi.fn<(from: BoardPlace, pigeon_id: number) => void>();
  const Beside = () => {
    const board = useRef<BoardHandle>({
      inSight: () => ({ first: scrolled.at(-1) ?? 0, last: (scrolled.at(-1) ?? 0) + 9 }),
      scrollTo: (row) => {
        scrolled.push(row);
        dispatchEvent(new Event('scroll'));
      },
      place: () => ({ pigeon_id: 1, rank: 1, hidden_px: 0 }),
      isInSight: () => true,
      restore: () => {},
    });
    return (
      <div style={{ inlineSize: 46, blockSize: 400 }}>
        <Minimap
          list={list}
          backwards={backwards}
          mine={mine}
          fresh={false}
          ranked={ranked}
          time_zone="Europe/Brussels"
          board={board}
          onMoved={onMoved}
        />
      </div>
    );
  };
  const screen = await show(<Beside />, shown);
  const slider = screen.getByRole('slider', { name: screen.t('minimap.label') });
  return { screen, slider, scrolled, onMoved, element: slider.element() as HTMLElement };
}

test('it is a slider in minutes that says the time and the first rank, and skips minutes without birds', async () => {
  const { slider, scrolled, onMoved, element } = await minimap();
  await expect.element(slider).toHaveAttribute('aria-valuetext', '14:00, from rank 1');
  await expect.element(slider).toHaveAttribute('aria-valuemax', '49');
  element.focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(slider).toHaveAttribute('aria-valuetext', '14:01, from rank 3');
  await userEvent.keyboard('{PageDown}');
  await expect.element(slider).toHaveAttribute('aria-valuetext', '14:20, from rank 21');
  await expect.element(slider).toHaveAttribute('aria-valuenow', '20');
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(slider).toHaveAttribute('aria-valuetext', '14:09, from rank 19');
  await userEvent.keyboard('{End}');
  await expect.element(slider).toHaveAttribute('aria-valuetext', '14:49, from rank 79');
  await userEvent.keyboard('{Home}');
  expect(scrolled).toEqual([2, 20, 18, 78, 0]);
  expect(onMoved.mock.calls.map(([, row]) => row)).toEqual(scrolled);
});

test('from right to left the left arrow leads forward, and with the latest first down leads back in time', async () => {
  const arabic = await minimap({ locale: 'ar' });
  arabic.element.focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowRight}');
  expect(arabic.scrolled).toEqual([2, 4, 2]);
  const latest = await minimap({ backwards: true });
  latest.element.focus();
  await userEvent.keyboard('{ArrowDown}{Home}{End}');
  // The last minute has the last two birds, the one before it the two before them.
  expect(latest.scrolled.slice(-2)).toEqual([0, 78]);
});

test('beside a result its labels are round ranks, elsewhere times', async () => {
  const words = (element: HTMLElement) =>
    [...element.querySelectorAll('[aria-hidden=true] > span')].map((one) => one.textContent);
  expect(words((await minimap()).element)).toEqual(['14:00', '14:15', '14:30', '14:45']);
  expect(words((await minimap({ ranked: true })).element)).toEqual(['10', '20', '30', '40', '50', '60', '70']);
});

test('a touch leads to its minute, says which one while it lasts, and reports where the reader came from', async () => {
  const { scrolled, onMoved, element } = await minimap();
  const { left, top, height } = element.getBoundingClientRect();
  const pointer = (type: string, share: number) =>
    element.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: left + 10, clientY: top + share * height }),
    );
  // A made event captures no pointer.
  element.setPointerCapture = () => {};
  element.hasPointerCapture = () => true;
  pointer('pointerdown', 0.51);
  await expect.poll(() => element.textContent).toContain('14:25 · from rank 31');
  pointer('pointermove', 0.91);
  await expect.poll(() => element.textContent).toContain('14:45 · from rank 71');
  expect(scrolled).toEqual([30, 70]);
  pointer('lostpointercapture', 0.9);
  await expect.poll(() => element.textContent).not.toContain('from rank');
  expect(onMoved.mock.calls).toEqual([[{ pigeon_id: 1, rank: 1, hidden_px: 0 }, 70]]);
});

test('the window of what is in sight is never thinner than 12 px, my birds are ticks of 4 px, and 44 px are touched', async () => {
  const { screen, element } = await minimap({ width: 320 });
  const [sight, mine] = [...screen.container.querySelectorAll<HTMLElement>('i')];
  expect(sight!.getBoundingClientRect().height).toBeGreaterThanOrEqual(12);
  expect(mine!.getBoundingClientRect().height).toBe(4);
  expect(mine!.getBoundingClientRect().top).toBeCloseTo(element.getBoundingClientRect().top + 192 - 2, 0);
  const touched = getComputedStyle(element, '::before');
  expect(Number.parseFloat(touched.width)).toBeGreaterThanOrEqual(44);
  expect(overflow()).toBe(0);
});
