import { describe, expect, it } from 'vitest';
import { expectedSince, silentSince } from './expected-online.ts';

const zone = 'Europe/Brussels';
const ms = (at: string | null) => (at === null ? null : Date.parse(at));
const window = (online_from: string | null, online_to: string | null) => ({
  online_from,
  online_to,
  silent_after_s: 300,
});

describe('a device is expected', () => {
  it.each([
    // By day, in summer: two hours ahead.
    ['05:00', '22:00', '2026-06-06T02:59:59.999Z', null],
    ['05:00', '22:00', '2026-06-06T03:00:00.000Z', '2026-06-06T03:00:00.000Z'],
    ['05:00', '22:00', '2026-06-06T19:59:59.999Z', '2026-06-06T03:00:00.000Z'],
    ['05:00', '22:00', '2026-06-06T20:00:00.000Z', null],
    // In winter it is an hour later.
    ['05:00', '22:00', '2026-12-06T04:00:00.000Z', '2026-12-06T04:00:00.000Z'],
    // Across midnight, before and after it.
    ['20:00', '06:00', '2026-06-06T18:00:00.000Z', '2026-06-06T18:00:00.000Z'],
    ['20:00', '06:00', '2026-06-07T03:59:59.999Z', '2026-06-06T18:00:00.000Z'],
    ['20:00', '06:00', '2026-06-07T04:00:00.000Z', null],
    // The night in which 02:00 to 03:00 is skipped, and the one in which it comes twice.
    ['02:30', '12:00', '2026-03-29T01:29:59.999Z', null],
    ['02:30', '12:00', '2026-03-29T01:30:00.000Z', '2026-03-29T01:30:00.000Z'],
    ['22:00', '02:30', '2026-10-25T00:45:00.000Z', '2026-10-24T20:00:00.000Z'],
    ['22:00', '02:30', '2026-10-25T01:29:59.999Z', '2026-10-24T20:00:00.000Z'],
    ['22:00', '02:30', '2026-10-25T01:30:00.000Z', null],
    ['02:30', '12:00', '2026-10-25T00:30:00.000Z', '2026-10-25T00:30:00.000Z'],
    [null, null, '2026-06-06T10:00:00.000Z', null],
  ])('from %s to %s at %s: since %s', (from, to, now, since) => {
    expect(expectedSince(window(from, to), zone, Date.parse(now))).toBe(ms(since));
  });

  it('all day, where both times are the same', () => {
    expect(expectedSince(window('00:00', '00:00'), zone, 0)).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe('a device is silent', () => {
  it.each([
    // Five minutes are not yet over, and over.
    ['05:00', '22:00', '2026-06-06T09:00:00.000Z', '2026-06-06T09:04:59.999Z', null],
    ['05:00', '22:00', '2026-06-06T09:00:00.000Z', '2026-06-06T09:05:00.000Z', '2026-06-06T09:00:00.000Z'],
    // Off over night: it is expected from the morning on.
    ['05:00', '22:00', '2026-06-05T19:50:00.000Z', '2026-06-06T03:04:59.999Z', null],
    ['05:00', '22:00', '2026-06-05T19:50:00.000Z', '2026-06-06T03:05:00.000Z', '2026-06-06T03:00:00.000Z'],
    ['05:00', '22:00', '2026-06-05T19:50:00.000Z', '2026-06-06T02:00:00.000Z', null],
    // Across midnight the silence goes on.
    ['20:00', '06:00', '2026-06-06T21:58:00.000Z', '2026-06-06T22:03:00.000Z', '2026-06-06T21:58:00.000Z'],
    ['00:00', '00:00', '2026-06-01T00:00:00.000Z', '2026-06-06T00:00:00.000Z', '2026-06-01T00:00:00.000Z'],
    // Never heard, and not expected.
    ['00:00', '00:00', null, '2026-06-06T00:00:00.000Z', null],
    [null, null, '2026-06-01T00:00:00.000Z', '2026-06-06T00:00:00.000Z', null],
  ])('expected from %s to %s, heard at %s, at %s: since %s', (from, to, heard, now, since) => {
    const at = { last_contact_ms: ms(heard), now_ms: Date.parse(now) };
    expect(silentSince(window(from, to), zone, at)).toBe(ms(since));
  });
});
