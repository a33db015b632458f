/**
 * Championships are reckoned by a job, from official results alone, each as a text with its fingerprint. It is made anew
 * when what it was made from has changed, and kept as the next version when the text is another one.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import {
  type ChampionshipBird,
  type ChampionshipFlight,
  type ChampionshipLine,
  reckon,
} from '#domain/championships/reckon.ts';
import { takesPart } from '#domain/championships/visibility.ts';
import type { RankingLine } from '#domain/rankings/ranking-season.ts';
import { shows } from '#domain/seasons/visibility.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import { type ItemsOptions, type Job, workOff } from '#server/jobs/items.ts';
import {
  loadChampionship,
  type MemberSeason,
  type StoredChampionship,
  seasonsOfChampionship,
} from './championships.ts';

/** A flight in the text of a version. */
export interface KeptFlight {
  flight_id: number;
  loft_id: number;
  season_id: number;
  name: string;
  kind: string;
  distance_m: number;
  release_time: string;
  basketed: number;
}

/** The text of a version, read. */
export interface KeptLines {
  flights: KeptFlight[];
  lines: ChampionshipLine[];
}

/** Reckons the published championships whose results have changed. @returns those that have another version now */
export async function reckonChampionships(
  db: Database,
  now_ms: number,
  options?: Omit<ItemsOptions, 'now_ms'>,
): Promise<number[]> {
  const due = await db
    .selectFrom('championships')
    .select('id')
    .where('published_at', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .execute();
  const job: Job<{ id: number }> = {
    queue: 'championships',
    nameOf: ({ id }) => ({ key: id }),
    work: ({ id }) => transact(db, (tx) => reckonChampionship(tx, id, now_ms)),
  };
  const { done } = await workOff(db, job, due, { now_ms, ...options });
  return done.map(({ id }) => id);
}

/** Reckons a championship if what it is made from has changed. @returns whether it has another version now */
export async function reckonChampionship(tx: Tx, championship_id: number, now_ms: number): Promise<boolean> {
  // Locked, so that two processes do not make the same version; results that come meanwhile change the source again.
  const championship = await loadChampionship(tx, { championship_id }, { lock: true });
  if (championship.published_at === null) return false;
  const all = await seasonsOfChampionship(tx, championship);
  const seasons = all.filter(({ hidden }) => takesPart(hidden, championship.rule.of));
  const source = await sourceOf(tx, championship, seasons);
  const known = await tx
    .selectFrom('championship_sources')
    .select('source')
    .where('championship_id', '=', championship_id)
    .executeTakeFirst();
  if (known?.source === source) return false;
  await tx
    .insertInto('championship_sources')
    .values({ championship_id, source })
    .onConflict((conflict) => conflict.column('championship_id').doUpdateSet({ source }))
    .execute();
  const { flights, content } = await contentOf(tx, championship, seasons);
  return keepVersion(tx, championship, { flights, content, now_ms });
}

async function keepVersion(
  tx: Tx,
  { id: championship_id }: StoredChampionship,
  { flights, content, now_ms }: { flights: number; content: string; now_ms: number },
): Promise<boolean> {
  const last = await tx
    .selectFrom('championship_versions')
    .select(['version', 'content'])
    .where('championship_id', '=', championship_id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  // Before its first result there is nothing to keep.
  if (last ? last.content === content : flights === 0) return false;
  await tx
    .insertInto('championship_versions')
    .values({
      championship_id,
      version: (last?.version ?? 0) + 1,
      at: new Date(now_ms).toISOString(),
      content,
      sha256: createHash('sha256').update(content).digest('hex'),
    })
    .execute();
  return true;
}

const idsOf = (seasons: readonly MemberSeason[]) => seasons.map(({ season_id }) => season_id);
const loftsOf = (seasons: readonly MemberSeason[]) => [...new Set(seasons.map(({ loft_id }) => loft_id))];

/**
 * The official flights that count: no replays, and of a world list those that were released after its rule was published.
 */
const officialFlights = ({ is_world_list, published_at }: StoredChampionship, seasons: readonly MemberSeason[]) => sql`
  flights f where f.loft_id = any(${loftsOf(seasons)}::bigint[])
    and f.season_id = any(${idsOf(seasons)}::bigint[]) and f.status = 'official' and not f.is_draft
    and f.replay_of is null and (${!is_world_list} or f.release_time > ${published_at}::timestamptz)`;

/** Changes with every row that a championship is made from. */
async function sourceOf(tx: Tx, championship: StoredChampionship, seasons: readonly MemberSeason[]): Promise<string> {
  const ids = idsOf(seasons);
  const lofts = loftsOf(seasons);
  const withoutCountry = idsOf(seasons.filter(({ hidden }) => !shows(hidden, 'aces.country'))).join();
  const { rows } = await sql<{ source: string }>`
    select concat_ws('-', ${JSON.stringify(championship.rule)}::text, ${championship.name}::text, ${ids.join()}::text, ${withoutCountry}::text,
      (select count(*) || '.' || coalesce(sum(f.xmin::text::bigint), 0) from ${officialFlights(championship, seasons)}),
      (select count(*) || '.' || coalesce(sum(xmin::text::bigint), 0) from teams
        where loft_id = any(${lofts}::bigint[]) and season_id = any(${ids}::bigint[])),
      (select count(*) || '.' || coalesce(sum(hashtext(id || ' ' || team_id)), 0) from pigeons
        where loft_id = any(${lofts}::bigint[]) and season_id = any(${ids}::bigint[]))) as source`.execute(tx);
  return createHash('sha256').update(rows[0]!.source).digest('hex');
}

type FlightRow = KeptFlight & { results: RankingLine[] };

/** The text of a championship: its rule, its seasons, its flights, and each line with everything it was made from. */
async function contentOf(tx: Tx, championship: StoredChampionship, seasons: readonly MemberSeason[]) {
  const { rows: flights } = await sql<FlightRow>`
    select f.id as flight_id, f.loft_id, f.season_id, f.name, f.kind, coalesce(f.distance_m, 0) as distance_m,
      to_json(f.release_time) #>> '{}' as release_time, f.basketed_count as basketed,
      coalesce((select json_agg(json_build_object('pigeon_id', st.pigeon_id, 'rank', st.rank, 'net_ms', st.net_ms) order by st.place)
        from standings st where st.loft_id = f.loft_id and st.flight_id = f.id), '[]') as results
    from ${officialFlights(championship, seasons)} order by f.release_time, f.id`.execute(tx);
  // A country that its season hides is nobody's: else the places in it would tell of somebody who is not shown.
  const withCountry = seasons.filter(({ hidden }) => shows(hidden, 'aces.country'));
  const { rows: birds } = await sql<ChampionshipBird>`
    select p.id as pigeon_id, t.user_id as fancier,
      case when p.season_id = any(${idsOf(withCountry)}::bigint[]) then t.country end as country
    from pigeons p join teams t on t.loft_id = p.loft_id and t.id = p.team_id
    where p.loft_id = any(${loftsOf(seasons)}::bigint[]) and p.season_id = any(${idsOf(seasons)}::bigint[])`.execute(
    tx,
  );
  const facts = flights.map(
    ({ results, flight_id, loft_id, kind, distance_m, basketed }): ChampionshipFlight => ({
      flight_id,
      loft_id,
      kind,
      distance_m,
      basketed,
      // Every rule over lofts names its own share of the field, or a table.
      prize_places: 0,
      results,
    }),
  );
  const content = JSON.stringify({
    championship_id: championship.id,
    name: championship.name,
    year: championship.year,
    rule: championship.rule,
    seasons: seasons.map(({ loft_id, season_id }) => ({ loft_id, season_id })),
    flights: flights.map(({ results: _results, ...flight }) => flight),
    lines: reckon(championship.rule, { birds, flights: facts }),
  });
  return { flights: flights.length, content };
}

/** The latest version without its text, or undefined. */
export const latestVersion = (tx: Tx, championship_id: number) =>
  tx
    .selectFrom('championship_versions')
    .select(['version', 'at', 'sha256'])
    .where('championship_id', '=', championship_id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Reads the lines of versions; a process keeps those that were asked for last, because a version never changes. */
export function createKeptLines(most = 8): (tx: Tx, championship_id: number, version: number) => Promise<KeptLines> {
  const cache = new Map<string, KeptLines>();
  return async (tx, championship_id, version) => {
    const key = `${championship_id} ${version}`;
    const known = cache.get(key) ?? (await readLines(tx, championship_id, version));
    cache.delete(key);
    cache.set(key, known);
    if (cache.size > most) cache.delete(cache.keys().next().value!);
    return known;
  };
}

async function readLines(tx: Tx, championship_id: number, version: number): Promise<KeptLines> {
  const { content } = await tx
    .selectFrom('championship_versions')
    .select('content')
    .where('championship_id', '=', championship_id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return JSON.parse(content) as KeptLines;
}
