/**
 * The first lines of the rankings of a season, for the pages of a season and of a loft: in words, so that these pages
 * load nothing of the rules.
 */
import type { TFunction } from 'i18next';
import type { Locale } from '#domain/locales.ts';
import { readSeasonLeaders } from '#domain/rankings/contract.ts';
import type { Call } from './context.ts';
import { rankingPath } from './further-paths.ts';
import { formatNumber } from './intl.ts';
import { groupName, lineValue, measureName, rankingName } from './ranking-words.ts';

/** A ranking with its first lines. */
export interface Leaders {
  to: string;
  name: string;
  /** Final, or provisional with the flights that are official. */
  state: string;
  measure: string;
  lines: {
    key: string;
    place: string;
    /** It can still change. */
    is_open: boolean;
    country: string | null;
    /** Of a pigeon its ring; null: it is not shown, or the line is of a group. */
    ring: string | null;
    name: string | null;
    value: string | null;
  }[];
}

/** The rankings of a season, or of the current season of a loft, that show who leads. */
export async function leadersOf(
  { call, t, locale }: { call: Call; t: TFunction; locale: Locale },
  { loft_id, season_id }: { loft_id: number; season_id?: number | undefined },
): Promise<Leaders[]> {
  const query = season_id === undefined ? {} : { season_id };
  const found = await call(readSeasonLeaders, { params: { loft_id }, query });
  return found.rankings.map(({ ranking, is_frozen, official, flights, lines }) => {
    const { measure, subject } = ranking.rule;
    const counts = { n: formatNumber(locale, official), all: formatNumber(locale, flights) };
    return {
      to: rankingPath(loft_id, { season_id: found.season_id!, ranking_id: ranking.id }),
      name: rankingName(locale, ranking),
      state: is_frozen ? t('status.official') : `${t('status.provisional')} · ${t('aces.official', counts)}`,
      measure: measureName(t, measure),
      lines: lines.map(({ key, place, at_most, bird, group, value }) => ({
        key,
        place: place === null ? '–' : formatNumber(locale, place),
        is_open: !is_frozen,
        country: bird?.country ?? group?.country ?? null,
        ring: bird?.ring || null,
        name: bird ? (bird.team ?? bird.fancier) : groupName(t, locale, subject.of, group!),
        value: lineValue(locale, measure, { value, at_most }) || null,
      })),
    };
  });
}
