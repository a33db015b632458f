// biome-ignore-all lint/a11y/noRedundantRoles: rows laid out as a grid lose the roles that their elements had
/**
 * The rows of the board. A short list is rendered whole; of a long one only the rows near the viewport are rendered, in
 * the normal flow of the table between two spacers. The page from the server and the long list of the browser are thus
 * one table with one kind of row, and the change between them moves nothing.
 */
import {
  Fragment,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { LineBird } from '#domain/pigeons/contract.ts';
import { useFollowLink } from '#web/lib/follow-link.ts';
import { useFinish } from '#web/lib/html-cache.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { phone, useMedia } from '#web/lib/media.ts';
import { scrollPosition, scrollToPosition } from '#web/lib/scroll-position.ts';
import { BoardRow } from './BoardRow.tsx';
import { boardColumns } from './board-columns.ts';
import type { BoardEvents } from './board-events.ts';
import type { BoardHandle, Wanted } from './board-jump.ts';
import type { BoardList } from './board-line.ts';
import { type Heights, placesOf, useLooked } from './board-positions.ts';
import { PrizeLine } from './PrizeLine.tsx';
import { usePrinting } from './printing.ts';
import { type PrizesOf, prizeShown } from './prize-line.ts';
import { type CloseBirds, type RowReader, useRowReader } from './row-reader.ts';
import { bars, useSteady } from './scroll-anchor.ts';

export interface BoardRowsProps {
  flight: Flight;
  loft: Loft;
  list: BoardList;
  /** The list as a page of the server: a text that identifies its contents. */
  page: string;
  events: BoardEvents;
  /** The ids of the marked birds. */
  mine: ReadonlySet<number>;
  close: CloseBirds;
  backwards: boolean;
  /** The prizes of the flight, and the index of the row above which their line stands; -1: nowhere. */
  prizes: PrizesOf | null;
  prize_line: number;
  /** The bird of the address. */
  wanted: Wanted | null;
  handle?: RefObject<BoardHandle | null>;
  /** The bird that landed last, and the callback when its row is in view. */
  newest: number | undefined;
  onNewestSeen: () => void;
  onMark: (bird: LineBird) => void;
}

/** Longer lists render only the rows near the viewport. */
const longest = 100;
/** Rows are rendered this far beyond the viewport, px: a finger scrolls faster than a busy phone renders. */
const spare = 400;
/** The height of the head of the table, which sticks below the bars where there is room for it, px. */
const head = 36;
/** The height that the dock covers on phones, px. */
const dock = 84;
/** How soon after a mark the reader's pigeons above the board have grown, ms. */
const growth_ms = 500;
/** Heights as in the style sheet, px. */
const heights: Readonly<Record<'narrow' | 'wide', Heights>> = {
  narrow: { row: 66, gap: 32, prize: 36 },
  wide: { row: 54, gap: 34, prize: 40 },
};

export function BoardRows(props: BoardRowsProps) {
  const { flight, loft, list, events, mine, backwards, prizes, prize_line, wanted, newest, onNewestSeen, onMark } =
    props;
  const finish = useFinish();
  const reader = useRowReader(props.close);
  const onClick = useFollowLink();
  const hydrated = useHydrated();
  const printing = usePrinting();
  const narrow = useMedia(phone);
  const looked = useLooked();
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const [active, setActive] = useState<number | null>(null);
  const focusing = useRef(false);
  const long = list.count > longest && !printing;
  const places = useMemo(
    () => placesOf(list, narrow ? heights.narrow : heights.wide, prize_line),
    [list, narrow, prize_line],
  );
  const { height, startOf, indexAt } = places;
  const [from, to] = long
    ? [indexAt(looked.from - top - spare), indexAt(looked.to - top + spare) + 1]
    : [0, list.count];
  const held_until = useRef(0);
  const onMarkHeld = useCallback(
    (bird: LineBird) => {
      held_until.current = performance.now() + growth_ms;
      onMark(bird);
    },
    [onMark],
  );
  useSteady({ body, list, places, from, to, top, setTop, held_until });

  const covered = bars + (narrow ? 0 : head);
  useImperativeHandle(props.handle, () => {
    const read = () => scrollPosition() - top + covered;
    const inSight = () => ({ first: indexAt(read()), last: indexAt(read() - covered + innerHeight - dock) });
    const show = (y: number) => scrollToPosition(top + y - covered);
    return {
      inSight,
      scrollTo: (row) => show(startOf(row)),
      place: () => {
        const first = indexAt(read());
        if (read() <= 0) return { pigeon_id: null, rank: null, hidden_px: scrollPosition() };
        const rank = list.line(first)?.rank ?? null;
        return { pigeon_id: list.idAt(first), rank, hidden_px: read() - startOf(first) };
      },
      isInSight({ pigeon_id }) {
        if (pigeon_id === null) return read() <= 0;
        const { first, last } = inSight();
        const row = list.indexOf(pigeon_id);
        return row >= first && row <= last;
      },
      restore({ pigeon_id, hidden_px }) {
        const row = pigeon_id === null ? -1 : list.indexOf(pigeon_id);
        if (row >= 0) show(startOf(row) + hidden_px);
        else if (pigeon_id === null) scrollToPosition(hidden_px);
      },
    };
  }, [list, startOf, indexAt, top, covered]);

  // Other rows are in sight where the board itself has moved; the minimap shows which.
  useEffect(() => {
    if (top > 0) dispatchEvent(new Event('scroll'));
  }, [top]);

  const brought = useRef<Wanted | null>(null);
  useEffect(() => {
    // Until the list is laid out there is nothing to scroll to; a bird that is not in it yet may come.
    if (!wanted?.scrolls || wanted === brought.current || top === 0) return;
    const index = list.indexOf(wanted.pigeon_id);
    if (index < 0) return;
    brought.current = wanted;
    focusing.current = true;
    setActive(wanted.pigeon_id);
    scrollToPosition(top + (startOf(index) + startOf(index + 1) - innerHeight) / 2);
  });

  // Before the paint: a landing that is visible on the page is not announced as well.
  useLayoutEffect(() => {
    const index = newest === undefined ? -1 : list.indexOf(newest);
    if (index < 0) return;
    const look = () => {
      const y = scrollPosition() - top;
      if (startOf(index + 1) > y && startOf(index) < y + innerHeight) onNewestSeen();
    };
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [newest, list, startOf, top, onNewestSeen]);

  useEffect(() => {
    if (!focusing.current || active === null) return;
    const row = body.current?.querySelector<HTMLElement>(`[data-bird="${active}"]`);
    if (!row) return;
    focusing.current = false;
    row.focus({ preventScroll: true });
  });

  // The tab key stops at one row; from there the arrow keys move row by row. The stop is moved without React, which would
  // render two rows anew whenever the page is scrolled.
  const stop = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (!hydrated || to === from) return;
    const within = active === null ? -1 : list.indexOf(active);
    const id = list.idAt(within >= from && within < to ? within : firstInView());
    const row = body.current?.querySelector<HTMLElement>(`[data-bird="${id}"]`) ?? null;
    if (row === stop.current) return;
    setTabIndex(stop.current, -1);
    setTabIndex(row, 0);
    stop.current = row;
  });

  const rowAt = (index: number) => {
    const id = list.idAt(index);
    const prize = prizes?.of(id) ?? 0;
    const row = (
      <BoardRow
        key={id}
        reader={reader}
        flight={flight}
        loft={loft}
        list={list}
        index={index}
        backwards={backwards}
        fresh={events.fresh.has(id)}
        move={events.moves.get(id) ?? 0}
        mine={mine.has(id)}
        found={wanted?.isFound === true && wanted.pigeon_id === id}
        tabIndex={hydrated ? -1 : undefined}
        onMark={hydrated ? onMarkHeld : undefined}
        prize={prizes && prize > 0 ? prizeShown(reader.locale, prizes.plan, prize) : null}
      />
    );
    if (index !== prize_line || !prizes) return row;
    return (
      <Fragment key={id}>
        <PrizeLine {...reader} plan={prizes.plan} columns={boardColumns(flight).length} />
        {row}
      </Fragment>
    );
  };
  const shown = Array.from({ length: to - from }, (_, n) => from + n);
  const rows = () => shown.map(rowAt);
  const inside = finish
    ? { dangerouslySetInnerHTML: { __html: finish(keyOf(props, reader), () => <>{rows()}</>) } }
    : { children: rows() };
  return (
    <tbody
      role="rowgroup"
      ref={body}
      onKeyDown={onKeyDown}
      onClick={onClick}
      style={long ? { paddingBlockStart: startOf(from), paddingBlockEnd: height - startOf(to) } : undefined}
      {...inside}
    />
  );

  function firstInView(): number {
    const y = looked.from - top + bars;
    return Math.min(Math.max(y > 0 ? indexAt(y) + 1 : 0, from), to - 1);
  }

  /** Scrolls a row into view, just so far that nothing covers it. */
  function bring(index: number): void {
    const [above, below] = [top + startOf(index) - bars, top + startOf(index + 1) + dock - innerHeight];
    const y = Math.max(below, Math.min(above, scrollY));
    if (y !== scrollY) scrollToPosition(y);
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
    bring(next);
  }
}

function setTabIndex(row: HTMLElement | null, tabIndex: number): void {
  if (!row) return;
  row.tabIndex = tabIndex;
  for (const one of row.querySelectorAll<HTMLElement>('a, button')) one.tabIndex = tabIndex;
}

/** The cache key of the rows' HTML: the server renders no row as fresh, moved, marked, found, or a stop of the tab key. */
function keyOf(
  { flight, loft, page, backwards, prizes, prize_line, close }: BoardRowsProps,
  { locale }: RowReader,
): string {
  const { hidden, rules, resolution_ms } = flight;
  const frame = [
    locale,
    hidden,
    rules.speed,
    rules.precision_ms,
    resolution_ms,
    loft.id,
    loft.time_zone,
    backwards,
    [...close],
    prizes?.plan,
    prize_line,
  ];
  return `board ${JSON.stringify(frame)} ${page}`;
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
