/** What a ruling changes: the result before, and the one after the ruling was carried out. */
import { createHash } from 'node:crypto';
import type { RulingEffect } from '#domain/rulings/contract.ts';
import {
  type BirdChange,
  changesBetween,
  isMove,
  type Place,
  type Result,
  shiftsOf,
  sumOfPrizes,
  sumsOf,
  tooFastIn,
  withRuns,
} from '#domain/rulings/effect.ts';
import { needsSecond, type RulingChange } from '#domain/rulings/ruling.ts';
import { prizesOfFlight } from '#server/arrivals/prizes.ts';
import { rankedAnew } from '#server/arrivals/standings.ts';
import type { Tx } from '#server/db/database.ts';
import { tryOut } from '#server/db/transaction.ts';
import { findFlownFlight } from '#server/flights/flights.ts';
import type { LockedFlight } from '#server/flights/locked-flight.ts';
import { currencyOf } from '#server/seasons/seasons.ts';
import { acesChanged } from './aces.ts';
import { applyRuling } from './apply.ts';
import { namedBirds } from './birds.ts';

type Ruling = Parameters<typeof applyRuling>[3];

/** Lines that are stored with a ruling; a list of everything is for the page before it is made. */
const mostLines = 400;

type Prized = NonNullable<Awaited<ReturnType<typeof prizesOfFlight>>>;

async function resultOf(
  tx: Tx,
  { loft_id, id: flight_id }: LockedFlight,
): Promise<Result & { basis: Prized['basis'] | null }> {
  const flight = (await findFlownFlight(tx, { loft_id, flight_id }))!;
  const ranked = await rankedAnew(tx, flight);
  const prized = await prizesOfFlight(tx, flight, ranked);
  return { ranked, prizes: prized?.values ?? [], basis: prized?.basis ?? null };
}

/**
 * Carries out a ruling on a locked flight.
 * @param all each bird on a line of its own, not only those whose prize changes
 * @returns what it changed, and the numbers of its entries in the ledger
 * @throws Refusal as `applyRuling`
 */
export async function carriedOut(
  tx: Tx,
  flight: LockedFlight,
  change: RulingChange,
  ruling: Ruling,
  { all = false } = {},
): Promise<{ effect: RulingEffect; numbers: number[] }> {
  const before = await resultOf(tx, flight);
  const numbers = await applyRuling(tx, flight, change, ruling);
  const after = await resultOf(tx, flight);
  const changes = changesBetween(before, after);
  // While birds come each one moves the last of a run: what is signed then is who comes in or out and every prize.
  const signed = flight.status === 'released' ? changes.filter((one) => !isMove(one)) : changes;
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([await madeOn(tx, flight), change, signed]))
    .digest('hex');
  const effect: RulingEffect = {
    fingerprint,
    needs_second: needsSecond(flight.status, changes),
    ...sumsOf(changes),
    shift: shiftsOf(changes),
    too_fast: tooFastIn(changes, flight.rules.speed),
    speed_rule: flight.rules.speed,
    prize: after.basis && {
      basis: after.basis,
      currency: await currencyOf(tx, flight),
      before: sumOfPrizes(before),
      after: sumOfPrizes(after),
    },
    aces: await acesChanged(tx, flight, before.ranked, after.ranked),
    lines: await linesOf(tx, flight, all ? changes : withRuns(changes).slice(0, mostLines)),
  };
  return { effect, numbers };
}

/** How many rulings were made on a locked flight: what was seen before another one is looked at again. */
async function madeOn(tx: Tx, { loft_id, id }: LockedFlight): Promise<number> {
  const { made } = await tx
    .selectFrom('ruling_decisions')
    .select(({ fn }) => fn.countAll<number>().as('made'))
    .where('loft_id', '=', loft_id)
    .where('flight_id', '=', id)
    .where('decision', '=', 'made')
    .executeTakeFirstOrThrow();
  return Number(made);
}

/** What a ruling would change; nothing of it stays. @throws Refusal as `applyRuling` */
export async function previewed(
  tx: Tx,
  flight: LockedFlight,
  change: RulingChange,
  ruling: Ruling,
  options: { all?: boolean } = {},
): Promise<RulingEffect> {
  const { effect } = await tryOut(tx, () => carriedOut(tx, flight, change, ruling, options));
  return effect;
}

async function linesOf(
  tx: Tx,
  { loft_id }: LockedFlight,
  lines: readonly ReturnType<typeof withRuns>[number][],
): Promise<RulingEffect['lines']> {
  const ids = lines.flatMap((line) => ('pigeon_id' in line ? line.pigeon_id : []));
  const birds = await namedBirds(tx, loft_id, ids);
  const shown = (place: Place | null) => {
    if (!place) return null;
    const { time_ms, ...rest } = place;
    return { ...rest, time: new Date(time_ms).toISOString() };
  };
  return lines.map((line) => ('pigeon_id' in line ? birdLine(line) : line));

  function birdLine({ pigeon_id, before, after }: BirdChange) {
    return { ...birds.get(pigeon_id)!, before: shown(before), after: shown(after) };
  }
}
