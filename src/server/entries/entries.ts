/** The birds of an order: entered for its places, changed, moved, removed. Each write locks season and order. */

import { sql } from 'kysely';
import type { EntryFields, EntryToShow } from '#domain/entries/contract.ts';
import { partAt, reordered, whyNotChange, whyNotEnter, whyNotPedigree } from '#domain/entries/entry.ts';
import type { PigeonKey } from '#domain/keys.ts';
import { orderNumber } from '#domain/orders/order.ts';
import type { AdminBird } from '#domain/pigeons/admin-bird.ts';
import { blankFacts } from '#domain/pigeons/facts.ts';
import { ringKey } from '#domain/pigeons/ring.ts';
import { isUnusualRing } from '#domain/pigeons/ring-form.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import type { Registration } from '#server/orders/registrations.ts';
import { adminBirds, pedigreesOf } from '#server/pigeons/admin-birds.ts';
import { removePigeon } from '#server/pigeons/admin-teams.ts';
import { changePigeon, enterPigeon, factsOf, givePedigree, withGiven } from '#server/pigeons/enter-pigeon.ts';
import { isGoneBird } from '#server/pigeons/gone.ts';
import { type Known, knownFrom, knownOf, withKnown } from '#server/pigeons/known-facts.ts';
import { logsOf } from '#server/pigeons/log.ts';
import { photosOf } from '#server/pigeons/photos.ts';
import type { PigeonToEnter } from '#server/pigeons/pigeons.ts';
import { firstOwner } from '#server/pigeons/rights.ts';
import { bringTo, lockPigeons } from '#server/pigeons/statuses.ts';
import { leftBehind } from './unassigned-birds.ts';

interface Entered {
  pigeon_id: number;
  place: number;
}

/** The birds of an order by their places. */
export function entriesOf(tx: Tx, { loft_id, id }: Pick<Registration, 'loft_id' | 'id'>): Promise<Entered[]> {
  return tx
    .selectFrom('entries')
    .select(['pigeon_id', 'place'])
    .where('loft_id', '=', loft_id)
    .where('order_id', '=', id)
    .orderBy('place')
    .execute();
}

/** The order in which a person has entered a pigeon, with its readable number; null where they have not. */
export async function orderOfPigeon(
  tx: Tx,
  { loft_id, pigeon_id }: PigeonKey,
  user_id: number,
): Promise<{ order_id: number; number: string } | null> {
  const found = await tx
    .selectFrom('entries as e')
    .innerJoin('orders as o', (join) => join.onRef('o.loft_id', '=', 'e.loft_id').onRef('o.id', '=', 'e.order_id'))
    .innerJoin('seasons as s', (join) => join.onRef('s.loft_id', '=', 'e.loft_id').onRef('s.id', '=', 'e.season_id'))
    .select(['o.id', 'o.number', 's.year'])
    .where('e.loft_id', '=', loft_id)
    .where('e.pigeon_id', '=', pigeon_id)
    .where('o.user_id', '=', user_id)
    .executeTakeFirst();
  return found ? { order_id: found.id, number: orderNumber(found) } : null;
}

/** The same as their owner sees them. @param by the reader: the owner, or somebody of the loft */
export async function shownEntries(tx: Tx, order: Registration, by: number | null): Promise<EntryToShow[]> {
  const entered = await entriesOf(tx, order);
  if (!entered.length) return [];
  const birds = new Map(
    (
      await adminBirds(
        tx,
        order,
        entered.map(({ pigeon_id }) => pigeon_id),
      )
    ).map((bird) => [bird.pigeon_id, bird]),
  );
  const pedigrees = await pedigreesOf(tx, order, [...birds.keys()]);
  const photos = await photosOf(tx, order, [...birds.keys()]);
  const logs = await logsOf(tx, order, [...birds.keys()]);
  const changeable = [...birds.values()].filter((bird) => whyNotChange(bird) === null);
  const known = await knownOfPigeons(tx, order, by, changeable);
  const elsewhere = by === order.user_id ? await enteredElsewhere(tx, order, [...birds.keys()]) : new Map();
  return entered.map(({ pigeon_id, place }) => {
    const bird = birds.get(pigeon_id)!;
    const own = known.get(pigeon_id);
    return {
      ...bird,
      place,
      part: partAt(order, place),
      is_unusual: isUnusualRing(bird.ring),
      is_changeable: changeable.includes(bird),
      photo: photos.get(pigeon_id) ?? null,
      pedigree: pedigrees.get(pigeon_id) ?? null,
      log: logs.get(pigeon_id) ?? [],
      known_from: own ? knownFrom(factsOf(bird), own) : [],
      also_in: elsewhere.get(pigeon_id) ?? [],
    };
  });
}

/**
 * Where the owner of an order has entered its birds for another season of the same year, by pigeon. It is allowed, and a
 * mistake as a rule: a bird lives in one loft.
 */
async function enteredElsewhere(
  tx: Tx,
  { loft_id, user_id }: Registration,
  pigeon_ids: readonly number[],
): Promise<Map<number, EntryToShow['also_in']>> {
  const { rows } = await sql<{ id: number; loft: string; season: string }>`
    select own.id, l.name as loft, s.name as season
    from pigeons own
    join seasons here on here.loft_id = own.loft_id and here.id = own.season_id
    cross join lateral (
      select p.id, p.loft_id, p.season_id, p.team_id from pigeons p
      where p.bird_id = own.bird_id and p.id <> own.id and not ${isGoneBird}) p
    join seasons s on s.loft_id = p.loft_id and s.id = p.season_id and s.year = here.year and s.status <> 'draft'
    join lofts l on l.id = p.loft_id
    where own.loft_id = ${loft_id} and own.id = any(${pigeon_ids}::bigint[]) and ${firstOwner} = ${user_id}
    order by own.id, l.name, p.id`.execute(tx);
  const elsewhere = Map.groupBy(rows, ({ id }) => id);
  return new Map([...elsewhere].map(([id, places]) => [id, places.map(({ loft, season }) => ({ loft, season }))]));
}

/** What other seasons say of these birds of an order, by pigeon. */
async function knownOfPigeons(
  tx: Tx,
  order: Registration,
  by: number | null,
  pigeons: readonly AdminBird[],
): Promise<Map<number, Known>> {
  if (!pigeons.length) return new Map();
  const rows = await tx
    .selectFrom('pigeons')
    .select(['id', 'bird_id'])
    .where('loft_id', '=', order.loft_id)
    .where(
      'id',
      'in',
      pigeons.map(({ pigeon_id }) => pigeon_id),
    )
    .execute();
  const asked = rows.map(({ bird_id }) => ({ bird_id, owner: order.user_id }));
  const known = await knownOf(tx, order, by === order.user_id ? 'owner' : 'loft', asked);
  return new Map(rows.flatMap(({ id, bird_id }) => (known.has(bird_id) ? [[id, known.get(bird_id)!]] : [])));
}

/**
 * Enter a bird for the next free place of a locked order; it is assigned then. A bird left behind by an ended order of
 * the same person is taken over.
 * @throws Refusal by {@link whyNotEnter}; `entry_exists` at a ring that is in the season (8.17); `not_found` at a team
 * of another person.
 */
export async function enterFor(
  tx: Tx,
  order: Registration,
  { team_id, ...fields }: PigeonToEnter,
  { by, now_ms }: Act,
): Promise<Entered> {
  const entered = await entriesOf(tx, order);
  const no = whyNotEnter(order, entered.length);
  if (no) throw no;
  const { loft_id, season_id } = order;
  const bird = { ...fields, team_id: await ownTeam(tx, order, team_id) };
  const place = (entered.at(-1)?.place ?? 0) + 1;
  const key = ringKey(bird.ring);
  const found = (await leftBehind(tx, order, [key])).get(key);
  const left = found?.user_id === order.user_id ? found.bird : undefined;
  const pigeon_id = left?.pigeon_id ?? (await enterPigeon(tx, order, bird, { by, owner: order.user_id }));
  if (left) {
    await changePigeon(tx, order, left, { ...blankFacts, ...withKnown(bird, factsOf(left)) }, by);
    await tx
      .updateTable('entries')
      .set({ order_id: order.id, place })
      .where('loft_id', '=', loft_id)
      .where('pigeon_id', '=', pigeon_id)
      .execute();
  } else {
    await tx.insertInto('entries').values({ loft_id, season_id, order_id: order.id, place, pigeon_id }).execute();
  }
  await bringTo(tx, order, await lockPigeons(tx, order, [pigeon_id]), 'assigned', { by, now_ms });
  return { pigeon_id, place };
}

/**
 * Change a bird of a locked order; a fact that is left out stays as it is.
 * @throws Refusal `not_found`; `pigeon_at_loft`; at the ring and the team as {@link enterFor}.
 */
export async function changeEntered(
  tx: Tx,
  order: Registration,
  pigeon_id: number,
  { team_id, ...fields }: EntryFields,
  by: number | null,
): Promise<void> {
  const bird = await ownBird(tx, order, pigeon_id);
  const change = { ...withGiven(factsOf(bird), fields), team_id: await ownTeam(tx, order, team_id) };
  await changePigeon(tx, order, bird, change, by);
}

/**
 * Set the pedigree file of a bird of a locked order; null removes it.
 * @throws Refusal `not_found`; by {@link whyNotPedigree}, and removed by {@link whyNotChange}
 */
export async function setPedigree(
  tx: Tx,
  order: Registration,
  pigeon_id: number,
  file_id: number | null,
): Promise<void> {
  const locked = await ownLocked(tx, order, pigeon_id);
  const has_pedigree = (await pedigreesOf(tx, order, [pigeon_id])).has(pigeon_id);
  const no = file_id === null ? whyNotChange(locked) : whyNotPedigree({ ...locked, has_pedigree });
  if (no) throw no;
  await givePedigree(tx, { loft_id: order.loft_id, pigeon_id, file_id });
}

/**
 * Remove a bird from a locked order and from the season; those behind it move up.
 * @throws Refusal `not_found`; `pigeon_at_loft`; `pigeon_flown` (5.7, 8.22).
 */
export async function removeEntered(tx: Tx, order: Registration, pigeon_id: number, by: number | null): Promise<void> {
  const { loft_id, season_id } = order;
  await ownBird(tx, order, pigeon_id);
  await removePigeon(tx, by, { loft_id, season_id, pigeon_id });
  await place(
    tx,
    order,
    (await entriesOf(tx, order)).map((one) => one.pigeon_id),
  );
}

/**
 * Set the order of the birds of a locked order.
 * @throws Refusal `bad_input` unless each of them is there once; `pigeon_at_loft` where one would move that the loft
 * has.
 */
export async function reorder(tx: Tx, order: Registration, wanted: readonly number[]): Promise<void> {
  const entered = await entriesOf(tx, order);
  const pigeon_ids = reordered(
    entered.map(({ pigeon_id }) => pigeon_id),
    wanted,
  );
  const moving = pigeon_ids.filter((pigeon_id, i) => entered[i]!.pigeon_id !== pigeon_id);
  if (!moving.length) return;
  for (const pigeon of await lockPigeons(tx, order, moving)) {
    const no = whyNotChange(pigeon);
    if (no) throw no;
  }
  await place(tx, order, pigeon_ids);
}

async function place(tx: Tx, { loft_id, id }: Registration, pigeon_ids: readonly number[]): Promise<void> {
  await sql`
    update entries set place = wanted.place
    from unnest(${pigeon_ids}::bigint[]) with ordinality as wanted (pigeon_id, place)
    where entries.loft_id = ${loft_id} and entries.order_id = ${id} and entries.pigeon_id = wanted.pigeon_id
      and entries.place <> wanted.place`.execute(tx);
}

/** A bird of the order, locked, that its owner may still change. */
async function ownBird(tx: Tx, order: Registration, pigeon_id: number): Promise<AdminBird> {
  const no = whyNotChange(await ownLocked(tx, order, pigeon_id));
  if (no) throw no;
  const [bird] = await adminBirds(tx, order, [pigeon_id]);
  return bird!;
}

/** A bird of the order, locked. @throws Refusal `not_found` */
async function ownLocked(tx: Tx, order: Registration, pigeon_id: number) {
  if (!(await entriesOf(tx, order)).some((one) => one.pigeon_id === pigeon_id)) throw new Refusal('not_found');
  return (await lockPigeons(tx, order, [pigeon_id]))[0]!;
}

/** The named team, or the order's own. @throws Refusal `not_found` at a team of another person. */
async function ownTeam(tx: Tx, order: Registration, team_id: number | null): Promise<number | null> {
  if (team_id === null) return order.team_id;
  if (team_id !== order.team_id && !(await teamsOfPerson(tx, order)).some((team) => team.team_id === team_id))
    throw refusalAt('team_id', 'not_found');
  return team_id;
}

/** The teams of a person in a season, and the team of an order. */
export function teamsOfPerson(
  tx: Tx,
  { loft_id, season_id, user_id, team_id }: Pick<Registration, 'loft_id' | 'season_id' | 'user_id' | 'team_id'>,
): Promise<{ team_id: number; team: string; country: string | null }[]> {
  return tx
    .selectFrom('teams')
    .select(['id as team_id', 'name as team', 'country'])
    .where('loft_id', '=', loft_id)
    .where('season_id', '=', season_id)
    .where((eb) => eb.or([eb('user_id', '=', user_id), eb('id', '=', team_id)]))
    .orderBy('name')
    .execute();
}
