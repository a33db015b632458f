import { beforeEach, describe, expect, test, vi } from 'vitest';
import { rank } from '#domain/arrivals/rank.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import { defaultRules } from '#domain/seasons/rules.ts';
import { mineOf } from '#web/lib/reader-marks.ts';
import { indexOf } from './live-ranking.ts';
import { homeAndAir, markedBirds, teamToOffer, toggleBird } from './my-pigeons.ts';

const bird = (pigeon_id: number, team_id: number | null) => ({ pigeon_id, team_id, team: `Team ${team_id}` }) as Bird;
const birds = new Map([bird(1, 7), bird(2, 7), bird(3, 8), bird(4, null)].map((one) => [one.pigeon_id, one]));
const ids = (list: readonly Bird[]) => list.map(({ pigeon_id }) => pigeon_id);

describe('my pigeons', () => {
  test('are those marked themselves or by their team', () => {
    expect(ids(markedBirds({ pigeons: [4], teams: [7] }, birds))).toEqual([1, 2, 4]);
    expect(markedBirds({ pigeons: [], teams: [] }, birds)).toEqual([]);
  });

  test('are listed by rank when home, else in the air', () => {
    const frame = { release_ms: 0, distance_m: 300_000, closed: [], rules: defaultRules('km') };
    const times = new Map([
      [2, 5000],
      [4, 4000],
    ]);
    const ranked = rank(
      [...times].map(([pigeon_id, time_ms]) => ({ pigeon_id, time_ms })),
      frame,
    );
    const place = (id: number) => indexOf(ranked, { pigeon_id: id, time_ms: times.get(id) ?? -1 }, frame);
    const { home, air } = homeAndAir(markedBirds({ pigeons: [4], teams: [7] }, birds), { ranked, indexOf: place });
    expect(home.map((line) => [line.rank, line.bird.pigeon_id])).toEqual([
      [1, 4],
      [2, 2],
    ]);
    expect(ids(air)).toEqual([1]);
  });

  test('the rest of a team is offered once one of its birds is marked', () => {
    expect(teamToOffer({ pigeons: [1], teams: [] }, birds)).toEqual({ team_id: 7, team: 'Team 7', count: 2 });
    expect(teamToOffer({ pigeons: [1], teams: [7] }, birds)).toBeNull();
    expect(teamToOffer({ pigeons: [3], teams: [] }, birds)).toBeNull();
    expect(teamToOffer({ pigeons: [4], teams: [] }, birds)).toBeNull();
  });

  test('is not offered where all its birds are mine already', () => {
    const own = [...birds.values()].filter(({ team_id }) => team_id === 7).map(({ pigeon_id }) => pigeon_id);
    expect(teamToOffer({ pigeons: own, teams: [] }, birds)).toBeNull();
  });
});

describe('marking', () => {
  beforeEach(() => {
    const stored = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
      removeItem: (key: string) => void stored.delete(key),
    });
    return () => vi.unstubAllGlobals();
  });

  test('marks a bird and removes the mark', () => {
    toggleBird(1, mineOf(1), bird(1, 7));
    expect(mineOf(1)).toMatchObject({ pigeons: [1], teams: [] });
    toggleBird(1, mineOf(1), bird(1, 7));
    expect(mineOf(1)).toMatchObject({ pigeons: [], teams: [] });
  });

  test('removes every mark by which a bird is mine', () => {
    localStorage.setItem('mine.1', JSON.stringify({ pigeons: [1], teams: [7] }));
    toggleBird(1, mineOf(1), bird(1, 7));
    expect(mineOf(1)).toMatchObject({ pigeons: [], teams: [] });
    localStorage.setItem('mine.1', JSON.stringify({ pigeons: [], teams: [7] }));
    toggleBird(1, mineOf(1), bird(1, 7));
    expect(mineOf(1)).toMatchObject({ pigeons: [], teams: [] });
  });
});
