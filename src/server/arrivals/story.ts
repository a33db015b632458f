/** The race as it is told, from the stream of its arrivals, its ranking and the rulings on it. */
import { sql } from 'kysely';
import {
  arrivalCurve,
  createStoryChanges,
  homesOfMine,
  raceStory,
  type StoryChanges,
  type StoryRow,
  type StoryRuling,
} from '#domain/arrivals/race-story.ts';
import type { readStory, readStoryBirds } from '#domain/arrivals/story-contract.ts';
import type { ReplyOf } from '#domain/contract.ts';
import { isResult, isUnflown } from '#domain/flights/flight.ts';
import type { FlightKey } from '#domain/keys.ts';
import { explainsPlaces, showsTeamPages } from '#domain/seasons/visibility.ts';
import type { Tx } from '#server/db/database.ts';
import type { FlownFlight } from '#server/flights/flights.ts';
import { frameOf } from './arrivals.ts';
import type { FlightLists } from './result.ts';

/** The most points of a curve; it is drawn some hundred pixels wide. */
const curve_points = 120;
/** So many of the fastest birds are drawn. */
const most_fastest = 60;
/** Flights of which the changes are kept; the least recently told one is dropped first. */
const most_kept = 64;

type Story = Omit<ReplyOf<typeof readStory>, 'read_at'>;

/** A ruling that was made, with its entries in the ledger. */
type MadeRuling = StoryRuling & { numbers: number[] };

interface Kept {
  /** What the changes were made from: the stream, the frame of the ranking, the rulings. */
  version: string;
  seq: number;
  /** The greatest number in the ledger of the rows so far. */
  number: number;
  changes: StoryChanges;
}

export interface Stories {
  /** Empty where the season hides a part of what is told. */
  storyOf(tx: Tx, flight: FlownFlight, lists: FlightLists): Promise<Story>;
  /** How the birds that a reader follows came home. */
  birdsOf(
    tx: Tx,
    flight: FlownFlight,
    lists: FlightLists,
    followed: { pigeons: readonly number[]; teams: readonly number[] },
  ): Promise<ReplyOf<typeof readStoryBirds>>;
}

/** Tells flights; the changes of each are kept and continued with the rows that are new. */
export function createStories(): Stories {
  const kept = new Map<number, Kept>();

  return {
    async storyOf(tx, flight, { standing: { epoch, seq, ranked }, birds, view }) {
      const nothing = { epoch, seq, events: [], birds: [], curve: [], fastest: [] };
      if (!explainsPlaces(view.hidden)) return { ...nothing, is_shown: false };
      if (flight.release_time === null || flight.distance_m === null) return { ...nothing, is_shown: true };
      const rulings = await rulingsOf(tx, flight);
      const changes = await changesOf(tx, flight, rulings);
      const isClosed = flight.status === 'closed' || isResult(flight.status);
      const events = raceStory({
        release_ms: isUnflown(flight) ? null : Date.parse(flight.release_time),
        distance_m: flight.distance_m,
        basketed: flight.basketed_count,
        ranked,
        countryOf: (pigeon_id) => birds.get(pigeon_id)?.country ?? null,
        changes: changes?.all() ?? [],
        rulings: rulings.map(({ numbers: _numbers, ...ruling }) => ruling),
        closed_ms: isClosed ? Date.parse(flight.closes_at ?? flight.release_time) : null,
      });
      const named = new Set(events.flatMap((event) => ('pigeon_id' in event ? event.pigeon_id : [])));
      return {
        epoch,
        seq,
        is_shown: true,
        events,
        birds: [...named].flatMap((pigeon_id) => birds.get(pigeon_id) ?? []),
        curve: arrivalCurve(ranked, curve_points),
        fastest: ranked
          .slice(0, most_fastest)
          .map(({ pigeon_id, speed }): [number, number | null] => [pigeon_id, speed]),
      };
    },

    async birdsOf(tx, flight, { standing: { ranked }, birds, view }, followed) {
      if (!explainsPlaces(view.hidden) || flight.distance_m === null) return { birds: [], out: 0 };
      const teams = new Set(showsTeamPages(view.hidden) ? followed.teams : []);
      const pigeons = new Set(followed.pigeons);
      const mine = new Set<number>();
      for (const [id, { team_id }] of birds)
        if (pigeons.has(id) || (team_id !== null && teams.has(team_id))) mine.add(id);
      if (mine.size === 0) return { birds: [], out: 0 };
      const changes = await changesOf(tx, flight, await rulingsOf(tx, flight));
      const homes = homesOfMine(ranked, mine, {
        distance_m: flight.distance_m,
        firstPlace: changes?.firstPlace ?? (() => undefined),
      });
      return {
        birds: homes.map(({ kind: _kind, ...home }) => ({ ...birds.get(home.pigeon_id)!, ...home })),
        out: mine.size - homes.length,
      };
    },
  };

  /** What changed in a flight after its birds came in; null before its release. */
  async function changesOf(tx: Tx, flight: FlownFlight, rulings: readonly MadeRuling[]): Promise<StoryChanges | null> {
    const frame = await frameOf(tx, flight);
    if (!frame) return null;
    const numbers = rulings.flatMap((ruling) => ruling.numbers);
    const version = JSON.stringify([flight.epoch, { ...frame, later: [...(frame.later ?? [])] }, numbers]);
    const before = kept.get(flight.id);
    const known: Kept =
      before?.version === version ? before : { version, seq: 0, number: 0, changes: createStoryChanges(frame) };
    // What is kept may be of a moment after this snapshot, and another reader may continue it meanwhile.
    while (known.seq < flight.seq) {
      const { seq } = known;
      const { rows, number } = await rowsAfter(tx, flight, known, numbers);
      if (rows.length === 0) break;
      if (known.seq !== seq) continue;
      known.changes.take(rows);
      known.seq += rows.length;
      known.number = number;
    }
    kept.delete(flight.id);
    kept.set(flight.id, known);
    if (kept.size > most_kept) kept.delete(kept.keys().next().value!);
    return known.changes;
  }
}

/** The rulings on a flight that were made, in their order. */
async function rulingsOf(tx: Tx, { loft_id, id }: FlownFlight): Promise<MadeRuling[]> {
  const { rows } = await sql<MadeRuling>`
    select (extract(epoch from at) * 1000)::float8 as at_ms, 'ruling' as kind, n, numbers::float8[] as numbers,
      coalesce((effect ->> 'up')::int, 0) as up, coalesce((effect ->> 'down')::int, 0) as down,
      coalesce((effect ->> 'come_in')::int, 0) as come_in, coalesce((effect ->> 'go_out')::int, 0) as go_out
    from ruling_decisions
    where loft_id = ${loft_id} and flight_id = ${id} and decision = 'made' order by n`.execute(tx);
  return rows;
}

/** A version of what the rulings on a flight say. */
export async function rulingsVersion(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<number> {
  const { made } = await tx
    .selectFrom('ruling_decisions')
    .select(({ fn }) => fn.countAll<number>().as('made'))
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .executeTakeFirstOrThrow();
  return made;
}

/**
 * The rows of a stream after those that are known, each with whether a ruling wrote it: the entry of the ruling itself,
 * or what was matched again between the last new entry of the ledger before the ruling and the next one.
 */
async function rowsAfter(
  tx: Tx,
  { loft_id, id }: FlownFlight,
  { seq, number: known }: Pick<Kept, 'seq' | 'number'>,
  ofRulings: readonly number[],
): Promise<{ rows: StoryRow[]; number: number }> {
  const { rows } = await sql<{ pigeon_id: number; time_ms: number | null; number: number; is_declared: boolean }>`
    select pigeon_id, floor(extract(epoch from time) * 2000)::float8 / 2 as time_ms,
      coalesce(reading_number, declaration_number)::float8 as number, declaration_number is not null as is_declared
    from arrivals
    where loft_id = ${loft_id} and flight_id = ${id} and seq > ${seq} order by seq`.execute(tx);
  // How far the ledger reached before each row.
  const reached = [known];
  for (const { number } of rows) reached.push(Math.max(reached.at(-1)!, number));
  let next = Number.POSITIVE_INFINITY;
  const found: StoryRow[] = [];
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const { pigeon_id, time_ms, number, is_declared } = rows[index]!;
    const before = reached[index]!;
    const isNew = number > before;
    if (isNew) next = number;
    const by_ruling = isNew
      ? is_declared && ofRulings.includes(number)
      : ofRulings.some((ruling) => ruling > before && ruling <= next);
    found.push({ pigeon_id, time_ms, by_ruling });
  }
  return { rows: found.reverse(), number: reached.at(-1)! };
}
