/** The stage of a presentation: the slide that is shown, birds that land before it, and the controls for who touches it. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Ranked } from '#domain/arrivals/rank.ts';
import { type Move, slideParts, slidesOf } from '#domain/flights/presentation.ts';
import { skyAt } from '#web/lib/intl.ts';
import { raceTime, serverNow } from '#web/lib/now.ts';
import { flightPath } from '#web/lib/paths.ts';
import { useMine } from '#web/lib/reader-marks.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Horizon } from '#web/ui/Horizon.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { useLongLost } from '#web/ui/LostConnection.tsx';
import sky from '#web/ui/sky.module.css';
import type { Listener, LiveView } from './live-board.ts';
import { homeAndAir, markedBirds } from './my-pigeons.ts';
import { PresentControls } from './PresentControls.tsx';
import { Landing, PresentSlide } from './PresentSlides.tsx';
import styles from './present.module.css';
import type { PresentData } from './present-loader.server.ts';
import { useLandingSound } from './sound.ts';
import { useDeck } from './use-deck.ts';
import { usePresented } from './use-presented.ts';
import { useScreen } from './use-screen.ts';
import { useWakeLock } from './use-wake-lock.ts';

export interface PresentStageProps {
  data: PresentData;
  view: LiveView;
  /** Says who lands, until the returned function is called. */
  onLanded: (listener: Listener['onLanded']) => () => void;
}

export function PresentStage({ data, view, onLanded }: PresentStageProps) {
  const { t } = useTranslation();
  const { flight, loft, read_at } = data;
  const race = usePresented(data, view);
  const mine = useMine(loft.id);
  const marked = markedBirds(mine, view.birds);
  const has = slidesOf({
    status: flight.status,
    home: race.home,
    shows_ranks: data.shows_ranks,
    mine: view.ready ? marked.length : 0,
    rankings: data.aces.map(({ ranking }) => ranking.id),
    has_next: data.next !== null,
  });
  const [deck, move] = useDeck(has);
  const sound = useLandingSound();
  const screen = useScreen(flight, { deck, has, move });
  const long_lost = useLongLost(view.lost_ms);
  const stage = useRef<HTMLElement>(null);
  useWakeLock();
  useEffect(
    () =>
      onLanded((homes) => {
        sound.landed(homes);
        const last = homes.at(-1);
        if (last) move({ do: 'land', pigeon_id: last.pigeon_id, count: homes.length });
      }),
    [onLanded, sound.landed, move],
  );
  const hour = useHour();
  useKeys({
    move,
    fill: () => fill(stage.current),
    sound: () => sound.set(!sound.on),
    remote: screen.toggle,
    leave: () => (screen.address ? screen.toggle() : location.assign(flightPath(flight))),
  });
  const isFlying = flight.status === 'released';
  const now_ms = hour ?? Date.parse(read_at);
  // The board ranks a bird some moments after it landed; meanwhile the one before it stays.
  const [last, setLast] = useState<Ranked | null>(null);
  const landing = deck.landing && (view.ranked[view.indexOf(deck.landing.pigeon_id)] ?? last);
  if (landing !== last) setLast(landing);
  return (
    <section
      ref={stage}
      className={`${sky.sky} ${styles.stage}`}
      // Dark is for dark rooms.
      data-sky={screen.theme === 'dark' ? 'night' : skyAt(isFlying ? raceTime(flight, now_ms) : now_ms, loft.time_zone)}
      data-slide={landing ? 'landing' : slideParts(deck.slide).kind}
      aria-label={t('present.title')}
    >
      <Horizon loft_id={loft.id} />
      {landing ? (
        <Landing data={data} race={race} view={view} landed={landing} count={deck.landing!.count} />
      ) : (
        <PresentSlide slide={deck.slide} data={data} race={race} view={view} mine={homeAndAir(marked, view)} />
      )}
      <div className={styles.foot}>
        <Dots
          count={has.length}
          at={has.indexOf(deck.slide)}
          since={deck.since_ms}
          isHeld={deck.is_held || landing != null}
        />
        {deck.is_held && <p className={styles.held}>{t('present.held')}</p>}
      </div>
      <div role="status" className={styles.lost}>
        {long_lost && (
          <p>
            <Icon name="alert" /> {t('present.lost')}
          </p>
        )}
      </div>
      <PresentControls {...{ flight, deck, move, sound, screen }} fill={() => fill(stage.current)} />
    </section>
  );
}

/** One mark for each slide; that of the shown one fills while its time passes. */
function Dots({ count, at, since, isHeld }: { count: number; at: number; since: number; isHeld: boolean }) {
  return (
    <div className={styles.dots} data-held={isHeld || undefined} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the slides in their order
        <i key={index} className={styles.dot}>
          {index === at && <b key={since} className={styles.filling} />}
        </i>
      ))}
    </div>
  );
}

function fill(element: HTMLElement | null): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void element?.requestFullscreen?.().catch(() => {});
}

const quarter_ms = 15 * 60_000;

/** The moment by which the sky is coloured, epoch ms, a quarter of an hour old at most; null before the script is there. */
function useHour(): number | null {
  const [now_ms, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), quarter_ms);
    return () => clearInterval(timer);
  }, []);
  return now_ms;
}

interface Keys {
  move: (move: Move) => void;
  fill: () => void;
  sound: () => void;
  remote: () => void;
  leave: () => void;
}

function useKeys(keys: Keys): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  const press = useCallback((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { move, fill, sound, remote, leave } = current.current;
    const isRtl = document.documentElement.dir === 'rtl';
    const actions: Partial<Record<string, () => void>> = {
      ArrowRight: () => move({ do: isRtl ? 'previous' : 'next' }),
      ArrowLeft: () => move({ do: isRtl ? 'next' : 'previous' }),
      PageDown: () => move({ do: 'next' }),
      PageUp: () => move({ do: 'previous' }),
      ' ': () => move({ do: 'hold' }),
      f: fill,
      s: sound,
      r: remote,
      // In full screen the browser takes this key.
      Escape: leave,
    };
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    // The space bar presses the button that has the focus.
    if (!action || (event.key === ' ' && event.target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    action();
  }, []);
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [press]);
}
