/**
 * A dispute of a provisional result: one line by somebody who has a bird in the flight, about the result as a whole or
 * about one bird. It is answered once by somebody else, or withdrawn; while it is open, the result stays provisional.
 */
import type { FlightStatus } from '#domain/flights/flight.ts';
import { Refusal } from '#domain/refusal.ts';

/** How those who run the loft decide. */
export const disputeDecisions = ['upheld', 'rejected'] as const;
export type DisputeDecision = (typeof disputeDecisions)[number];

export const disputeStates = ['open', ...disputeDecisions, 'withdrawn'] as const;
/** The state of a dispute: open until it is answered or withdrawn. */
export type DisputeState = (typeof disputeStates)[number];

/** The longest line of a dispute, and of its answer. */
export const mostDisputeText = 500;
/** The most pictures of a dispute. */
export const mostDisputePictures = 3;
/** The most disputes of a person about a flight. */
export const mostDisputes = 10;

/** A flight and a person who wants to dispute its result. */
export interface Disputed {
  status: FlightStatus;
  replay_factor: number | null;
  /** Until when a provisional result can be disputed, epoch ms; null: its rulebook gives no time for it. */
  until_ms: number | null;
  /** Whether a bird of the person is basketed in the flight. */
  is_participant: boolean;
  /** The disputes of the person about the flight. */
  count: number;
}

/**
 * Why a person cannot dispute a result, or null: no bird of theirs was basketed, the result is not provisional, the
 * rulebook gives no time for it, the time is over, or they have opened as many as one may.
 */
export function whyNotDispute(
  { status, replay_factor, until_ms, is_participant, count }: Disputed,
  now_ms: number,
): Refusal | null {
  if (!is_participant) return new Refusal('dispute_not_participant');
  if (status !== 'provisional' || replay_factor !== null) return new Refusal('dispute_not_provisional');
  if (until_ms === null) return new Refusal('dispute_no_time');
  if (now_ms >= until_ms) return new Refusal('dispute_time_over');
  return count >= mostDisputes ? new Refusal('dispute_too_many', { max: mostDisputes }) : null;
}

/** Why a person cannot answer a dispute, or null: it is their own, was withdrawn, or has an answer. */
export function whyNotAnswer({ state, user_id }: { state: DisputeState; user_id: number }, by: number): Refusal | null {
  if (user_id === by) return new Refusal('dispute_own');
  if (state === 'withdrawn') return new Refusal('dispute_withdrawn');
  return state === 'open' ? null : new Refusal('dispute_decided');
}

/** Why a person cannot withdraw a dispute, or null: it is somebody else's, or no longer open. */
export function whyNotWithdraw(
  { state, user_id }: { state: DisputeState; user_id: number },
  by: number,
): Refusal | null {
  // Whose it is, is nobody else's business.
  if (user_id !== by) return new Refusal('not_found');
  return state === 'open' ? null : new Refusal('dispute_decided');
}
