/** The values and the rule of a ranking in the reader's language. */
import type { TFunction } from 'i18next';
import type { Locale } from '#domain/locales.ts';
import type { ListedRanking, RankingLineView } from '#domain/rankings/contract.ts';
import { decimalsOf, highestWins } from '#domain/rankings/flight-value.ts';
import type { Measure, RankingRule } from '#domain/rankings/ranking-rule.ts';
import { regionPlaces } from '#domain/rankings/region.ts';
import {
  countryName,
  formatCalendarDay,
  formatFlown,
  formatList,
  formatNamedDay,
  formatNumber,
  formatShare,
} from '#web/lib/intl.ts';

/** The name of a ranking in the reader's language, or as the loft gave it first. */
export const rankingName = (locale: Locale, { name, names }: Pick<ListedRanking, 'name' | 'names'>): string =>
  names[locale as keyof typeof names] ?? name;

/** The group of a line in the reader's language; null: the season does not show it. */
export function groupName(
  t: TFunction,
  locale: Locale,
  of: string,
  { name, country }: NonNullable<RankingLineView['group']>,
): string | null {
  if (of === 'country' && country) return countryName(locale, country);
  return of === 'sex' && (name === 'cock' || name === 'hen') ? t(`sex.${name}`) : name;
}

/** Whom a line is about, in a few words: a pigeon by its ring. */
export function lineName(
  t: TFunction,
  locale: Locale,
  { rule }: Pick<ListedRanking, 'rule'>,
  { bird, group }: Pick<RankingLineView, 'bird' | 'group'>,
): string {
  const name = group ? groupName(t, locale, rule.subject.of, group) : bird?.ring || bird?.pigeon_name || bird?.team;
  return name || '–';
}

/** A value in plain decimals as a reader writes it; of times it is milliseconds. */
export function valueText(locale: Locale, measure: Measure, value: string): string {
  if (measure.by === 'total_time') return formatFlown(Number(value), 0);
  const decimals = decimalsOf(measure);
  return formatNumber(locale, Number(value), decimals, decimals);
}

/** How the value of a bird in the air is bounded, if it landed now: it can only become worse. */
export const boundSign = (measure: Measure): string => (highestWins(measure) ? '≤' : '≥');

/** The value of a line, with the sign of a bound where a bird in the air counts as if it landed now; empty: not shown. */
export const lineValue = (
  locale: Locale,
  measure: Measure,
  { value, at_most }: Pick<RankingLineView, 'value' | 'at_most'>,
): string => (value === null ? '' : `${at_most ? `${boundSign(measure)} ` : ''}${valueText(locale, measure, value)}`);

/** What the values of a ranking are: the head of their column. */
export function measureName(t: TFunction, measure: Measure): string {
  switch (measure.by) {
    case 'mean_speed':
      return `${t('aces.mean')} (${t(unitKey(measure.unit))})`;
    case 'total_speed':
      return `${t('aces.speed')} (${t(unitKey(measure.unit))})`;
    case 'total_time':
      return t('aces.time');
    case 'rank_sum':
      return t('aces.places');
    case 'coefficient':
      return t('aces.coefficient');
    case 'points':
    case 'table':
      return t('aces.points');
  }
}

const unitKey = (unit: 'm/min' | 'yd/min') => (unit === 'm/min' ? 'unit.m_min' : 'unit.yd_min');

/** Whether a rule was published before its flights were released, or after which; nothing where none is planned. */
export function publicationSentence(
  t: TFunction,
  locale: Locale,
  { flights, released, first }: { flights: number; released: number; first: string | null },
  time_zone: string,
): string[] {
  if (flights === 0) return [];
  if (released === 0 || first === null) return [t('aces.published_before')];
  const day = formatNamedDay(locale, Date.parse(first), time_zone);
  return [t('aces.published_after', { n: formatNumber(locale, released), all: formatNumber(locale, flights), day })];
}

/**
 * How a ranking is counted, in sentences: the measure first, the order of equals last.
 * @param named the flights that a rule can name
 */
export function ruleSentences(t: TFunction, locale: Locale, rule: RankingRule, named: readonly Named[] = []): string[] {
  const { measure, flights, subject } = rule;
  const number = (value: number) => formatNumber(locale, value);
  const kinds = formatList(
    locale,
    flights.kinds.map((kind) => t(`kind.${kind}`)),
  );
  return [
    measureSentence(t, measure),
    t('aces.flights', { kinds }),
    flights.best === null ? t('aces.all_count') : t('aces.best', { n: number(flights.best) }),
    ...(flights.least !== null ? [t('aces.least', { n: number(flights.least) })] : []),
    ...(flights.least === null && flights.best === null ? [t('aces.must_all')] : []),
    ...(subject.of !== 'pigeon' && subject.birds !== null ? [t('aces.birds', { n: number(subject.birds) })] : []),
    ...namedSentence(t, locale, rule),
    ...entrySentences(t, locale, rule),
    ...regionSentences(t, rule),
    ...weightSentences(t, locale, rule, named),
    ...[roundingSentence(t, locale, measure)].filter((one) => one !== null),
    rule.tie_breaks.length > 0
      ? t('aces.equal', { order: rule.tie_breaks.map((one) => t(`aces.${one}`)).join(', ') })
      : t('aces.shared'),
  ];
}

/** How the values of a measure are rounded; null: they are whole. */
export function roundingSentence(t: TFunction, locale: Locale, measure: Measure): string | null {
  if (!('decimals' in measure)) return null;
  const rounding = 'rounding' in measure ? measure.rounding : 'half-up';
  return t(`aces.${rounding}`, { n: formatNumber(locale, measure.decimals) });
}

/** That only birds score that their team has named. */
function namedSentence(t: TFunction, locale: Locale, { subject }: RankingRule): string[] {
  if (subject.of === 'pigeon' || !subject.named || subject.named_before == null) return [];
  return [t('aces.named', { day: formatCalendarDay(locale, subject.named_before, 'named') })];
}

/** The regions by postcode, each with its parts; nothing where the rule does not ask for regions. */
function regionSentences(t: TFunction, { regions, subject, entry }: RankingRule): string[] {
  if (!regions || (subject.of !== 'region' && entry.regions.length === 0)) return [];
  const parts = Map.groupBy(regions, ({ name }) => name);
  const named = [...parts].map(([name, own]) => `${name} (${own.map(regionPlaces).join('; ')})`);
  return [t('aces.regions', { regions: named.join(', ') }), t('aces.regions_longest')];
}

/** Who takes part, and what does not count. */
function entrySentences(t: TFunction, locale: Locale, rule: RankingRule): string[] {
  const { entry, flights, prizes, prizes_only, limit, measure } = rule;
  const sentences: string[] = [];
  const say = (key: 'only' | 'active_before' | 'must', what: string) =>
    sentences.push(`${t(`ranking_admin.${key}`)}: ${what}`);
  const sexes = entry.sexes.map((sex) => t(`sex.${sex}`));
  const countries = entry.countries.map((one) => countryName(locale, one));
  const among = [...sexes, ...entry.colours, ...countries, ...entry.regions];
  if (among.length > 0) say('only', formatList(locale, among));
  if (entry.active_before !== null) say('active_before', formatCalendarDay(locale, entry.active_before, 'named'));
  if (entry.add_on !== null) sentences.push(t('aces.add_on'));
  const must = flights.must.map((kind) => t(`kind.${kind}`));
  if (must.length > 0) say('must', formatList(locale, must));
  if (flights.least_distance_m > 0) {
    const distance = `${formatNumber(locale, flights.least_distance_m / 1000, 3)} ${t('unit.km')}`;
    sentences.push(t('aces.least_distance', { distance }));
  }
  if (prizes) sentences.push(t('aces.one_prize', { n: formatNumber(locale, prizes.of / prizes.part, 2) }));
  if (prizes_only) sentences.push(t('aces.prizes_only'));
  if (limit) {
    const value = valueText(locale, measure, limit.value);
    sentences.push(t(limit.beyond === 'counts_as_limit' ? 'aces.limit_counts' : 'aces.limit_drops', { value }));
  }
  return sentences;
}

interface Named {
  id: number;
  name: string;
}

/** What makes flights count more than others, and how their values are compared. */
function weightSentences(
  t: TFunction,
  locale: Locale,
  { flights, measure, places_by }: RankingRule,
  named: readonly Named[],
): string[] {
  // A flight that is not at hand has its number, which is in the address of its page.
  const nameOf = (of: string | number) =>
    typeof of === 'number'
      ? (named.find(({ id }) => id === of)?.name ?? `${t('bird.flight')} ${of}`)
      : t(`kind.${of as 'final'}`);
  const weights = flights.weights.map(({ of, percent }) => `${nameOf(of)} ${formatShare(locale, percent * 100)}`);
  const bonuses = flights.bonus.map(({ of, value, per }) => {
    const text = valueText(locale, measure, value);
    return `${nameOf(of)} ${per === 'km' ? t('aces.per_km', { value: text }) : text}`;
  });
  return [
    ...(measure.by === 'coefficient' && measure.of === 'prizes' ? [t('aces.of_prizes')] : []),
    ...(measure.by === 'coefficient' && measure.most_birds !== null
      ? [t('aces.most_birds', { n: formatNumber(locale, measure.most_birds) })]
      : []),
    ...(weights.length > 0 ? [t('aces.weights', { weights: weights.join(', ') })] : []),
    ...(bonuses.length > 0 ? [t('aces.bonuses', { bonuses: bonuses.join(', ') })] : []),
    ...(places_by === 'count' ? [t('aces.by_count')] : []),
  ];
}

function measureSentence(t: TFunction, measure: Measure): string {
  switch (measure.by) {
    case 'coefficient':
      return t('aces.by_coefficient', { factor: measure.factor });
    case 'points':
      return t('aces.by_points', { highest: measure.highest, lowest: measure.lowest });
    default:
      return t(`aces.by_${measure.by}`);
  }
}
