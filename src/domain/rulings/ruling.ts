/**
 * A ruling on a flight: nothing is edited, one more row with its reason says what counts from now on. One that changes
 * a prize or an official result, or takes several birds out of the result or into it, takes two people.
 */
import type { MomentOffset } from '#domain/arrivals/close-times.ts';
import type { FlightStatus } from '#domain/flights/flight.ts';
import { Refusal } from '#domain/refusal.ts';
import type { BirdChange } from './effect.ts';

export const rulingKinds = [
  'manual',
  'void',
  'offset',
  'release',
  'release_group',
  'distance',
  'closing',
  'disqualified',
  'exchanged',
  'close_times',
] as const;
export type RulingKind = (typeof rulingKinds)[number];

/** What a ruling says, with the birds, clocks and moments that were meant; times are epoch ms, of clocks microseconds. */
export type RulingChange =
  /** A bird came home that no clock read; `seen_ms`: when it was seen, `time_ms`: the time that the rulebook gives it. */
  | { kind: 'manual'; pigeon_id: number; seen_ms: number; time_ms: number }
  /** An entry of the ledger is withdrawn: a reading, an offset, a manual arrival, a disqualification, an exchange, a withdrawal. */
  | { kind: 'void'; number: number }
  /** True time less the time of the clock, for its own times in [from, to) (null: without end). */
  | {
      kind: 'offset';
      device_id: number;
      offset_ms: number;
      from_us: number | null;
      to_us: number | null;
      /** When the clock jumped, epoch ms; the readings that the server had before keep the offset they had. */
      since_ms?: number;
      kept?: Omit<MomentOffset, 'pigeon_id'>[];
    }
  | { kind: 'release'; release_ms: number }
  /**
   * A later group as it is said from now on: `crates` as they are read, null where its birds are named. Without birds it
   * was not released apart.
   */
  | { kind: 'release_group'; group: number; release_ms: number; crates: string | null; pigeon_ids: number[] }
  | { kind: 'distance'; distance_m: number }
  | { kind: 'closing'; closes_ms: number }
  | { kind: 'disqualified'; pigeon_id: number }
  /** What was read of one of the two counts for the other. */
  | { kind: 'exchanged'; pigeon_id: number; other_id: number }
  /** Birds that the clocks cannot tell apart have the times that the rulebook gives them. */
  | { kind: 'close_times'; moments: MomentOffset[] };

/**
 * A clock is corrected by at most half a day, ms; a larger offset is a mistake, but for a clock that lost its day and
 * was measured so far off.
 */
export const mostOffset_ms = 12 * 3_600_000;

export const rulingDecisions = ['made', 'refused', 'taken_back'] as const;
export type RulingDecision = (typeof rulingDecisions)[number];

/** The state of a ruling: prepared until somebody decides. */
export type RulingState = 'prepared' | RulingDecision;

/** A release is moved, ms, and a distance changed, as a part of it, by one person by at most this. */
const mostMove_ms = 3_600_000;
const mostDistance = 0.1;

/**
 * Whether a ruling moves the release by more than an hour, or changes the distance by more than a tenth.
 * @param flight as it counts now: release in epoch ms, distance in metres
 */
export function isLargeMove(
  change: RulingChange,
  { release_ms, distance_m }: { release_ms: number; distance_m: number },
): boolean {
  if (change.kind === 'release') return Math.abs(change.release_ms - release_ms) > mostMove_ms;
  return change.kind === 'distance' && Math.abs(change.distance_m - distance_m) > mostDistance * distance_m;
}

/**
 * Whether nobody may make a ruling alone: it changes a prize, a result that two people have signed, who is in the
 * result by more than one bird, makes birds faster than pigeons fly, or moves the flight far.
 * @param too_fast how many birds that are
 * @param is_large_move by {@link isLargeMove}
 */
export const needsSecond = (
  status: FlightStatus,
  changes: readonly BirdChange[],
  { too_fast, is_large_move }: { too_fast: number; is_large_move: boolean },
): boolean =>
  status === 'official' ||
  too_fast > 0 ||
  is_large_move ||
  changes.some(({ before, after }) => (before?.prize ?? 0) !== (after?.prize ?? 0)) ||
  changes.filter(({ before, after }) => before === null || after === null).length > 1;

/** Somebody who runs the races of a loft. */
export interface LoftPerson {
  user_id: number;
  first_name: string;
  last_name: string;
}

export type SignerState = 'maker' | 'witness' | 'can_sign';

/** A person as the second one of a ruling: its maker and a witness whom its reason names cannot be it. */
export function signerState(person: LoftPerson, { user_id, reason }: { user_id: number; reason: string }): SignerState {
  if (person.user_id === user_id) return 'maker';
  return isNamedIn(reason, person) ? 'witness' : 'can_sign';
}

/** Whether a text names a person by first or last name, in any case, with or without accents and case endings. */
export function isNamedIn(text: string, { first_name, last_name }: Omit<LoftPerson, 'user_id'>): boolean {
  const words = wordsOf(text);
  const names = [...wordsOf(first_name), ...wordsOf(last_name)].filter((name) => name.length > 2);
  return names.some((name) => words.some((word) => isFormOf(word, name)));
}

/** Letters of an ending at most: `Tiago` is `Tiagonak` in Hungarian. */
const ending = 3;

/** The name itself, or with an ending, which may take the place of a last vowel (`Marta`, `Martę`). */
function isFormOf(word: string, name: string): boolean {
  const stem = name.length > 3 && /[aeo]$/.test(name) ? name.slice(0, -1) : name;
  return word.startsWith(stem) && word.length <= name.length + ending;
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** A prepared ruling and who wants to sign or refuse it. */
export interface ToDecide {
  state: RulingState;
  user_id: number;
  reason: string;
  /** Those who run the races of the loft. */
  people: readonly LoftPerson[];
}

/**
 * Why a person cannot sign or refuse a ruling, or null: somebody has decided, it is their own, its reason names them as
 * a witness, or they are of the platform while somebody of the loft is left.
 */
export function whyNotSecond({ state, people, ...ruling }: ToDecide, signer: LoftPerson): Refusal | null {
  if (state !== 'prepared') return new Refusal('ruling_decided');
  const own = signerState(signer, ruling);
  if (own === 'maker') return new Refusal('ruling_own');
  if (own === 'witness') return new Refusal('ruling_witness');
  const isOfLoft = people.some(({ user_id }) => user_id === signer.user_id);
  const left = people.some((person) => signerState(person, ruling) === 'can_sign');
  return !isOfLoft && left ? new Refusal('ruling_of_loft') : null;
}

/** Why a person cannot take a ruling back, or null: somebody has decided, or it is somebody else's. */
export function whyNotTakeBack({ state, user_id }: Pick<ToDecide, 'state' | 'user_id'>, by: number): Refusal | null {
  if (state !== 'prepared') return new Refusal('ruling_decided');
  return user_id === by ? null : new Refusal('forbidden');
}
