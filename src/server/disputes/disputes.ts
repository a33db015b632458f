/** Opening, answering and withdrawing disputes of a provisional result. */
import { sql } from 'kysely';
import {
  type DisputeDecision,
  type DisputeState,
  whyNotAnswer,
  whyNotDispute,
  whyNotWithdraw,
} from '#domain/disputes/dispute.ts';
import type { FlightKey } from '#domain/keys.ts';
import { ringKey } from '#domain/pigeons/ring.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { lockOwnPicture } from '#server/files/files.ts';
import { disputesUntilOf } from '#server/flights/dispute-window.ts';
import type { LockedFlight } from '#server/flights/locked-flight.ts';
import { notify, person } from '#server/notifications/notify.ts';
import { madeRulings, ownBirds } from './read.ts';

type PersonAct = Act & { by: number };

/** Why a person cannot dispute the result of a flight now, or null. */
export async function refusalToDispute(
  tx: Tx,
  { loft_id, id: flight_id, ...flight }: Pick<LockedFlight, 'loft_id' | 'id' | 'status' | 'replay_factor'>,
  { by, now_ms }: PersonAct,
): Promise<Refusal | null> {
  const key = { loft_id, flight_id };
  const { count } = await tx
    .selectFrom('disputes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .where('user_id', '=', by)
    .executeTakeFirstOrThrow();
  const is_participant = (await ownBirds(tx, key, by)).length > 0;
  return whyNotDispute({ ...flight, until_ms: await disputesUntilOf(tx, key), is_participant, count }, now_ms);
}

/**
 * Dispute the result of a locked flight, or the place of one bird in it. The lock parts it from a signature: either the
 * dispute finds the result official, or the signature finds the dispute.
 * @param ring empty for the result as a whole
 * @param showsRings whether the season shows the birds of others
 * @returns its number in the flight
 * @throws Refusal by {@link whyNotDispute}; at `ring` `dispute_ring_unknown`; `not_found` for a picture of somebody else
 */
export async function openDispute(
  tx: Tx,
  flight: LockedFlight,
  {
    ring,
    text,
    file_ids,
    showsRings,
  }: { ring: string; text: string; file_ids: readonly number[]; showsRings: boolean },
  act: PersonAct,
): Promise<number> {
  const { by, now_ms } = act;
  const no = await refusalToDispute(tx, flight, act);
  if (no) throw no;
  const key = { loft_id: flight.loft_id, flight_id: flight.id };
  const bird = ring.trim() === '' ? null : await birdOf(tx, key, ring, showsRings ? null : by);
  const { n } = await tx
    .insertInto('disputes')
    .values({
      ...key,
      n: sql<number>`(select coalesce(max(n), 0) + 1 from disputes
        where loft_id = ${key.loft_id} and flight_id = ${key.flight_id})`,
      pigeon_id: bird?.id ?? null,
      text: text.trim(),
      user_id: by,
      opened_at: new Date(now_ms).toISOString(),
    })
    .returning('n')
    .executeTakeFirstOrThrow();
  for (const [at, file_id] of [...new Set(file_ids)].entries()) {
    await lockOwnPicture(tx, { loft_id: key.loft_id, file_id, user_id: by });
    await tx
      .insertInto('dispute_files')
      .values({ ...key, n, place: at + 1, file_id })
      .execute();
  }
  const runners = sql`select user_id from loft_permissions
    where loft_id = ${key.loft_id} and is_active and (is_merchant or has_seasons) and user_id <> ${by}`;
  await notify(tx, runners, {
    event: 'dispute',
    key: `dispute:${flight.id} ${n}`,
    facts: {
      ...(await namesOf(tx, flight)),
      as: 'opened',
      ring: bird?.ring ?? null,
      text: text.trim(),
      path: `/admin/seasons/${flight.season_id}/flights/${flight.id}/disputes`,
    },
  });
  await announce(tx, key);
  return n;
}

/** A bird on the list of a flight by its ring; of this person, where one is given. @throws Refusal at `ring` */
async function birdOf(tx: Tx, key: FlightKey, ring: string, owner: number | null) {
  const birds =
    owner === null
      ? await tx
          .selectFrom('baskets as b')
          .innerJoin('pigeons as p', (join) =>
            join.onRef('p.loft_id', '=', 'b.loft_id').onRef('p.id', '=', 'b.pigeon_id'),
          )
          .select(['p.id', 'p.ring'])
          .where('b.loft_id', '=', key.loft_id)
          .where('b.flight_id', '=', key.flight_id)
          .where('p.ring_key', '=', ringKey(ring))
          .execute()
      : (await ownBirds(tx, key, owner)).filter((bird) => ringKey(bird.ring) === ringKey(ring));
  if (!birds[0]) throw refusalAt('ring', 'dispute_ring_unknown');
  return birds[0];
}

const namesOf = async (tx: Tx, { loft_id, name }: LockedFlight): Promise<{ loft: string; flight: string }> => {
  const loft = await tx.selectFrom('lofts').select('name').where('id', '=', loft_id).executeTakeFirstOrThrow();
  return { loft: loft.name, flight: name };
};

/** Pages that are open show that there is a dispute, or what became of it. */
const announce = (tx: Tx, { loft_id, flight_id }: FlightKey) =>
  sql`select pg_notify('flights', ${`${loft_id}:${flight_id}`})`.execute(tx);

/** A dispute of a locked flight. @throws Refusal `not_found` */
async function loadDispute(tx: Tx, { loft_id, flight_id }: FlightKey, n: number) {
  const row = await tx
    .selectFrom('disputes as d')
    .leftJoin('dispute_answers as a', (join) =>
      join.onRef('a.loft_id', '=', 'd.loft_id').onRef('a.flight_id', '=', 'd.flight_id').onRef('a.n', '=', 'd.n'),
    )
    .leftJoin('pigeons as p', (join) => join.onRef('p.loft_id', '=', 'd.loft_id').onRef('p.id', '=', 'd.pigeon_id'))
    .select(['d.user_id', 'p.ring', 'a.decision'])
    .where('d.loft_id', '=', loft_id)
    .where('d.flight_id', '=', flight_id)
    .where('d.n', '=', n)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const { decision, ...dispute } = row;
  return { ...dispute, state: (decision ?? 'open') as DisputeState };
}

/**
 * Answer an open dispute of a locked flight, for everybody to read; who opened it is notified.
 * @param ruling_n the ruling that mended it, of one that is upheld
 * @throws Refusal `not_found`; by {@link whyNotAnswer}; at `ruling_n` `dispute_ruling_needed`, `dispute_ruling_unknown`
 */
export async function answerDispute(
  tx: Tx,
  flight: LockedFlight,
  { n, decision, text, ruling_n }: { n: number; decision: DisputeDecision; text: string; ruling_n: number | null },
  { by, now_ms }: PersonAct,
): Promise<void> {
  const key = { loft_id: flight.loft_id, flight_id: flight.id };
  const { user_id, ring, state } = await loadDispute(tx, key, n);
  const no = whyNotAnswer({ state, user_id }, by);
  if (no) throw no;
  if (ruling_n === null) {
    if (decision === 'upheld') throw refusalAt('ruling_n', 'dispute_ruling_needed');
  } else {
    const isMade = (await madeRulings(tx, key)).some((ruling) => ruling.n === ruling_n);
    if (decision !== 'upheld' || !isMade) throw refusalAt('ruling_n', 'dispute_ruling_unknown');
  }
  await tx
    .insertInto('dispute_answers')
    .values({
      ...key,
      n,
      decision,
      text: text.trim(),
      ruling_n,
      user_id: by,
      at: new Date(now_ms).toISOString(),
      opened_by: user_id,
    })
    .execute();
  await notify(tx, person(user_id), {
    event: 'dispute',
    key: `dispute:${flight.id} ${n} answer`,
    facts: {
      ...(await namesOf(tx, flight)),
      as: decision,
      ring,
      text: text.trim(),
      path: `/lofts/${key.loft_id}/flights/${key.flight_id}/disputes`,
    },
  });
  await announce(tx, key);
}

/** Withdraw an open dispute of one's own on a locked flight. @throws Refusal `not_found`; by {@link whyNotWithdraw} */
export async function withdrawDispute(
  tx: Tx,
  flight: LockedFlight,
  n: number,
  { by, now_ms }: PersonAct,
): Promise<void> {
  const key = { loft_id: flight.loft_id, flight_id: flight.id };
  const { user_id, state } = await loadDispute(tx, key, n);
  const no = whyNotWithdraw({ state, user_id }, by);
  if (no) throw no;
  const at = new Date(now_ms).toISOString();
  await tx
    .insertInto('dispute_answers')
    .values({ ...key, n, decision: 'withdrawn', text: null, ruling_n: null, user_id: by, at, opened_by: by })
    .execute();
  await announce(tx, key);
}
