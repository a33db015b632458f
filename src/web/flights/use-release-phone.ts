/** The phone at the lorry: its time by the site's clock, its position, its network, and what it keeps for the site. */
import { useCallback, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ReplyOf } from '#domain/contract.ts';
import { type Observation, observeRelease, type readRelease, reportRelease } from '#domain/flights/release-contract.ts';
import { isRefusal, type Refusal } from '#domain/refusal.ts';
import { send } from '#web/lib/send.ts';
import {
  betterOffset,
  type ClockOffset,
  keepNotes,
  keepReport,
  keptNotes,
  keptReport,
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

export function useReleasePhone({ season_id, flight_id }: FlightKeyOfPage, read_at: string) {
  const { revalidate } = useRevalidator();
  const [offset, setOffset] = useState<ClockOffset | null>(null);
  const [now_ms, setNow] = useState(Date.parse(read_at));
  const [position, setPosition] = useState<Position | null>(null);
  const [isOnline, setOnline] = useState(true);
  const [kept, setKept] = useState<Report | null>(null);
  const [notes, setNotes] = useState<readonly Note[]>([]);
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
    const timer = setInterval(() => void look(), 10_000);
    const lost = () => setOnline(false);
    const found = () => void compare();
    addEventListener('offline', lost);
    addEventListener('online', found);
    return () => {
      clearInterval(timer);
      removeEventListener('offline', lost);
      removeEventListener('online', found);
    };
  }, [season_id, flight_id]);

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
    if (!kept || refused) return;
    let over = false;
    const sendIt = async () => {
      try {
        await send(reportRelease, { params: { season_id, flight_id }, body: kept });
        if (over) return;
        keep(null);
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
  }, [kept, refused, season_id, flight_id, keep, revalidate]);

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
      setNotes((all) => {
        const rest = all.filter(({ id }) => id !== first.id);
        keepNotes(flight_id, rest);
        return rest;
      });
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
    notes,
    note: (observed: Observation) => {
      const all = [...notes, { id: crypto.randomUUID(), at: new Date(Date.now() + offset_ms).toISOString(), observed }];
      keepNotes(flight_id, all);
      setNotes(all);
    },
    position,
    isOnline,
    kept,
    refused,
    release: () =>
      keep({
        id: crypto.randomUUID(),
        source: 'phone',
        at: new Date(Date.now() + offset_ms).toISOString(),
        clock: offset && { offset_ms: offset.offset_ms, within_ms: offset.within_ms },
        position,
      }),
    drop: () => {
      keep(null);
      setRefused(null);
    },
  };
}
