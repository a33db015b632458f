/** Beside the list of a replay: the arrival curve with the moment on it, and what had happened by then. */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { arrivalCurve, homesOfMine, type StoryEvent } from '#domain/arrivals/race-story.ts';
import { homeAt } from '#domain/arrivals/replay.ts';
import { formatShare } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import styles from './replay.module.css';
import { hoursOn } from './replay-axis.ts';
import { write } from './replay-rows.ts';
import { EventLine, isOf } from './StoryEvents.tsx';
import commentary from './story.module.css';
import { keyOf, type StoryReader, withMine } from './story-words.ts';
import { type Stage, useRest } from './use-replay.ts';

/** The drawing, and its room for the figures. */
const width = 420;
const height = 190;
const room = { left: 50, right: 12, top: 12, bottom: 28 };
const points = 160;

export function ReplayCurve({ stage }: { stage: Stage }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { flight, loft, replay, player, axis, mine } = stage;
  const over = useRef<SVGGElement>(null);
  const cursor = useRef<SVGGElement>(null);
  const share = useRef<SVGTextElement>(null);
  const { basketed_count: basketed } = flight;
  const { x, y, path, labels, dots } = useMemo(() => {
    const x = (at_ms: number) => room.left + axis.placeOf(at_ms) * (width - room.left - room.right);
    const y = (home: number) =>
      height - room.bottom - Math.min(1, home / Math.max(1, basketed)) * (height - room.top - room.bottom);
    const curve = arrivalCurve(replay.ranked, points);
    // Nobody is home until the first bird is.
    const [first] = curve;
    const path = [[axis.from_ms, 0] as const, ...(first ? [[first[0], 0] as const] : []), ...curve]
      .map(([at_ms, home]) => `${x(at_ms).toFixed(1)},${y(home).toFixed(1)}`)
      .join(' ');
    const dots = replay.ranked.filter(({ pigeon_id }) => mine.has(pigeon_id));
    return { x, y, path, labels: hoursOn(axis, loft.time_zone, 0.14), dots };
  }, [axis, replay, basketed, mine, loft.time_zone]);
  // Cut to whole percents: only all birds are 100 %.
  const shareText = useCallback(
    (home: number) => formatShare(locale, Math.floor((100 * home) / Math.max(1, basketed)) * 100),
    [locale, basketed],
  );
  const drawing = useRef<SVGSVGElement>(null);
  useEffect(() => {
    // Below the window nothing is drawn.
    let isSeen = true;
    const draw = (at_ms: number) => {
      if (!isSeen) return;
      const here = x(at_ms);
      const home = replay.seek(at_ms);
      over.current?.style.setProperty('clip-path', `inset(0 ${(width - here).toFixed(1)}px 0 0)`);
      cursor.current?.setAttribute('transform', `translate(${here.toFixed(1)} 0)`);
      if (!share.current) return;
      write(share.current, shareText(home));
      share.current.setAttribute('y', String(Math.max(room.top + 12, y(home) - 8)));
      share.current.setAttribute('text-anchor', here > width - 80 ? 'end' : 'start');
      share.current.setAttribute('x', here > width - 80 ? '-7' : '7');
    };
    const watched = new IntersectionObserver((seen) => {
      isSeen = seen.at(-1)!.isIntersecting;
      if (isSeen) draw(player.at());
    });
    watched.observe(drawing.current!);
    const stop = player.onFrame(draw);
    return () => {
      watched.disconnect();
      stop();
    };
  }, [player, replay, x, y, shareText]);
  const last = replay.ranked.length;
  return (
    <section className={panel.panel} aria-labelledby="curve">
      <div className={panel.head}>
        <h2 id="curve">{t('story.curve')}</h2>
        <small>{t('race_replay.came_after')}</small>
      </div>
      <svg
        ref={drawing}
        className={`${commentary.curve} ${styles.curve}`}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${t('story.curve')}: ${shareText(last)}`}
        direction="ltr"
      >
        {[0, 0.5, 1].map((at) => (
          <g key={at}>
            <line
              x1={room.left}
              x2={width - room.right}
              y1={y(at * basketed)}
              y2={y(at * basketed)}
              className={commentary.grid}
            />
            <text x={room.left - 8} y={y(at * basketed)} dy="0.32em" textAnchor="end">
              {formatShare(locale, at * 10_000)}
            </text>
          </g>
        ))}
        {labels.map(({ place, text }) => (
          <text
            key={text + place}
            x={room.left + place * (width - room.left - room.right)}
            y={height - 7}
            textAnchor="middle"
          >
            {text}
          </text>
        ))}
        {axis.breaks.map(({ from_ms, to_ms }) => (
          <path
            key={from_ms}
            className={styles.gap}
            d={`M${((x(from_ms) + x(to_ms)) / 2).toFixed(1)} ${height - room.bottom}m-4 5l4-10m0 10l4-10`}
          />
        ))}
        <polyline points={path} className={styles.after} />
        <g ref={over}>
          {/* Its box is that of the drawing, from which it is cut. */}
          <rect width={width} height={height} fill="none" />
          <polyline points={path} className={commentary.clocked} />
        </g>
        {dots.map(({ pigeon_id, time_ms }) => (
          <circle
            key={pigeon_id}
            cx={x(time_ms).toFixed(1)}
            cy={y(homeAt(replay.times, time_ms)).toFixed(1)}
            r="5"
            className={commentary.my_dot}
          />
        ))}
        <g ref={cursor} transform={`translate(${x(axis.to_ms).toFixed(1)} 0)`}>
          <line y1={room.top} y2={height - room.bottom} className={styles.cursor} />
          <text
            ref={share}
            x="-7"
            y={Math.max(room.top + 12, y(last) - 8)}
            textAnchor="end"
            className={commentary.share}
          >
            {shareText(last)}
          </text>
        </g>
      </svg>
      <p className={`${commentary.legend} ${dots.length > 0 ? '' : 'awaited'}`}>{t('story.curve_mine')}</p>
    </section>
  );
}

/** So many sentences stand beside the list: the last ones until the moment. */
const most_events = 3;

export function ReplayEvents({ stage, events }: { stage: Stage; events: readonly StoryEvent[] }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { flight, loft, replay, player, axis, birds, mine } = stage;
  const rest_ms = useRest(player);
  const at_ms = rest_ms ?? axis.to_ms;
  const reader = useMemo((): StoryReader => ({ t, locale, flight, loft, birds }), [t, locale, flight, loft, birds]);
  const all = useMemo(() => {
    const homes = homesOfMine(replay.ranked, mine, {
      distance_m: flight.distance_m ?? 0,
      firstPlace: () => undefined,
    });
    // What was corrected afterwards is no part of the race as it stands.
    const shown = events.filter(({ kind }) => kind !== 'late' && kind !== 'correction' && kind !== 'ruling');
    return withMine(shown, homes);
  }, [events, replay, mine, flight.distance_m]);
  const shown = all.filter((event) => event.at_ms <= at_ms).slice(-most_events);
  return (
    <section className={`${panel.panel} ${styles.events}`} aria-labelledby="commentary">
      <div className={panel.head}>
        <h2 id="commentary">{t('story.title')}</h2>
      </div>
      <ol className={commentary.events}>
        {shown.toReversed().map((event) => (
          <EventLine key={keyOf(event)} event={event} reader={reader} mine={isOf(event, mine)} />
        ))}
      </ol>
    </section>
  );
}
