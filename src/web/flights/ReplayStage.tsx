/**
 * A race moved to a moment: its head, its list, its curve and map, and the player that leads through it. One clock
 * (`replay-player.ts`) drives all of them; what changes with each frame is written past React.
 */
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { createReplay, type Replay, replayChapters } from '#domain/arrivals/replay.ts';
import type { Flight } from '#domain/flights/contract.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { later } from '#web/lib/later.tsx';
import { isReducedMotion } from '#web/lib/motion.ts';
import { flightPath, mapPath } from '#web/lib/paths.ts';
import { isMine, useMine } from '#web/lib/reader-marks.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Empty } from '#web/ui/Empty.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Away } from './MissingPart.tsx';
import { ReplayBar } from './ReplayBar.tsx';
import { ReplayHeader } from './ReplayHeader.tsx';
import { ReplayList } from './ReplayList.tsx';
import { NotHomeAtEnd } from './ReplayNotHome.tsx';
import { ReplayCurve, ReplayEvents } from './ReplaySide.tsx';
import { frameOf } from './rank-frame.ts';
import styles from './replay.module.css';
import { momentFrom, momentText, type ReplayAxis, replayAxis } from './replay-axis.ts';
import { type ReplayField, unpackField } from './replay-field.ts';
import type { ReplayData } from './replay-loader.server.ts';
import { createPlayer, type Player } from './replay-player.ts';
import type { Stage } from './use-replay.ts';

/** Only for who opens it. */
const ReplayMap = later(async () => (await import('./ReplayMap.tsx')).ReplayMap, Away);

/** How long before its first bird a replay begins, ms: two seconds at the speed that it begins with. */
const ahead_ms = 120_000;
/** My birds that were home within a minute of each other have one chapter. */
const together_ms = 60_000;

export interface ReplayStageProps {
  data: ReplayData;
  field: string;
  strip: ReactNode;
}

export function ReplayStage({ data, field: packed, strip }: ReplayStageProps) {
  const { t } = useTranslation();
  const { flight, loft, events, disqualified } = data;
  const { field, birds, replay, axis } = useMemo(() => raceOf(flight, unpackField(packed)), [flight, packed]);
  const player = usePlayer(axis, replay, loft.time_zone);
  const marks = useMine(loft.id);
  const mine = useMemo(
    () => new Set(field.birds.filter((bird) => isMine(marks, bird)).map(({ pigeon_id }) => pigeon_id)),
    [marks, field],
  );
  const stage = useMemo<Stage>(
    () => ({ flight, loft, replay, player, axis, birds, mine }),
    [flight, loft, replay, player, axis, birds, mine],
  );
  const chapters = useMemo(
    () =>
      replayChapters({
        release_ms: axis.from_ms,
        times: replay.times,
        basketed: flight.basketed_count,
        mine: replay.ranked.filter(({ pigeon_id }) => mine.has(pigeon_id)),
        together_ms,
      }),
    [axis, replay, flight.basketed_count, mine],
  );
  const isEmpty = replay.ranked.length === 0;
  const hydrated = useHydrated();
  return (
    <div className={styles.stage} data-awaited={!hydrated || undefined}>
      <ReplayHeader stage={stage} disqualified_count={disqualified.length} />
      {strip}
      <noscript>
        <p className={`wrap ${styles.no_script}`}>{t('race_replay.needs_script')}</p>
      </noscript>
      <div className={`wrap ${styles.body}`}>
        {isEmpty ? (
          <section className={`${panel.panel} ${styles.whole}`}>
            <Empty title={t('board.nobody')} text={t('board.nobody_text')} />
          </section>
        ) : (
          <>
            <div className={styles.main}>
              <ReplayList stage={stage} />
              <p className={styles.truth}>
                {t('race_replay.truth')} <Link to={flightPath(flight)}>{t('race_replay.to_result')}</Link>
              </p>
            </div>
            <div className={styles.side}>
              <ReplayCurve stage={stage} />
              <ReplayEvents stage={stage} events={events} />
              {mapPath(flight, loft) && <OnMap stage={stage} />}
            </div>
          </>
        )}
        <NotHomeAtEnd stage={stage} field={field} disqualified={disqualified} />
      </div>
      {!isEmpty && <ReplayBar stage={stage} chapters={chapters} title={data.head.title} />}
    </div>
  );
}

/** A race from its field. It begins at its end, as the server draws it. */
function raceOf(flight: Flight, field: ReplayField) {
  const frame = frameOf(flight, field.released)!;
  const homes = field.birds.flatMap(({ pigeon_id }, index) => {
    const time_ms = field.times[index] ?? null;
    return time_ms === null ? [] : { pigeon_id, time_ms };
  });
  const replay = createReplay(homes, frame);
  replay.seek(Number.POSITIVE_INFINITY);
  const birds = new Map(field.birds.map((bird) => [bird.pigeon_id, bird]));
  return { field, birds, replay, axis: replayAxis(frame.release_ms, replay.times) };
}

/** The clock of the page: at the moment of its address, or playing from shortly before the first bird. */
function usePlayer(axis: ReplayAxis, replay: Replay, time_zone: string): Player {
  const { from_ms, to_ms } = axis;
  const start_ms = Math.max(from_ms, (replay.times[0] ?? from_ms) - ahead_ms);
  const player = useMemo(() => createPlayer({ from_ms, to_ms, at_ms: to_ms, start_ms }), [from_ms, to_ms, start_ms]);
  useEffect(() => {
    const asked = new URLSearchParams(location.search).get('at');
    const asked_ms = momentFrom(asked, { release_ms: from_ms, time_zone });
    player.seek(asked_ms === null ? start_ms : from_ms + asked_ms);
    // A moment that cannot be read is none to begin from, but nobody asked for a race that runs.
    if (asked === null && !isReducedMotion()) player.play();
    const stopWriting = player.onRest((at_ms) => writeMoment(at_ms - from_ms));
    return () => {
      stopWriting();
      player.pause();
      player.stop();
    };
  }, [player, from_ms, start_ms, time_zone]);
  return player;
}

/** Browsers let a page change its address about three times a second. */
const write_ms = 1000;
let written_ms = Number.NEGATIVE_INFINITY;
let writing: ReturnType<typeof setTimeout> | undefined;

/** Keeps the moment in the address, without a navigation: a shared or reloaded page begins there. */
function writeMoment(after_ms: number): void {
  clearTimeout(writing);
  const { pathname } = location;
  const write = () => {
    if (location.pathname !== pathname) return;
    written_ms = performance.now();
    const url = new URL(location.href);
    url.searchParams.set('at', momentText(after_ms));
    history.replaceState(history.state, '', url);
  };
  const wait_ms = written_ms + write_ms - performance.now();
  if (wait_ms <= 0) write();
  else writing = setTimeout(write, wait_ms);
}

function OnMap({ stage }: { stage: Stage }) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const [isOpen, open] = useState(false);
  if (isOpen) return <ReplayMap stage={stage} />;
  return (
    <button type="button" className={`${panel.button} ${hydrated ? '' : 'awaited'}`} onClick={() => open(true)}>
      <Icon name="map" size={20} />
      {t('race_replay.show_map')}
    </button>
  );
}
