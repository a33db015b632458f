import { describe, expect, it } from 'vitest';
import { type channels, defaultChoices, events, isUrgent } from './notification.ts';
import { quietUntil } from './quiet.ts';

describe('a notification by default', () => {
  it('comes by mail when it concerns the account, an order or an own bird, is written by a loft, or needs work, and never by SMS', () => {
    const by = (channel: (typeof channels)[number]) => events.filter((event) => defaultChoices[event][channel]);
    expect(by('mail')).toEqual([
      'list_sealed',
      'dispute',
      'order',
      'order_new',
      'cash',
      'refund_failed',
      'transport',
      'loft_message',
      'bird_lost',
      'bird_sale',
      'prize',
      'team_claim',
      'device_silent',
      'job_stuck',
      'rights',
      'sign_in',
    ]);
    expect(by('push')).toEqual([...events]);
    expect(by('sms')).toEqual([]);
  });

  it('ignores quiet hours when it concerns the account', () => {
    expect(events.filter(isUrgent)).toEqual(['rights', 'sign_in']);
  });
});

describe('quiet hours', () => {
  const night = { from: '22:00', to: '07:00', time_zone: 'Europe/Brussels' };
  const noon = { from: '12:00', to: '13:30', time_zone: 'Europe/Brussels' };
  const bangkok = { ...night, time_zone: 'Asia/Bangkok' };
  it.each([
    ['in the evening they last until the morning after', night, '2026-06-06T21:00:00Z', '2026-06-07T05:00:00Z'],
    ['they begin at the minute', night, '2026-06-06T20:00:00Z', '2026-06-07T05:00:00Z'],
    ['a minute before there are none', night, '2026-06-06T19:59:59Z', null],
    ['after midnight they end on the same day', night, '2026-06-06T22:30:00Z', '2026-06-07T05:00:00Z'],
    ['they end at the minute', night, '2026-06-07T05:00:00Z', null],
    ['by day they do not cross midnight', noon, '2026-06-06T10:30:00Z', '2026-06-06T11:30:00Z'],
    ['after them the day goes on', noon, '2026-06-06T11:30:00Z', null],
    ['they go by the clock of the person', bangkok, '2026-06-06T15:00:00Z', '2026-06-07T00:00:00Z'],
    ['the same instant is loud elsewhere', night, '2026-06-06T15:00:00Z', null],
    ['a night that loses an hour is shorter', night, '2026-03-28T22:00:00Z', '2026-03-29T05:00:00Z'],
    ['a night that wins an hour is longer', night, '2026-10-24T21:00:00Z', '2026-10-25T06:00:00Z'],
  ])('%s', (_name, quiet, now, until) => {
    expect(quietUntil(Date.parse(now), quiet)).toBe(until === null ? null : Date.parse(until));
  });

  it('whose end is skipped by a clock change are over after it', () => {
    const skipped = { ...night, to: '02:30' };
    expect(quietUntil(Date.parse('2026-03-29T00:30:00Z'), skipped)).toBe(Date.parse('2026-03-29T01:30:00Z'));
  });

  it('whose end comes twice end at the next of the two', () => {
    const twice = { ...night, to: '02:30' };
    expect(quietUntil(Date.parse('2026-10-25T00:15:00Z'), twice)).toBe(Date.parse('2026-10-25T00:30:00Z'));
    // 02:15, the second time.
    expect(quietUntil(Date.parse('2026-10-25T01:15:00Z'), twice)).toBe(Date.parse('2026-10-25T01:30:00Z'));
  });
});
