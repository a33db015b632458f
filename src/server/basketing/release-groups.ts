/** Later groups of a mass release: said after the first one, of crates or of birds by their rings. */
import { sql } from 'kysely';
import type { InputOf, ReplyOf } from '#domain/contract.ts';
import { countedRelease } from '#domain/flights/release.ts';
import { cratesIn, crateText, ringsIn, whyNotGroupTime } from '#domain/flights/release-groups.ts';
import type { declareReleaseGroup } from '#domain/flights/release-groups-contract.ts';
import { ringKey } from '#domain/pigeons/ring.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import type { LockedFlight } from '#server/flights/locked-flight.ts';
import { declare } from '#server/ledger/declarations.ts';
import { rematch } from '#server/ledger/matching.ts';

type Said = InputOf<typeof declareReleaseGroup>['body'];

interface Listed {
  pigeon_id: number;
  ring_key: string;
  crate: number | null;
}

/** A group as it was last declared; without birds it was taken back. */
interface Group {
  group: number;
  release_ms: number;
  crates: string | null;
  pigeon_ids: number[];
}

/**
 * Declare a later group of a locked flight in the air, or declare it anew: its time and its birds are replaced, and all
 * birds of it are matched again. The same again changes nothing; without a time it was not released apart.
 * @throws Refusal `flight_not_in_the_air`, also for a replay; `not_found` for a group to take back that there is not;
 * at `at` by {@link whyNotGroupTime}; at `crates` by {@link cratesIn}; at `rings` `error_required`,
 * `group_ring_unknown`; at either `group_taken` for a bird of another later group, `group_everybody` where nobody is
 * left for the first one
 */
export async function declareGroup(
  tx: Tx,
  flight: LockedFlight,
  said: Said,
  act: Act & { by: number },
): Promise<ReplyOf<typeof declareReleaseGroup>> {
  const { loft_id, id: flight_id } = flight;
  if (flight.status !== 'released' || flight.replay_factor !== null) throw new Refusal('flight_not_in_the_air');
  const groups = await groupsOf(tx, flight);
  const known = groups.find(({ group }) => group === said.group);
  const others = groups.filter((one) => one !== known && one.pigeon_ids.length > 0);
  if (said.at === null && !known) throw new Refusal('not_found');
  const is: Group =
    said.at === null ? { ...known!, pigeon_ids: [] } : await groupSaid(tx, flight, said.at, said, others, act.now_ms);
  if (!known || !isSame(known, is)) {
    const { release_ms, ...later } = is;
    await markReleased(tx, flight, known?.pigeon_ids ?? [], null);
    await markReleased(tx, flight, is.pigeon_ids, new Date(release_ms).toISOString());
    await declare(tx, loft_id, [{ kind: 'release', flight_id, release_ms, later }], act);
    const moved = [...new Set([...(known?.pigeon_ids ?? []), ...is.pigeon_ids])];
    await rematch(tx, loft_id, { pigeon_ids: moved, from: flight.release_time! });
    // Followers of the flight rank by its releases.
    await sql`select pg_notify('flights', ${`${loft_id}:${flight_id}`})`.execute(tx);
  }
  return { flight_id, group: is.group, birds: is.pigeon_ids.length };
}

const isSame = (a: Group, b: Group): boolean =>
  a.release_ms === b.release_ms && a.crates === b.crates && a.pigeon_ids.join() === b.pigeon_ids.join();

async function groupSaid(
  tx: Tx,
  { loft_id, id: flight_id, time_zone, release_time, rules }: LockedFlight,
  at: string,
  { group, crates: crates_said, rings }: Said,
  others: readonly Group[],
  now_ms: number,
): Promise<Group> {
  const release_ms = countedRelease(Date.parse(at), rules.precision_ms);
  const first_ms = Date.parse(release_time!);
  const taken = { release_ms: first_ms, others: others.map((one) => one.release_ms), time_zone, now_ms };
  const no = whyNotGroupTime(release_ms, taken);
  if (no) throw no;
  const { rows: birds } = await sql<Listed>`
    select b.pigeon_id, p.ring_key, b.crate from baskets b
    join pigeons p on p.loft_id = b.loft_id and p.id = b.pigeon_id
    where b.loft_id = ${loft_id} and b.flight_id = ${flight_id} order by b.pigeon_id`.execute(tx);
  const field = rings === '' ? 'crates' : 'rings';
  const crates = rings === '' ? cratesMeant(crates_said, birds) : null;
  const meant = crates === null ? birdsByRing(rings, birds) : birds.filter(({ crate }) => crates.includes(crate!));
  for (const { pigeon_id, crate } of meant) {
    const other = others.find(({ pigeon_ids }) => pigeon_ids.includes(pigeon_id));
    if (!other) continue;
    const params = { group: other.group };
    throw crates === null
      ? refusalAt(field, 'group_bird_taken', { ...params, ring: await ringOf(tx, loft_id, pigeon_id) })
      : refusalAt(field, 'group_crate_taken', { ...params, crate: crate! });
  }
  const elsewhere = others.reduce((sum, { pigeon_ids }) => sum + pigeon_ids.length, 0);
  if (meant.length + elsewhere >= birds.length) throw refusalAt(field, 'group_everybody');
  const pigeon_ids = meant.map(({ pigeon_id }) => pigeon_id);
  return { group, release_ms, crates: crates && crateText(crates), pigeon_ids };
}

function cratesMeant(text: string, birds: readonly Listed[]): number[] {
  const known = new Set(birds.flatMap(({ crate }) => crate ?? []));
  return cratesIn(text, [...known]);
}

function birdsByRing(text: string, birds: readonly Listed[]): Listed[] {
  const byRing = new Map(birds.map((bird) => [bird.ring_key, bird]));
  const meant = new Set(
    ringsIn(text).map((ring) => {
      const bird = byRing.get(ringKey(ring));
      if (!bird) throw refusalAt('rings', 'group_ring_unknown', { ring });
      return bird;
    }),
  );
  return birds.filter((bird) => meant.has(bird));
}

async function ringOf(tx: Tx, loft_id: number, pigeon_id: number): Promise<string> {
  const bird = await tx
    .selectFrom('pigeons')
    .select('ring')
    .where('loft_id', '=', loft_id)
    .where('id', '=', pigeon_id)
    .executeTakeFirstOrThrow();
  return bird.ring;
}

/** The later groups of a flight as they were last declared, with their birds. */
async function groupsOf(tx: Tx, { loft_id, id }: LockedFlight): Promise<Group[]> {
  const { rows } = await sql<{ content: Group }>`
    select distinct on (content -> 'group') content from declarations
    where loft_id = ${loft_id} and flight_id = ${id} and kind = 'release' and content ? 'group'
    order by content -> 'group', number desc`.execute(tx);
  return rows.map(({ content }) => content);
}

async function markReleased(
  tx: Tx,
  { loft_id, id }: LockedFlight,
  pigeon_ids: readonly number[],
  released_at: string | null,
): Promise<void> {
  await sql`
    update baskets set released_at = ${released_at}
    where loft_id = ${loft_id} and flight_id = ${id} and pigeon_id = any(${pigeon_ids}::bigint[])`.execute(tx);
}
