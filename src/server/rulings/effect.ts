/** What a ruling changes: the result before, and the one with the rows that it writes. */
import { createHash } from 'node:crypto';
import { inOrder } from '#domain/arrivals/official.ts';
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
import { isLargeMove, needsSecond, type RulingChange } from '#domain/rulings/ruling.ts';
import { prizesOf } from '#domain/seasons/prizes.ts';
import { ranking } from '#server/arrivals/arrivals.ts';
import { type FlightPlan, finishOf, prizesOfFlight, specialCents, specialsOf } from '#server/arrivals/prizes.ts';
import type { Foreseen, Ruling } from '#server/arrivals/rulings.ts';
import type { Tx } from '#server/db/database.ts';
import { type FlownFlight, findFlownFlight } from '#server/flights/flights.ts';
import type { LockedFlight } from '#server/flights/locked-flight.ts';
import { currencyOf } from '#server/seasons/seasons.ts';
import { acesChanged } from './aces.ts';
import { corrected, foreseeRuling, makeRuling } from './apply.ts';
import { namedBirds } from './birds.ts';
import { rankingPrizesMoved } from './ranking-prizes.ts';
import { dropOf } from './read.ts';

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
  const homes = new Map(foreseen.before);
  const prizes = await prizesOfFlight(tx, flight);
  const before = await resultOf(tx, flight, homes, prizes);
  for (const { pigeon_id, time_ms } of foreseen.rematch.changes) {
    if (time_ms === null) homes.delete(pigeon_id);
    else homes.set(pigeon_id, time_ms);
  }
  const flown = corrected(flight, foreseen);
  const after = await resultOf(tx, flown, homes, prizes, change.kind === 'disqualified' ? change.pigeon_id : null);
  const changes = changesBetween(before, after);
  // While birds come each one moves the last of a run: what is signed then is who comes in or out and every prize.
  const signed = locked.status === 'released' ? changes.filter((one) => !isMove(one)) : changes;
  // The database gives the fields of a stored ruling in an order of its own.
  const ruled = JSON.stringify([await madeOn(tx, locked), change], (_, value: unknown) => inOrder(value));
  const fingerprint = createHash('sha256').update(ruled).update(JSON.stringify(signed)).digest('hex');
  const too_fast = tooFastIn(changes, flight.rules.speed);
  const now = { release_ms: Date.parse(locked.release_time!), distance_m: locked.distance_m! };
  const is_large_move = isLargeMove(change, now);
  return {
    fingerprint,
    needs_second: needsSecond(locked.status, changes, { too_fast, is_large_move }),
    ...sumsOf(changes),
    shift: shiftsOf(changes),
    too_fast,
    speed_rule: flight.rules.speed,
    drop: change.kind === 'manual' ? dropOf(foreseen.before, change) : null,
    groups_kept: change.kind === 'release' ? flight.release_groups.map(({ group }) => group) : [],
    prize: prizes && {
      basis: prizes.template.basis,
      currency: await currencyOf(tx, locked),
      before: sumOfPrizes(before),
      after: sumOfPrizes(after),
    },
    moved: [
      ...(await specialsMoved(tx, locked, before, after)),
      ...(await rankingPrizesMoved(
        tx,
        locked,
        { ...before, ...distanceOf(flight) },
        { ...after, ...distanceOf(flown) },
      )),
    ],
    aces: await acesChanged(tx, locked, { ...before, ...distanceOf(flight) }, { ...after, ...distanceOf(flown) }),
    lines: await linesOf(tx, locked, all ? changes : withRuns(changes).slice(0, mostLines)),
  };
}

/** The special prizes that move where those of the places are shares of the fund, so that both are no one sum. */
async function specialsMoved(
  tx: Tx,
  { loft_id, season_id }: LockedFlight,
  { special: was }: ResultWithSpecials,
  { special: is }: ResultWithSpecials,
): Promise<RulingEffect['moved']> {
  const ids = [...new Set([...was.keys(), ...is.keys()])].filter((id) => (was.get(id) ?? 0) !== (is.get(id) ?? 0));
  if (ids.length === 0) return [];
  const birds = await namedBirds(tx, loft_id, ids);
  const lines = ids.map((id) => {
    const { ring, team } = birds.get(id)!;
    return { ring, name: team, before_cents: was.get(id) ?? 0, after_cents: is.get(id) ?? 0 };
  });
  return [{ what: 'special', name: null, names: {}, currency: await currencyOf(tx, { loft_id, season_id }), lines }];
}

/** A result, and, where its prizes are shares of the fund, the special prizes by bird, cents. */
interface ResultWithSpecials extends Result {
  special: ReadonlyMap<number, number>;
}

const noSpecials = new Map<number, number>();

const distanceOf = ({ distance_m }: FlownFlight) => ({ distance_m });

async function resultOf(
  tx: Tx,
  flight: FlownFlight,
  homes: ReadonlyMap<number, number>,
  prizes: FlightPlan | null,
  disqualified: number | null = null,
): Promise<ResultWithSpecials> {
  const ranked = await ranking(tx, flight, homes);
  if (!prizes) return { ranked, prizes: [], special: noSpecials };
  const { is_together, lost, lost_ids } = await finishOf(tx, flight, prizes, ranked);
  // A bird that is about to be disqualified has no part in what birds that are not home get.
  const sharing = lost === null ? null : lost_ids.filter((id) => id !== disqualified).length;
  const { values } = prizesOf(prizes, ranked, { is_together, lost: sharing });
  const special = specialCents(await specialsOf(tx, flight, prizes, ranked));
  if (prizes.template.basis === 'percent') return { ranked, prizes: values, special };
  // Where prizes are money, special prizes are part of what a bird has.
  const all = ranked.map(({ pigeon_id }, i) => (values[i] ?? 0) + (special.get(pigeon_id) ?? 0));
  return { ranked, prizes: all, special: noSpecials };
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
