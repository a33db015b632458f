/** Where the birds of a flight stand while it is basketed: in a crate, held back, or present. */
import { sql } from 'kysely';
import type { Standing } from '#domain/basketing/desk-bird.ts';
import type { FlightKey } from '#domain/keys.ts';
import type { Tx } from '#server/db/database.ts';
import { countBasketed } from '#server/flights/lifecycle.ts';
import type { LockedFlight } from '#server/flights/locked-flight.ts';

export type StandingRow = Standing & { pigeon_id: number };

/** Who stands where at a flight: all birds, or some and who else is in crates. */
export async function standingsOf(tx: Tx, { loft_id, flight_id }: FlightKey): Promise<StandingRow[]> {
  const basketed = await tx
    .selectFrom('baskets')
    .select(['pigeon_id', 'crate', 'crate_number as number'])
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .orderBy('position')
    .execute();
  const others = await tx
    .selectFrom('basketing_birds')
    .select(['pigeon_id', 'list', 'reason', 'later'])
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .orderBy('pigeon_id')
    .execute();
  return [
    ...basketed.map((row): StandingRow => ({ ...row, list: 'basketed' })),
    ...others.map(
      ({ pigeon_id, list, reason, later }): StandingRow =>
        list === 'held_back' ? { pigeon_id, list, reason: reason! } : { pigeon_id, list, later },
    ),
  ];
}

/** Who stands where at a flight, with the reasons for which birds went in although they were out at another one. */
export async function explainedStandings(tx: Tx, key: FlightKey): Promise<StandingRow[]> {
  const { rows } = await sql<{ pigeon_id: number; reason: string }>`
    select e.pigeon_id, e.reason from basketing_events e
    where e.loft_id = ${key.loft_id} and e.flight_id = ${key.flight_id} and e.kind = 'in' and e.reason is not null
      and e.refusal is null and not exists (select from basketing_events later
        where later.loft_id = e.loft_id and later.flight_id = e.flight_id and later.pigeon_id = e.pigeon_id
          and later.kind = 'in' and later.refusal is null and later.seq > e.seq)`.execute(tx);
  const reasons = new Map(rows.map(({ pigeon_id, reason }) => [pigeon_id, reason]));
  return (await standingsOf(tx, key)).map((standing) => {
    const reason = reasons.get(standing.pigeon_id);
    return standing.list === 'basketed' && reason !== undefined ? { ...standing, reason } : standing;
  });
}

/** A bird that stands elsewhere than before; undefined: nowhere. */
export interface Changed {
  pigeon_id: number;
  was: Standing | undefined;
  is: Standing | undefined;
}

/** Writes how birds stand now; a bird that stays basketed keeps its place on the list. */
export async function writeStandings(
  tx: Tx,
  flight: LockedFlight,
  { desk, changed, now_ms }: { desk: number; changed: readonly Changed[]; now_ms: number },
): Promise<void> {
  const { loft_id, season_id, id: flight_id } = flight;
  const idsOf = (some: readonly Changed[]) => some.map(({ pigeon_id }) => pigeon_id);
  const isIn = (one: Standing | undefined) => one?.list === 'basketed';
  const out = changed.filter(({ was, is }) => isIn(was) && !isIn(is));
  const off = changed.filter(({ was }) => was && !isIn(was));
  if (out.length)
    await tx
      .deleteFrom('baskets')
      .where('loft_id', '=', loft_id)
      .where('flight_id', '=', flight_id)
      .where('pigeon_id', 'in', idsOf(out))
      .execute();
  if (off.length)
    await tx
      .deleteFrom('basketing_birds')
      .where('loft_id', '=', loft_id)
      .where('flight_id', '=', flight_id)
      .where('pigeon_id', 'in', idsOf(off))
      .execute();
  const beside = changed.flatMap(({ pigeon_id, is }) =>
    is && is.list !== 'basketed'
      ? [
          {
            loft_id,
            season_id,
            flight_id,
            pigeon_id,
            list: is.list,
            reason: is.list === 'held_back' ? is.reason : null,
            later: is.list === 'present' && is.later,
          },
        ]
      : [],
  );
  if (beside.length) await tx.insertInto('basketing_birds').values(beside).execute();
  const placed = (some: readonly Changed[]) => {
    const places = some.map(({ is }) => is as Standing & { list: 'basketed' });
    return { crates: places.map(({ crate }) => crate), numbers: places.map(({ number }) => number) };
  };
  const moved = changed.filter(({ was, is }) => isIn(was) && isIn(is));
  if (moved.length) {
    const { crates, numbers } = placed(moved);
    await sql`
      update baskets b set desk = ${desk}, crate = w.crate, crate_number = w.number
      from unnest(${idsOf(moved)}::bigint[], ${crates}::int[], ${numbers}::int[]) as w (pigeon_id, crate, number)
      where b.loft_id = ${loft_id} and b.flight_id = ${flight_id} and b.pigeon_id = w.pigeon_id`.execute(tx);
  }
  const into = changed.filter(({ was, is }) => !isIn(was) && isIn(is));
  if (into.length) {
    const { crates, numbers } = placed(into);
    await sql`
      insert into baskets (loft_id, season_id, flight_id, pigeon_id, position, desk, crate, crate_number)
      select ${loft_id}, ${season_id}, ${flight_id}, w.pigeon_id,
        w.place + coalesce((select max(position) from baskets
          where loft_id = ${loft_id} and flight_id = ${flight_id}), 0), ${desk}, w.crate, w.number
      from unnest(${idsOf(into)}::bigint[], ${crates}::int[], ${numbers}::int[])
        with ordinality as w (pigeon_id, crate, number, place)`.execute(tx);
  }
  if (into.length || out.length) await countBasketed(tx, flight, into.length - out.length, now_ms);
}

/**
 * Keeps which birds of a flight are exchanged, each with the other one and the declaration that says so.
 * @returns the birds for which that is another one than before
 */
export async function markExchanged(
  tx: Tx,
  { loft_id, flight_id }: FlightKey,
  exchanges: readonly { pigeon_id: number; other_id: number; number: number }[],
): Promise<number[]> {
  const both = exchanges.flatMap(({ pigeon_id, other_id, number }) => [
    { bird: pigeon_id, other: other_id, number },
    { bird: other_id, other: pigeon_id, number },
  ]);
  const { rows } = await sql<{ pigeon_id: number }>`
    update baskets b set exchanged_by = said.number, exchanged_with = said.other
    from (
      select own.pigeon_id, e.number, e.other from baskets own
      left join jsonb_to_recordset(${JSON.stringify(both)}::jsonb) as e (bird bigint, other bigint, number bigint)
        on e.bird = own.pigeon_id
      where own.loft_id = ${loft_id} and own.flight_id = ${flight_id}
        and own.exchanged_by is distinct from e.number) said
    where b.loft_id = ${loft_id} and b.flight_id = ${flight_id} and b.pigeon_id = said.pigeon_id
    returning b.pigeon_id`.execute(tx);
  return rows.map(({ pigeon_id }) => pigeon_id);
}

/**
 * Keeps when each bird of a later group of a flight was released.
 * @param releases by pigeon, epoch ms; the others are released with the flight
 */
export async function markReleased(
  tx: Tx,
  { loft_id, flight_id }: FlightKey,
  releases: ReadonlyMap<number, number>,
): Promise<void> {
  const said = Array.from(releases, ([bird, at_ms]) => ({ bird, at: new Date(at_ms).toISOString() }));
  await sql`
    update baskets b set released_at = said.at
    from (
      select own.pigeon_id, r.at from baskets own
      left join jsonb_to_recordset(${JSON.stringify(said)}::jsonb) as r (bird bigint, at timestamptz)
        on r.bird = own.pigeon_id
      where own.loft_id = ${loft_id} and own.flight_id = ${flight_id}
        and own.released_at is distinct from r.at) said
    where b.loft_id = ${loft_id} and b.flight_id = ${flight_id} and b.pigeon_id = said.pigeon_id`.execute(tx);
}

/** Keeps the declaration by which a basketed bird is disqualified; null: it is not, or no longer. */
export async function markDisqualified(
  tx: Tx,
  { loft_id, flight_id, pigeon_id }: FlightKey & { pigeon_id: number },
  number: number | null,
): Promise<void> {
  await tx
    .updateTable('baskets')
    .set({ disqualified_by: number })
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', flight_id)
    .where('pigeon_id', '=', pigeon_id)
    .execute();
}
