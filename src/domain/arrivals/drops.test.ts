import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dropLines, dropStarts, drops } from '#domain/arrivals/drops.ts';
import { drop_gap_ms } from '#domain/drop-gap.ts';

const birds = (...times: number[]) => times.map((time_ms, index) => ({ id: index + 1, time_ms }));

describe('drops', () => {
  test('a bird more than 10 s after the one before begins a new drop', () => {
    expect(
      drops(birds(0, 10_000, 20_000, 30_001)).map((drop) => [
        drop.birds.length,
        drop.first_ms,
        drop.last_ms,
        drop.gap_ms,
      ]),
    ).toEqual([
      [3, 0, 20_000, null],
      [1, 30_001, 30_001, 10_001],
    ]);
    expect(drops([])).toEqual([]);
  });

  test('the order given does not matter, the birds stay the same', () => {
    const given = birds(60_000, 0, 61_000);
    expect(drops(given).map((drop) => drop.birds.map((bird) => bird.id))).toEqual([[2], [1, 3]]);
    expect(given.map((bird) => bird.id)).toEqual([1, 2, 3]);
  });

  test('no bird is lost, drops lie apart, birds of one drop lie together', () => {
    const fails = (subject: typeof drops) =>
      fc.check(
        fc.property(fc.array(fc.nat(200_000), { maxLength: 40 }), (times) => {
          const found = subject(birds(...times));
          const all = found.flatMap((drop) => drop.birds.map((bird) => bird.time_ms));
          return (
            all.length === times.length &&
            found.every(({ birds: [...of], first_ms, gap_ms }, index) => {
              const together = of.every((bird, at) => at === 0 || bird.time_ms - of[at - 1]!.time_ms <= drop_gap_ms);
              const before = found[index - 1];
              return (
                together && (before ? gap_ms === first_ms - before.last_ms && gap_ms > drop_gap_ms : gap_ms === null)
              );
            })
          );
        }),
        { seed: 5, numRuns: 1_000 },
      ).failed;
    expect(fails(drops)).toBe(false);
    // control: 10 s counted from the first bird of the drop
    const fromFirst: typeof drops = (of) => {
      const found: ReturnType<typeof drops<(typeof of)[number]>> = [];
      for (const bird of of.toSorted((a, b) => a.time_ms - b.time_ms)) {
        const drop = found.at(-1);
        if (drop && bird.time_ms - drop.first_ms <= drop_gap_ms) {
          drop.birds.push(bird);
          drop.last_ms = bird.time_ms;
        } else
          found.push({
            birds: [bird],
            first_ms: bird.time_ms,
            last_ms: bird.time_ms,
            gap_ms: drop ? bird.time_ms - drop.last_ms : null,
          });
      }
      return found;
    };
    expect(fails(fromFirst)).toBe(true);
  });
});

/** The landings of a published list in their order, ms of its day. */
function published(file: string): number[] {
  const text = readFileSync(new URL(`../../../dev/results/${file}`, import.meta.url), 'utf8');
  const [head, ...rows] = text.trim().split('\n');
  const column = head!.split(',').indexOf('arrival_local');
  return rows
    .map((row) => row.split(',')[column]!)
    .filter(Boolean)
    .map((time) => time.split(':').reduce((total, part, at) => total + Number(part) * [3600, 60, 1][at]! * 1000, 0))
    .sort((a, b) => a - b);
}

const gapsOf = (times: readonly number[]) => times.map((time, index) => time - (times[index - 1] ?? time));
const median = (of: readonly number[]) => of.toSorted((a, b) => a - b)[of.length >> 1]!;
const linesOf = (times: readonly number[]) => [...dropLines(times)].flatMap((line, index) => (line ? [index] : []));

describe('the lines between drops', () => {
  test.each([
    // Long gaps, lines, and lines among the first thirty birds.
    ['kbdb-2017-bourges-i.csv', 98, 22, 0],
    ['kbdb-2017-narbonne.csv', 594, 9, 0],
    ['bd-2016-rongpur.csv', 327, 10, 1],
    ['riro-2022-ulm.csv', 43, 6, 1],
  ])('%s: of %i gaps longer than a drop %i are a line, %i of them among the first thirty birds', (file, ...counts) => {
    const times = published(file);
    const gaps = gapsOf(times);
    const lines = linesOf(times);
    expect([
      gaps.filter((gap) => gap > drop_gap_ms).length,
      lines.length,
      lines.filter((at) => at < 30).length,
    ]).toEqual(counts);
    for (const [n, at] of lines.entries()) {
      const pace = median(gaps.slice(Math.max(1, at - 50), at));
      expect(gaps[at]).toBeGreaterThan(drop_gap_ms);
      expect(gaps[at]).toBeGreaterThan(6 * pace);
      // A bird alone is no drop that a line announces.
      expect(gaps[at + 1]).toBeLessThanOrEqual(drop_gap_ms);
      if (at > 50 && 6 * pace < drop_gap_ms && n > 0) expect(at - lines[n - 1]!).toBeGreaterThanOrEqual(20);
    }
  });

  test('a bird alone has its line once a second one of its drop is home', () => {
    expect(linesOf([0, 99_000])).toEqual([]);
    expect(linesOf([0, 99_000, 101_000])).toEqual([1]);
    expect(linesOf([0, 99_000, 198_000])).toEqual([]);
  });

  test('in a mass return they are at least twenty birds apart, with birds a second apart before them', () => {
    const stream = Array.from({ length: 60 }, (_, n) => n * 1000);
    const burst = (after: number) => Array.from({ length: 5 }, (_, n) => after + n * 1000);
    const times = [
      ...stream,
      ...burst(80_000),
      ...burst(100_000),
      ...burst(120_000),
      ...burst(140_000),
      ...burst(160_000),
    ];
    expect(linesOf(times)).toEqual([60, 80]);
  });

  test('worked out from the list a moment ago they are the same as from nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20_000), { maxLength: 120 }), fc.nat(120), fc.nat(20_000), (gaps, cut, late) => {
        let at_ms = 0;
        const times = gaps.map((gap) => (at_ms += gap));
        const before = times.slice(0, cut);
        const after = [...times, (times[cut] ?? 0) + late].sort((a, b) => a - b);
        expect(dropLines(after, { times: before, lines: dropLines(before) })).toEqual(dropLines(after));
      }),
    );
  });
});

describe('the drops of a part of a list', () => {
  test('a page draws the same drops as the whole list, from either end', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 90_000 }), { minLength: 1, maxLength: 30 }),
        fc.boolean(),
        fc.nat(30),
        (unordered, backwards, from) => {
          const times = unordered.toSorted((a, b) => a - b);
          const list = { times, lines: dropLines(times) };
          const whole = dropStarts(list, { from: 0, to: times.length, backwards });
          const part = dropStarts(list, { from, to: from + 5, backwards });
          expect(part).toEqual(
            whole.filter(([row]) => row >= from && row <= from + 5).map(([row, gap_ms]) => [row - from, gap_ms]),
          );
          // The ends of the list, and one start for each drop within it.
          expect(whole.length).toBe(drops(times.map((time_ms) => ({ time_ms }))).length + 1);
        },
      ),
    );
  });

  test('says the gap of a line above the row that comes after it', () => {
    const times = [0, 1000, 61_000, 62_000];
    const list = { times, lines: dropLines(times) };
    expect(dropStarts(list, { from: 0, to: 4, backwards: false })).toEqual([
      [0, null],
      [2, 60_000],
      [4, null],
    ]);
    expect(dropStarts(list, { from: 1, to: 2, backwards: true })).toEqual([[1, 60_000]]);
  });
});
