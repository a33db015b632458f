/** What a fancier did over seasons and lofts, from the records of the teams. */
import type { readTeam } from '#domain/arrivals/records.ts';
import type { ReplyOf } from '#domain/contract.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import { isOwnNumber } from '#domain/seasons/visibility.ts';
import { type RecordSummary, summaryOf } from './record.ts';

type TeamView = ReplyOf<typeof readTeam>;

type Best = { rank: number; of: number; flight: { loft_id: number; id: number; name: string } } | null;

interface Counts {
  starts: number;
  homes: number;
  best: Best;
}

export interface CareerSeason extends Counts, Pick<TeamView, 'season' | 'team'> {
  loft: Pick<TeamView['loft'], 'id' | 'name'>;
}

export interface CareerBird extends Counts {
  loft_id: number;
  year: number;
  bird: Bird;
}

export interface Career extends Counts {
  seasons: CareerSeason[];
  season_count: number;
  lofts: number;
  /** Those with the best places, the best first. */
  birds: CareerBird[];
}

/** The most birds that are named. */
const mostBirds = 10;

const bestOf = ({ best }: RecordSummary): Best =>
  best && {
    rank: best.rank,
    of: best.flight.basketed_count,
    flight: { loft_id: best.flight.loft_id, id: best.flight.id, name: best.flight.name },
  };

const countsOf = (summary: RecordSummary): Counts => ({
  starts: summary.starts,
  homes: summary.homes,
  best: bestOf(summary),
});

/** The better of two places comes first, and of equal ones that among more birds. */
const byPlace = ({ best: a }: Counts, { best: b }: Counts) =>
  (a?.rank ?? Number.MAX_SAFE_INTEGER) - (b?.rank ?? Number.MAX_SAFE_INTEGER) || (b?.of ?? 0) - (a?.of ?? 0);

/** @param teams of one fancier, the latest season first */
export function careerOf(teams: readonly TeamView[]): Career {
  const seasons = teams.map(
    ({ loft: { id, name }, season, team, flights, results }): CareerSeason => ({
      loft: { id, name },
      season,
      team,
      ...countsOf(summaryOf(flights, results)),
    }),
  );
  const birds = teams.flatMap(({ loft, season, pigeons, flights, results }) => {
    const ofBird = Map.groupBy(results, ({ pigeon_id }) => pigeon_id);
    return pigeons.flatMap((bird): CareerBird[] =>
      isOwnNumber(bird.pigeon_id)
        ? [
            {
              loft_id: loft.id,
              year: season.year,
              bird,
              ...countsOf(summaryOf(flights, ofBird.get(bird.pigeon_id) ?? [])),
            },
          ]
        : [],
    );
  });
  return {
    seasons,
    season_count: new Set(seasons.map(({ season }) => season.id)).size,
    lofts: new Set(seasons.map(({ loft }) => loft.id)).size,
    starts: seasons.reduce((sum, { starts }) => sum + starts, 0),
    homes: seasons.reduce((sum, { homes }) => sum + homes, 0),
    best: seasons.toSorted(byPlace)[0]?.best ?? null,
    birds: birds
      .filter(({ best }) => best)
      .sort(byPlace)
      .slice(0, mostBirds),
  };
}

/** Each championship once, with the best of the places that the teams of a fancier have in it. */
export function bestOfEach<Placed extends { id: number; place: number }>(all: readonly Placed[]): Placed[] {
  const best = new Map<number, Placed>();
  for (const one of all) {
    const known = best.get(one.id);
    if (!known || one.place < known.place) best.set(one.id, one);
  }
  return [...best.values()];
}
