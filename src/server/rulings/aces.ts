/** What a ruling changes in the aces of its season. */
import { type AceFlight, rankAces } from '#domain/aces/ace.ts';
import type { Ranked } from '#domain/arrivals/rank.ts';
import { mostAceLines, type RulingEffect } from '#domain/rulings/contract.ts';
import { aceChangesBetween } from '#domain/rulings/effect.ts';
import type { PrizeTemplate } from '#domain/seasons/rulebook.ts';
import { prizedFlights } from '#domain/seasons/rulebook-parts.ts';
import { rankedAnew, readStandings } from '#server/arrivals/standings.ts';
import type { Tx } from '#server/db/database.ts';
import { flownFlights } from '#server/flights/flights.ts';
import type { LockedFlight } from '#server/flights/locked-flight.ts';
import { rulebooksOf } from '#server/seasons/rulebook.ts';
import { namedBirds } from './birds.ts';

/** Places of an ace whose changes are shown by bird. */
const firstPlaces = 20;

const placesOf = (template: PrizeTemplate | undefined): number =>
  (template?.steps ?? []).reduce((sum, { from, to }) => sum + to - from + 1, 0);

/** A ranking of a flight, and the distance that it was made with. */
interface RankedAt {
  ranked: readonly Ranked[];
  distance_m: number | null;
}

/**
 * The places that change in the aces of a season by the rulebook in force, by a ruling on a flight that counts for one:
 * of the flights that are over, and of this one.
 */
export async function acesChanged(
  tx: Tx,
  flight: LockedFlight,
  before: RankedAt,
  after: RankedAt,
): Promise<RulingEffect['aces']> {
  const { loft_id, season_id, id } = flight;
  const rulebook = (await rulebooksOf(tx, { loft_id, season_id }))[0]?.rulebook;
  const rules = rulebook?.aces.filter(({ kinds }) => kinds.some((kind) => kind === flight.kind)) ?? [];
  if (!rulebook || rules.length === 0 || flight.replay_factor !== null) return [];
  const kinds = new Set<string>(rules.flatMap((rule) => rule.kinds));
  const counting = (await flownFlights(tx, { loft_id, season_id })).filter(
    (one) =>
      one.replay_factor === null &&
      kinds.has(one.kind) &&
      (one.id === id || ['closed', 'provisional', 'official'].includes(one.status)),
  );
  const others = counting.filter((one) => one.id !== id);
  const stored = await readStandings(
    tx,
    others.filter((one) => one.has_standings),
  );
  const known: (Ranked & { flight_id: number })[] = [];
  for (const one of others) {
    const ranked = one.has_standings ? stored.get(one.id)! : await rankedAnew(tx, one);
    known.push(...ranked.map((line) => ({ ...line, flight_id: one.id })));
  }
  const standing = (rule: (typeof rules)[number], { ranked, distance_m }: RankedAt) => {
    const flights = counting.map((one): AceFlight => {
      const prized = prizedFlights.find((kind) => kind === one.kind);
      return {
        flight_id: one.id,
        kind: one.kind,
        distance_m: (one.id === id ? distance_m : one.distance_m) ?? 0,
        basketed: one.basketed_count,
        prize_places: placesOf(prized && rulebook.prizes[prized]),
      };
    });
    const results = [...known, ...ranked.map((line) => ({ ...line, flight_id: id }))];
    return rankAces(rule, { flights, results, speed: rulebook.rules.speed });
  };
  const aces: RulingEffect['aces'] = [];
  for (const rule of rules) {
    const changes = aceChangesBetween(standing(rule, before), standing(rule, after));
    if (changes.length === 0) continue;
    const first = changes
      .filter((one) => Math.min(one.before ?? Infinity, one.after ?? Infinity) <= firstPlaces)
      .slice(0, mostAceLines);
    const ids = first.map(({ pigeon_id }) => pigeon_id);
    const birds = await namedBirds(tx, loft_id, ids);
    const lines = first.map((change) => ({ ...birds.get(change.pigeon_id)!, ...change }));
    aces.push({ method: rule.method, birds: changes.length, lines });
  }
  return aces;
}
