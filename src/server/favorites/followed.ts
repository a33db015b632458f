/** What the birds that somebody follows do now: each in all flights that it flies or is basketed for, else in its last. */
import { sql } from 'kysely';
import { expectedWindow } from '#domain/arrivals/expected-bird.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { type FollowedBird, mostFollowed, type readFollowed } from '#domain/favorites/followed-contract.ts';
import { isBeforeRelease, raceTime } from '#domain/flights/flight.ts';
import type { PigeonKey } from '#domain/keys.ts';
import type { Actor } from '#domain/policy.ts';
import { shows, showsRecords } from '#domain/seasons/visibility.ts';
import { laterIn } from '#server/arrivals/arrivals.ts';
import { abilitiesOf, type ReadExpectation } from '#server/arrivals/expected-times.ts';
import { linesOf, type Standings } from '#server/arrivals/standings.ts';
import type { Tx } from '#server/db/database.ts';
import { type FlownFlight, flownFlightsById } from '#server/flights/flights.ts';
import { loftsById } from '#server/lofts/lofts.ts';
import { birdsById } from '#server/pigeons/pigeons.ts';
import { teamsById } from '#server/pigeons/teams.ts';
import { shownBird } from '#server/pigeons/visible-birds.ts';
import { viewFor } from '#server/seasons/visibility.ts';
import { starredBy, type Thing, visible } from './favorites.ts';
import { ownBirds } from './own-birds.ts';

export interface Sources {
  standings: Standings;
  expected: ReadExpectation;
}

/**
 * The birds among these things and of these teams, with the favorites and the own birds of a signed-in reader. What the
 * reader may not see is skipped.
 * @param now_ms epoch ms
 */
export async function followedBirds(
  tx: Tx,
  { standings, expected }: Sources,
  reader: Actor,
  asked: readonly Thing[],
  now_ms: number,
): Promise<Omit<ReplyOf<typeof readFollowed>, 'read_at'>> {
  const keys = await followedKeys(tx, reader, asked, now_ms);
  const shown = keys.slice(0, mostFollowed);
  const birds = await birdsById(tx, shown);
  const lofts = await loftsById(
    tx,
    shown.map(({ loft_id }) => loft_id),
  );
  const viewOf = new Map(
    shown.map(({ loft_id, pigeon_id }) => {
      const { hidden, alias_key } = birds.get(pigeon_id)!;
      return [pigeon_id, viewFor(reader, { loft_id, hidden, alias_key })];
    }),
  );
  const birdOf = (pigeon_id: number) => {
    const { hidden: _hidden, alias_key: _key, ...bird } = birds.get(pigeon_id)!;
    return shownBird(viewOf.get(pigeon_id)!, 'fanciers', bird);
  };
  const starts = await presentStarts(
    tx,
    shown.filter(({ pigeon_id }) => showsRecords(viewOf.get(pigeon_id)!.hidden)),
  );
  const flights = await flownFlightsById(tx, starts);
  const birdsOf = Map.groupBy(starts, ({ flight_id }) => flight_id);
  const flying = new Set(starts.map(({ pigeon_id }) => pigeon_id));
  const pigeon_ids = [...flying];
  const released = flights.filter(({ status }) => !isBeforeRelease(status));
  const lines = await linesOf(tx, standings, released, { pigeon_ids });
  const found = [];
  // One after the other: a transaction has one connection.
  for (const flight of flights) {
    const own = birdsOf.get(flight.id)!.map(({ pigeon_id }) => pigeon_id);
    const ranks = new Map(lines.get(flight.id)?.map(({ pigeon_id, rank }) => [pigeon_id, rank]));
    const out = own.filter((pigeon_id) => !ranks.has(pigeon_id));
    const { hidden } = viewOf.get(own[0]!)!;
    const windows =
      flight.status === 'released' && out.length
        ? await windowsOf(tx, flight, out, await expected(tx, flight, hidden, now_ms), now_ms)
        : new Map<number, FollowedBird['expected']>();
    found.push({
      loft: lofts.get(flight.loft_id)!,
      flight,
      birds: own
        .map((pigeon_id) => ({
          pigeon: birdOf(pigeon_id),
          is_home: ranks.has(pigeon_id),
          rank: shows(hidden, 'results.rank') ? (ranks.get(pigeon_id) ?? null) : null,
          expected: windows.get(pigeon_id) ?? null,
        }))
        .sort(outFirst),
    });
  }
  const order = ({ status, replay_factor }: FlownFlight) =>
    status === 'released' ? Number(replay_factor !== null) : isBeforeRelease(status) ? 2 : 3;
  return {
    flights: found.sort((a, b) => order(a.flight) - order(b.flight)),
    waiting: shown
      .filter(({ pigeon_id }) => !flying.has(pigeon_id))
      .map(({ loft_id, pigeon_id }) => ({ loft: lofts.get(loft_id)!, pigeon: birdOf(pigeon_id) })),
    count: keys.length,
  };
}

/** Those still out by when they are expected, then those at home by rank. */
function outFirst(one: FollowedBird, other: FollowedBird): number {
  const soonest = ({ expected }: FollowedBird) => expected?.from_ms ?? Number.MAX_SAFE_INTEGER;
  return (
    Number(one.is_home) - Number(other.is_home) ||
    soonest(one) - soonest(other) ||
    (one.rank ?? Number.MAX_SAFE_INTEGER) - (other.rank ?? Number.MAX_SAFE_INTEGER)
  );
}

/** Each bird once: those marked themselves, those of the teams, then the reader's own. */
async function followedKeys(tx: Tx, reader: Actor, asked: readonly Thing[], now_ms: number): Promise<PigeonKey[]> {
  const seen = await visible(tx, reader, asked);
  const own = reader.kind === 'user' ? await starredBy(tx, reader) : { pigeons: [], teams: [] };
  const of = (kind: 'pigeons' | 'teams') => [...own[kind], ...seen.filter((thing) => thing.kind === kind)];
  const teams = await teamsById(
    tx,
    of('teams').map(({ loft_id, id }) => ({ loft_id, team_id: id })),
  );
  // Where birds have no pages, a mark of their team does not lead to them either.
  const ofTeams = [...teams.values()].flatMap(({ birds }) => birds.map((key) => ({ ...key, id: key.pigeon_id })));
  const bought = reader.kind === 'user' ? await ownBirds(tx, { user_id: reader.user_id, now_ms }) : [];
  const shown = await visible(
    tx,
    reader,
    [...ofTeams, ...bought].map(({ loft_id, id }) => ({ kind: 'pigeons', loft_id, id })),
  );
  const all = [...of('pigeons'), ...shown];
  return [...new Map(all.map(({ loft_id, id }) => [id, { loft_id, pigeon_id: id }])).values()];
}

/** Each bird with every flight that is in the air or to be released, else with its latest. */
async function presentStarts(tx: Tx, birds: readonly PigeonKey[]): Promise<(PigeonKey & { flight_id: number })[]> {
  const { rows } = await sql<PigeonKey & { flight_id: number }>`
    select loft_id, pigeon_id, flight_id from (
      select b.loft_id, b.pigeon_id, b.flight_id, present.yes as is_present,
        row_number() over (partition by b.pigeon_id
          order by present.yes desc, f.release_time desc nulls last, f.id desc) as nth
      from jsonb_to_recordset(${JSON.stringify(birds)}::jsonb) as c (loft_id bigint, pigeon_id bigint)
      join baskets b on b.loft_id = c.loft_id and b.pigeon_id = c.pigeon_id
      join flights f on f.loft_id = b.loft_id and f.id = b.flight_id
      cross join lateral (select f.status in ('planned', 'basketing', 'sealed', 'released')) as present (yes)
      where not f.is_draft and f.status <> 'annulled') starts
    where is_present or nth = 1
    order by pigeon_id`.execute(tx);
  return rows;
}

/** When each of these birds in the air is expected. */
async function windowsOf(
  tx: Tx,
  flight: FlownFlight,
  out: readonly number[],
  { times }: Awaited<ReturnType<ReadExpectation>>,
  now_ms: number,
): Promise<Map<number, FollowedBird['expected']>> {
  if (!times?.out) return new Map();
  const later = await laterIn(tx, flight);
  const abilities = new Map(
    (await abilitiesOf(tx, flight, out)).map(([pigeon_id, count, score]) => [pigeon_id, { flights: count, score }]),
  );
  const race_ms = raceTime(Date.parse(flight.release_time!), now_ms, flight.replay_factor ?? 1);
  return new Map(
    out.map((pigeon_id) => [
      pigeon_id,
      expectedWindow(times.out, abilities.get(pigeon_id), race_ms, later.get(pigeon_id)),
    ]),
  );
}
