/** What a presentation shows, with the live board behind it. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import { asOf } from '#web/lib/as-of.ts';
import { textPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { createLiveBoard, type Listener, stillView } from './live-board.ts';
import { PresentOverlay } from './PresentOverlay.tsx';
import { PresentStage } from './PresentStage.tsx';
import type { PresentData } from './present-loader.server.ts';

/** How often weather, expected times and the next release are read again, and what could not be read, ms. */
const [anew_ms, again_ms] = [600_000, 15_000];

export function Present({ data }: { data: PresentData }) {
  const { t } = useTranslation();
  const [landed] = useState(createLandings);
  const view = useBoard(data, landed.announce);
  return (
    <>
      {data.isOverlay ? (
        <PresentOverlay data={data} view={view} />
      ) : (
        <PresentStage data={data} view={view} onLanded={landed.listen} />
      )}
      <noscript>
        <p className="wrap">
          {t('present.needs_script')} <a href={textPath(data.flight)}>{t('text_only.title')}</a>
        </p>
      </noscript>
    </>
  );
}

type Landed = Listener['onLanded'];

/** Passes on who landed to whoever shows it. */
function createLandings() {
  let listener: Landed | null = null;
  return {
    announce: ((homes, birds) => listener?.(homes, birds)) as Landed,
    listen(next: Landed) {
      listener = next;
      return () => {
        listener = null;
      };
    },
  };
}

/** The live board: a screen waits for the first bird, so all of them are fetched before it comes. */
function useBoard(data: PresentData, onLanded: Landed) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const read = () => {
      if (navigator.onLine) void revalidate();
    };
    const timers = [setInterval(read, anew_ms), setInterval(() => asOf() !== null && read(), again_ms)];
    addEventListener('online', read);
    return () => {
      timers.forEach(clearInterval);
      removeEventListener('online', read);
    };
  }, [revalidate]);
  const [first] = useState(data);
  const [board] = useState(() => createLiveBoard(first.flight, first.board));
  const view = useSyncExternalStore(board.subscribe, board.view, () => stillView);
  useEffect(
    () => board.start({ onChanged: () => void revalidate(), onLanded }, first.flight.goes_live),
    [board, first, onLanded, revalidate],
  );
  useEffect(() => board.setFlight(data.flight), [board, data.flight]);
  return view;
}
