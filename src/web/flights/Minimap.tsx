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
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { clockTime, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useThrottled } from '#web/lib/use-throttled.ts';
import type { BoardHandle, BoardPlace } from './board-jump.ts';
import type { BoardList } from './board-line.ts';
import styles from './minimap.module.css';
import {
  type Axis,
  axisOf,
  barsOf,
  labelsOf,
  minute_ms,
  minuteFrom,
  minuteOf,
  placeOn,
  ranksOf,
  rowOf,
  timeAt,
  timeOfRow,
} from './time-axis.ts';

export interface MinimapProps {
  /** Without times of its birds there is no minimap. */
  list: Pick<BoardList, 'idAt' | 'indexOf' | 'line' | 'times'>;
  /** Whether the list begins with the latest. */
  backwards: boolean;
  /** The ids of the reader's birds. */
  mine: ReadonlySet<number>;
  /** Whether the birds of the last minute are new. */
  fresh: boolean;
  /** Whether the list is a whole result: who reads one looks for ranks, and the labels say them instead of times. */
  ranked: boolean;
  time_zone: string;
  board: RefObject<BoardHandle | null>;
  /** The reader was led away: from where, and to which bird. */
  onMoved: (from: BoardPlace, pigeon_id: number) => void;
}

/** The width of the bars in units of the drawing, and of the thinnest one. */
const wide = 36;
const thinnest = 2;
/** How often the drawing follows the list, ms. */
const follow_ms = 1000;
/** What assistive technology reads is updated once scrolling rests. */
const rest_ms = 200;

/** Follows the list once a second: of a race at a glance nobody sees a bird more. */
export function Minimap({ list, ...props }: MinimapProps) {
  const shown = useThrottled(list, follow_ms);
  return shown.times && <TimeMap {...props} list={shown} times={shown.times} />;
}

interface TimeMapProps extends MinimapProps {
  /** When the birds of the list landed, ascending. */
  times: Float64Array;
}

const TimeMap = memo(function TimeMap(props: TimeMapProps) {
  const { list, times, backwards, mine, fresh, ranked, time_zone, board, onMoved } = props;
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
  // Before the paint: the window moves at no other time than the page.
  useLayoutEffect(() => {
    let rests: ReturnType<typeof setTimeout> | undefined;
    follow.current = () => {
      const rows = board.current?.inSight();
      if (!rows || !sight.current) return;
      const first_ms = timeOfRow(times, rows.first, backwards);
      const from = placeOn(axis, first_ms);
      const to = placeOn(axis, timeOfRow(times, rows.last, backwards));
      // In thousandths, which are less than a pixel: most frames of a long list move nothing here.
      place(sight.current, '--from', from.toFixed(3));
      place(sight.current, '--long', (to - from).toFixed(3));
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
    if (begin.current && row !== undefined) onMoved(begin.current, list.idAt(row));
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
    const rank = list.line(rowOf(times, at_ms, backwards))?.rank ?? null;
    return {
      time: clockTime(at_ms, time_zone).time.slice(0, 5),
      from: rank === null ? '' : t('minimap.from', { rank: formatNumber(locale, rank) }),
    };
  };
  const mine_ms = useMemo(() => {
    const rows = [...mine].map(list.indexOf).filter((row) => row >= 0);
    return [...new Set(rows.map((row) => timeOfRow(times, row, backwards)))];
  }, [list, times, backwards, mine]);
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
      <Drawing times={times} axis={axis} fresh={fresh} />
      <Labels axis={axis} ranked={ranked ? times : null} time_zone={time_zone} />
      <i ref={sight} className={styles.sight} />
      {mine_ms.map((at_ms) => (
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
});

function place({ style }: HTMLElement, name: string, value: string): void {
  if (style.getPropertyValue(name) !== value) style.setProperty(name, value);
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
const Drawing = memo(function Drawing({ times, axis, fresh }: Pick<TimeMapProps, 'times' | 'fresh'> & { axis: Axis }) {
  const fresh_ms = fresh ? times.at(-1)! - minute_ms : null;
  const paths = useMemo(() => {
    const { step_ms, counts, most } = barsOf(times, axis);
    const bars = { known: '', fresh: '' };
    counts.forEach((count, index) => {
      if (count === 0) return;
      const width = Math.max(thinnest, (wide * count) / most).toFixed(1);
      const y = axis.backwards ? counts.length - 1 - index : index;
      const isFresh = fresh_ms !== null && axis.from_ms + (index + 1) * step_ms > fresh_ms;
      bars[isFresh ? 'fresh' : 'known'] += `M${wide} ${y}.04h-${width}v.92h${width}z`;
    });
    return { ...bars, height: counts.length };
  }, [times, axis, fresh_ms]);
  return (
    <svg className={styles.bars} viewBox={`0 0 ${wide} ${paths.height}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={paths.known} />
      <path className={styles.fresh} d={paths.fresh} />
    </svg>
  );
});

interface LabelsProps {
  axis: Axis;
  /** The times of a result, whose ranks are said. */
  ranked: Float64Array | null;
  time_zone: string;
}

const Labels = memo(function Labels({ axis, ranked, time_zone }: LabelsProps) {
  const { locale } = usePage();
  const labels = ranked
    ? ranksOf(ranked, axis).map(({ at_ms, rank }) => ({ at_ms, text: formatNumber(locale, rank) }))
    : labelsOf(axis, time_zone);
  return labels
    .filter(({ at_ms }) => placeOn(axis, at_ms) < 0.97)
    .map(({ at_ms, text }) => (
      <span key={at_ms} className={styles.label} style={placed(axis, at_ms)} aria-hidden="true">
        <span>{text}</span>
      </span>
    ));
});
