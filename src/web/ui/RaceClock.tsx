/** Clocks that are updated every second: the time since the release, and the time until it. */
import { useCallback, useEffect, useRef } from 'react';
import { runningSince } from '#domain/arrivals/clock.ts';
import { useAsOf } from '#web/lib/as-of.ts';
import { formatRunning } from '#web/lib/intl.ts';
import { noteServerTime, serverNow } from '#web/lib/now.ts';

export interface Running {
  release_time: string;
  replay_factor: number | null;
  /** The server's time when it rendered the page. */
  read_at: string;
}

/** The time since the release. In a replay the clock runs faster by the replay factor. */
export function RaceClock({ release_time, replay_factor, read_at }: Running) {
  const since = useCallback(
    (now_ms: number) => runningSince(Date.parse(release_time), now_ms, replay_factor ?? 1) ?? 0,
    [release_time, replay_factor],
  );
  return <Ticking shown={since} read_at={read_at} />;
}

/** The time until a release; nothing once it has passed. */
export function Countdown({ release_time, read_at }: Pick<Running, 'release_time' | 'read_at'>) {
  const until = useCallback((now_ms: number) => Math.max(0, Date.parse(release_time) - now_ms), [release_time]);
  return <Ticking shown={until} read_at={read_at} />;
}

function Ticking({ shown, read_at }: { shown: (now_ms: number) => number; read_at: string }) {
  const text = useRef<HTMLElement>(null);
  // On a page from the cache it stands: the time of its data.
  const cached = useAsOf() !== null;

  // The text is updated without React, once a second: nothing else on the page changes with it.
  useEffect(() => {
    if (cached) return;
    noteServerTime(read_at);
    const write = () => {
      if (text.current) text.current.textContent = formatRunning(shown(serverNow()));
    };
    write();
    const timer = setInterval(write, 1000);
    return () => clearInterval(timer);
  }, [shown, read_at, cached]);

  return (
    <bdi dir="ltr" className="num" role="timer" ref={text}>
      {formatRunning(shown(Date.parse(read_at)))}
    </bdi>
  );
}
