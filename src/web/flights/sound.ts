/**
 * The sound of a landing: two short notes, synthesized by the browser, so nothing is fetched. Off until the reader
 * switches it on, which also plays it: browsers allow sound only after a click.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Home } from '#domain/arrivals/rank.ts';
import { drop_gap_ms } from '#domain/drop-gap.ts';
import { type Note, play } from '#web/lib/tones.ts';

const landing: readonly Note[] = [
  [0, 880],
  [0.13, 1318.5],
];

/** The shortest pause between two sounds: a replay plays its drops in quick succession. */
const rest_ms = 2_000;

export interface LandingSound {
  on: boolean;
  set: (on: boolean) => void;
  /** Plays the sound when the landed birds begin a drop. */
  landed: (homes: readonly Home[]) => void;
}

export function useLandingSound(): LandingSound {
  const [on, setOn] = useState(false);
  const context = useRef<AudioContext | null>(null);
  const last = useRef({ time_ms: Number.NEGATIVE_INFINITY, rang_ms: Number.NEGATIVE_INFINITY });

  const set = useCallback((wanted: boolean) => {
    setOn(wanted);
    if (wanted) {
      context.current ??= new AudioContext();
      void context.current.resume();
      play(context.current, landing);
    } else {
      void context.current?.suspend();
    }
  }, []);
  const landed = useCallback((homes: readonly Home[]) => {
    const now_ms = performance.now();
    const drop = beginsDrop(last.current.time_ms, homes);
    last.current.time_ms = Math.max(last.current.time_ms, ...homes.map(({ time_ms }) => time_ms));
    if (!drop || context.current?.state !== 'running' || now_ms - last.current.rang_ms < rest_ms) return;
    last.current.rang_ms = now_ms;
    play(context.current, landing);
  }, []);
  useEffect(() => () => void context.current?.close(), []);
  return { on, set, landed };
}

/** Whether any of the birds landed later than the gap of a drop after all previous ones. */
export function beginsDrop(last_ms: number, homes: readonly Home[]): boolean {
  return homes.some(({ time_ms }) => time_ms - last_ms > drop_gap_ms);
}
