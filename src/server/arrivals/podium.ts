/** The first three of a result, with what the rulebook pays them, and since when the result is official. */
import { sql } from 'kysely';
import type { readPodium } from '#domain/arrivals/podium-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { isResult } from '#domain/flights/flight.ts';
import { prizesOf } from '#domain/seasons/prizes.ts';
import { shows, showsBirdPages } from '#domain/seasons/visibility.ts';
import type { Tx } from '#server/db/database.ts';
import type { FlownFlight } from '#server/flights/flights.ts';
import { photosOf } from '#server/pigeons/photos.ts';
import { currencyOf } from '#server/seasons/seasons.ts';
import { finishOf, prizesOfFlight } from './prizes.ts';
import type { FlightLists } from './result.ts';
import { shownLine } from './visible-results.ts';

type Podium = ReplyOf<typeof readPodium>;

/** Birds on it. */
const places = 3;

/** The podium of a flight as its reader may see it; empty before its result is published. */
export async function podiumOf(tx: Tx, flight: FlownFlight, lists: FlightLists): Promise<Podium> {
  const { ranked } = lists.standing;
  const { hidden } = lists.view;
  if (!isResult(flight.status)) return { birds: [], last_time: null, official: null };
  const last_ms = ranked.reduce((latest, { time_ms }) => Math.max(latest, time_ms), Number.NEGATIVE_INFINITY);
  const isTimed = shows(hidden, 'results.time') && ranked.length > 0;
  return {
    birds: shows(hidden, 'results.rank') ? await birdsOn(tx, flight, lists) : [],
    last_time: isTimed ? new Date(last_ms).toISOString() : null,
    official: flight.status === 'official' ? await officialSince(tx, flight) : null,
  };
}

async function birdsOn(tx: Tx, flight: FlownFlight, { standing, birds, view }: FlightLists): Promise<Podium['birds']> {
  const first = standing.ranked.slice(0, places);
  const isKnown = showsBirdPages(view.hidden) && shows(view.hidden, 'results.ringDescriptor');
  const ids = first.map(({ pigeon_id }) => pigeon_id);
  const photos = isKnown ? await photosOf(tx, flight, ids) : new Map<number, never>();
  const prizes = await prizesOfFlight(tx, flight);
  // The birds with which they share need not stand here.
  const { ranked } = standing;
  const values = prizes ? prizesOf(prizes, ranked, await finishOf(tx, flight, prizes, ranked)).values : [];
  const currency = prizes ? await currencyOf(tx, flight) : '';
  const isAmount = prizes?.template.basis === 'amount';
  return first.map((line, i) => {
    const value = values[i] ?? 0;
    return {
      ...birds.get(line.pigeon_id)!,
      ...shownLine(view, line),
      photo: photos.get(line.pigeon_id) ?? null,
      prize: value > 0 ? { cents: isAmount ? value : null, share: isAmount ? null : value, currency } : null,
    };
  });
}

/** Since when the result that counts is official, by its last version; an imported one has none. */
async function officialSince(tx: Tx, { loft_id, id }: FlownFlight): Promise<Podium['official']> {
  const { rows } = await sql<{ since: string; version: number | null }>`
    select h.at as since, (select max(version) from official_results o
      where o.loft_id = h.loft_id and o.flight_id = h.flight_id) as version
    from flight_history h
    where h.loft_id = ${loft_id} and h.flight_id = ${id} and h.to_status = 'official'
    order by h.n desc limit 1`.execute(tx);
  return rows[0] ?? null;
}
