/** The totals of the overview, the desk, the inventory and the flight are of the same birds. */
import { describe, expect, it } from 'vitest';
import { type AlikeBirds, birdsToFly, canFly } from '#domain/entries/birds-to-fly.ts';
import { flightEntries } from '#domain/flights/flight.ts';
import { healthStatuses, progressStatuses } from '#domain/pigeons/status.ts';
import { type DeskBird, placeStates, whyNotIn } from './desk-bird.ts';
import { inventoryOf } from './inventory.ts';

/** A bird of each kind, and how often each is there: no two as often. */
const kinds = healthStatuses.flatMap((health) =>
  progressStatuses.flatMap((progress) => placeStates.map((place) => ({ health, progress, place }))),
);
const season: AlikeBirds[] = kinds.map((kind, i) => ({ ...kind, count: i + 1 }));
const birds = season.flatMap(({ count, ...kind }, i) =>
  Array.from(
    { length: count },
    (_, n): DeskBird => ({
      pigeon_id: i * 1000 + n,
      ring: `BE ${i}-${n}`,
      chip: null,
      former_chips: [],
      location: 'at_loft',
      order: null,
      was_read: false,
      away: null,
      ...kind,
    }),
  ),
);

describe('the pigeons of a season (2.14, 8.26)', () => {
  const counts = birdsToFly(season);

  it('are each in one part: gone, not racing, without a place, not activated, activated', () => {
    const { all, ...parts } = counts;
    expect(all).toBe(birds.length);
    expect(Object.values(parts).reduce((sum, n) => sum + n, 0)).toBe(all);
    expect(Math.min(...Object.values(parts))).toBeGreaterThan(0);
  });

  it.each(flightEntries)('that can fly are those that the desk takes in (%s)', (entry) => {
    const taken = birds.filter(
      (bird) => whyNotIn({ text: bird.ring, bird, chip: null, standing: undefined }, entry) === null,
    );
    expect(canFly(counts, entry)).toBe(taken.length);
  });

  it('are accounted for at the desk and in the inventory but for those that are gone', () => {
    const { total, all, lists } = inventoryOf(birds, new Map());
    expect([total, all]).toEqual([counts.all - counts.gone, counts.all]);
    expect(Object.values(lists).reduce((sum, list) => sum + list.length, 0)).toBe(total);
    // Whoever does not race is held back by its state.
    expect(lists.held_back).toHaveLength(counts.not_racing);
  });
});
