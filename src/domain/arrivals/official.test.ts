import { describe, expect, test } from 'vitest';
import {
  changesOfVersion,
  isSecondSignature,
  type ResultToSign,
  resultText,
  whyNotSign,
} from '#domain/arrivals/official.ts';
import { rank } from '#domain/arrivals/rank.ts';
import { defaultRules } from '#domain/seasons/rules.ts';

const [mine, other] = ['a'.repeat(64), 'b'.repeat(64)];
const result: ResultToSign = {
  status: 'provisional',
  gaps: [],
  close_to_decide: 0,
  waiting_rulings: 0,
  open_disputes: 0,
  disputes_until_ms: null,
  fingerprint: mine,
  signatures: [],
};
const person = { user_id: 1, seen: mine, now_ms: 1000 };

describe('a result that is signed', () => {
  test.each([
    ['it is provisional and as seen', {}, person, null],
    ['the race is still open', { status: 'released' }, person, 'result_not_provisional'],
    ['it is official already', { status: 'official' }, person, 'result_not_provisional'],
    ['a clock owes a reading', { gaps: [{ device_id: 1, boot: '1', from: 2, to: 3 }] }, person, 'readings_missing'],
    ['birds that the clocks cannot tell apart are not decided', { close_to_decide: 2 }, person, 'close_times_open'],
    ['a ruling waits for its second person', { waiting_rulings: 1 }, person, 'rulings_wait'],
    ['a dispute is open', { open_disputes: 1 }, person, 'disputes_open'],
    ['it can still be disputed', { disputes_until_ms: 1001 }, person, 'disputes_possible'],
    ['the time for disputes is over', { disputes_until_ms: 1000 }, person, null],
    ['a late reading has changed it', {}, { ...person, seen: other }, 'result_changed'],
    ['the same person signs twice', { signatures: [{ user_id: 1, fingerprint: mine }] }, person, 'result_signed'],
    ['the person has signed an earlier state', { signatures: [{ user_id: 1, fingerprint: other }] }, person, null],
  ] as const)('%s', (_name, facts, who, code) => {
    expect(whyNotSign({ ...result, ...facts } as ResultToSign, who)?.code ?? null).toBe(code);
  });

  test('becomes official by two different people under the same result only', () => {
    expect(isSecondSignature({ fingerprint: mine, signatures: [] }, 1)).toBe(false);
    expect(isSecondSignature({ fingerprint: mine, signatures: [{ user_id: 1, fingerprint: mine }] }, 1)).toBe(false);
    expect(isSecondSignature({ fingerprint: mine, signatures: [{ user_id: 2, fingerprint: other }] }, 1)).toBe(false);
    expect(isSecondSignature({ fingerprint: mine, signatures: [{ user_id: 2, fingerprint: mine }] }, 1)).toBe(true);
  });
});

test('the text of a result is the same for the same result, whatever the order of the fields of its rules', () => {
  const release_ms = Date.parse('2026-09-12T05:15:00.000Z');
  const rules = defaultRules('km');
  const frame = { release_ms, distance_m: 300_000, closed: [], rules };
  const ranked = rank(
    [
      { pigeon_id: 2, time_ms: release_ms + 3_600_000 * 4 },
      { pigeon_id: 1, time_ms: release_ms + 3_600_000 * 3 },
    ],
    frame,
  );
  const head = {
    loft_id: 1,
    flight_id: 7,
    release_time: '2026-09-12T05:15:00.000Z',
    release_groups: [],
    distance_m: 300_000,
    rules,
  };
  const text = resultText(head, ranked, (id) => `BE 26-${id}`);
  expect(text.split('\n')).toEqual([
    'loft 1 flight 7',
    'release 2026-09-12T05:15:00.000Z distance 300000 m',
    'rules {"closed_night":{"kind":"none"},"closing":{"kind":"none"},"precision_ms":1,"speed":{"decimals":4,"rounding":"half-up","unit":"m/min"},"ties":"shared"}',
    '1\tBE 26-1\t2026-09-12T08:15:00.000Z\t10800000\t1666.6667',
    '2\tBE 26-2\t2026-09-12T09:15:00.000Z\t14400000\t1250',
    '',
  ]);
  const turned = Object.fromEntries(Object.entries(rules).reverse()) as unknown as typeof rules;
  expect(resultText({ ...head, rules: turned }, ranked, (id) => `BE 26-${id}`)).toBe(text);
  const group = { group: 2, release_time: '2026-09-12T05:23:00.000Z', crates: '7-12', birds: 140 };
  expect(resultText({ ...head, release_groups: [group] }, ranked, (id) => `BE 26-${id}`)).toBe(
    text.replace('rules', 'group 2 release 2026-09-12T05:23:00.000Z birds 140 crates 7-12\nrules'),
  );
});

test('the difference of two versions has every bird whose place or time is another, and those that left', () => {
  const head = 'loft 1 flight 2\nrelease 2026-09-12T05:15:00.000Z distance 300000 m\nrules {}\n';
  const line = (rank: number, ring: string, minute: number) =>
    `${rank}\t${ring}\t2026-09-12T09:${minute}:00.000Z\t1\t2\n`;
  const before = head + line(1, 'PT 1', 10) + line(2, 'PT 2', 20) + line(3, 'PT 3', 30);
  const after = head + line(1, 'PT 1', 10) + line(2, 'PT 4', 15) + line(3, 'PT 3', 31);
  const at = (rank: number, minute: number) => ({ rank, time: `2026-09-12T09:${minute}:00.000Z` });
  expect(changesOfVersion(before, after)).toEqual([
    { ring: 'PT 4', before: null, after: at(2, 15) },
    { ring: 'PT 3', before: at(3, 30), after: at(3, 31) },
    { ring: 'PT 2', before: at(2, 20), after: null },
  ]);
  expect(changesOfVersion(before, before)).toEqual([]);
});
