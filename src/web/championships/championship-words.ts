/** The rule of a championship in the reader's language: made by the server, because a rule brings its schema along. */
import type { TFunction } from 'i18next';
import type { ChampionshipPage, ListedChampionship } from '#domain/championships/contract.ts';
import { rankingRuleOf } from '#domain/championships/rule.ts';
import type { Locale } from '#domain/locales.ts';
import { formatNamedDay, formatNumber } from '#web/lib/intl.ts';
import { publicationSentence, ruleSentences } from '#web/lib/ranking-words.ts';
import { world_zone } from './line-name.ts';

/** How a championship is counted, in sentences: what it shares with the ranking of a season first. */
export function championshipSentences(
  t: TFunction,
  locale: Locale,
  { rule, is_world_list, published_at }: Pick<ListedChampionship, 'rule' | 'is_world_list' | 'published_at'>,
  at_publication?: ChampionshipPage['at_publication'],
): string[] {
  const n = (value: number) => formatNumber(locale, value);
  const { least_basketed, most_per_loft } = rule.flights;
  return [
    ...ruleSentences(t, locale, rankingRuleOf(rule)),
    ...(most_per_loft === null ? [] : [t('championships.per_loft', { n: n(most_per_loft) })]),
    ...(least_basketed === 0 ? [] : [t('championships.least_basketed', { n: n(least_basketed) })]),
    ...(rule.of === 'fancier' ? [t('championships.joined')] : []),
    t('championships.official'),
    ...(is_world_list ? [t('championships.after')] : []),
    ...(published_at === null
      ? []
      : [t('championships.fixed', { day: formatNamedDay(locale, Date.parse(published_at), world_zone) })]),
    ...(at_publication ? publicationSentence(t, locale, at_publication, world_zone) : []),
  ];
}
