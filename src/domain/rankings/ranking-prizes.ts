/** The division of the prizes of a ranking among those who are ranked. */
import { dividePrizes } from '#domain/seasons/prize-division.ts';
import { amountsOf, lastPrize } from '#domain/seasons/prizes.ts';
import type { PrizeTemplate } from '#domain/seasons/rulebook.ts';
import { divisionOf } from '#domain/seasons/rulebook-parts.ts';
import type { RankingRule } from './ranking-rule.ts';
import { byKey, type SubjectKey } from './ranking-season.ts';

/**
 * The prizes of a ranking by whom they are of, in cents; who has none is not in it. Equal ones share the prizes of the
 * places they cover. Prizes without a place are the loft's, or by the division everybody's who is ranked.
 * @param fund_cents of which prizes in percent are shares, at least what is guaranteed
 */
export function prizesOfRanking(
  { division }: Pick<RankingRule, 'division'>,
  template: PrizeTemplate,
  rows: readonly { key: SubjectKey; place: number }[],
  fund_cents: number,
): Map<SubjectKey, number> {
  const { place: last } = lastPrize({ template });
  // Where every prize has its place, nobody behind the last one gets anything.
  const taking = rows.length >= last ? rows.filter(({ place }) => place <= last) : rows;
  // The division asks for numbers, whose order is that in which birds and teams were entered.
  const keys = taking.map(({ key }) => key).sort(byKey);
  const number_of = new Map(keys.map((key, i) => [key, i]));
  const result = taking.map(({ key, place }) => ({ pigeon_id: number_of.get(key)!, rank: place }));
  const { payouts } = dividePrizes(divisionOf({ division }), {
    template: amountsOf(template, fund_cents),
    fund_cents: 0,
    result,
    first_drop: 0,
    ties_share: true,
    basketed: [],
  });
  return new Map([...payouts].map(([number, cents]) => [keys[number]!, cents]));
}

/**
 * What is shown beside the places: cents, or hundredths of a percent of a fund that is not known before the ranking is
 * frozen.
 */
export const shownPrizes = (
  rule: Pick<RankingRule, 'division'>,
  template: PrizeTemplate,
  rows: readonly { key: SubjectKey; place: number }[],
): Map<SubjectKey, number> => prizesOfRanking(rule, { ...template, basis: 'amount' }, rows, 0);

/** The worked example of a division: what two get that are equal on the first place, as {@link shownPrizes}. */
export function exampleOf(rule: Pick<RankingRule, 'division'>, template: PrizeTemplate): number[] {
  const rows = [1, 2].map((key) => ({ key, place: 1 }));
  const prize_of = shownPrizes(rule, template, rows);
  return rows.map(({ key }) => prize_of.get(key) ?? 0);
}
