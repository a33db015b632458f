import { describe, expect, it } from 'vitest';
import { type DeviceKind, type DeviceState, type Signs, standingOf, standingOfAntenna, whyNotPlace } from './device.ts';

const heard = { first_contact_ms: 200, last_contact_ms: 9_000 };
const signs: Signs = {
  created_ms: 100,
  revoked_ms: null,
  first_contact_ms: null,
  last_contact_ms: null,
  silent_ms: null,
  heard_again_ms: null,
  silent_after_s: 1,
};

describe('the state of a device', () => {
  it.each([
    ['never heard', {}, 'unseen', 100],
    ['just heard', heard, 'online', 200],
    ['heard again after a silence', { ...heard, heard_again_ms: 5_000 }, 'online', 5_000],
    ['not heard for its maximum silence', { ...heard, last_contact_ms: 8_000 }, 'off', 8_000],
    ['expected online', { ...heard, silent_ms: 7_000 }, 'silent', 7_000],
    ['revoked, whatever else', { ...heard, silent_ms: 7_000, revoked_ms: 8_500 }, 'revoked', 8_500],
  ])('that is %s', (_, more, state, since_ms) => {
    expect(standingOf({ ...signs, ...more }, 9_000)).toEqual({ state, since_ms });
  });
});

describe('the state of an antenna', () => {
  it.each([
    ['of a silent clock', { first_contact_ms: 200 }, 'silent', 7_000, 'silent', 7_000],
    ['of a clock that was never heard', { first_contact_ms: null }, 'unseen', 50, 'unseen', 50],
    ['of a clock that is heard, since its own first reading', { first_contact_ms: 800 }, 'online', 300, 'online', 800],
    ['of a clock that is heard again, since then', { first_contact_ms: 200 }, 'online', 5_000, 'online', 5_000],
    ['without a reading, of a clock that is heard', { first_contact_ms: null }, 'online', 300, 'unseen', 100],
  ] as [string, Pick<Signs, 'first_contact_ms'>, DeviceState, number, DeviceState, number][])(
    '%s',
    (_, more, clock, clock_since_ms, state, since_ms) => {
      const own = { created_ms: 100, ...more };
      expect(standingOfAntenna(own, { state: clock, since_ms: clock_since_ms })).toEqual({ state, since_ms });
    },
  );
});

describe('a place', () => {
  it.each([
    ['clock', null, null, []],
    ['clock', 1, null, ['clock_id error_unknown_field']],
    ['pc_card', null, 'A', ['position error_unknown_field']],
    ['antenna', 1, 'A', []],
    ['antenna', 1, null, ['position error_required']],
    ['antenna', null, null, ['clock_id error_required', 'position error_required']],
    ['antenna', 3, 'A', ['clock_id no_such_clock']],
  ])('of a %s at clock %s, pad %s: %s', (kind, clock_id, position, wrong) => {
    const errors = whyNotPlace(kind as DeviceKind, { clock_id, position }, [1, 2])?.errors ?? {};
    expect(Object.entries(errors).map(([field, [error]]) => `${field} ${error!.code}`)).toEqual(wrong);
  });
});
