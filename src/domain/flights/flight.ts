/**
 * A flight: one race from a release point to the loft, and its states. Planned, basketing, released, closed,
 * provisional, official; annulled when it does not count.
 */
import type { Machine } from '#domain/machine.ts';
import { Refusal } from '#domain/refusal.ts';

export const flightKinds = ['training', 'activation', 'hot_spot', 'semi_final', 'final'] as const;
export type FlightKind = (typeof flightKinds)[number];

export const flightStatuses = [
  'planned',
  'basketing',
  'released',
  'closed',
  'provisional',
  'official',
  'annulled',
] as const;
export type FlightStatus = (typeof flightStatuses)[number];
export type FlightEvent = 'open_basketing' | 'postpone' | 'release' | 'close' | 'publish' | 'make_official' | 'annul';

/** A postponed flight goes back to planned and keeps its basketing list; an official one can no longer be annulled. */
export const flightMachine: Machine<FlightStatus, FlightEvent> = {
  name: 'flight',
  first: 'planned',
  steps: {
    planned: { open_basketing: 'basketing', annul: 'annulled' },
    basketing: { postpone: 'planned', release: 'released', annul: 'annulled' },
    released: { close: 'closed', annul: 'annulled' },
    closed: { publish: 'provisional', annul: 'annulled' },
    provisional: { make_official: 'official', annul: 'annulled' },
    official: {},
    annulled: {},
  },
};

/** Whether readings may still become arrivals of this flight: from release until the result is official. */
export function takesArrivals(status: FlightStatus): boolean {
  return status === 'released' || status === 'closed' || status === 'provisional';
}

/** The race's own clock, epoch ms: real time, or in a replay a clock that is faster from the release on. */
export function raceTime(release_ms: number, now_ms: number, replay_factor = 1): number {
  return release_ms + (now_ms - release_ms) * replay_factor;
}

/** A gap in the readings of a clock: `from` to `to` of one boot of one device are missing. */
export interface Gap {
  device_id: number;
  boot: string;
  from: number;
  to: number;
}

/**
 * Why a provisional result cannot become official, or null: a clock that recorded during the flight still owes readings.
 * Source: reliability A3 (no silent hole).
 */
export function whyNotOfficial(gaps: readonly Gap[]): Refusal | null {
  const first = gaps[0];
  if (!first) return null;
  return new Refusal('readings_missing', {
    device_id: first.device_id,
    boot: first.boot,
    from: first.from,
    to: first.to,
    gaps: gaps.length,
  });
}
