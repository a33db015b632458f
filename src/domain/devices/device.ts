/** The devices of a loft: their kinds and states, and the rules for their place. */
import { type FieldErrors, Refusal, refusalAt } from '#domain/refusal.ts';

export const deviceKinds = ['clock', 'antenna', 'pc_card'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/** An antenna sends through its clock; every other device has a key of its own. */
export function hasKey(kind: DeviceKind): boolean {
  return kind !== 'antenna';
}

/** Maximum time for which an old key stays valid beside a new one. */
export const longestOldKey_min = 24 * 60;

export const deviceStates = ['online', 'silent', 'off', 'unseen', 'revoked'] as const;
export type DeviceState = (typeof deviceStates)[number];

/** The facts behind the state of a device; instants as epoch ms. */
export interface Signs {
  created_ms: number;
  revoked_ms: number | null;
  first_contact_ms: number | null;
  last_contact_ms: number | null;
  /** Since when it is silent although it should be online; null where it is not. */
  silent_ms: number | null;
  /** The end of its last silence. */
  heard_again_ms: number | null;
  silent_after_s: number;
}

export interface Standing {
  state: DeviceState;
  since_ms: number;
}

/** The state of a device, and since when: `off` is a device that is not expected to be online now. */
export function standingOf(signs: Signs, now_ms: number): Standing {
  const { created_ms, revoked_ms, first_contact_ms, last_contact_ms, silent_ms, heard_again_ms } = signs;
  if (revoked_ms !== null) return { state: 'revoked', since_ms: revoked_ms };
  if (last_contact_ms === null || first_contact_ms === null) return { state: 'unseen', since_ms: created_ms };
  if (silent_ms !== null) return { state: 'silent', since_ms: silent_ms };
  if (now_ms - last_contact_ms >= signs.silent_after_s * 1000) return { state: 'off', since_ms: last_contact_ms };
  return { state: 'online', since_ms: Math.max(first_contact_ms, heard_again_ms ?? first_contact_ms) };
}

/**
 * The state of an antenna that was not revoked: that of its clock, through which it sends. While the clock is online,
 * an antenna without any reading was never heard.
 *
 * @param clock the state of its clock
 */
export function standingOfAntenna(
  { created_ms, first_contact_ms }: Pick<Signs, 'created_ms' | 'first_contact_ms'>,
  clock: Standing,
): Standing {
  if (clock.state !== 'online') return clock;
  if (first_contact_ms === null) return { state: 'unseen', since_ms: created_ms };
  return { state: 'online', since_ms: Math.max(first_contact_ms, clock.since_ms) };
}

/** The place of a device: an antenna belongs to a clock of the same loft, by the name that the clock sends. */
export interface Place {
  clock_id: number | null;
  position: string | null;
}

/** What is wrong with the place of a device; `clock_ids` are the clocks of the loft. */
export function whyNotPlace(kind: DeviceKind, place: Place, clock_ids: readonly number[]): Refusal | null {
  const errors: Record<string, FieldErrors[string]> = {};
  for (const field of ['clock_id', 'position'] as const) {
    if (kind !== 'antenna' && place[field] !== null)
      errors[field] = [{ code: 'error_unknown_field', params: { field } }];
    if (kind === 'antenna' && place[field] === null) errors[field] = [{ code: 'error_required' }];
  }
  if (Object.keys(errors).length) return new Refusal('bad_input', {}, errors);
  const hangsAtNone = place.clock_id !== null && !clock_ids.includes(place.clock_id);
  return hangsAtNone ? refusalAt('clock_id', 'no_such_clock') : null;
}

/** The settings of a device of which only the name is given: nothing is expected of it. */
export const plainDevice = {
  clock_id: null,
  position: null,
  maker: null,
  serial: null,
  note: null,
  online_from: null,
  online_to: null,
  silent_after_s: 300,
  sample_s: 60,
} as const;
