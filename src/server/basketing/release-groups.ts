/**
 * Later groups of a mass release: said after the first one, of crates or of birds by their rings. While nobody is home
 * one is said at once; then it is a ruling, and both write the same correction.
 */
import { sql } from 'kysely';
import type { InputOf, ReplyOf } from '#domain/contract.ts';
import { takesArrivals } from '#domain/flights/flight.ts';
import { countedRelease } from '#domain/flights/release.ts';
import { cratesIn, crateText, ringsIn, whyNotGroupTime } from '#domain/flights/release-groups.ts';
import type { declareReleaseGroup } from '#domain/flights/release-groups-contract.ts';
import type { FlightKey } from '#domain/keys.ts';
import { ringKey } from '#domain/pigeons/ring.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import type { Correction } from '#server/flights/corrections.ts';
import type { LockedFlight } from '#server/flights/locked-flight.ts';
import { declare, declaredGroups } from '#server/ledger/declarations.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import { matchAgain, recordRematch, rematch } from '#server/ledger/matching.ts';
import { markReleased } from './standings.ts';

type Said = InputOf<typeof declareReleaseGroup>['body'];

interface Listed {
  pigeon_id: number;
  ring_key: string;
  crate: number | null;
}

/** A group as it is declared; without birds it was not released apart. */
export interface Group {
  group: number;
  release_ms: number;
  crates: string | null;
  pigeon_ids: number[];
}

/**
 * Declare a later group of a locked flight in the air, or declare it anew: its time and its birds are replaced. The same
 * again changes nothing; without a time it was not released apart. It moves nobody: once a bird of the flight is home,
 * a ruling says it.
 * @throws Refusal `flight_not_in_the_air`, also for a replay; `not_found` for a group to take back that there is not;
 * by {@link groupMeant} and {@link groupCorrection}; `group_by_ruling` where a bird is home, or would be by it
 */
export async function declareGroup(
  tx: Tx,
  flight: LockedFlight,
  { at, ...said }: Said,
  act: Act & { by: number },
): Promise<ReplyOf<typeof declareReleaseGroup>> {
  const { loft_id, id: flight_id } = flight;
  if (flight.status !== 'released' || flight.replay_factor !== null) throw new Refusal('flight_not_in_the_air');
  const { was, is } = await groupMeant(tx, flight, { ...said, at_ms: at === null ? null : Date.parse(at) });
  if (!is) throw new Refusal('not_found');
  if (!isSameGroup(was, is)) {
    const { declared, affected, released } = await groupCorrection(tx, flight, is, { now_ms: act.now_ms, field: 'at' });
    // A reading is either in the ledger before this look, or is matched with the group.
    const { number } = await lockLedger(tx, loft_id);
    const entries = declared.map((entry) => ({ ...entry, number: number + 1 }));
    const { before, ...after } = await matchAgain(tx, loft_id, affected, { entries, flight_id });
    if ([...before, ...after.changes].some((home) => home.flight_id === flight_id))
      throw new Refusal('group_by_ruling');
    await declare(tx, loft_id, declared, act);
    await markReleased(tx, { loft_id, flight_id }, released.releases);
    await recordRematch(tx, loft_id, after);
    // Followers of the flight rank by its releases.
    await sql`select pg_notify('flights', ${`${loft_id}:${flight_id}`})`.execute(tx);
  }
  return { flight_id, group: is.group, birds: is.pigeon_ids.length };
}

/** Whether a group is declared already as it is meant. */
export const isSameGroup = (was: Group | null, is: Group): boolean =>
  was !== null &&
  was.release_ms === is.release_ms &&
  was.crates === is.crates &&
  was.pigeon_ids.join() === is.pigeon_ids.join();

/**
 * A group of a locked flight as it was declared last, and as it is meant. Which birds are meant is decided now: those of
 * the crates or rings; without either, those that the group has.
 * @param at_ms null: it was not released apart
 * @returns null where it never was, and for a group to take back that there is not
 * @throws Refusal at `crates` by {@link cratesIn}; at `rings` `group_crates_or_rings`, `error_required`,
 * `group_ring_unknown`
 */
export async function groupMeant(
  tx: Tx,
  flight: LockedFlight,
  { group, at_ms, crates, rings }: Omit<Said, 'at'> & { at_ms: number | null },
): Promise<{ was: Group | null; is: Group | null }> {
  const was = (await groupsOf(tx, flight)).find((one) => one.group === group) ?? null;
  if (at_ms === null) return { was, is: was && { ...was, pigeon_ids: [] } };
  if (crates !== '' && rings !== '') throw refusalAt('rings', 'group_crates_or_rings');
  const release_ms = countedRelease(at_ms, flight.rules.precision_ms);
  if (was?.pigeon_ids.length && crates === '' && rings === '') return { was, is: { ...was, release_ms } };
  const birds = await listed(tx, flight);
  const meant = rings === '' ? cratesMeant(crates, birds) : null;
  const some =
    meant === null ? birdsByRing(rings, birds) : birds.filter(({ crate }) => crate !== null && meant.includes(crate));
  const pigeon_ids = some.map(({ pigeon_id }) => pigeon_id);
  return { was, is: { group, release_ms, crates: meant && crateText(meant), pigeon_ids } };
}

/**
 * A later group of a locked flight: its time and birds from now on; the birds that it had and has are matched again.
 * @param field that of its time
 * @throws Refusal `result_not_open` for a flight that takes no arrivals, and a replay; at its time by
 * {@link whyNotGroupTime}; at `crates` or `rings` `group_crate_taken`, `group_bird_taken` for a bird of another later
 * group, `group_everybody` where nobody is left for the first one
 */
export async function groupCorrection(
  tx: Tx,
  flight: LockedFlight,
  is: Group,
  { now_ms, field }: Pick<Act, 'now_ms'> & { field: 'at' | 'time' },
): Promise<Correction & Required<Pick<Correction, 'released'>>> {
  const { id: flight_id, status, release_time, time_zone, replay_factor } = flight;
  if (!takesArrivals(status) || replay_factor !== null) throw new Refusal('result_not_open');
  const groups = await groupsOf(tx, flight);
  const was = groups.find(({ group }) => group === is.group);
  const others = groups.filter((one) => one !== was && one.pigeon_ids.length > 0);
  if (is.pigeon_ids.length > 0) {
    const taken = others.map(({ release_ms }) => release_ms);
    const of = { release_ms: Date.parse(release_time!), others: taken, time_zone, now_ms, field };
    const no = whyNotGroupTime(is.release_ms, of) ?? (await whyNotBirds(tx, flight, is, others));
    if (no) throw no;
  }
  const { group, release_ms, crates, pigeon_ids } = is;
  return {
    declared: [{ kind: 'release', flight_id, release_ms, later: { group, crates, pigeon_ids } }],
    affected: { pigeon_ids: [...new Set([...(was?.pigeon_ids ?? []), ...pigeon_ids])], from: release_time! },
    released: { flight_id, releases: releasesOf([...others, is]) },
  };
}

const releasesOf = (groups: readonly Group[]): Map<number, number> =>
  new Map(groups.flatMap(({ release_ms, pigeon_ids }) => pigeon_ids.map((pigeon_id) => [pigeon_id, release_ms])));

/** Why a group cannot have its birds beside the other later groups, or null. */
async function whyNotBirds(
  tx: Tx,
  flight: LockedFlight,
  { crates, pigeon_ids }: Group,
  others: readonly Group[],
): Promise<Refusal | null> {
  const groupOf = new Map(others.flatMap((one) => one.pigeon_ids.map((pigeon_id) => [pigeon_id, one.group])));
  const taken = pigeon_ids.find((pigeon_id) => groupOf.has(pigeon_id));
  if (taken !== undefined) {
    const params = { group: groupOf.get(taken)! };
    const { ring, crate } = await basketedBird(tx, flight, taken);
    return crates === null
      ? refusalAt('rings', 'group_bird_taken', { ...params, ring })
      : refusalAt('crates', 'group_crate_taken', { ...params, crate: crate! });
  }
  const isEverybody = pigeon_ids.length + groupOf.size >= flight.basketed_count;
  return isEverybody ? refusalAt(crates === null ? 'rings' : 'crates', 'group_everybody') : null;
}

/** The birds of a locked flight, in the order of their ids. */
async function listed(tx: Tx, { loft_id, id }: LockedFlight): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    select b.pigeon_id, p.ring_key, b.crate from baskets b
    join pigeons p on p.loft_id = b.loft_id and p.id = b.pigeon_id
    where b.loft_id = ${loft_id} and b.flight_id = ${id} order by b.pigeon_id`.execute(tx);
  return rows;
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

async function basketedBird(tx: Tx, { loft_id, id }: LockedFlight, pigeon_id: number) {
  return tx
    .selectFrom('baskets as b')
    .innerJoin('pigeons as p', (join) => join.onRef('p.loft_id', '=', 'b.loft_id').onRef('p.id', '=', 'b.pigeon_id'))
    .select(['p.ring', 'b.crate'])
    .where('b.loft_id', '=', loft_id)
    .where('b.flight_id', '=', id)
    .where('b.pigeon_id', '=', pigeon_id)
    .executeTakeFirstOrThrow();
}

/** The later groups of a flight as they were last declared, with their birds. */
async function groupsOf(tx: Tx, { loft_id, id }: LockedFlight): Promise<Group[]> {
  const declared = await declaredGroups(tx, { loft_id, flight_id: id });
  return declared.map(({ release_ms, later }) => ({ release_ms, ...later }));
}

/** A locked replay that was released has the later groups of its original, each as long after the first. */
export async function repeatGroups(tx: Tx, replay: LockedFlight, original: FlightKey & { release_time: string }) {
  const { loft_id, id: flight_id, release_time } = replay;
  const later_ms = Date.parse(release_time!) - Date.parse(original.release_time);
  const groups = (await declaredGroups(tx, original))
    .filter(({ later }) => later.pigeon_ids.length > 0)
    .map(({ release_ms, later }) => ({ release_ms: release_ms + later_ms, ...later }));
  if (groups.length === 0) return;
  await declare(
    tx,
    loft_id,
    groups.map(({ release_ms, ...later }) => ({ kind: 'release' as const, flight_id, release_ms, later })),
    {},
  );
  const releases = releasesOf(groups);
  await markReleased(tx, { loft_id, flight_id }, releases);
  await rematch(tx, loft_id, { pigeon_ids: [...releases.keys()], from: release_time! });
}
