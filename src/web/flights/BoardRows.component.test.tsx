import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { dropLines, dropStarts } from '#domain/arrivals/drops.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { defaultRules } from '#domain/seasons/rules.ts';
import { overflow, show } from '#testing/show.tsx';
import { Board } from './Board.tsx';
import { BoardRows } from './BoardRows.tsx';
import { noEvents } from './board-events.ts';
import { type BoardLine, pageList } from './board-line.ts';

const flight = { id: 3, loft_id: 1, name: 'Race 3', hidden: [], rules: defaultRules('km') } as unknown as Flight;
const loft = { id: 1, time_zone: 'Europe/Brussels' } as Loft;
const released_ms = Date.UTC(2026, 6, 4, 6);

/** Birds that land every second, fifty in each drop. */
const lines = (count: number) =>
  Array.from({ length: count }, (_, index): BoardLine => {
    const time_ms = released_ms + index * 1000 + Math.floor(index / 50) * 60_000;
    const bird = {
      pigeon_id: index + 1,
      ring: `BE26-4${String(index).padStart(6, '0')}`,
      sex: 'cock',
      team_id: 5,
      team: 'Anna and sons of the long valley',
      fancier: 'Anna',
      country: 'BE',
      name: null,
      color: null,
    } as unknown as BoardLine['bird'];
    return { bird, rank: index + 1, time_ms, speed: 1200, gap_ms: index * 1000, day: 1 };
  });

async function board(count: number, options: Parameters<typeof show>[1] & { mine?: number[] } = {}) {
  const { mine = [], ...shown } = options;
  const all = lines(count);
  const times = all.map(({ time_ms }) => time_ms!);
  const drops = dropStarts({ times, lines: dropLines(times) }, { from: 0, to: count, backwards: false });
  const list = pageList('rank', 0, all, drops);
  const onMark = vi.fn();
  const screen = await show(
    <>
      <header style={{ blockSize: 200 }}>
        <button type="button">Before</button>
      </header>
      <Board flight={flight} total={count} prized={false}>
        <BoardRows
          flight={flight}
          loft={loft}
          list={list}
          page="1"
          events={noEvents}
          mine={new Set(mine)}
          close={new Map()}
          backwards={false}
          prizes={null}
          prize_line={-1}
          wanted={null}
          newest={undefined}
          onNewestSeen={() => {}}
          onMark={onMark}
        />
      </Board>
    </>,
    shown,
  );
  return { screen, onMark, rows: () => [...screen.container.querySelectorAll<HTMLElement>('[data-bird]')] };
}

const focusedBird = () => (document.activeElement as HTMLElement).dataset.bird;

test('of two thousand birds only those near the window are in the document, and the page is as long as all', async () => {
  const { screen, rows } = await board(2000);
  await expect.poll(() => rows().length).toBeLessThan(60);
  const before = document.documentElement.scrollHeight;
  expect(before).toBeGreaterThan(2000 * 54);
  scrollTo(0, before / 2);
  await expect.poll(() => Number(rows()[0]?.dataset.bird)).toBeGreaterThan(900);
  // What is rendered takes exactly the place that was kept for it.
  expect(document.documentElement.scrollHeight).toBe(before);
  await expect.element(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '2001');
  const first = rows()[0]!;
  expect(first.getAttribute('aria-rowindex')).toBe(String(Number(first.dataset.bird) + 1));
});

test('the tab key stops at one row, arrows and End move on, and the row of the focus is in the window', async () => {
  const { screen, rows } = await board(2000);
  await expect.poll(() => rows().filter(({ tabIndex }) => tabIndex === 0).length).toBe(1);
  (screen.getByText('Before').element() as HTMLElement).focus();
  await userEvent.keyboard('{Tab}');
  expect(focusedBird()).toBe('1');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  await expect.poll(focusedBird).toBe('2');
  await userEvent.keyboard('{End}');
  await expect.poll(focusedBird).toBe('2000');
  const isInWindow = () => {
    const { top, bottom } = document.activeElement!.getBoundingClientRect();
    return top > 0 && bottom <= innerHeight;
  };
  await expect.poll(isInWindow).toBe(true);
  await userEvent.keyboard('{PageUp}');
  await expect.poll(focusedBird).toBe('1990');
  await userEvent.keyboard('{Home}');
  await expect.poll(focusedBird).toBe('1');
});

test('the mark of a bird is a button that says whose bird it is and whether it is marked', async () => {
  const { screen, onMark } = await board(3, { mine: [2] });
  const mark = (ring: string) => screen.getByRole('button', { name: screen.t('mine.mark_bird', { ring }) });
  await expect.element(mark('BE26-4000001')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(mark('BE26-4000000')).toHaveAttribute('aria-pressed', 'false');
  await mark('BE26-4000000').click();
  expect(onMark.mock.calls.map(([bird]) => (bird as BoardLine['bird']).pigeon_id)).toEqual([1]);
});

test('rows laid out as a grid are a table to screen readers', async () => {
  const { screen } = await board(3);
  await expect
    .element(screen.getByRole('table', { name: screen.t('board.caption', { flight: 'Race 3' }) }))
    .toBeVisible();
  await expect.poll(() => screen.getByRole('row').elements().length).toBe(4);
  expect(screen.getByRole('columnheader').elements().length).toBe(
    screen.getByRole('row').elements()[1]!.querySelectorAll('[role="cell"]').length,
  );
});

test.for(['en', 'ar'] as const)(
  'it fits a window of 320 px, times and rings from left to right, in %s',
  async (locale) => {
    const { screen, rows } = await board(60, { locale, width: 320 });
    await expect.poll(() => rows().length).toBe(60);
    expect(overflow()).toBe(0);
    const time = screen.container.querySelector('time')!;
    expect([getComputedStyle(time).direction, getComputedStyle(time.closest('tr')!).direction]).toEqual([
      'ltr',
      locale === 'ar' ? 'rtl' : 'ltr',
    ]);
    const [row] = rows();
    for (const cell of row!.querySelectorAll('td')) {
      const { left, right } = cell.getBoundingClientRect();
      expect([left >= 0, right <= 320]).toEqual([true, true]);
    }
  },
);
