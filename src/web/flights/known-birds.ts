/**
 * What this browser saw last of the reader's birds in a flight, for its page without a network: the copy of the page is
 * the same for everybody, and the live board cannot be read then. It goes when the person signs out.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { myBirds, store, stored, storedNames } from '#web/lib/browser-store.ts';
import type { MyPigeons } from './my-pigeons.ts';

export interface KnownBirds extends MyPigeons {
  /** When it was so, epoch ms by the reader's clock. */
  at_ms: number;
}

/** Flights of which the browser keeps them: those seen last. */
const mostFlights = 8;
/** Between two writings; the last state is written when the page is hidden. */
const every_ms = 10_000;

const nameOf = (flight_id: number) => `${myBirds}${flight_id}`;

/** What the browser keeps of a flight; null: nothing that can be read. */
export function knownBirds(flight_id: number): KnownBirds | null {
  try {
    const known = JSON.parse(stored(nameOf(flight_id)) ?? 'null') as Partial<KnownBirds> | null;
    return Array.isArray(known?.home) && Array.isArray(known.air) ? (known as KnownBirds) : null;
  } catch {
    return null;
  }
}

/** Keeps them, and forgets those of the flights seen longest ago; without any birds nothing is kept. */
export function keepBirds(flight_id: number, { home, air }: MyPigeons, at_ms: number): void {
  const own = nameOf(flight_id);
  const isNone = home.length + air.length === 0;
  store(own, isNone ? null : JSON.stringify({ home, air, at_ms } satisfies KnownBirds));
  const others = storedNames().filter((name) => name.startsWith(myBirds) && name !== own);
  if (isNone || others.length < mostFlights) return;
  const seen = (name: string) => knownBirds(Number(name.slice(myBirds.length)))?.at_ms ?? 0;
  for (const name of others.sort((a, b) => seen(b) - seen(a)).slice(mostFlights - 1)) store(name, null);
}

/**
 * The reader's birds as they were seen last, while there is no live board and no network; else null. Those of the live
 * board are kept for the next time.
 * @param found those of the live board; null while there is none, or while it is not known who reads
 */
export function useKnownBirds(
  flight_id: number,
  found: MyPigeons | null,
  isAway: boolean,
): { known: KnownBirds | null; forget: (pigeon_id: number) => void } {
  useKept(flight_id, found);
  const [reads, setReads] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again once a bird is forgotten
  const known = useMemo(() => (isAway ? knownBirds(flight_id) : null), [flight_id, isAway, reads]);
  const forget = useCallback(
    (gone: number) => {
      if (!known) return;
      const home = known.home.filter(({ bird }) => bird.pigeon_id !== gone);
      const air = known.air.filter(({ pigeon_id }) => pigeon_id !== gone);
      keepBirds(flight_id, { home, air }, known.at_ms);
      setReads(reads + 1);
    },
    [flight_id, known, reads],
  );
  return { known, forget };
}

function useKept(flight_id: number, found: MyPigeons | null): void {
  const last = useRef(found);
  const kept_ms = useRef(0);
  useEffect(() => {
    last.current = found;
    const now_ms = Date.now();
    if (!found || now_ms - kept_ms.current < every_ms) return;
    kept_ms.current = now_ms;
    keepBirds(flight_id, found, now_ms);
  }, [flight_id, found]);
  useEffect(() => {
    const keep = () => {
      if (document.hidden && last.current) keepBirds(flight_id, last.current, Date.now());
    };
    document.addEventListener('visibilitychange', keep);
    return () => document.removeEventListener('visibilitychange', keep);
  }, [flight_id]);
}
