/** What a browser keeps of the reader's birds for a page without a network. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { Bird } from '#domain/pigeons/contract.ts';
import type { BoardLine } from './board-line.ts';
import { keepBirds, knownBirds } from './known-birds.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
    key: (at: number) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size;
    },
  });
  return () => vi.unstubAllGlobals();
});

const bird = { pigeon_id: 7, ring: 'BE 22-7' } as unknown as Bird;
const line = { bird, rank: 1, time_ms: 5 } as unknown as BoardLine;

test('is what was seen last, with its time; without birds nothing', () => {
  keepBirds(1, { home: [line], air: [] }, 1000);
  expect(knownBirds(1)).toEqual({ home: [line], air: [], at_ms: 1000 });
  expect(knownBirds(2)).toBeNull();
  keepBirds(1, { home: [], air: [] }, 2000);
  expect(kept.size).toBe(0);
});

test('is that of the eight flights seen last, and of nothing else in the store', () => {
  kept.set('mine.4', '{}');
  for (let flight = 1; flight <= 10; flight += 1) keepBirds(flight, { home: [], air: [bird] }, flight);
  expect([...kept.keys()].sort()).toEqual(
    ['mine.4', ...[3, 4, 5, 6, 7, 8, 9, 10].map((flight) => `my-birds:${flight}`)].sort(),
  );
});

test.each(['', 'null', '{"home":[]}', '{"home":[],"air":{},"at_ms":1}', '{'])(
  'is nothing where %s is stored',
  (text) => {
    kept.set('my-birds:1', text);
    expect(knownBirds(1)).toBeNull();
  },
);
