/**
 * The player of a replay at the lower edge of the window: its clock, its speed, the race lying down as a slider, the
 * chapters, the address of the moment, and the clip.
 */
import {
  type ChangeEvent,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { homeAt, type ReplayChapter } from '#domain/arrivals/replay.ts';
import { ringParts } from '#domain/pigeons/ring.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { clockTime, formatNumber, formatRunning } from '#web/lib/intl.ts';
import { later } from '#web/lib/later.tsx';
import { narrow, useMedia } from '#web/lib/media.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import segments from '#web/ui/segments.module.css';
import { Away } from './MissingPart.tsx';
import styles from './replay.module.css';
import { barsOn, hoursOn, momentText } from './replay-axis.ts';
import { type Player, type Speed, speeds } from './replay-player.ts';
import { write } from './replay-rows.ts';
import { type Stage, usePlayerState, useRest } from './use-replay.ts';

/** Only for who makes one. */
const ReplayClip = later(async () => (await import('./ReplayClip.tsx')).ReplayClip, Away);

/** A key moves by so many seconds of what is seen, or of the race where that is more. */
const step_s = 5;
/** The bars of the slider. */
const parts = 120;

export interface ReplayBarProps {
  stage: Stage;
  chapters: readonly ReplayChapter[];
  title: string;
}

export function ReplayBar({ stage, chapters, title }: ReplayBarProps) {
  const { t } = useTranslation();
  const { player, axis, loft } = stage;
  const hydrated = useHydrated();
  const { isPlaying, speed } = usePlayerState(player);
  const clock = useRef<HTMLElement>(null);
  const since = useRef<HTMLElement>(null);
  const [isMakingClip, makeClip] = useState(false);
  useEffect(
    () =>
      player.onFrame((at_ms) => {
        if (clock.current) write(clock.current, clockTime(at_ms, loft.time_zone).time);
        if (since.current) write(since.current, formatRunning(at_ms - axis.from_ms));
      }),
    [player, axis, loft.time_zone],
  );
  useKeys(player, chapters);
  const [before, after] = t('race_replay.since', { time: '|' }).split('|');
  return (
    <section className={`${styles.bar} ${hydrated ? '' : 'awaited'}`} aria-label={t('race_replay.player')}>
      <div className={`wrap ${styles.bar_in}`}>
        <div className={styles.now}>
          <button
            type="button"
            className={styles.play}
            aria-label={t(isPlaying ? 'race_replay.pause' : 'race_replay.play')}
            title={t('race_replay.keys')}
            onClick={() => (isPlaying ? player.pause() : player.play())}
          >
            <Icon name={isPlaying ? 'pause' : 'play'} size={24} />
          </button>
          <p>
            <bdi ref={clock} dir="ltr" className={`num ${styles.clock}`}>
              {clockTime(axis.to_ms, loft.time_zone).time}
            </bdi>
            <small className={styles.since}>
              <span className={styles.words}>{before}</span>
              <bdi ref={since} dir="ltr" className="num">
                {formatRunning(axis.to_ms - axis.from_ms)}
              </bdi>
              <span className={styles.words}>{after}</span>
            </small>
          </p>
        </div>
        <div className={styles.tools}>
          <Speeds speed={speed} onChoose={player.setSpeed} />
          <CopyMoment stage={stage} />
          <button type="button" aria-label={t('race_replay.clip_make')} onClick={() => makeClip(true)}>
            <Icon name="camera" size={20} />
            <span>{t('race_replay.clip')}</span>
          </button>
        </div>
        <div className={styles.track}>
          <Slider stage={stage} chapters={chapters} />
          <Chapters stage={stage} chapters={chapters} />
        </div>
      </div>
      {isMakingClip && <ReplayClip stage={stage} title={title} onClose={() => makeClip(false)} />}
    </section>
  );
}

/** All in sight where there is room, else as a list. */
function Speeds({ speed, onChoose }: { speed: Speed; onChoose: (speed: Speed) => void }) {
  const { t } = useTranslation();
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
    onChoose(Number(currentTarget.value) as Speed);
  if (useMedia(narrow))
    return (
      <select aria-label={t('race_replay.speed')} value={speed} dir="ltr" onChange={onChange}>
        {speeds.map((one) => (
          <option key={one} value={one}>
            {one} ×
          </option>
        ))}
      </select>
    );
  return (
    <fieldset className={`${segments.segments} ${styles.speeds}`} dir="ltr">
      <legend className="visually-hidden">{t('race_replay.speed')}</legend>
      <div>
        {speeds.map((one) => (
          <label key={one}>
            <input type="radio" name="speed" value={one} checked={one === speed} onChange={onChange} />
            <span className="num">{one} ×</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The keys of a player, wherever the focus is but in what has keys of its own. The others scroll the page. */
const everywhere = [' ', 'ArrowLeft', 'ArrowRight'];
const ownKeys = 'input, select, textarea, button, a, summary, [role="slider"], [role="dialog"], dialog';

function useKeys(player: Player, chapters: readonly ReplayChapter[]): void {
  useEffect(() => {
    const hear = (event: globalThis.KeyboardEvent) => {
      const target = event.target as Element | null;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      // The speed that is chosen has the focus, and the space bar means nothing to it.
      const isSpeed = event.key === ' ' && target?.matches('input[name="speed"]:checked');
      if (!isSpeed && target?.closest(ownKeys)) return;
      if (everywhere.includes(event.key) && moveByKey(player, chapters, event.key)) event.preventDefault();
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, [player, chapters]);
}

/** @returns whether the key means something */
function moveByKey(player: Player, chapters: readonly ReplayChapter[], key: string): boolean {
  const { isPlaying, speed } = player.state();
  const step_ms = Math.max(step_s, step_s * speed) * 1000;
  const at_ms = player.at();
  const moves: Record<string, () => void> = {
    ' ': () => (isPlaying ? player.pause() : player.play()),
    ArrowRight: () => player.seek(at_ms + step_ms),
    ArrowLeft: () => player.seek(at_ms - step_ms),
    ArrowUp: () => player.seek(at_ms + step_ms),
    ArrowDown: () => player.seek(at_ms - step_ms),
    PageUp: () => player.seek(chapters.find((chapter) => chapter.at_ms > at_ms)?.at_ms ?? Number.POSITIVE_INFINITY),
    PageDown: () =>
      player.seek(chapters.findLast((chapter) => chapter.at_ms < at_ms)?.at_ms ?? Number.NEGATIVE_INFINITY),
    Home: () => player.seek(Number.NEGATIVE_INFINITY),
    End: () => player.seek(Number.POSITIVE_INFINITY),
  };
  moves[key]?.();
  return key in moves;
}

/** The race lying down: birds per part of the day, and the moment. Time runs from left to right in every language. */
function Slider({ stage, chapters }: Pick<ReplayBarProps, 'stage' | 'chapters'>) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { flight, loft, replay, player, axis } = stage;
  const over = useRef<HTMLElement>(null);
  const thumb = useRef<HTMLElement>(null);
  const rest_ms = useRest(player) ?? axis.to_ms;
  const bars = useMemo(() => {
    const counts = barsOn(axis, replay.times, parts);
    const most = counts.reduce((a, b) => Math.max(a, b), 1);
    return Array.from(counts, (count, part) =>
      count === 0 ? '' : `M${part + 0.1} 40h.8v-${Math.max(2, (38 * count) / most).toFixed(1)}h-.8z`,
    ).join('');
  }, [axis, replay]);
  const hours = useMemo(() => hoursOn(axis, loft.time_zone, 0.14), [axis, loft.time_zone]);
  useEffect(
    () =>
      player.onFrame((at_ms) => {
        const place = axis.placeOf(at_ms) * 100;
        // The frame goes with the moment and its bars stay: nothing is painted again.
        if (over.current) {
          over.current.style.transform = `translateX(${(place - 100).toFixed(2)}%)`;
          (over.current.firstElementChild as SVGElement).style.transform = `translateX(${(100 - place).toFixed(2)}%)`;
        }
        thumb.current?.style.setProperty('transform', `translateX(${place.toFixed(2)}%)`);
      }),
    [player, axis],
  );
  const touch = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    player.seek(axis.timeAt((clientX - left) / width));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (moveByKey(player, chapters, event.key)) event.preventDefault();
  };
  const home = homeAt(replay.times, rest_ms);
  const words = [
    clockTime(rest_ms, loft.time_zone).time,
    t('official.home', {
      home: formatNumber(locale, home),
      basketed: formatNumber(locale, flight.basketed_count),
    }),
  ];
  return (
    <div
      className={styles.slider}
      dir="ltr"
      role="slider"
      tabIndex={0}
      aria-label={t('race_replay.slider')}
      aria-valuemin={0}
      aria-valuemax={Math.round((axis.to_ms - axis.from_ms) / 1000)}
      aria-valuenow={Math.round((rest_ms - axis.from_ms) / 1000)}
      aria-valuetext={words.join(', ')}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        player.scrub(true);
        touch(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) touch(event);
      }}
      onLostPointerCapture={() => player.scrub(false)}
    >
      <svg className={styles.bars} viewBox={`0 0 ${parts} 40`} preserveAspectRatio="none" aria-hidden="true">
        <path d={bars} />
      </svg>
      <span ref={over} className={styles.over}>
        <svg className={styles.bars} viewBox={`0 0 ${parts} 40`} preserveAspectRatio="none" aria-hidden="true">
          <path d={bars} />
        </svg>
      </span>
      {hours.map(({ place, text }) => (
        <span key={text + place} className={styles.hour} data-first={place === 0 || undefined} style={placed(place)}>
          {text}
        </span>
      ))}
      {axis.breaks.map(({ from_ms, to_ms }) => (
        <i key={from_ms} className={styles.break} style={placed((axis.placeOf(from_ms) + axis.placeOf(to_ms)) / 2)} />
      ))}
      {chapters.map(({ at_ms, kind }) => (
        <i
          key={`${kind} ${at_ms}`}
          className={kind === 'mine' ? styles.my_tick : styles.tick}
          style={placed(axis.placeOf(at_ms))}
        />
      ))}
      <span ref={thumb} className={styles.thumb}>
        <i />
      </span>
    </div>
  );
}

const placed = (place: number) => ({ '--at': place.toFixed(4) }) as CSSProperties;

function Chapters({ stage, chapters }: Pick<ReplayBarProps, 'stage' | 'chapters'>) {
  const { t } = useTranslation();
  const { player, birds, loft } = stage;
  const rest_ms = useRest(player) ?? Number.POSITIVE_INFINITY;
  const current = chapters.findLast(({ at_ms }) => at_ms <= rest_ms);
  const nameOf = (chapter: ReplayChapter) =>
    chapter.kind === 'mine'
      ? chapter.pigeon_ids.map((id) => ringParts(birds.get(id)!.ring).digits).join(' · ')
      : t(`race_replay.chapter_${chapter.kind}`);
  return (
    <ul className={styles.chapters} aria-label={t('race_replay.chapters')}>
      {chapters.map((chapter) => (
        <li key={`${chapter.kind} ${chapter.at_ms}`}>
          <button
            type="button"
            data-mine={chapter.kind === 'mine' || undefined}
            aria-current={chapter === current ? 'true' : undefined}
            onClick={() => player.seek(chapter.at_ms)}
          >
            {nameOf(chapter)}{' '}
            <bdi dir="ltr" className="num">
              {clockTime(chapter.at_ms, loft.time_zone).time.slice(0, 5)}
            </bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** How long the button says that the address is copied, ms. */
const copied_ms = 2500;

/** Copies the address of the moment that is shown. */
function CopyMoment({ stage: { player, axis } }: Pick<ReplayBarProps, 'stage'>) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copied_ms);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    player.pause();
    const url = new URL(location.pathname, location.origin);
    url.searchParams.set('at', momentText(player.at() - axis.from_ms));
    // The language of the page is that of the picture of its link.
    url.searchParams.set('lang', locale);
    try {
      await navigator.clipboard.writeText(url.href);
      setCopied(true);
    } catch {
      // Without the right to write there is what the device offers.
      await navigator.share?.({ url: url.href }).catch(() => {});
    }
  };
  return (
    <button type="button" aria-label={t('race_replay.link')} onClick={() => void copy()}>
      <Icon name={copied ? 'check' : 'copy'} size={20} />
      <span aria-hidden="true">{t(copied ? 'share.copied' : 'race_replay.link')}</span>
      <span role="status" className="visually-hidden">
        {copied && t('share.copied')}
      </span>
    </button>
  );
}
