import { describe, expect, test } from 'vitest';
import { type Disputed, mostDisputes, whyNotAnswer, whyNotDispute, whyNotWithdraw } from './dispute.ts';

const disputed: Disputed = {
  status: 'provisional',
  replay_factor: null,
  until_ms: 1000,
  is_participant: true,
  count: 0,
};

describe('a provisional result', () => {
  test.each([
    ['is disputed by who has a bird in the flight, while there is time', {}, 999, null],
    ['not by others', { is_participant: false }, 999, 'dispute_not_participant'],
    ['not at the end of the time, nor later', {}, 1000, 'dispute_time_over'],
    ['not where the rulebook gives no time', { until_ms: null }, 0, 'dispute_no_time'],
    ['not before it is published', { status: 'closed', until_ms: null }, 0, 'dispute_not_provisional'],
    ['not once it is official', { status: 'official' }, 0, 'dispute_not_provisional'],
    ['not in a replay', { replay_factor: 60 }, 0, 'dispute_not_provisional'],
    ['not without end by the same person', { count: mostDisputes }, 0, 'dispute_too_many'],
  ] as const)('%s', (_name, facts, now_ms, code) => {
    expect(whyNotDispute({ ...disputed, ...facts }, now_ms)?.code ?? null).toBe(code);
  });
});

describe('an open dispute', () => {
  const open = { state: 'open', user_id: 1 } as const;
  test('is answered once, by somebody else', () => {
    expect(whyNotAnswer(open, 2)).toBeNull();
    expect(whyNotAnswer(open, 1)?.code).toBe('dispute_own');
    for (const state of ['upheld', 'rejected'] as const)
      expect(whyNotAnswer({ ...open, state }, 2)?.code).toBe('dispute_decided');
    expect(whyNotAnswer({ ...open, state: 'withdrawn' }, 2)?.code).toBe('dispute_withdrawn');
  });

  test('is withdrawn by who opened it', () => {
    expect(whyNotWithdraw(open, 1)).toBeNull();
    expect(whyNotWithdraw(open, 2)?.code).toBe('not_found');
    expect(whyNotWithdraw({ ...open, state: 'rejected' }, 1)?.code).toBe('dispute_decided');
  });
});
