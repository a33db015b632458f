/**
 * The replies of the open data (3.15, decision 75). Each is made of the site's own public calls as an anonymous reader
 * gets them, so that what a season hides is hidden here by the same code.
 */
import { readArrivals, readResult } from '#domain/arrivals/contract.ts';
import { readOfficialResult } from '#domain/arrivals/official-contract.ts';
import { wholeResult } from '#domain/arrivals/result-filter.ts';
import type { readStory } from '#domain/arrivals/story-contract.ts';
import { searchBasketing } from '#domain/basketing/contract.ts';
import type { InputOf, ReplyOf } from '#domain/contract.ts';
import { csvOf } from '#domain/csv.ts';
import { type FlightSummary, listLofts, readFlight, readFlightLog, readLoft } from '#domain/flights/contract.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import type { FlightKey } from '#domain/keys.ts';
import type { Locale } from '#domain/locales.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import {
  type OpenFlight,
  type OpenLoft,
  type OpenResult,
  type readOpenArrivals,
  type readOpenBirds,
  type readOpenFlight,
  type readOpenLoft,
  type readOpenLofts,
  type readOpenRanking,
  type readOpenRankings,
  type readOpenResults,
  type readOpenSeal,
  type readOpenStory,
  resultColumns,
} from '#domain/open-data/contract.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import { listRankings, readRanking } from '#domain/rankings/contract.ts';
import { isRefusal, Refusal } from '#domain/refusal.ts';
import { isOwnNumber } from '#domain/seasons/visibility.ts';
import type { Tx } from '#server/db/database.ts';
import type { Call } from '#server/route.ts';

/** What a reply is made with. */
export interface OpenRequest {
  /** Makes calls as an anonymous reader. */
  call: Call;
  db: Tx;
  /** The address of the site. */
  site: string;
  toldStory: ToldStory | undefined;
}

/** Tells a race in sentences, by the pages' bundle; undefined in a process without pages. */
export type ToldStory = (story: { call: Call; key: FlightKey; locale: Locale }) => Promise<{
  is_shown: boolean;
  events: { event: ReplyOf<typeof readStory>['events'][number]; sentence: string }[];
}>;

type Open<C extends Parameters<Call>[0]> = (request: OpenRequest, input: InputOf<C>) => Promise<ReplyOf<C>>;

export const openLofts: Open<typeof readOpenLofts> = async ({ call, db }, { query: { page } }) => {
  const list = await call(listLofts, { query: { page } });
  const licences = await licencesOf(
    db,
    list.lofts.map(({ id }) => id),
  );
  return {
    lofts: list.lofts.map((loft) => loftView(loft, licences.get(loft.id) ?? null)),
    next_page: page < list.page_count ? page + 1 : null,
  };
};

export const openLoft: Open<typeof readOpenLoft> = async ({ call }, { params, query }) => {
  const { loft, seasons, season_id, flights } = await call(readLoft, { params, query });
  return {
    ...loftView(loft, loft.data_licence),
    seasons: seasons.map(({ id, ...season }) => ({ season_id: id, ...season })),
    season_id,
    flights: flights.map(flightView),
  };
};

export const openFlight: Open<typeof readOpenFlight> = async ({ call, db }, { params }) => {
  const { flight } = await call(readFlight, { params });
  return {
    ...flightView(flight),
    release_latitude_deg: flight.release_latitude,
    release_longitude_deg: flight.release_longitude,
    closes_at: flight.closes_at,
    disputes_until: flight.disputes_until,
    missing_readings: flight.missing_readings,
    is_streamed: flight.goes_live,
    licence: await licenceOf(db, params),
  };
};

export const openBirds: Open<typeof readOpenBirds> = async ({ call, db }, { params, query }) => {
  const found = await call(searchBasketing, { params, query: { ...query, q: '', country: '', state: '' } });
  return {
    birds: found.pigeons.map((bird) => ({ number: bird.number, ...birdView(bird) })),
    total: found.match_count,
    next_page: nextPage(query, found),
    licence: await licenceOf(db, params),
  };
};

export const openResults: Open<typeof readOpenResults> = async ({ call, db }, { params, query }) => {
  const { flight } = await call(readFlight, { params });
  const licence = await licenceOf(db, params);
  if (isBeforeRelease(flight.status)) return { status: flight.status, results: [], total: 0, next_page: null, licence };
  const found = await call(readResult, { params, query: { ...wholeResult, ...query } });
  const { unit } = flight.rules.speed;
  const results = found.rows.map(
    (row): OpenResult => ({
      rank: row.rank,
      ...birdView(row),
      arrived_at: row.time,
      flown_ms: row.net_ms,
      behind_first_ms: row.gap_ms,
      speed_m_min: unit === 'm/min' ? row.speed : null,
      speed_yd_min: unit === 'yd/min' ? row.speed : null,
      race_day: row.day,
    }),
  );
  return { status: flight.status, results, total: found.match_count, next_page: nextPage(query, found), licence };
};

export const openRankings: Open<typeof readOpenRankings> = async ({ call, db }, { params, query }) => {
  const { season, rankings } = await call(listRankings, { params, query });
  return {
    season_id: season?.id ?? null,
    rankings: rankings.map(({ id, name, published_at, rule }) => ({ ranking_id: id, name, published_at, rule })),
    licence: await licenceOf(db, params),
  };
};

export const openRanking: Open<typeof readOpenRanking> = async ({ call, db }, { params, query }) => {
  const found = await call(readRanking, { params, query: { ...query, q: '' } });
  const { frozen } = found;
  return {
    name: found.ranking.name,
    frozen: frozen && { version: frozen.version, frozen_at: frozen.at, sha256: frozen.sha256 },
    flight_ids: found.flights.map(({ id }) => id),
    lines: found.lines.map(({ place, value, at_most, bird, group, cells }) => ({
      place,
      value,
      is_at_most: at_most,
      ...(bird ? birdView(bird) : nobody),
      country: bird?.country ?? group?.country ?? null,
      group: group?.name ?? group?.country ?? null,
      flights: cells.map(({ flight_id, places, value: of, counts }) => ({ flight_id, places, value: of, counts })),
    })),
    total: found.total,
    next_page: nextPage(query, found),
    licence: await licenceOf(db, params),
  };
};

/** The fields of a pigeon in a line of a ranking that is not of pigeons. */
const nobody = { pigeon_id: null, ring: null, pigeon_name: null, team: null, fancier: null };

/** The whole result as CSV: the fields of the JSON, in their order. A field that the season hides has empty cells. */
export async function openResultsCsv(request: OpenRequest, { params }: { params: FlightKey }): Promise<string> {
  const { results } = await openResults(request, {
    params,
    query: { page: 1, per_page: 'all' },
    headers: {},
    body: {},
  });
  return csvOf([resultColumns, ...results.map((row) => resultColumns.map((column) => row[column]))]);
}

export const openArrivals: Open<typeof readOpenArrivals> = async ({ call, db }, { params, query }) => {
  const [, epoch = 0, number = 0] = (/^(\d+)-(\d+)$/.exec(query.after) ?? []).map(Number);
  const { flight } = await call(readFlight, { params });
  let stream = await call(readArrivals, { params, query: { after: number } });
  // Another epoch: what its numbers say is no longer what these say (a correction, or another visibility).
  const restarted = query.after !== '' && (stream.epoch !== epoch || number > stream.seq);
  if (restarted) stream = await call(readArrivals, { params, query: { after: 0 } });
  const rows = stream.rows.slice(0, query.limit);
  const has_more = rows.length < stream.rows.length;
  return {
    restarted,
    arrivals: rows.map(([line, pigeon_id, time_ms]) => ({
      number: line,
      pigeon_id,
      arrived_at: time_ms === null ? null : new Date(time_ms).toISOString(),
    })),
    cursor: `${stream.epoch}-${has_more ? rows.at(-1)![0] : stream.seq}`,
    has_more,
    is_streamed: flight.goes_live,
    licence: await licenceOf(db, params),
  };
};

export const openStory: Open<typeof readOpenStory> = async ({ call, db, toldStory }, { params, query }) => {
  if (!toldStory) throw new Refusal('not_found');
  const { is_shown, events } = await toldStory({ call, key: params, locale: query.lang });
  return {
    is_told: is_shown,
    events: events.map(({ event, sentence }) => ({
      kind: event.kind,
      happened_at: new Date(event.at_ms).toISOString(),
      pigeon_id: 'pigeon_id' in event ? event.pigeon_id : null,
      sentence,
    })),
    licence: await licenceOf(db, params),
  };
};

export const openSeal: Open<typeof readOpenSeal> = async ({ call, db, site }, { params }) => {
  const { seal } = await call(readFlightLog, { params });
  const official = await call(readOfficialResult, { params, query: {} }).catch((error) => {
    if (isRefusal(error) && error.code === 'not_found') return null;
    throw error;
  });
  const page = `${site}/lofts/${params.loft_id}/flights/${params.flight_id}`;
  return {
    list: seal && {
      sealed_at: seal.sealed_at,
      sha256: seal.fingerprint,
      text_url: seal.is_open ? `${page}/sealed-list.txt` : null,
    },
    official_result: official && {
      version: official.version,
      signed_at: official.made_at,
      sha256: official.fingerprint,
      text_url: `${page}/official-result.txt?version=${official.version}`,
    },
    licence: await licenceOf(db, params),
  };
};

const nextPage = (
  { per_page }: { per_page: number | 'all' },
  { page, page_count }: { page: number; page_count: number },
) => (per_page !== 'all' && page < page_count ? page + 1 : null);

const loftView = ({ id, name, country, time_zone, latitude, longitude }: Loft, licence: string | null): OpenLoft => ({
  loft_id: id,
  name,
  country,
  time_zone,
  latitude_deg: latitude,
  longitude_deg: longitude,
  licence,
});

const flightView = (flight: FlightSummary): OpenFlight => ({
  loft_id: flight.loft_id,
  flight_id: flight.id,
  season_id: flight.season_id,
  season_name: flight.season_name,
  name: flight.name,
  kind: flight.kind,
  status: flight.status,
  release_point: flight.release_point,
  release_at: flight.release_time,
  distance_m: flight.distance_m,
  basketed_count: flight.basketed_count,
  home_count: flight.home_count,
  replay_factor: flight.replay_factor,
});

/** A bird without what names it elsewhere where its ring is hidden: the number is then of this list alone. */
const birdView = ({ pigeon_id, ring, pigeon_name, team, fancier, country }: Bird) => ({
  pigeon_id: isOwnNumber(pigeon_id) ? pigeon_id : null,
  ring: ring || null,
  pigeon_name,
  team,
  fancier,
  country,
});

/** What a loft says about the use of its data. */
async function licenceOf(tx: Tx, { loft_id }: { loft_id: number }): Promise<string | null> {
  return (await licencesOf(tx, [loft_id])).get(loft_id) ?? null;
}

async function licencesOf(tx: Tx, loft_ids: readonly number[]): Promise<Map<number, string | null>> {
  if (!loft_ids.length) return new Map();
  const rows = await tx.selectFrom('lofts').select(['id', 'data_licence']).where('id', 'in', loft_ids).execute();
  return new Map(rows.map(({ id, data_licence }) => [id, data_licence]));
}
