import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drop_gap_ms, drops, rail } from '#domain/arrivals/drops.ts';

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

describe('the rail of a row', () => {
  test('a page of a list draws the same rails as the whole list, by its neighbours alone', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 60_000 }), { minLength: 1, maxLength: 12 }), fc.boolean(), (times, latest) => {
        times.sort((a, b) => (latest ? b - a : a - b));
        const landings = drops(times.map((time_ms, i) => ({ time_ms, i })));
        const drop_of = new Map(landings.flatMap((drop, d) => drop.birds.map(({ i }) => [i, d] as const)));
        times.forEach((time_ms, i) => {
          const { first, last, gap_ms } = rail(time_ms, times[i - 1] ?? null, times[i + 1] ?? null);
          expect(first).toBe(i === 0 || drop_of.get(i) !== drop_of.get(i - 1));
          expect(last).toBe(i === times.length - 1 || drop_of.get(i) !== drop_of.get(i + 1));
          expect(gap_ms).toBe(first && i > 0 ? Math.abs(time_ms - times[i - 1]!) : null);
        });
      }),
    );
  });
});
