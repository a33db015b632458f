/**
 * Where birds stand in the rankings of their season, for the pages of a bird and of a team: in words, so that these
 * pages load nothing of the rules.
 */
import type { TFunction } from 'i18next';
import type { Locale } from '#domain/locales.ts';
import { readSeasonRankingBirds } from '#domain/rankings/contract.ts';
import type { Call } from './context.ts';
import { formatNumber } from './intl.ts';
import { lineValue, measureName, rankingName } from './ranking-words.ts';

/** A line of a ranking. */
export interface InRanking {
  ranking_id: number;
  name: string;
  key: string;
  ring: string | null;
  place: string;
  /** The country of the bird, and its place among those of it; null: not known, or not shown. */
  national: { country: string; place: string } | null;
  /** With its sign where a bird in the air counts as if it landed now; null: not shown. */
  value: string | null;
  measure: string;
  is_frozen: boolean;
}

/** What the lines are said with. */
interface Said {
  call: Call;
  t: TFunction;
  locale: Locale;
}

/** The best lines of some birds, or of the birds of a team, in each ranking of a season; at most so many of each. */
export async function linesInRankings(
  { call, t, locale }: Said,
  { loft_id, season_id, ...birds }: { loft_id: number; season_id: number; pigeons?: string; teams?: string },
  most: number,
): Promise<InRanking[]> {
  const params = { loft_id, season_id };
  const { rankings } = await call(readSeasonRankingBirds, { params, query: birds });
  const found: InRanking[] = [];
  for (const { ranking, lines, is_frozen } of rankings) {
    const { measure } = ranking.rule;
    for (const { key, bird, place, national, value, at_most } of lines.slice(0, most)) {
      // Without a point it stands on the last place with many others, which says nothing of it.
      if ((measure.by === 'points' || measure.by === 'table') && Number(value) === 0) continue;
      found.push({
        ranking_id: ranking.id,
        name: rankingName(locale, ranking),
        key,
        ring: bird?.ring ?? null,
        place: place === null ? '–' : formatNumber(locale, place),
        national:
          bird?.country && national !== null ? { country: bird.country, place: formatNumber(locale, national) } : null,
        value: lineValue(locale, measure, { value, at_most }) || null,
        measure: measureName(t, measure),
        is_frozen,
      });
    }
  }
  return found;
}
