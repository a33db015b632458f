/** The calls about rankings. */
import type { TeamKey } from '#domain/keys.ts';
import type { RawBird } from '#domain/pigeons/contract.ts';
import { can } from '#domain/policy.ts';
import {
  addRanking as addCall,
  changeRanking as changeCall,
  compareInRanking,
  explainInRanking,
  leadingLines,
  listRankings,
  listSeasonRankings,
  publishRanking as publishCall,
  readFlightRankings,
  readFrozenRanking,
  readRanking,
  readRankingBirds,
  readSeasonLeaders,
  readSeasonRankingBirds,
  readWhatIf,
  removeRanking as removeCall,
  type ShortLine,
  tryRankingRule,
  withdrawRanking as withdrawCall,
} from '#domain/rankings/contract.ts';
import { headToHead } from '#domain/rankings/head-to-head.ts';
import { listNamedBirds, listNamings, nameBirds as nameCall } from '#domain/rankings/named-contract.ts';
import { exampleOf } from '#domain/rankings/ranking-prizes.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import { productCategories } from '#domain/seasons/product.ts';
import { showsRankingBirds, showsTeamPages } from '#domain/seasons/visibility.ts';
import { actOf, personOf, userOf } from '#server/act.ts';
import type { Standings } from '#server/arrivals/standings.ts';
import type { Tx } from '#server/db/database.ts';
import { findFlownFlight } from '#server/flights/flights.ts';
import { loadLoft } from '#server/lofts/lofts.ts';
import { pageOfArray } from '#server/pagination.ts';
import { type Route, route } from '#server/route.ts';
import { productsOf } from '#server/seasons/products.ts';
import { currencyOf, loadSeason, loadSeasonById, seasonsOf } from '#server/seasons/seasons.ts';
import { viewFor } from '#server/seasons/visibility.ts';
import { type CurrentRanking, createCurrentRankings, rankOnce } from './current.ts';
import { explainedLine } from './explained.ts';
import { followRaise, freezeRanking, frozenRanking, lastFrozen } from './freeze.ts';
import { needsInTheAir, whatIf } from './in-the-air.ts';
import { nameBirds, namedByTeam, namingsOf } from './named-birds.ts';
import {
  addRanking,
  changeRanking,
  loadRanking,
  publishRanking,
  rankingsOf,
  removeRanking,
  type StoredRanking,
  withdrawnRankings,
  withdrawRanking,
} from './rankings.ts';
import { seasonFlights } from './season-flights.ts';
import { flightViews, rankingView, showsFrozen, showsSubjects } from './views.ts';
import { createRankingsWithFlight, flightRankingView } from './with-flight.ts';

/** Lines of a rule that is tried. */
const triedLines = 10;
/** Lines that a version of a frozen ranking changed. */
const shownChanges = 100;

export function rankingRoutes(standings: Standings): Route[] {
  const readAll = createCurrentRankings(standings);
  const withFlight = createRankingsWithFlight();
  const read = async (tx: Tx, ranking: StoredRanking, now_ms: number) =>
    (await readAll(tx, ranking, [ranking], now_ms))[0]!;
  return [
    route(listRankings, {
      load: (tx, { params, query }) => loadSeason(tx, params.loft_id, query.season_id),
      act: async (tx, { loft_id, season }, _input, { actor }) => {
        const all = season ? await rankingsOf(tx, { loft_id, season_id: season.id }) : [];
        const published = all.filter(({ published_at }) => published_at !== null);
        return {
          loft: (await loadLoft(tx, loft_id)).loft,
          season,
          seasons: await seasonsOf(tx, loft_id),
          rankings: published.map(listed),
          withdrawn: season ? await withdrawnRankings(tx, { loft_id, season_id: season.id }) : [],
          drafts: can(actor, 'season.manage', { loft_id }) ? all.length - published.length : 0,
        };
      },
    }),
    route(readRanking, {
      load: loadPublished,
      act: async (tx, { ranking, season }, { query }, { actor, now_ms }) => {
        const view = viewFor(actor, season!);
        const currency = await currencyOf(tx, ranking);
        const current = await read(tx, ranking, now_ms);
        const shown = rankingView(current, view, ranking.prizes);
        const all = query.lines === 'unranked' ? shown.unrankedRows() : shown.rows();
        const asked = all.filter(
          ({ key }) =>
            (query.line === undefined || shown.nameOfKey(key) === query.line) &&
            (query.country === undefined || shown.countryOf(key) === query.country),
        );
        const { rows, ...page } = pageOfArray(query, asked, shown.finds);
        const first = shown.isPlaced && showsSubjects(view, ranking.rule) ? current.ranking.rows()[0] : undefined;
        const reply = {
          ranking: listed(ranking),
          season: season!,
          currency,
          prize_example: ranking.prizes && exampleOf(ranking.rule, ranking.prizes),
          hidden: [...view.hidden],
          flights: flightViews(current),
          can_pass: current.is_complete ? 0 : shown.canPass(),
          ranked: current.ranking.rows().length,
          unranked: shown.unranked(),
          leader: first ? shown.line(first) : null,
          countries: [...new Set(all.flatMap(({ key }) => shown.countryOf(key) ?? []))].sort(),
          lines: rows.map((row) => shown.line(row)),
          ...page,
          read_at: new Date(now_ms).toISOString(),
        };
        return { ...reply, frozen: current.is_complete ? await frozenOf(tx, ranking) : null };
      },
    }),
    route(readFrozenRanking, {
      load: loadPublished,
      act: async (tx, { ranking, season }, { query }, { actor, now_ms }) => {
        const view = viewFor(actor, season!);
        if (!showsFrozen(view, ranking.rule)) throw new Refusal('not_found');
        const asked = { version: query.version, withText: query.with === 'text' };
        const { changes, ...one } = await frozenRanking(tx, ranking, asked);
        const shown = rankingView(await read(tx, ranking, now_ms), view);
        const asked_for = query.changes === 'all' ? changes : changes.slice(0, shownChanges);
        const lines = asked_for.map(({ of, before, after, flight_ids }) => ({
          flight_ids,
          key: shown.nameOfKey(of),
          ...shown.subject(of),
          before: before && { place: before.place, value: before.value },
          after: after && { place: after.place, value: after.value },
        }));
        return { ...one, changes: { count: changes.length, lines } };
      },
    }),
    route(readRankingBirds, {
      load: loadPublished,
      act: async (tx, { ranking, season }, { query }, { actor, now_ms }) => {
        const view = viewFor(actor, season!);
        const current = await read(tx, ranking, now_ms);
        return {
          birds: showsRankingBirds(view.hidden) ? birdsOf(current, view, query) : [],
          is_frozen: current.is_complete,
          read_at: new Date(now_ms).toISOString(),
        };
      },
    }),
    route(readSeasonRankingBirds, {
      load: (tx, { params }) => loadSeason(tx, params.loft_id, params.season_id),
      act: async (tx, { season }, { query, params }, { actor, now_ms }) => {
        const view = viewFor(actor, season!);
        if (!showsRankingBirds(view.hidden)) return { rankings: [] };
        const rankings = (await rankingsOf(tx, params)).filter(({ published_at }) => published_at !== null);
        const current = await readAll(tx, params, rankings, now_ms);
        return {
          rankings: rankings.map((ranking, i) => ({
            ranking: listed(ranking),
            is_frozen: current[i]!.is_complete,
            lines: linesOf(current[i]!, view, query),
          })),
        };
      },
    }),
    route(readSeasonLeaders, {
      load: (tx, { params, query }) => loadSeason(tx, params.loft_id, query.season_id),
      act: async (tx, { loft_id, season }, _input, { actor, now_ms }) => {
        if (!season) return { season_id: null, rankings: [] };
        const view = viewFor(actor, season);
        const key = { loft_id, season_id: season.id };
        const published = (await rankingsOf(tx, key)).filter(({ published_at }) => published_at !== null);
        const current = await readAll(tx, key, published, now_ms);
        const rankings = published.flatMap((ranking, i) => {
          const lines = leadersOf(current[i]!, view);
          if (lines.length === 0) return [];
          const { flights, is_complete } = current[i]!;
          return {
            ranking: listed(ranking),
            is_frozen: is_complete,
            official: flights.filter(({ status }) => status === 'official').length,
            flights: flights.length,
            lines,
          };
        });
        return { season_id: season.id, rankings };
      },
    }),
    route(readFlightRankings, {
      load: async (tx, { params }) => {
        const flight = await findFlownFlight(tx, params);
        if (!flight) throw new Refusal('not_found');
        return flight;
      },
      act: async (tx, flight, { query }, { actor, now_ms }) => {
        const view = viewFor(actor, flight);
        const published = (await rankingsOf(tx, flight)).filter(({ published_at }) => published_at !== null);
        const all = await readAll(tx, flight, published, now_ms);
        const rankings = published.flatMap((ranking, i) => {
          const with_flight = withFlight(ranking, all[i]!, flight.id);
          const shown = with_flight && flightRankingView(with_flight, view, subjectsOf(with_flight, view, query));
          return shown ? [{ ranking: listed(ranking), ...shown }] : [];
        });
        return { rankings };
      },
    }),
    route(compareInRanking, {
      load: loadPublished,
      act: async (tx, { ranking, season }, { query }, { actor, now_ms }) => {
        const current = await read(tx, ranking, now_ms);
        const shown = rankingView(current, viewFor(actor, season!));
        const named = (field: 'a' | 'b') => {
          const found = shown.compared(query[field]);
          if (!found) throw refusalAt(field, 'not_found');
          return found.line;
        };
        const [a, b] = [named('a'), named('b')];
        const flights = flightViews(current);
        const { outcomes, balance } = headToHead(ranking.rule, flights, [a, b]);
        return {
          ranking: listed(ranking),
          season: season!,
          a,
          b,
          flights: flights.map((flight, i) => ({ ...flight, outcome: outcomes[i]! })),
          balance,
          read_at: new Date(now_ms).toISOString(),
          frozen: current.is_complete ? await frozenOf(tx, ranking) : null,
        };
      },
    }),
    route(explainInRanking, {
      load: loadPublished,
      act: async (tx, { ranking, season, loft_id }, { query }, { actor, now_ms }) => {
        const { loft } = await loadLoft(tx, loft_id);
        const currency = await currencyOf(tx, ranking);
        const current = await read(tx, ranking, now_ms);
        const asked = { name: query.line, prizes: ranking.prizes };
        const view = viewFor(actor, season!);
        const explained = explainedLine(current, view, asked);
        if (!explained) throw refusalAt('line', 'not_found');
        return {
          loft,
          ranking: listed(ranking),
          season: season!,
          currency,
          ...explained,
          in_the_air:
            explained.line.bird && showsRankingBirds(view.hidden)
              ? needsInTheAir(current, explained.line.bird.pigeon_id)
              : null,
          read_at: new Date(now_ms).toISOString(),
          frozen: current.is_complete ? await frozenOf(tx, ranking) : null,
        };
      },
    }),
    route(readWhatIf, {
      load: loadPublished,
      act: async (tx, { ranking, season }, { query }, { actor, now_ms }) => {
        const view = viewFor(actor, season!);
        if (!showsRankingBirds(view.hidden)) throw new Refusal('not_found');
        return whatIf(await read(tx, ranking, now_ms), query);
      },
    }),
    route(listSeasonRankings, {
      load: (tx, { params }) => loadSeasonById(tx, params.season_id),
      act: async (tx, { season, ...key }, _input, { actor, now_ms }) => {
        const stored = await rankingsOf(tx, key);
        const published = stored.filter(({ published_at }) => published_at !== null);
        const current = await readAll(tx, key, published, now_ms);
        // One that was final before another flight was planned is not.
        const final = new Set(published.filter((_, i) => current[i]!.is_complete).map(({ id }) => id));
        const rankings = [];
        for (const ranking of stored)
          rankings.push({
            ...edited(ranking),
            frozen: final.has(ranking.id) ? await frozenOf(tx, ranking) : null,
            is_own: ranking.published_by !== null && ranking.published_by === userOf(actor),
          });
        return {
          loft: (await loadLoft(tx, key.loft_id)).loft,
          season,
          currency: await currencyOf(tx, key),
          rankings,
          withdrawn: await withdrawnRankings(tx, key),
          flights: (await seasonFlights(tx, key, standings)).map(({ flight: { id, name, kind, distance_m } }) => ({
            id,
            name,
            kind,
            distance_m,
          })),
          products: (await productsOf(tx, key))
            .filter(({ product_category_id }) => product_category_id !== productCategories.entry_fee)
            .map(({ id, name }) => ({ id, name })),
        };
      },
    }),
    route(listNamedBirds, {
      load: (tx, { params }) => loadSeasonById(tx, params.season_id),
      act: async (tx, { loft_id, season_id }, { params: { ranking_id } }) => {
        const ranking = await loadRanking(tx, { loft_id, ranking_id });
        if (ranking.season_id !== season_id) throw new Refusal('not_found');
        return { teams: await namedByTeam(tx, ranking) };
      },
    }),
    route(listNamings, {
      load: async () => null,
      act: async (tx, _own, _input, { actor, now_ms }) => ({
        namings: await namingsOf(tx, personOf(actor).user_id, now_ms),
      }),
    }),
    route(nameCall, {
      load: async (tx, { params }) => {
        const { ranking } = await loadPublished(tx, { params });
        return { ...(await loadTeam(tx, { ...params, season_id: ranking.season_id })), ranking };
      },
      act: async (tx, { ranking, loft_id, team_id }, { body: { pigeon_ids } }, context) => {
        const { time_zone } = (await loadLoft(tx, loft_id)).loft;
        return { named: await nameBirds(tx, actOf(context), ranking, { team_id, time_zone }, pigeon_ids) };
      },
    }),
    route(addCall, {
      load: (tx, { params }) => loadSeasonById(tx, params.season_id, { lock: true }),
      act: async (tx, season, { body }, { actor }) => ({
        ranking: edited(await addRanking(tx, userOf(actor), season, body)),
      }),
    }),
    route(changeCall, {
      load: (tx, { params }) => loadSeasonById(tx, params.season_id, { lock: true }),
      act: async (tx, season, { params: { ranking_id }, body }, { actor, now_ms }) => {
        const ranking = await changeRanking(tx, userOf(actor), season, { ranking_id, ...body });
        if (ranking.published_at !== null) await followRaise(tx, ranking, now_ms);
        return { ranking: edited(ranking) };
      },
    }),
    route(publishCall, {
      load: (tx, { params }) => loadSeasonById(tx, params.season_id, { lock: true }),
      act: async (tx, season, { params: { ranking_id }, body }, context) => {
        const ranking = await publishRanking(tx, actOf(context), season, { ranking_id, ...body });
        await freezeRanking(tx, ranking, context.now_ms);
        return { ranking: edited(ranking) };
      },
    }),
    route(removeCall, {
      load: (tx, { params }) => loadSeasonById(tx, params.season_id, { lock: true }),
      act: async (tx, season, { params: { ranking_id }, body }, { actor }) => {
        await removeRanking(tx, userOf(actor), season, { ranking_id, ...body });
        return {};
      },
    }),
    route(withdrawCall, {
      load: (tx, { params }) => loadSeasonById(tx, params.season_id, { lock: true }),
      act: async (tx, season, { params: { ranking_id }, body }, context) => {
        await withdrawRanking(tx, actOf(context), season, { ranking_id, ...body });
        return {};
      },
    }),
    route(tryRankingRule, {
      load: (tx, { params }) => loadSeasonById(tx, params.season_id),
      act: async (tx, { season: _season, ...key }, { body: { rule } }, { now_ms }) => {
        const current = await rankOnce(tx, { ...key, rule }, { standings, now_ms });
        const shown = rankingView(current, { hidden: [], alias_key: '' });
        return {
          flights: flightViews(current),
          ranked: current.ranking.rows().length,
          unranked: shown.unranked(),
          lines: current.ranking
            .rows()
            .slice(0, triedLines)
            .map((row) => shown.line(row)),
        };
      },
    }),
  ];
}

/** A published ranking with its season. @throws Refusal `not_found` */
async function loadPublished(tx: Tx, { params }: { params: { loft_id: number; ranking_id: number } }) {
  const ranking = await loadRanking(tx, params);
  if (ranking.published_at === null) throw new Refusal('not_found');
  return { ...(await loadSeason(tx, params.loft_id, ranking.season_id)), ranking };
}

/** A team of a season with its owner. @throws Refusal `not_found` */
async function loadTeam(tx: Tx, { loft_id, season_id, team_id }: TeamKey & { season_id: number }) {
  const team = await tx
    .selectFrom('teams')
    .select(['loft_id', 'id as team_id', 'user_id'])
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .where('id', '=', team_id)
    .executeTakeFirst();
  if (!team) throw new Refusal('not_found');
  return team;
}

const listed = ({ id, name, names, published_at, rule, prizes }: StoredRanking) => ({
  id,
  name,
  names,
  published_at,
  rule,
  prizes,
});
const edited = (ranking: StoredRanking) => ({ ...listed(ranking), version: ranking.version });

async function frozenOf(tx: Tx, ranking: StoredRanking) {
  const found = await lastFrozen(tx, ranking);
  return found ? { version: found.version, at: found.at, sha256: found.sha256 } : null;
}

/** The birds that somebody asks for. */
interface Followed {
  pigeons?: number[] | undefined;
  teams?: number[] | undefined;
}

/** Those of the season, as far as the reader may see of which teams they are. */
function followedBirds(
  { birds }: CurrentRanking,
  { hidden }: ReturnType<typeof viewFor>,
  { pigeons = [], teams = [] }: Followed,
): RawBird[] {
  const wanted = new Set(pigeons);
  const of_teams = new Set(showsTeamPages(hidden) ? teams : []);
  return [...birds.raw.values()].filter(
    ({ pigeon_id, team_id }) => wanted.has(pigeon_id) || (team_id !== null && of_teams.has(team_id)),
  );
}

/** The subjects of the birds that a reader follows; none where the season hides where birds stand. */
const subjectsOf = (current: CurrentRanking, view: ReturnType<typeof viewFor>, asked: Followed) =>
  new Set(
    showsRankingBirds(view.hidden)
      ? followedBirds(current, view, asked).map(({ pigeon_id }) => current.ranking.subjectOf(pigeon_id))
      : [],
  );

/** The first lines of a ranking; none where the season does not show places. */
function leadersOf(current: CurrentRanking, view: ReturnType<typeof viewFor>): ShortLine[] {
  const shown = rankingView(current, view);
  if (!shown.isPlaced) return [];
  return shown
    .rows()
    .slice(0, leadingLines)
    .map((row) => {
      const { cells: _cells, ...line } = shown.line(row);
      return line;
    });
}

/** The lines of the birds that a reader follows, in the order in which the ranking is shown. */
function linesOf(current: CurrentRanking, view: ReturnType<typeof viewFor>, asked: Followed) {
  const shown = rankingView(current, view);
  const keys = subjectsOf(current, view, asked);
  return shown
    .rows()
    .filter(({ key }) => keys.has(key))
    .map((row) => shown.line(row));
}

/** Where the birds that a reader follows stand, in the order of their places. */
function birdsOf(current: CurrentRanking, view: ReturnType<typeof viewFor>, asked: Followed) {
  const shown = rankingView(current, view);
  const rows = new Map(current.ranking.rows().map((row) => [row.key, row]));
  return followedBirds(current, view, asked)
    .map(({ pigeon_id }) => {
      const key = current.ranking.subjectOf(pigeon_id);
      const row = key === null ? undefined : rows.get(key);
      const explained = key === null ? null : current.ranking.explain(key)!;
      return {
        bird: shown.birdOf(pigeon_id),
        line: row ? shown.line(row) : null,
        why_not: row ? null : (explained?.why_not ?? ('takes_no_part' as const)),
        missing: row ? [] : (explained?.dropped ?? []).flatMap((part) => (part.value === null ? part.flight_id : [])),
        in_the_air: needsInTheAir(current, pigeon_id),
      };
    })
    .sort((a, b) => (a.line?.place ?? Infinity) - (b.line?.place ?? Infinity));
}
