/** The prizes of the places of a flight. */
import type { Ranked } from '#domain/arrivals/rank.ts';
import { prizesOf } from '#domain/seasons/prizes.ts';
import { type PrizedFor, type PrizeTemplate, prizedFor } from '#domain/seasons/rulebook.ts';
import type { Tx } from '#server/db/database.ts';
import type { FlownFlight } from '#server/flights/flights.ts';
import { rulebookOf } from '#server/seasons/rulebook.ts';

/** What the rulebook of a flight says about its prizes. */
export interface FlightPrizes {
  template: PrizeTemplate;
  ties_share: boolean;
}

/** The prizes of a flight by its rulebook; null for one without prizes. */
export async function prizesOfFlight(tx: Tx, flight: FlownFlight): Promise<FlightPrizes | null> {
  const kind = prizedFor.find((one): one is Exclude<PrizedFor, 'ace'> => one === flight.kind);
  const rulebook = kind && (await rulebookOf(tx, flight));
  const template = rulebook?.prizes[kind!];
  return template ? { template, ties_share: rulebook.ties_share_prizes } : null;
}

/**
 * The prizes of a ranking, in its order: cents, or hundredths of a percent of the fund, which a reader does not know.
 */
export function valuesOf({ template, ties_share }: FlightPrizes, ranked: readonly Pick<Ranked, 'rank'>[]): number[] {
  const ranks = ranked.map(({ rank }) => rank);
  // Shares of the fund are divided as amounts are.
  return prizesOf(ranks, { ...template, basis: 'amount' }, { fund_cents: 0, ties_share });
}
