/** A release that was reported by mistake, taken back while no bird is home: the ledger withdraws it. */
import { sql } from 'kysely';
import { type TakenBack, whyNotTakeBack } from '#domain/flights/release.ts';
import type { FlightKey } from '#domain/keys.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Act } from '#server/act.ts';
import type { Tx } from '#server/db/database.ts';
import { declare } from '#server/ledger/declarations.ts';
import { lockLedger } from '#server/ledger/ledger.ts';
import { rematch } from '#server/ledger/matching.ts';
import { addDecision } from './decisions.ts';
import { basketOf, moveFlight, reopenList } from './lifecycle.ts';
import type { LockedFlight } from './locked-flight.ts';

/** The releases of a flight that were taken back, the first one first. */
export async function takenBack(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<TakenBack[]> {
  const { rows } = await sql<TakenBack>`
    select d.at, d.reason, d.details ->> 'release_time' as release_time,
      nullif(concat_ws(' ', u.first_name, u.last_name), '') as by
    from flight_decisions d left join users u on u.id = d.user_id
    where d.loft_id = ${loft_id} and d.flight_id = ${flight_id} and d.kind = 'release_taken_back'
    order by d.n`.execute(tx);
  return rows;
}

/**
 * Take back the release of a locked flight, which is again as it was before: planned for its time, with its list sealed,
 * or in basketing where the release itself had sealed it. A reading of a bird of this flight is either in the ledger
 * before this look, or finds no release.
 * @param release_time the release that is meant: another one that was reported meanwhile stays
 * @throws Refusal by {@link whyNotTakeBack}; `changed_meanwhile` where another release counts
 */
export async function takeBackRelease(
  tx: Tx,
  flight: LockedFlight,
  release_time: string,
  act: Act & { by: number; reason: string },
): Promise<void> {
  const { loft_id, id: flight_id } = flight;
  await lockLedger(tx, loft_id);
  const no = whyNotTakeBack({ ...flight, ...(await whatFollowed(tx, { loft_id, flight_id })) });
  if (no) throw no;
  if (Date.parse(flight.release_time!) !== Date.parse(release_time)) throw new Refusal('changed_meanwhile');
  await declare(
    tx,
    loft_id,
    (await releaseEntries(tx, { loft_id, flight_id })).map((voids) => ({ kind: 'void', voids, is_reading: false })),
    act,
  );
  await moveFlight(tx, flight, 'take_back', act);
  if (await wasSealedByRelease(tx, { loft_id, flight_id })) await reopenList(tx, { ...flight, status: 'sealed' }, act);
  await tx
    .updateTable('flights')
    .set({
      release_time: flight.planned_release_time,
      planned_release_time: null,
      closed_intervals: '[]',
      day_starts: '[]',
      closes_at: null,
    })
    .where('loft_id', '=', loft_id)
    .where('id', '=', flight_id)
    .execute();
  // The forecast that was kept is that of the release.
  await tx.deleteFrom('flight_forecasts').where('loft_id', '=', loft_id).where('flight_id', '=', flight_id).execute();
  await addDecision(tx, { loft_id, flight_id }, 'release_taken_back', { release_time: flight.release_time }, act);
  await rematch(tx, loft_id, { pigeon_ids: await basketOf(tx, flight), from: flight.release_time! });
  await sql`select pg_notify('flights', ${`${loft_id}:${flight_id}`})`.execute(tx);
}

/** What has come of a release: birds that are home, later groups, rulings that were begun. */
async function whatFollowed(tx: Tx, { loft_id, flight_id }: FlightKey) {
  const { rows } = await sql<{ home: number; has_groups: boolean; has_rulings: boolean }>`
    select s.home_count::int as home,
      exists (select from baskets b where b.loft_id = s.loft_id and b.flight_id = s.flight_id
        and b.released_at is not null) as has_groups,
      exists (select from rulings r where r.loft_id = s.loft_id and r.flight_id = s.flight_id) as has_rulings
    from flight_streams s where s.loft_id = ${loft_id} and s.flight_id = ${flight_id}`.execute(tx);
  return rows[0]!;
}

/** The entries of the ledger by which a flight is released: its release, and the rules that were frozen with it. */
async function releaseEntries(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select d.number from declarations d
    where d.loft_id = ${loft_id} and d.flight_id = ${flight_id} and d.kind in ('release', 'rules')
      and not exists (select from declarations v
        where v.loft_id = d.loft_id and v.kind = 'void' and v.declaration_number = d.number)
    order by d.number`.execute(tx);
  return rows.map(({ number }) => number);
}

/** Whether the list was sealed by the release itself, in its transaction, because nobody had sealed it before. */
async function wasSealedByRelease(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<boolean> {
  const { rows } = await sql<{ is_same: boolean }>`
    select sealed.at = released.at and sealed.from_status = 'basketing' as is_same
    from flight_history released
    join flight_history sealed on sealed.loft_id = released.loft_id and sealed.flight_id = released.flight_id
      and sealed.machine = released.machine and sealed.n = released.n - 1
    where released.loft_id = ${loft_id} and released.flight_id = ${flight_id} and released.to_status = 'released'
    order by released.n desc limit 1`.execute(tx);
  return rows[0]?.is_same ?? false;
}
