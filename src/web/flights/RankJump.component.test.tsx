import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { overflow, show } from '#testing/show.tsx';
import styles from './arrivals.module.css';
import type { BoardLine } from './board-line.ts';
import { RankJump } from './RankJump.tsx';

const list = {
  count: 5809,
  idAt: (index: number) => 10_000 + index,
  line: (index: number) => ({ rank: index + 1 }) as BoardLine,
};

async function jump(options?: Parameters<typeof show>[1]) {
  const onJump = vi.fn<(pigeon_id: number) => void>();
  const screen = await show(
    <div className={styles.pill}>
      <RankJump list={list} bare={false} onJump={onJump} />
    </div>,
    options,
  );
  return { screen, onJump, open: () => screen.getByRole('button', { name: 'Go to rank' }).click() };
}

test('a rank is typed and leads to its bird; one beyond the last leads to the last', async () => {
  const { screen, onJump, open } = await jump();
  for (const [typed, pigeon_id] of [
    ['1500', 11_499],
    ['99999', 15_808],
  ] as const) {
    await open();
    await expect.element(screen.getByRole('textbox')).toHaveFocus();
    await userEvent.keyboard(`${typed}{Enter}`);
    expect(onJump).toHaveBeenLastCalledWith(pigeon_id);
    await expect.element(screen.getByRole('textbox')).not.toBeInTheDocument();
  }
});

test('what is no rank leads nowhere, and Escape gives the focus back to the button', async () => {
  const { screen, onJump, open } = await jump();
  await open();
  await userEvent.keyboard('x{Enter}');
  await expect.element(screen.getByRole('textbox')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('button', { name: 'Go to rank' })).toHaveFocus();
  expect(onJump).not.toHaveBeenCalled();
});

test('it fits on the narrowest phone', async () => {
  const { open } = await jump({ width: 320 });
  await open();
  expect(overflow()).toBeLessThanOrEqual(0);
});
