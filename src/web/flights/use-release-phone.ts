/** The phone at the lorry: its time by the site's clock, its position, its network, and what it keeps for the site. */
import { useCallback, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ReplyOf } from '#domain/contract.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import { type Observation, observeRelease, type readRelease, reportRelease } from '#domain/flights/release-contract.ts';
import { isRefusal, type Refusal } from '#domain/refusal.ts';
import { send } from '#web/lib/send.ts';
import {
  betterOffset,
  type ClockOffset,
  keepNotes,
  keepReport,
  keepTicks,
  keptNotes,
  keptReport,
  keptTicks,
  measureClock,
  type Note,
  type Report,
} from './release-report.ts';

export type ReleaseView = ReplyOf<typeof readRelease>;

/** How often the clocks are compared when the page opens. */
const comparisons = 3;

export interface FlightKeyOfPage {
  season_id: number;
  flight_id: number;
}

export interface Position {
  latitude: number;
  longitude: number;
  accuracy_m: number;
}

export function useReleasePhone(
  { season_id, flight_id }: FlightKeyOfPage,
  { read_at, flight, taken_back }: ReleaseView,
) {
  const { revalidate } = useRevalidator();
  const [offset, setOffset] = useState<ClockOffset | null>(null);
  const [now_ms, setNow] = useState(Date.parse(read_at));
  const [position, setPosition] = useState<Position | null>(null);
  const [isOnline, setOnline] = useState(true);
  const [kept, setKept] = useState<Report | null>(null);
  const [isSent, setSent] = useState(false);
  const [notes, setNotes] = useState<readonly Note[]>([]);
  const [ticked, setTicked] = useState<readonly number[]>([]);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const offset_ms = offset?.offset_ms ?? 0;

  const keep = useCallback(
    (report: Report | null) => {
      keepReport(flight_id, report);
      setKept(report);
    },
    [flight_id],
  );

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() + offset_ms), 100);
    return () => clearInterval(timer);
  }, [offset_ms]);

  useEffect(() => {
    const look = async () => {
      const measured = await measureClock({ season_id, flight_id });
      setOnline(measured !== null && navigator.onLine);
      setOffset((known) => betterOffset(known, measured, Date.now()));
      return measured !== null;
    };
    // The shortest of some journeys tells the time best: the first press is as exact as a later one.
    const compare = async () => {
      for (let n = 0; n < comparisons && (await look()); n++);
    };
    setOnline(navigator.onLine);
    void compare();
    setKept(keptReport(flight_id));
    setNotes(keptNotes(flight_id));
    setTicked(keptTicks(flight_id));
    const timer = setInterval(() => void look(), 10_000);
    const lost = () => setOnline(false);
    const found = () => void compare();
    // Another tab of the phone holds the same report and the same notes.
    const changed = () => {
      setKept(keptReport(flight_id));
      setNotes(keptNotes(flight_id));
      setTicked(keptTicks(flight_id));
      void revalidate();
    };
    addEventListener('offline', lost);
    addEventListener('online', found);
    addEventListener('storage', changed);
    return () => {
      clearInterval(timer);
      removeEventListener('offline', lost);
      removeEventListener('online', found);
      removeEventListener('storage', changed);
    };
  }, [season_id, flight_id, revalidate]);

  useEffect(() => {
    const watching = navigator.geolocation?.watchPosition(
      ({ coords: { latitude, longitude, accuracy } }) => setPosition({ latitude, longitude, accuracy_m: accuracy }),
      () => setPosition(null),
      { enableHighAccuracy: true, maximumAge: 60_000 },
    );
    return () => {
      if (watching !== undefined) navigator.geolocation.clearWatch(watching);
    };
  }, []);

  useEffect(() => {
    if (!kept || refused || isSent) return;
    let over = false;
    const sendIt = async () => {
      try {
        await send(reportRelease, { params: { season_id, flight_id }, body: kept });
        if (over) return;
        setSent(true);
        await revalidate();
      } catch (error) {
        // Without network it is sent again; what the site refuses is shown with its reason.
        if (!over && isRefusal(error)) setRefused(error);
      }
    };
    void sendIt();
    const timer = setInterval(() => void sendIt(), 5000);
    return () => {
      over = true;
      clearInterval(timer);
    };
  }, [kept, refused, isSent, season_id, flight_id, revalidate]);

  // Until the page shows the release, the report stays: there is nothing to press in between.
  const isReleased = !isBeforeRelease(flight.status);
  useEffect(() => {
    if (!isSent || !isReleased) return;
    keep(null);
    setSent(false);
  }, [isSent, isReleased, keep]);

  useEffect(() => {
    const [first] = notes;
    if (!first) return;
    let over = false;
    const sendNext = async () => {
      try {
        await send(observeRelease, { params: { season_id, flight_id }, body: first });
      } catch (error) {
        // Without network it is sent again; what the site refuses is of no use to it.
        if (!isRefusal(error)) return;
      }
      if (over) return;
      const rest = keptNotes(flight_id).filter(({ id }) => id !== first.id);
      keepNotes(flight_id, rest);
      setNotes(rest);
      await revalidate();
    };
    void sendNext();
    const timer = setInterval(() => void sendNext(), 5000);
    return () => {
      over = true;
      clearInterval(timer);
    };
  }, [notes, season_id, flight_id, revalidate]);

  return {
    now_ms,
    offset_ms,
    notes,
    note: (observed: Observation) => {
      const all = [
        ...keptNotes(flight_id),
        { id: crypto.randomUUID(), at: new Date(Date.now() + offset_ms).toISOString(), observed },
      ];
      keepNotes(flight_id, all);
      setNotes(all);
    },
    ticked,
    tick: (crates: readonly number[]) => {
      keepTicks(flight_id, crates);
      setTicked(crates);
    },
    position,
    isOnline,
    kept,
    isSent,
    refused,
    /** The end of the hold. A phone reports a release once: its first moment stays, whatever is held after it. */
    release: () =>
      keep(
        keptReport(flight_id) ?? {
          id: crypto.randomUUID(),
          source: 'phone',
          at: new Date(Date.now() + offset_ms).toISOString(),
          clock: offset && { offset_ms: offset.offset_ms, within_ms: offset.within_ms },
          position,
          knows_taken_back: taken_back.length,
        },
      ),
    drop: () => {
      keep(null);
      setRefused(null);
      // What it was refused for happened after this page was read.
      void revalidate();
    },
  };
}
