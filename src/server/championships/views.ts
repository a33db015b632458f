/** The lines of a championship as everybody may see them: what a season hides is not there (3.15). */
import { sql } from 'kysely';
import type { ChampionshipLineView } from '#domain/championships/contract.ts';
import type { ChampionshipLine } from '#domain/championships/reckon.ts';
import type { ChampionOf } from '#domain/championships/rule.ts';
import { takesPart } from '#domain/championships/visibility.ts';
import { countryNames } from '#domain/countries.ts';
import type { Bird, RawBird } from '#domain/pigeons/contract.ts';
import { finder } from '#domain/pigeons/search.ts';
import { shows } from '#domain/seasons/visibility.ts';
import type { Tx } from '#server/db/database.ts';
import { birdColumns } from '#server/pigeons/bird-columns.ts';
import { shownBird } from '#server/pigeons/visible-birds.ts';
import type { MemberSeason } from './championships.ts';
import type { KeptFlight, KeptLines } from './reckoning.ts';

/** The lines that everybody may see, and what is read of them. */
export function shownLines({ flights, lines }: KeptLines, seasons: readonly MemberSeason[], of: ChampionOf) {
  const season_of = new Map(seasons.map((season) => [season.season_id, season]));
  const flight_of = new Map(flights.map((flight) => [flight.flight_id, flight]));
  const seasonOf = (flight_id: number) => season_of.get(flight_of.get(flight_id)!.season_id);
  // A season that hides its results since then is left out before the championship is reckoned anew.
  const isShown = ({ flight_id }: { flight_id: number }) => {
    const season = seasonOf(flight_id);
    return season !== undefined && takesPart(season.hidden, of);
  };
  const shown = lines.filter((line) => line.flights.every(isShown));
  const countryOf = (line: ChampionshipLine) =>
    of === 'country' || shows(seasonOf(line.flights[0]!.flight_id)!.hidden, 'aces.country') ? line.country : null;

  /** Lines with everything that they were made from. */
  async function describe(tx: Tx, some: readonly ChampionshipLine[]): Promise<ChampionshipLineView[]> {
    const ids = new Set(
      some.flatMap((line) => line.flights.flatMap(({ birds }) => birds.map((bird) => bird.pigeon_id))),
    );
    const raw = await birdsById(tx, [...ids]);
    return some.map((line) => viewOf(line, raw));
  }

  /** The lines that a search finds: by the ring, the team or the fancier of their best bird, and by country. */
  async function search(tx: Tx, q: string, some: readonly ChampionshipLine[]): Promise<ChampionshipLine[]> {
    const raw = await birdsById(
      tx,
      some.map((line) => bestOf(line).pigeon_id),
    );
    const find = finder(q, countryNames);
    return some.filter((line) => {
      const bird = birdOf(line, raw);
      const country = countryOf(line);
      if (of === 'pigeon' && bird) return find({ ...bird, country });
      const { team = null, fancier = null } = of === 'fancier' && bird ? bird : {};
      return find({ team, fancier, country });
    });
  }

  function birdOf(line: ChampionshipLine, raw: ReadonlyMap<number, RawBird>): Bird | null {
    const found = raw.get(bestOf(line).pigeon_id);
    return found ? shownBird(seasonOf(line.flights[0]!.flight_id)!, 'aces', found) : null;
  }

  function viewOf(line: ChampionshipLine, raw: ReadonlyMap<number, RawBird>): ChampionshipLineView {
    const best = birdOf(line, raw);
    const country = countryOf(line);
    const teams = new Map<number, ChampionshipLineView['teams'][number]>();
    const results = line.flights.map(({ flight_id, value, birds }) => {
      const { loft_id } = flight_of.get(flight_id)!;
      const season = seasonOf(flight_id)!;
      return {
        loft_id,
        flight_id,
        value,
        birds: birds.flatMap(({ pigeon_id, rank, value: own }) => {
          const found = raw.get(pigeon_id);
          if (!found) return [];
          const bird = shownBird(season, 'aces', found);
          if (of !== 'country' && bird.team_id !== null && bird.team)
            teams.set(bird.team_id, { loft_id, team_id: bird.team_id, team: bird.team });
          return { pigeon_id: bird.pigeon_id, ring: bird.ring, rank, value: own };
        }),
      };
    });
    return {
      place: line.place,
      country,
      country_place: country === null ? null : line.country_place,
      value: line.value,
      decided_by: line.decided_by,
      name: of === 'country' ? null : of === 'pigeon' ? (best?.ring ?? null) : best?.fancier || best?.team || null,
      teams: [...teams.values()],
      results,
    };
  }

  return {
    lines: shown,
    countryOf,
    describe,
    search,
    /** The flights of some lines, in the order in which they were released. */
    flightsOf(some: readonly ChampionshipLine[]): KeptFlight[] {
      const ids = new Set(some.flatMap((line) => line.flights.map(({ flight_id }) => flight_id)));
      return flights.filter(({ flight_id }) => ids.has(flight_id));
    },
  };
}

const bestOf = (line: ChampionshipLine) => line.flights[0]!.birds[0]!;

async function birdsById(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, RawBird>> {
  const { rows } = await sql<RawBird>`
    select ${birdColumns} from pigeons p left join teams t on t.loft_id = p.loft_id and t.id = p.team_id
    where p.id = any(${ids}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [row.pigeon_id, row]));
}
