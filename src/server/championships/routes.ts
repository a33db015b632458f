/** The calls about championships over lofts. */
import * as calls from '#domain/championships/contract.ts';
import type { ChampionshipLine } from '#domain/championships/reckon.ts';
import { takesPart } from '#domain/championships/visibility.ts';
import { Refusal } from '#domain/refusal.ts';
import { showsTeamPages } from '#domain/seasons/visibility.ts';
import { actOf, userOf } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { pageOfArray } from '#server/pagination.ts';
import { type Route, route } from '#server/route.ts';
import { loadSeason } from '#server/seasons/seasons.ts';
import {
  addChampionship,
  allChampionships,
  changeChampionship,
  flightsAtPublication,
  loadChampionship,
  publishChampionship,
  removeChampionship,
  type StoredChampionship,
  seasonsOfChampionship,
  seasonsToChoose,
  withdrawChampionship,
  withdrawnChampionships,
} from './championships.ts';
import { createKeptLines, latestVersion, reckonChampionship } from './reckoning.ts';
import { shownLines } from './views.ts';

export function championshipRoutes(): Route[] {
  const readLines = createKeptLines();

  /** The latest version of a championship as everybody may see it, and its seasons. */
  async function read(tx: Tx, championship: StoredChampionship) {
    const seasons = await seasonsOfChampionship(tx, championship);
    const kept = (await latestVersion(tx, championship.id)) ?? null;
    const lines = kept ? await readLines(tx, championship.id, kept.version) : { flights: [], lines: [] };
    return {
      kept,
      seasons: seasons.filter(({ hidden }) => takesPart(hidden, championship.rule.of)),
      shown: shownLines(lines, seasons, championship.rule.of),
    };
  }

  return [
    route(calls.listChampionships, {
      load: async () => [],
      act: async (tx) => {
        const championships = [];
        for (const championship of (await allChampionships(tx)).filter(isPublished)) {
          const { seasons, shown } = await read(tx, championship);
          const lofts = new Set(seasons.map(({ loft_id }) => loft_id)).size;
          championships.push({ ...listed(championship), lines: shown.lines.length, lofts });
        }
        return { championships, withdrawn: await withdrawnChampionships(tx) };
      },
    }),
    route(calls.readChampionship, {
      load: async (tx, { params }) => {
        const championship = await loadChampionship(tx, params);
        if (!isPublished(championship)) throw new Refusal('not_found');
        return Object.assign([], { championship });
      },
      act: async (tx, { championship }, { query }) => {
        const { kept, seasons, shown } = await read(tx, championship);
        const countries = [...new Set(shown.lines.flatMap((line) => shown.countryOf(line) ?? []))].sort();
        const of_country = shown.lines.filter(
          (line) => query.country === undefined || shown.countryOf(line) === query.country,
        );
        const found = query.q.trim() === '' ? of_country : await shown.search(tx, query.q, of_country);
        const { rows, ...page } = pageOfArray({ ...query, q: '' }, found, () => () => true);
        const first = shown.lines[0];
        const needed: ChampionshipLine[] = first ? [first, ...rows] : rows;
        const [leader = null, ...lines] = await shown.describe(tx, needed);
        return {
          championship: listed(championship),
          seasons: seasons.map(seasonView),
          flights: shown.flightsOf(needed).map(({ flight_id, loft_id, name, kind, release_time, basketed }) => ({
            id: flight_id,
            loft_id,
            name,
            kind,
            release_time: new Date(release_time).toISOString(),
            basketed,
          })),
          kept,
          at_publication: await flightsAtPublication(tx, championship, seasons),
          countries,
          leader,
          lines,
          ...page,
        };
      },
    }),
    route(calls.readTeamChampionships, {
      load: async (tx, { params }) => {
        const team = await tx
          .selectFrom('teams')
          .select('season_id')
          .where('loft_id', '=', params.loft_id)
          .where('id', '=', params.team_id)
          .executeTakeFirst();
        if (!team) throw new Refusal('not_found');
        const loaded = await loadSeason(tx, params.loft_id, team.season_id);
        if (!showsTeamPages(loaded.season!.hidden)) throw new Refusal('not_found');
        return loaded;
      },
      act: async (tx, { season }, { params }) => {
        const birds = await tx
          .selectFrom('pigeons')
          .select('id')
          .where('loft_id', '=', params.loft_id)
          .where('team_id', '=', params.team_id)
          .execute();
        const own = new Set(birds.map(({ id }) => id));
        const championships = [];
        const all = (await allChampionships(tx)).filter(
          (one) => isPublished(one) && one.rule.of !== 'country' && isOf(one, season!),
        );
        for (const championship of all) {
          const { shown } = await read(tx, championship);
          // Of birds the best one.
          const line = shown.lines.find(({ flights }) =>
            flights.some(({ birds: scoring }) => scoring.some(({ pigeon_id }) => own.has(pigeon_id))),
          );
          if (!line) continue;
          const { id, name, names, year } = championship;
          const country = shown.countryOf(line);
          const country_place = country === null ? null : line.country_place;
          championships.push({
            id,
            name,
            names,
            year,
            of: championship.rule.of,
            place: line.place,
            country,
            country_place,
          });
        }
        return { championships };
      },
    }),
    route(calls.listAllChampionships, {
      load: async () => null,
      act: async (tx, _all, _input, { actor }) => {
        const championships = [];
        for (const one of await allChampionships(tx)) {
          const { season_ids, version, published_by } = one;
          const kept = (await latestVersion(tx, one.id)) ?? null;
          const is_own = published_by !== null && published_by === userOf(actor);
          championships.push({ ...listed(one), season_ids, version, kept, is_own });
        }
        return {
          championships,
          withdrawn: await withdrawnChampionships(tx),
          seasons: (await seasonsToChoose(tx)).map(seasonView),
        };
      },
    }),
    route(calls.addChampionship, {
      load: async () => null,
      act: async (tx, _all, { body }, { actor }) => ({ id: (await addChampionship(tx, userOf(actor), body)).id }),
    }),
    route(calls.changeChampionship, {
      load: (tx, { params }) => loadChampionship(tx, params, { lock: true }),
      act: async (tx, championship, { body }, { actor }) => {
        await changeChampionship(tx, userOf(actor), championship, body);
        return {};
      },
    }),
    route(calls.publishChampionship, {
      load: (tx, { params }) => loadChampionship(tx, params, { lock: true }),
      act: async (tx, championship, { body }, context) => {
        await publishChampionship(tx, actOf(context), championship, body.version);
        await reckonChampionship(tx, championship.id, context.now_ms);
        return {};
      },
    }),
    route(calls.withdrawChampionship, {
      load: (tx, { params }) => loadChampionship(tx, params, { lock: true }),
      act: async (tx, championship, { body }, context) => {
        await withdrawChampionship(tx, actOf(context), championship, body);
        return {};
      },
    }),
    route(calls.removeChampionship, {
      load: (tx, { params }) => loadChampionship(tx, params, { lock: true }),
      act: async (tx, championship, { body }, { actor }) => {
        await removeChampionship(tx, userOf(actor), championship, body.version);
        return {};
      },
    }),
  ];
}

const isPublished = ({ published_at }: StoredChampionship): boolean => published_at !== null;

/** Whether a season belongs to a championship. */
const isOf = (
  { is_world_list, year, season_ids }: StoredChampionship,
  season: { id: number; year: number },
): boolean => (is_world_list ? season.year === year : season_ids.includes(season.id));

const listed = ({ id, name, names, year, is_world_list, rule, published_at }: StoredChampionship) => ({
  id,
  name,
  names,
  year,
  is_world_list,
  rule,
  published_at,
});

const seasonView = ({ id, name, year, loft }: Awaited<ReturnType<typeof seasonsToChoose>>[number]) => ({
  id,
  name,
  year,
  loft,
});
