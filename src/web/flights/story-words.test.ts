import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { MyBirdHome, StoryEvent } from '#domain/arrivals/race-story.ts';
import type { Flight } from '#domain/flights/contract.ts';
import { locales } from '#domain/locales.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { type Catalogue, speak } from '#web/lib/catalogue.ts';
import { type CommentaryEvent, homeAt, keyOf, type StoryReader, sentenceOf, withMine } from './story-words.ts';

const flight = {
  resolution_ms: 1,
  rules: { precision_ms: 1, speed: { unit: 'm/min', decimals: 4, rounding: 'half-up' } },
} as Flight;
const loft = { unit: 'km' } as Loft;
const bird = {
  pigeon_id: 7,
  ring: 'BE 26-4023187',
  team_id: 1,
  team: 'Van Aerde & Zoon',
  fancier: null,
  country: 'BE',
};

const readerIn = (locale: (typeof locales)[number]): StoryReader => {
  const text = readFileSync(new URL(`../../../locales/${locale}.json`, import.meta.url), 'utf8');
  return { ...speak(locale, JSON.parse(text) as Catalogue), locale, flight, loft, birds: new Map([[7, bird]]) };
};
const english = readerIn('en');
const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '');
const said = (event: CommentaryEvent, reader = english) => plain(sentenceOf(event, reader));

const at_ms = 0;
const every: CommentaryEvent[] = [
  { at_ms, kind: 'released', birds: 6834 },
  { at_ms, kind: 'first', pigeon_id: 7, net_ms: 24_072_000, speed: 1296.5123 },
  { at_ms, kind: 'second', pigeon_id: 7, gap_ms: 99_200, behind_m: 2138 },
  { at_ms, kind: 'lead', pigeon_id: 7, gap_ms: 300_000 },
  { at_ms, kind: 'country', pigeon_id: 7, rank: 12 },
  { at_ms, kind: 'drop', birds: 11, within_ms: 9000, silence_ms: 240_000 },
  { at_ms, kind: 'busiest', birds: 212 },
  { at_ms, kind: 'share', percent: 50, home: 3417, birds: 6834, since_first_ms: 3_120_000 },
  { at_ms, kind: 'all', birds: 40, since_first_ms: 11_400_000 },
  { at_ms, kind: 'last', pigeon_id: 7, rank: 3309, gap_ms: 7_265_400 },
  { at_ms, kind: 'closed', home: 3309, birds: 6834 },
  { at_ms, kind: 'late', pigeon_id: 7, rank: 7, readings: 1, moved: 30 },
  { at_ms, kind: 'late', pigeon_id: 7, rank: 7, readings: 12, moved: 1 },
  { at_ms, kind: 'correction', birds: 2 },
  { at_ms, kind: 'ruling', n: 2, up: 3, down: 5, come_in: 0, go_out: 1 },
  { at_ms, kind: 'ruling', n: 3, up: 0, down: 0, come_in: 0, go_out: 0 },
  { at_ms, kind: 'mine', pigeon_id: 7, rank: 1187, gap_ms: 2_148_000, behind_m: 41_260, lost: 0 },
];

test('each event is a plain sentence with its figures (part 4 of issue 21)', () => {
  expect(every.map((event) => said(event))).toEqual([
    'Released: 6,834 pigeons are in the air.',
    'BE 26-4023187 (Van Aerde & Zoon): first home, 6:41:12 after the release, at 1,296.51 m/min.',
    'BE 26-4023187 (Van Aerde & Zoon): second home, 1:39.2 behind. It had 2.1 km to fly when the leader landed.',
    'BE 26-4023187 (Van Aerde & Zoon): takes the lead. Its group was released later, and it flew 5:00.0 less.',
    'Belgium: the first one home is BE 26-4023187 (Van Aerde & Zoon), in place 12.',
    'After 4 minutes of nothing, 11 pigeons in 9 seconds.',
    '212 pigeons in one minute, the most of the race.',
    '50% of the field is home: 3,417 of 6,834, 52 minutes after the first one.',
    'All 40 pigeons are home, 3 hours 10 minutes after the first one.',
    'BE 26-4023187 (Van Aerde & Zoon): the last one home before the closing, in place 3,309, 2:01:05.4 behind the winner.',
    'The race is closed. Home: 3,309 of 6,834.',
    'A late reading: BE 26-4023187 (Van Aerde & Zoon) takes place 7, and 30 pigeons stand one place lower.',
    'Late readings: 12. The best one is BE 26-4023187 (Van Aerde & Zoon) in place 7; 1 pigeon stands lower.',
    'Corrected: 2 pigeons have another time.',
    'Ruling 2 changes the result of 9 pigeons.',
    'Ruling 3 changes no place.',
    'BE 26-4023187 (Van Aerde & Zoon): home in place 1,187, 35:48.0 behind the winner. It had 41.3 km to fly when the winner landed.',
  ]);
});

describe.each(locales)('%s', (locale) => {
  const reader = readerIn(locale);

  test('says each event, with every figure filled and the name kept together', () => {
    for (const event of every) {
      const text = sentenceOf(event, reader);
      expect(text, event.kind).not.toMatch(/\{\{|undefined|NaN|story\./);
      if ('pigeon_id' in event) expect(text).toContain('\u2068BE 26-4023187\u2069');
    }
  });
});

test('German, Polish, Arabic and Japanese as their fanciers say it', () => {
  const drop: StoryEvent = { at_ms, kind: 'drop', birds: 11, within_ms: 9000, silence_ms: 240_000 };
  expect(said(drop, readerIn('de'))).toBe('Nach 4 Minuten ohne Taube: 11 Tauben in 9 Sekunden.');
  expect(said({ ...drop, birds: 3 }, readerIn('pl'))).toBe('Cisza: 4 min, potem w ciągu 9 sek. 3 gołębie.');
  expect(said({ ...drop, birds: 3 }, readerIn('ar'))).toBe('صمت: 4 دقائق، ثم 3 حمامات خلال 9 ثوان.');
  expect(said(drop, readerIn('jp'))).toBe('4 分の空白のあと、9 秒で 11 羽。');
});

test('the landing of my bird takes the place of what says less of it, and none of the leader', () => {
  const mine = (pigeon_id: number, time_ms: number): MyBirdHome => ({
    at_ms: time_ms,
    kind: 'mine',
    pigeon_id,
    rank: 2,
    gap_ms: 1,
    behind_m: 1,
    lost: 0,
  });
  const events: StoryEvent[] = [
    { at_ms: 1, kind: 'first', pigeon_id: 1, net_ms: 1, speed: 1 },
    { at_ms: 2, kind: 'second', pigeon_id: 2, gap_ms: 1, behind_m: 1 },
    { at_ms: 4, kind: 'busiest', birds: 10 },
  ];
  expect(withMine(events, [mine(1, 1), mine(2, 2), mine(3, 3)]).map(keyOf)).toEqual([
    'first 1   ',
    'mine 2   ',
    'mine 3   ',
    'busiest    ',
  ]);
  expect(withMine(events, [])).toEqual(events);
});

test('a bird stands on the curve where it landed', () => {
  const curve = [
    [100, 1],
    [200, 11],
    [300, 12],
  ] as const;
  expect([50, 100, 150, 200, 999].map((time_ms) => homeAt(curve, time_ms))).toEqual([1, 1, 6, 11, 12]);
  expect(homeAt([], 5)).toBe(0);
});
