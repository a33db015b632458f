/** What a ruling changes: the result before, and the one with the rows that it writes. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { RulingEffect } from '#domain/rulings/contract.ts';
import {
  type BirdChange,
  changesBetween,
  isMove,
  type Place,
  type Result,
  sumOfPrizes,
  sumsOf,
  withRuns,
} from '#domain/rulings/effect.ts';
import { needsSecond, type RulingChange } from '#domain/rulings/ruling.ts';
import { ranking } from '#server/arrivals/arrivals.ts';
import { prizesOfFlight } from '#server/arrivals/prizes.ts';
import type { Foreseen, Ruling } from '#server/arrivals/rulings.ts';
import type { Tx } from '#server/db/database.ts';
import { type FlownFlight, findFlownFlight } from '#server/flights/flights.ts';
import type { LockedFlight } from '#server/flights/locked-flight.ts';
import { currencyOf } from '#server/seasons/seasons.ts';
import { corrected, foreseeRuling, makeRuling } from './apply.ts';

/** Lines that are stored with a ruling; a list of everything is for the page before it is made. */
const mostLines = 400;

/**
 * Makes a ruling on a locked flight.
 * @param all each bird on a line of its own, not only those whose prize changes
 * @returns what it changed, and the numbers of its entries in the ledger
 * @throws Refusal as {@link foreseeRuling}
 */
export async function carriedOut(
  tx: Tx,
  flight: LockedFlight,
  change: RulingChange,
  ruling: Ruling,
  options: { all?: boolean } = {},
): Promise<{ effect: RulingEffect; numbers: number[] }> {
  const foreseen = await foreseeRuling(tx, flight, change, ruling);
  const effect = await effectOf(tx, flight, change, foreseen, options);
  return { effect, numbers: await makeRuling(tx, flight, foreseen, ruling) };
}

/** What a ruling would change; nothing is written. @throws Refusal as {@link foreseeRuling} */
export async function previewed(
  tx: Tx,
  flight: LockedFlight,
  change: RulingChange,
  ruling: Ruling,
  options: { all?: boolean } = {},
): Promise<RulingEffect> {
  return effectOf(tx, flight, change, await foreseeRuling(tx, flight, change, ruling), options);
}

/** The effect of a foreseen ruling: the result as it is, and with the rows that the ruling appends. */
export async function effectOf(
  tx: Tx,
  locked: LockedFlight,
  change: RulingChange,
  foreseen: Foreseen,
  { all = false }: { all?: boolean },
): Promise<RulingEffect> {
  const { loft_id, id: flight_id } = locked;
  const flight = (await findFlownFlight(tx, { loft_id, flight_id }))!;
  const homes = new Map(foreseen.before.map(({ pigeon_id, time_ms }) => [pigeon_id, time_ms]));
  const { basis, result: before } = await resultOf(tx, flight, homes);
  for (const { pigeon_id, time_ms } of foreseen.rematch.changes) {
    if (time_ms === null) homes.delete(pigeon_id);
    else homes.set(pigeon_id, time_ms);
  }
  const { result: after } = await resultOf(tx, corrected(flight, foreseen), homes);
  const changes = changesBetween(before, after);
  // While birds come each one moves the last of a run: what is signed then is who comes in or out and every prize.
  const signed = locked.status === 'released' ? changes.filter((one) => !isMove(one)) : changes;
  // The database gives the fields of a stored ruling in an order of its own.
  const said = Object.entries(change).sort(([a], [b]) => (a < b ? -1 : 1));
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([said, signed]))
    .digest('hex');
  return {
    fingerprint,
    needs_second: needsSecond(locked.status, changes),
    ...sumsOf(changes),
    prize: basis && {
      basis,
      currency: await currencyOf(tx, locked),
      before: sumOfPrizes(before),
      after: sumOfPrizes(after),
    },
    lines: await linesOf(tx, locked, all ? changes : withRuns(changes).slice(0, mostLines)),
  };
}

type Prized = NonNullable<Awaited<ReturnType<typeof prizesOfFlight>>>;

async function resultOf(
  tx: Tx,
  flight: FlownFlight,
  homes: ReadonlyMap<number, number>,
): Promise<{ result: Result; basis: Prized['basis'] | null }> {
  const ranked = await ranking(tx, flight, homes);
  const prized = await prizesOfFlight(tx, flight, ranked);
  return { result: { ranked, prizes: prized?.values ?? [] }, basis: prized?.basis ?? null };
}

async function linesOf(
  tx: Tx,
  { loft_id }: LockedFlight,
  lines: readonly ReturnType<typeof withRuns>[number][],
): Promise<RulingEffect['lines']> {
  const ids = lines.flatMap((line) => ('pigeon_id' in line ? line.pigeon_id : []));
  const { rows } = await sql<{ pigeon_id: number; ring: string; country: string | null; team: string | null }>`
    select p.id as pigeon_id, p.ring, t.country, t.name as team from pigeons p
    left join teams t on t.loft_id = p.loft_id and t.id = p.team_id
    where p.loft_id = ${loft_id} and p.id = any(${ids}::bigint[])`.execute(tx);
  const birds = new Map(rows.map((row) => [row.pigeon_id, row]));
  const shown = (place: Place | null) =>
    place && { rank: place.rank, time: new Date(place.time_ms).toISOString(), prize: place.prize };
  return lines.map((line) => ('pigeon_id' in line ? birdLine(line) : line));

  function birdLine({ pigeon_id, before, after }: BirdChange) {
    return { ...birds.get(pigeon_id)!, before: shown(before), after: shown(after) };
  }
}
