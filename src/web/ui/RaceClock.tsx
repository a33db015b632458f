/** Clocks that are updated every second: the time since the release, and the time until it. */
import { useCallback, useEffect, useRef } from 'react';
import { runningSince } from '#domain/arrivals/clock.ts';
import { asOf, useAsOf } from '#web/lib/as-of.ts';
import { countedInDays_ms, formatRunning, formatUntil } from '#web/lib/intl.ts';
import { noteServerTime, serverNow } from '#web/lib/now.ts';
import { usePage } from '#web/lib/page.ts';

export interface Running {
  release_time: string;
  replay_factor: number | null;
  /** The server's time when it rendered the page. */
  read_at: string;
}

/** The time since the release. In a replay the clock runs faster by the replay factor. */
export function RaceClock({ release_time, replay_factor, read_at }: Running) {
  const since = useCallback(
    (now_ms: number) => formatRunning(runningSince(Date.parse(release_time), now_ms, replay_factor ?? 1) ?? 0),
    [release_time, replay_factor],
  );
  return <Ticking shown={since} read_at={read_at} />;
}

/** The time until a release, from a day on in words; nothing once it has passed. */
export function Countdown({ release_time, read_at }: Pick<Running, 'release_time' | 'read_at'>) {
  const { locale } = usePage();
  const until = useCallback(
    (now_ms: number) => formatUntil(locale, Math.max(0, Date.parse(release_time) - now_ms)),
    [locale, release_time],
  );
  const isInWords = Date.parse(release_time) - Date.parse(read_at) >= countedInDays_ms;
  return <Ticking shown={until} read_at={read_at} isInWords={isInWords} />;
}

interface TickingProps {
  shown: (now_ms: number) => string;
  read_at: string;
  isInWords?: boolean;
}

function Ticking({ shown, read_at, isInWords = false }: TickingProps) {
  const text = useRef<HTMLElement>(null);
  // On a page from the cache it stands: the time of its data.
  const cached = useAsOf() !== null;

  // The text is updated without React, once a second: nothing else on the page changes with it.
  useEffect(() => {
    // Asked again: what the server rendered is hydrated as if it were of now.
    if (cached || asOf() !== null) return;
    noteServerTime(read_at);
    const write = () => {
      if (text.current) text.current.textContent = shown(serverNow());
    };
    write();
    const timer = setInterval(write, 1000);
    return () => clearInterval(timer);
  }, [shown, read_at, cached]);

  return (
    // Names of units come from Intl, and those of a browser may differ from those of the server.
    <bdi
      dir={isInWords ? undefined : 'ltr'}
      className="num"
      role="timer"
      data-words={isInWords || undefined}
      suppressHydrationWarning
      ref={text}
    >
      {shown(Date.parse(read_at))}
    </bdi>
  );
}
