/** Windy's map on the map of a flight: opened on request, told what the page shows, closed again. */
import { useEffect, useRef, useState } from 'react';
import { attempted } from '#web/lib/attempts.ts';
import { report } from '#web/lib/report.ts';
import type { WindyMap, WindyState } from './windys-map.ts';

export interface WindysMapOptions {
  title: string;
  /** What is reported where it does not open. */
  failed: string;
  /** How often its script, and then the map, is tried (7.18, 9.12). */
  attempts: { every_ms: number; most: number };
  /** What it shows now; read after each rendering. */
  read: () => WindyState;
}

export function useWindysMap({ title, failed, attempts, read }: WindysMapOptions) {
  const container = useRef<HTMLDivElement>(null);
  const map = useRef<WindyMap>(null);
  const [status, setStatus] = useState<'closed' | 'coming' | 'open' | 'failed'>('closed');
  const isWanted = status === 'coming' || status === 'open';
  const latest = useRef({ title, failed, attempts, read });
  useEffect(() => {
    latest.current = { title, failed, attempts, read };
    map.current?.update(read());
  });
  useEffect(() => {
    if (!isWanted) return;
    const gone = new AbortController();
    const { title, failed, attempts, read } = latest.current;
    const options = { ...attempts, signal: gone.signal };
    attempted(() => import('./windys-map.ts'), options)
      .then(({ openWindysMap }) => openWindysMap(container.current!, { title, state: read(), ...options }))
      .then(
        (opened) => {
          if (gone.signal.aborted) return opened.stop();
          map.current = opened;
          opened.update(latest.current.read());
          setStatus('open');
        },
        (error: unknown) => {
          if (gone.signal.aborted) return;
          // The site's own map stays; the operator reads why (8.6).
          report(new Error(failed, { cause: error }));
          setStatus('failed');
        },
      );
    return () => {
      gone.abort();
      map.current?.stop();
      map.current = null;
    };
  }, [isWanted]);
  return {
    container,
    status,
    isWanted,
    toggle: () => setStatus(isWanted ? 'closed' : 'coming'),
    zoom: (steps: number) => map.current?.zoom(steps),
    whole: () => map.current?.whole(),
  };
}
