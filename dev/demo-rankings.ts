/** The rankings of the demo's seasons: of pigeons by speed and by coefficient, of teams, and a country cup. */
import type { SeasonKey } from '#domain/keys.ts';
import type { RankingFields } from '#domain/rankings/contract.ts';
import { type Measure, type RankingRule, rankingBy } from '#domain/rankings/ranking-rule.ts';
import type { Tx } from '#server/db/database.ts';
import { freezeRanking } from '#server/rankings/freeze.ts';
import { addRanking, publishRanking } from '#server/rankings/rankings.ts';

const flights = rankingBy({ by: 'rank_sum' }).flights;
const long = { ...flights, kinds: ['semi_final', 'final'] } satisfies RankingRule['flights'];
const points: Measure = { by: 'points', highest: '100', lowest: '0', decimals: 2, rounding: 'half-up' };
/** The prizes of the ace pigeons by place, euros. */
const acePrizes = [
  [5000, 2500, 1000],
  [2000, 1000, 700, 500, 400, 300, 250, 200, 150, 100, 50],
];
/** Of so many birds basketed one has points. */
const prizes = { part: 1, of: 4, rounding: 'up' } as const;

export const rankings: readonly RankingFields[] = [
  {
    name: 'Ace pigeon, semi-final and final',
    names: {
      de: 'As-Taube, Halbfinale und Finale',
      nl: 'Asduif, halve finale en finale',
      fr: 'Pigeon as, demi-finale et finale',
    },
    rule: rankingBy(
      { by: 'mean_speed', unit: 'm/min', decimals: 2, rounding: 'half-up' },
      { flights: long, to_come: { fastest: 1800, slowest: 700 } },
    ),
    prizes: null,
  },
  {
    name: 'Ace pigeon by coefficient, best 2',
    names: {
      de: 'As-Taube nach Koeffizient, beste 2',
      nl: 'Asduif op coëfficiënt, beste 2',
      fr: 'Pigeon as au coefficient, 2 meilleurs',
    },
    rule: rankingBy(
      { by: 'coefficient', factor: 100, of: 'basketed', most_birds: null, decimals: 4, rounding: 'cut' },
      { flights: { ...flights, best: 2 }, tie_breaks: ['best_results'] },
    ),
    prizes: null,
  },
  {
    name: 'Teams, two pigeons each',
    names: { de: 'Teams, je zwei Tauben', nl: 'Teams, elk twee duiven', fr: 'Équipes, deux pigeons chacune' },
    rule: rankingBy(points, {
      subject: { of: 'team', birds: 2, named: false, complete: false },
      prizes,
      flights: { ...flights, least: 1 },
    }),
    prizes: null,
  },
  {
    name: 'Country cup, five pigeons each',
    names: {
      de: 'Länderpokal, je fünf Tauben',
      nl: 'Landenbeker, elk vijf duiven',
      fr: 'Coupe des pays, cinq pigeons chacun',
    },
    rule: rankingBy(points, {
      subject: { of: 'country', birds: 5, named: false, complete: false },
      prizes,
      flights: { ...flights, least: 1 },
    }),
    prizes: null,
  },
];

export const fastestInTraining: RankingFields = {
  name: 'Fastest in training',
  names: { de: 'Die Schnellsten im Training', nl: 'Snelste op de training', fr: 'Les plus rapides à l’entraînement' },
  rule: rankingBy(
    { by: 'mean_speed', unit: 'm/min', decimals: 2, rounding: 'half-up' },
    { flights: { ...flights, kinds: ['training'], best: 1 }, tie_breaks: [] },
  ),
  prizes: null,
};

/**
 * The rankings of the season that is over: both of pigeons pay prizes. The correction of its last flight moves some of
 * the second one.
 */
export const paidRankings: readonly RankingFields[] = rankings.map((one, i) => {
  const euros = acePrizes[i];
  if (!euros) return one;
  const steps = euros.map((value, place) => ({ from: place + 1, to: place + 1, value: value * 100 }));
  return { ...one, prizes: { basis: 'amount', steps } };
});

/** Publishes rankings of a season; those of one that is flown are frozen with it. */
export async function seedRankings(
  tx: Tx,
  season: SeasonKey,
  all: readonly RankingFields[],
  now_ms: number,
): Promise<void> {
  for (const fields of all) {
    const { id, version } = await addRanking(tx, null, season, fields);
    await freezeRanking(
      tx,
      await publishRanking(tx, { by: null, now_ms }, season, { ranking_id: id, version }),
      now_ms,
    );
  }
}
