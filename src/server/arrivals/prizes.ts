/** The prizes of the places of a flight. */
import type { Ranked } from '#domain/arrivals/rank.ts';
import { prizesOf } from '#domain/seasons/prizes.ts';
import { type PrizedFor, type PrizeTemplate, prizedFor } from '#domain/seasons/rulebook.ts';
import type { Tx } from '#server/db/database.ts';
import type { FlownFlight } from '#server/flights/flights.ts';
import { rulebookOf } from '#server/seasons/rulebook.ts';

/**
 * The prizes of a ranking, in its order: cents, or hundredths of a percent of the fund, which a reader does not know.
 * Null for a flight without prizes.
 */
export async function prizesOfFlight(
  tx: Tx,
  flight: FlownFlight,
  ranked: readonly Pick<Ranked, 'rank'>[],
): Promise<{ basis: PrizeTemplate['basis']; ties_share: boolean; values: number[] } | null> {
  const kind = prizedFor.find((one): one is Exclude<PrizedFor, 'ace'> => one === flight.kind);
  const rulebook = kind && (await rulebookOf(tx, flight));
  const template = rulebook?.prizes[kind!];
  if (!template) return null;
  const ties_share = rulebook.ties_share_prizes;
  const ranks = ranked.map(({ rank }) => rank);
  // Shares of the fund are divided as amounts are.
  const values = prizesOf(ranks, { ...template, basis: 'amount' }, { fund_cents: 0, ties_share });
  return { basis: template.basis, ties_share, values };
}
