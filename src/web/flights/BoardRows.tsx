// biome-ignore-all lint/a11y/noRedundantRoles: rows laid out as a grid lose the roles that their elements had
/**
 * The rows of the board. A short list stands as it is; of a long one there are only the rows near the part that is looked
 * at, in the one normal flow of the table, between two paddings that stand for all others. So the page of the server and
 * the long list of the browser are one table with one kind of row, and one becomes the other without a jump.
 */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { useFollowLink } from '#web/lib/follow-link.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { usePage } from '#web/lib/page.ts';
import { BoardRow } from './BoardRow.tsx';
import type { BoardLine, BoardList } from './board-line.ts';
import type { BoardNews } from './board-news.ts';
import { usePrinting } from './printing.ts';
import { bars, useSteady } from './steady.ts';

export interface BoardRowsProps {
  flight: Flight;
  loft: Loft;
  list: BoardList;
  news: BoardNews;
  /** The marked birds. */
  mine: ReadonlySet<number>;
  backwards: boolean;
  /** The bird to bring into view; another object asks again. */
  wanted: { pigeon_id: number } | null;
  /** The bird that landed last, and what to do when its row is in view. */
  newest: number | undefined;
  onNewestSeen: () => void;
  onMark: (line: BoardLine) => void;
}

/** Longer lists have only the rows that are near. */
const longest = 100;
/** What the dock covers on phones, px. */
const dock = 84;

export function BoardRows(props: BoardRowsProps) {
  const { flight, loft, list, news, mine, backwards, wanted, newest, onNewestSeen, onMark } = props;
  const { t } = useTranslation();
  const { locale } = usePage();
  const onClick = useFollowLink();
  const hydrated = useHydrated();
  const printing = usePrinting();
  const heights = useHeights();
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const [active, setActive] = useState<number | null>(null);
  const focusing = useRef(false);
  const long = list.count > longest && !printing;
  // Every new list is measured anew, which costs a sum: the virtualiser looks at the identity of this function.
  const getItemKey = useMemo(() => (index: number) => (index < list.count ? list.idAt(index) : index), [list]);
  const virtual = useWindowVirtualizer<HTMLTableRowElement>({
    count: list.count,
    estimateSize: (index) => heights.row + (list.later(index) ? heights.gap : 0),
    overscan: 8,
    scrollMargin: top,
    scrollPaddingStart: bars,
    scrollPaddingEnd: dock,
    initialRect: { width: 0, height: 1000 },
    // A row that comes into view a frame later is hidden by the overscan; a frame that comes late is not.
    useFlushSync: false,
    getItemKey,
  });
  const height = virtual.getTotalSize();
  const near = long ? virtual.getVirtualItems() : [];
  const startOf = (index: number) => (virtual.measurementsCache[index]?.start ?? top) - top;
  const [from, to] = long ? [near[0]?.index ?? 0, (near.at(-1)?.index ?? -1) + 1] : [0, list.count];
  useSteady({
    body,
    list,
    from,
    to,
    startOf,
    indexAt: (y) => virtual.getVirtualItemForOffset(y)?.index ?? 0,
    scrolledTo: virtual.scrollOffset ?? 0,
    top,
    setTop,
  });

  const brought = useRef(wanted);
  useEffect(() => {
    if (!wanted || wanted === brought.current) return;
    brought.current = wanted;
    const index = list.indexOf(wanted.pigeon_id);
    if (index >= 0) virtual.scrollToIndex(index, { align: 'center' });
  });

  // Before it is painted: nobody is told of a bird that he sees land.
  useLayoutEffect(() => {
    const index = newest === undefined ? -1 : list.indexOf(newest);
    const { range } = virtual;
    if (index >= 0 && range && index >= range.startIndex && index < range.endIndex) onNewestSeen();
  });

  useEffect(() => {
    if (!focusing.current || active === null) return;
    const row = body.current?.querySelector<HTMLElement>(`[data-bird="${active}"]`);
    if (!row) return;
    focusing.current = false;
    row.focus({ preventScroll: true });
  });

  // The tab key stops at one row; from there the arrow keys go on, row by row.
  const within = active === null ? -1 : list.indexOf(active);
  const stop = within >= from && within < to ? within : firstInView();
  return (
    <tbody
      role="rowgroup"
      ref={body}
      onKeyDown={onKeyDown}
      onClick={onClick}
      style={
        long
          ? { paddingBlockStart: startOf(from), paddingBlockEnd: height - (to < list.count ? startOf(to) : height) }
          : undefined
      }
    >
      {Array.from({ length: to - from }, (_, n) => {
        const index = from + n;
        const id = list.idAt(index);
        return (
          <BoardRow
            key={id}
            t={t}
            locale={locale}
            flight={flight}
            loft={loft}
            list={list}
            index={index}
            backwards={backwards}
            fresh={news.fresh.has(id)}
            move={news.moves.get(id) ?? 0}
            mine={mine.has(id)}
            stop={hydrated ? index === stop : undefined}
            onMark={hydrated ? onMark : undefined}
          />
        );
      })}
    </tbody>
  );

  function firstInView(): number {
    const index = virtual.range?.startIndex ?? from;
    return index >= from && index < to ? index : from;
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-bird]');
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
    const index = list.indexOf(Number(row.dataset.bird));
    const next = nextPlace(event.key, index, list.count);
    if (next === null) return;
    event.preventDefault();
    focusing.current = true;
    setActive(list.idAt(next));
    virtual.scrollToIndex(next, { align: 'auto' });
  }
}

function nextPlace(key: string, index: number, count: number): number | null {
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, index + 1);
    case 'ArrowUp':
      return Math.max(0, index - 1);
    case 'PageDown':
      return Math.min(last, index + 10);
    case 'PageUp':
      return Math.max(0, index - 10);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

const phone = '(max-width: 760px)';

/** The heights of a row and of the line between two drops, as the style sheet has them. */
function useHeights(): { row: number; gap: number } {
  const narrow = useSyncExternalStore(
    (listener) => {
      const media = matchMedia(phone);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(phone).matches,
    () => false,
  );
  return narrow ? { row: 66, gap: 32 } : { row: 54, gap: 34 };
}
