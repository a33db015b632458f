/**
 * A flight: one race from a release point to the loft, and its states. Planned, basketing, sealed, released, closed,
 * provisional, official; annulled when it does not count.
 */
import type { Machine } from '#domain/machine.ts';
import { Refusal } from '#domain/refusal.ts';

export const flightKinds = ['training', 'activation', 'hot_spot', 'semi_final', 'final'] as const;
export type FlightKind = (typeof flightKinds)[number];

/** Which birds may fly: all that race, or only those activated for the final. */
export const flightEntries = ['racing', 'activated'] as const;
export type FlightEntry = (typeof flightEntries)[number];

/** Decisions about a flight, each with a reason; but for a release that is taken back they change no state. */
export const flightDecisions = ['postponed', 'point_moved', 'list_changed', 'release_taken_back'] as const;
export type FlightDecision = (typeof flightDecisions)[number];

/** Entries of the log of a flight beside the steps of its state: decisions, reports and pictures of its release, the weather, the way of the lorry. */
export const loggedBeside = [
  ...flightDecisions,
  'release_reported',
  'release_picture',
  'group_released',
  'weather',
  'departed',
  'arrived',
  'readings_given_up',
  'ruling_prepared',
  'ruling',
  'clock_corrected',
  'dispute',
  'dispute_decided',
] as const;

export const flightStatuses = [
  'planned',
  'basketing',
  'sealed',
  'released',
  'closed',
  'provisional',
  'official',
  'annulled',
] as const;
export type FlightStatus = (typeof flightStatuses)[number];
export type FlightEvent =
  | 'open_basketing'
  | 'close_basketing'
  | 'seal'
  | 'reopen'
  | 'release'
  | 'take_back'
  | 'close'
  | 'publish'
  | 'make_official'
  | 'correct'
  | 'annul';

/**
 * Basketing that was opened by mistake is closed again, a sealed list opened again for a reason, and a release taken
 * back while no bird is home. An official result is corrected by a ruling that two people sign, and official again by
 * it; an official flight can no longer be annulled.
 */
export const flightMachine: Machine<FlightStatus, FlightEvent> = {
  name: 'flight',
  first: 'planned',
  steps: {
    planned: { open_basketing: 'basketing', annul: 'annulled' },
    basketing: { close_basketing: 'planned', seal: 'sealed', annul: 'annulled' },
    sealed: { reopen: 'basketing', release: 'released', annul: 'annulled' },
    released: { take_back: 'sealed', close: 'closed', annul: 'annulled' },
    closed: { publish: 'provisional', annul: 'annulled' },
    provisional: { make_official: 'official', annul: 'annulled' },
    official: { correct: 'provisional' },
    annulled: {},
  },
};

/** The states of a flight whose birds are not in the air yet. */
export const beforeRelease = ['planned', 'basketing', 'sealed'] as const satisfies readonly FlightStatus[];

/** Whether the birds of a flight are still to be released. */
export const isBeforeRelease = (status: FlightStatus): boolean => beforeRelease.some((one) => one === status);

/** Whether the birds were not released, or not yet: a flight may be annulled before its release. */
export const isUnflown = ({ status, day_starts }: { status: FlightStatus; day_starts: readonly unknown[] }): boolean =>
  isBeforeRelease(status) || (status === 'annulled' && day_starts.length === 0);

/** Whether a flight has a result that its loft has published: provisional, or official. */
export const isResult = (status: FlightStatus): boolean => status === 'provisional' || status === 'official';

/** Whether a race can be seen again: it was flown and is closed. */
export const hasReplay = (status: FlightStatus): boolean => status === 'closed' || isResult(status);

/** What a loft does next with a flight. */
export const nextActions = [
  'open_basketing',
  'seal',
  'release',
  'watch',
  'publish',
  'make_official',
  'result',
  'reason',
] as const;
export type NextAction = (typeof nextActions)[number];

const nextActionIn: Readonly<Record<FlightStatus, NextAction>> = {
  planned: 'open_basketing',
  basketing: 'seal',
  sealed: 'release',
  released: 'watch',
  closed: 'publish',
  provisional: 'make_official',
  official: 'result',
  annulled: 'reason',
};

/** The next action of a flight; after the last one it is only read: its result, or why it was annulled. */
export const nextAction = ({ status }: { status: FlightStatus }): NextAction => nextActionIn[status];

/** Whether the birds are home and somebody has yet to act. */
export const waitsForSomebody = ({ status }: { status: FlightStatus }): boolean =>
  status === 'closed' || status === 'provisional';

/** Whether readings may still become arrivals of this flight: from release until the result is official. */
export function takesArrivals(status: FlightStatus): boolean {
  return status === 'released' || status === 'closed' || status === 'provisional';
}

/** Whether people rule on this flight: while it takes arrivals, and on its official result. */
export const takesRulings = (status: FlightStatus): boolean => takesArrivals(status) || status === 'official';

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
