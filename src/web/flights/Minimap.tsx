/**
 * A race at a glance, and its scroll bar: birds per minute as bars, the reader's as ticks, a window around the rows in
 * sight. Touching a minute leads there; with the keyboard it is a slider in minutes. Only a script can move it, so
 * without one it is not there.
 */
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { clockTime, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import type { BoardHandle, BoardPlace } from './board-jump.ts';
import styles from './minimap.module.css';
import {
  type Axis,
  axisOf,
  barsOf,
  labelsOf,
  minuteFrom,
  minuteOf,
  placeOn,
  rowOf,
  timeAt,
  timeOfRow,
} from './time-axis.ts';

export interface MinimapProps {
  /** When the birds of the list landed, ascending. */
  times: Float64Array;
  /** Whether the list begins with the latest. */
  backwards: boolean;
  /** When the reader's birds landed. */
  mine: readonly number[];
  /** From when on birds are new; null: none is. */
  fresh_ms: number | null;
  time_zone: string;
  rankAt: (row: number) => number | null;
  board: RefObject<BoardHandle | null>;
  /** The reader was led away: from where, and to which row. */
  onMoved: (from: BoardPlace, row: number) => void;
}

/** The width of the bars in units of the drawing, and of the thinnest one. */
const wide = 36;
const thinnest = 2;
/** What assistive technology reads is updated once scrolling rests. */
const rest_ms = 200;

export function Minimap({ times, backwards, mine, fresh_ms, time_zone, rankAt, board, onMoved }: MinimapProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { from_ms, to_ms } = axisOf(times, backwards);
  // The same axis until another minute begins.
  const axis = useMemo(() => ({ from_ms, to_ms, backwards }), [from_ms, to_ms, backwards]);
  const sight = useRef<HTMLElement>(null);
  const [now_ms, setNow] = useState(axis.from_ms);
  const [touched, setTouched] = useState<number | null>(null);
  const begin = useRef<BoardPlace | null>(null);

  /** Puts the window around the rows in sight. */
  const follow = useRef(() => {});
  // After the paint, when reading the scroll position costs no layout.
  useEffect(() => {
    let rests: ReturnType<typeof setTimeout> | undefined;
    follow.current = () => {
      const rows = board.current?.inSight();
      if (!rows || !sight.current) return;
      const first_ms = timeOfRow(times, rows.first, backwards);
      const from = placeOn(axis, first_ms);
      const to = placeOn(axis, timeOfRow(times, rows.last, backwards));
      sight.current.style.setProperty('--from', from.toFixed(5));
      sight.current.style.setProperty('--long', (to - from).toFixed(5));
      clearTimeout(rests);
      rests = setTimeout(() => setNow(minuteOf(first_ms)), rest_ms);
    };
    follow.current();
    return () => clearTimeout(rests);
  });
  useEffect(() => {
    const hear = () => follow.current();
    addEventListener('scroll', hear, { passive: true });
    return () => removeEventListener('scroll', hear);
  }, []);

  const goTo = (at_ms: number) => {
    begin.current ??= board.current?.place() ?? null;
    setNow(at_ms);
    board.current?.scrollTo(rowOf(times, at_ms, backwards));
  };
  const leave = () => {
    const row = board.current?.inSight().first;
    if (begin.current && row !== undefined) onMoved(begin.current, row);
    begin.current = null;
  };
  const touch = (event: PointerEvent<HTMLElement>) => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const place = Math.min(1, Math.max(0, (event.clientY - top) / height));
    const at_ms = Math.min(axis.to_ms - 1, Math.max(axis.from_ms, timeAt(axis, place)));
    setTouched(minuteOf(at_ms));
    goTo(minuteOf(at_ms));
  };
  const release = () => {
    setTouched(null);
    leave();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const wanted = minuteOfKey(event, now_ms, times, axis);
    if (wanted === null) return;
    event.preventDefault();
    goTo(wanted);
  };

  const wordsOf = (at_ms: number) => {
    const rank = rankAt(rowOf(times, at_ms, backwards));
    return {
      time: clockTime(at_ms, time_zone).time.slice(0, 5),
      from: rank === null ? '' : t('minimap.from', { rank: formatNumber(locale, rank) }),
    };
  };
  const now = wordsOf(now_ms);
  const bubble = touched === null ? null : wordsOf(touched);
  const minutes = (at_ms: number) => Math.round((at_ms - axis.from_ms) / 60_000);
  return (
    <div
      className={styles.map}
      role="slider"
      tabIndex={0}
      aria-label={t('minimap.label')}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={Math.max(0, minutes(axis.to_ms) - 1)}
      aria-valuenow={Math.min(Math.max(0, minutes(now_ms)), Math.max(0, minutes(axis.to_ms) - 1))}
      aria-valuetext={[now.time, now.from].filter(Boolean).join(', ')}
      onKeyDown={onKeyDown}
      onKeyUp={leave}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        touch(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) touch(event);
      }}
      onLostPointerCapture={release}
    >
      <Drawing times={times} axis={axis} fresh_ms={fresh_ms} />
      <Labels axis={axis} time_zone={time_zone} />
      <i ref={sight} className={styles.sight} />
      {[...new Set(mine)].map((at_ms) => (
        <i key={at_ms} className={styles.mine} style={placed(axis, at_ms)} />
      ))}
      {bubble && touched !== null && (
        <span className={styles.bubble} style={placed(axis, touched + 30_000)} aria-hidden="true">
          <bdi dir="ltr" className="num">
            {bubble.time}
          </bdi>
          {bubble.from && ` · ${bubble.from}`}
        </span>
      )}
    </div>
  );
}

const placed = (axis: Axis, at_ms: number) => ({ '--at': placeOn(axis, at_ms).toFixed(5) }) as CSSProperties;

/** The minute that a key leads to; down the list is forward. */
function minuteOfKey(
  { key, currentTarget }: KeyboardEvent<HTMLElement>,
  now_ms: number,
  times: Float64Array,
  { from_ms, to_ms, backwards }: Axis,
): number | null {
  const down = backwards ? -1 : 1;
  const forward = getComputedStyle(currentTarget).direction === 'rtl' ? -down : down;
  const [top_ms, bottom_ms] = backwards ? [minuteOf(to_ms - 1), from_ms] : [from_ms, minuteOf(to_ms - 1)];
  switch (key) {
    case 'ArrowDown':
      return minuteFrom(times, now_ms, down);
    case 'ArrowUp':
      return minuteFrom(times, now_ms, -down);
    case 'ArrowRight':
      return minuteFrom(times, now_ms, forward);
    case 'ArrowLeft':
      return minuteFrom(times, now_ms, -forward);
    case 'PageDown':
      return minuteFrom(times, now_ms, 10 * down);
    case 'PageUp':
      return minuteFrom(times, now_ms, -10 * down);
    case 'Home':
      return top_ms;
    case 'End':
      return bottom_ms;
    default:
      return null;
  }
}

/** The bars: one path for those that were there, one for the new ones. */
const Drawing = memo(function Drawing({
  times,
  axis,
  fresh_ms,
}: Pick<MinimapProps, 'times' | 'fresh_ms'> & { axis: Axis }) {
  const { known, fresh, height } = useMemo(() => {
    const { step_ms, counts, most } = barsOf(times, axis);
    const paths = { known: '', fresh: '' };
    counts.forEach((count, index) => {
      if (count === 0) return;
      const width = Math.max(thinnest, (wide * count) / most).toFixed(1);
      const y = axis.backwards ? counts.length - 1 - index : index;
      const isFresh = fresh_ms !== null && axis.from_ms + (index + 1) * step_ms > fresh_ms;
      paths[isFresh ? 'fresh' : 'known'] += `M${wide} ${y}.04h-${width}v.92h${width}z`;
    });
    return { ...paths, height: counts.length };
  }, [times, axis, fresh_ms]);
  return (
    <svg className={styles.bars} viewBox={`0 0 ${wide} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={known} />
      <path className={styles.fresh} d={fresh} />
    </svg>
  );
});

const Labels = memo(function Labels({ axis, time_zone }: { axis: Axis; time_zone: string }) {
  return labelsOf(axis, time_zone)
    .filter(({ at_ms }) => placeOn(axis, at_ms) < 0.97)
    .map(({ at_ms, text }) => (
      <span key={at_ms} className={styles.label} style={placed(axis, at_ms)} aria-hidden="true">
        <span>{text}</span>
      </span>
    ));
});
