/** How long a race has been running. A replay's clock runs as many times as fast as its birds come. */
import { useEffect, useRef } from 'react';
import { runningSince } from '#domain/arrivals/clock.ts';
import { formatRunning } from '#web/lib/intl.ts';
import { noteServerTime, serverNow } from '#web/lib/now.ts';

export interface Running {
  release_time: string;
  replay_factor: number | null;
  /** The server's time when it made the page. */
  read_at: string;
}

export function RaceClock({ release_time, replay_factor, read_at }: Running) {
  const text = useRef<HTMLElement>(null);
  const at = (now_ms: number) => formatRunning(runningSince(Date.parse(release_time), now_ms, replay_factor ?? 1) ?? 0);

  // The text is written past React, once a second: nothing else on the page changes with it.
  useEffect(() => {
    noteServerTime(read_at);
    const write = () => {
      const running_ms = runningSince(Date.parse(release_time), serverNow(), replay_factor ?? 1) ?? 0;
      if (text.current) text.current.textContent = formatRunning(running_ms);
    };
    write();
    const timer = setInterval(write, 1000);
    return () => clearInterval(timer);
  }, [release_time, replay_factor, read_at]);

  return (
    <bdi dir="ltr" className="num" role="timer" ref={text}>
      {at(Date.parse(read_at))}
    </bdi>
  );
}
