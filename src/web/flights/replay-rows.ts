/**
 * The rows of a replay: a fixed number of them, which React draws once and which are written and moved here. A row keeps
 * its bird as long as it is in sight and moves with `transform`, so a frame of a race that is scrubbed writes some dozen
 * texts and lays out nothing but its rows.
 */
import type { Ranked } from '#domain/arrivals/rank.ts';

/** The list that is shown: which bird stands where. */
export interface RowOrder {
  count: number;
  /** Identifies the row of a place: neighbours have neighbouring numbers, and a bird keeps its own while others come. */
  keyAt(place: number): number;
  lineAt(place: number): Ranked;
}

export interface RowPool {
  /**
   * Writes the rows in sight. `still`: the replay rests, and what costs more is written too; `moving`: it plays, and a row
   * goes along with its bird; `scrubbed`: other birds with each frame, so the rows stay where they are.
   */
  show(order: RowOrder, pace: 'still' | 'moving' | 'scrubbed'): void;
  stop(): void;
}

export interface RowPoolOptions {
  /** What scrolls, and what holds the rows. */
  scroller: HTMLElement;
  body: HTMLElement;
  /** Writes a bird into a row. */
  fill(row: HTMLElement, line: Ranked, isStill: boolean): void;
  onScroll(): void;
}

export function createRowPool({ scroller, body, fill, onScroll }: RowPoolOptions): RowPool {
  const rows = [...body.querySelectorAll<HTMLElement>('[data-row]')];
  const shown: { key: number; line: Ranked | null; place: number; isWhole: boolean }[] = rows.map(() => ({
    key: -1,
    line: null,
    place: -1,
    isWhole: false,
  }));
  let top = scroller.scrollTop;
  let height = scroller.clientHeight;
  let rowHeight = rowHeightOf(body);
  let length = -1;
  const hear = () => {
    top = scroller.scrollTop;
    onScroll();
  };
  scroller.addEventListener('scroll', hear, { passive: true });
  const resized = new ResizeObserver(() => {
    height = scroller.clientHeight;
    rowHeight = rowHeightOf(body);
    length = -1;
    for (const state of shown) state.place = -1;
    onScroll();
  });
  resized.observe(scroller);

  return {
    show(order, pace) {
      const isStill = pace === 'still';
      // In sight of a list that has become shorter.
      const from_px = Math.max(0, Math.min(top, order.count * rowHeight - height));
      const first = Math.max(0, Math.floor(from_px / rowHeight));
      const last = Math.min(order.count, first + rows.length, Math.ceil((from_px + height) / rowHeight) + 1);
      const used = new Set<number>();
      for (let place = first; place < last; place += 1) {
        const key = order.keyAt(place);
        const slot = (pace === 'scrubbed' ? place : key) % rows.length;
        used.add(slot);
        const state = shown[slot]!;
        const row = rows[slot]!;
        const line = order.lineAt(place);
        if (state.place !== place) {
          state.place = place;
          row.style.transform = `translateY(${place * rowHeight}px)`;
        }
        if (isSame(state.line, line) && state.key === key && (state.isWhole || !isStill)) continue;
        Object.assign(state, { key, line, isWhole: isStill });
        fill(row, line, isStill);
        // Written while it moves, it would be worked out for nobody.
        if (isStill) row.setAttribute('aria-rowindex', String(place + 2));
      }
      for (const [slot, state] of shown.entries()) {
        const isUsed = used.has(slot);
        if (isUsed === !rows[slot]!.hidden) continue;
        rows[slot]!.hidden = !isUsed;
        if (!isUsed) state.place = -1;
      }
      if (isStill && length !== order.count) {
        length = order.count;
        body.style.blockSize = `${order.count * rowHeight}px`;
        body.parentElement!.setAttribute('aria-rowcount', String(order.count + 1));
      }
    },
    stop() {
      scroller.removeEventListener('scroll', hear);
      resized.disconnect();
    },
  };
}

/** The height of a row by the style sheet, px. */
const rowHeightOf = (body: HTMLElement) => Number.parseFloat(getComputedStyle(body).getPropertyValue('--row')) || 46;

const isSame = (a: Ranked | null, b: Ranked) =>
  a === b || (a !== null && a.pigeon_id === b.pigeon_id && a.rank === b.rank && a.gap_ms === b.gap_ms);

/** Writes a text into an element that holds nothing else. */
export function write(element: Element, text: string): void {
  const { firstChild } = element;
  if (firstChild?.nodeType === Node.TEXT_NODE) {
    if (firstChild.nodeValue !== text) firstChild.nodeValue = text;
  } else element.textContent = text;
}
