import { describe, expect, it } from 'vitest';
import { firstAlias } from '#domain/seasons/visibility.ts';
import { bestOfEach, careerOf } from './career.ts';

type Team = Parameters<typeof careerOf>[0][number];

/** A team of a season with one flight of `of` birds, and the rank of each of its birds in it; null: not home. */
const team = (loft_id: number, year: number, of: number, ranks: Record<number, number | null>): Team =>
  ({
    loft: { id: loft_id, name: `Loft ${loft_id}`, country: 'PT' },
    season: { id: year, name: `Season ${year}`, year },
    team: { team_id: year, team: 'Aerts' },
    pigeons: Object.keys(ranks).map((id) => ({ pigeon_id: Number(id), ring: `BE ${id}` })),
    flights: [
      {
        id: year,
        loft_id,
        name: `Final ${year}`,
        status: 'official',
        replay_factor: null,
        basketed_count: of,
        speed_rule: { unit: 'm/min' },
      },
    ],
    results: Object.entries(ranks).map(([id, rank]) => ({
      flight_id: year,
      pigeon_id: Number(id),
      line: rank === null ? null : { rank, speed: 1200, time: null, gap_ms: null, day: null },
    })),
  }) as never;

describe('the career of a fancier', () => {
  it('counts starts, birds home and lofts over all seasons, and has the best place of them', () => {
    const career = careerOf([team(2, 2027, 900, { 5: 4, 6: null }), team(1, 2026, 700, { 7: 2, 8: 90 })]);
    expect(career).toMatchObject({
      season_count: 2,
      lofts: 2,
      starts: 4,
      homes: 3,
      best: { rank: 2, of: 700, flight: { id: 2026 } },
    });
    expect(career.seasons.map(({ season, starts, homes }) => [season.year, starts, homes])).toEqual([
      [2027, 2, 1],
      [2026, 2, 2],
    ]);
  });

  it('counts a season once in which it has two teams', () => {
    expect(careerOf([team(1, 2026, 700, { 7: 2 }), team(1, 2026, 700, { 9: 3 })])).toMatchObject({
      season_count: 1,
      lofts: 1,
      starts: 2,
    });
  });

  it('names the birds with the best places, among more birds first, and none that is not home', () => {
    const { birds } = careerOf([team(2, 2027, 900, { 5: 4, 6: null }), team(1, 2026, 1700, { 7: 4, 8: 1 })]);
    expect(birds.map(({ bird, year }) => [bird.pigeon_id, year])).toEqual([
      [8, 2026],
      [7, 2026],
      [5, 2027],
    ]);
  });

  it('names no bird that its season hides (3.15)', () => {
    expect(careerOf([team(1, 2026, 700, { [firstAlias + 1]: 1 })]).birds).toEqual([]);
  });
});

it('a championship stands once in a career, with the best place of its teams', () => {
  const found = bestOfEach([
    { id: 1, place: 9, team: 'A' },
    { id: 2, place: 3, team: 'A' },
    { id: 1, place: 4, team: 'B' },
    { id: 2, place: 5, team: 'B' },
  ]);
  expect(found).toEqual([
    { id: 1, place: 4, team: 'B' },
    { id: 2, place: 3, team: 'A' },
  ]);
});
