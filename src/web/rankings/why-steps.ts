/**
 * Why a line of a ranking has its place, in words: a step for each flight, then the sum, the value, the neighbours and
 * the place. The page and the file are made from the same steps.
 */
import type { TFunction } from 'i18next';
import type { Locale } from '#domain/locales.ts';
import type { ExplainedFlight, RankingExplained, RankingNeighbour } from '#domain/rankings/contract.ts';
import type { TieBreak } from '#domain/rankings/ranking-rule.ts';
import { isOwnNumber } from '#domain/seasons/visibility.ts';
import { rankingPath } from '#web/lib/further-paths.ts';
import { formatFlown, formatMeasure, formatNumber, formatShare } from '#web/lib/intl.ts';
import { flightPath, placePath } from '#web/lib/paths.ts';
import { rankingPrize } from '#web/lib/ranking-prize.ts';
import { lineName, lineValue, measureName, roundingSentence, valueText } from '#web/lib/ranking-words.ts';
import { type Step, unroundedText } from '#web/lib/steps.ts';

interface Reader {
  t: TFunction;
  locale: Locale;
}

/** The tie-breaks whose figures are flying times. */
const ofTime: readonly TieBreak[] = ['final_time', 'first_bird'];

/** The address of the rule in the page of the ranking. */
export const ruleOfRanking = ({ loft, season, ranking }: Pick<RankingExplained, 'loft' | 'season' | 'ranking'>) =>
  `${rankingPath(loft.id, { season_id: season.id, ranking_id: ranking.id })}#counted`;

/** The steps from the flights to the place, in order. */
export function whySteps(reader: Reader, explained: RankingExplained): Step[] {
  const { t, locale } = reader;
  const { ranking, line, flights, total, above, below, ranked, frozen, currency } = explained;
  const { measure } = ranking.rule;
  const rule = { name: t('aces.counted'), to: ruleOfRanking(explained) };
  const isOpen = frozen === null;
  const rounding = roundingSentence(t, locale, measure);
  const steps: (Step | false)[] = [
    ...flights.map((flight) => flightStep(reader, explained, flight)),
    total !== null &&
      step('sum', t('aces.sum'), sumText(reader, explained, total.sum), {
        is_sum: true,
        details: addition(reader, explained),
      }),
    total !== null &&
      step('value', measureName(t, measure), lineValue(locale, measure, line), {
        is_sum: true,
        is_open: line.at_most,
        details: [
          total.divisor !== null &&
            `${sumText(reader, explained, total.sum)} ÷ ${unroundedText(locale, total.divisor)} = ${unroundedText(locale, total.unrounded)}`,
          total.divisor === null && 'decimals' in measure && beforeRounding(reader, explained, total.unrounded),
          rounding,
          line.at_most && t('aces.if_home'),
        ],
        rule,
      }),
    ...(['above', 'below'] as const).map((side) => {
      const other = side === 'above' ? above : below;
      return other !== null && neighbourStep(reader, explained, side, other);
    }),
    line.place === null
      ? step('place', t('place.place'), '–', {
          is_sum: true,
          is_open: isOpen,
          details: [line.why_not && t(`aces.${line.why_not}`)],
          rule,
        })
      : step(
          'place',
          t('place.place'),
          t('place.of', { part: formatNumber(locale, line.place), whole: formatNumber(locale, ranked) }),
          {
            is_sum: true,
            is_open: isOpen,
            details: [line.national !== null && `${t('aces.national')}: ${formatNumber(locale, line.national)}`],
          },
        ),
    line.prize !== null &&
      step(
        'prize',
        t(isOpen ? 'place.prize_if' : 'place.prize'),
        rankingPrize(locale, ranking.prizes!, line.prize, currency),
        { is_sum: true, is_open: isOpen },
      ),
    frozen === null
      ? step('state', t('place.not_official'), '', { is_open: true, details: [t('place.can_change')] })
      : step('state', t('aces.final', { version: formatNumber(locale, frozen.version) }), '', {
          details: [`${t('aces.fingerprint')}: ${frozen.sha256}`],
        }),
  ];
  return steps.filter((one) => one !== false);
}

function step(
  key: string,
  title: string,
  value: string,
  { details = [], ...more }: Partial<Omit<Step, 'details'>> & { details?: (string | false | null)[] } = {},
): Step {
  const said = details.filter((one): one is string => one !== false && one !== null && one !== '');
  return { key, is_sum: false, is_open: false, title, value, rule: null, ...more, details: said };
}

/** What a flight is worth, with what it is made from. */
function flightStep(reader: Reader, explained: RankingExplained, flight: ExplainedFlight): Step {
  const { t, locale } = reader;
  const { ranking, loft } = explained;
  const { measure, subject } = ranking.rule;
  const [first] = flight.birds;
  const isToCome = flight.birds.length === 0 && flight.why === null;
  const own =
    subject.of === 'pigeon' && first && first.net_ms !== null && !first.in_the_air && isOwnNumber(first.bird.pigeon_id);
  const weight = flight.weight_percent === 100 ? null : formatShare(locale, flight.weight_percent * 100);
  return step(
    `flight ${flight.id}`,
    flight.name,
    flight.value === null || !flight.counts ? '–' : valueText(locale, measure, flight.value),
    {
      is_open: isToCome || flight.birds.some(({ in_the_air }) => in_the_air),
      details: [
        flight.why && t('aces.not_counted', { why: t(`aces.${flight.why}`) }),
        isToCome && t('aces.to_come'),
        flight.distance_m !== null &&
          'unit' in measure &&
          `${t('race.distance')}: ${formatMeasure(locale, flight.distance_m, 'meter', { decimals: 4 })}`,
        ...flight.birds.flatMap((one) => birdDetails(reader, explained, flight, one)),
        flight.bonus !== null && t('aces.bonus', { value: valueText(locale, measure, flight.bonus) }),
        weight && t('aces.weighted', { percent: weight }),
      ],
      rule: own
        ? { name: t('place.why'), to: placePath({ loft_id: loft.id, id: flight.id }, first.bird.pigeon_id) }
        : { name: t('bird.flight'), to: flightPath({ loft_id: loft.id, id: flight.id }) },
    },
  );
}

/** The place and the time of a bird, and how its value is made from them. */
function birdDetails(
  reader: Reader,
  explained: RankingExplained,
  flight: ExplainedFlight,
  { bird, rank, net_ms, unrounded, is_limited, value, in_the_air }: ExplainedFlight['birds'][number],
): (string | false)[] {
  const { t, locale } = reader;
  const { ranking } = explained;
  const { measure, subject, limit } = ranking.rule;
  const number = (one: number) => formatNumber(locale, one);
  return [
    subject.of !== 'pigeon' && (bird.ring || bird.pigeon_name || '–'),
    in_the_air && `${t('mine.air')}, ${t('aces.if_home')}`,
    `${t('aces.place')}: ${t('place.of', { part: number(rank), whole: number(flight.basketed) })}`,
    net_ms !== null && `${t('place.flying_time')}: ${formatFlown(net_ms)}`,
    unrounded !== null && calculation(reader, explained, flight, { rank, unrounded }),
    is_limited && limit !== null && t('aces.counts_as_limit', { value: valueText(locale, measure, limit.value) }),
    subject.of !== 'pigeon' && flight.birds.length > 1 && value !== null && valueText(locale, measure, value),
  ];
}

/** The calculation of a value with its figures, before it is rounded. */
function calculation(
  reader: Reader,
  explained: RankingExplained,
  { divided_by, prizes }: ExplainedFlight,
  { rank, unrounded }: { rank: number; unrounded: NonNullable<ExplainedFlight['birds'][number]['unrounded']> },
): string {
  const { locale } = reader;
  const { measure } = explained.ranking.rule;
  const number = (one: number) => formatNumber(locale, one, 6);
  const result = unroundedText(locale, unrounded);
  if (measure.by === 'coefficient')
    return `${number(rank)} × ${number(measure.factor)} ÷ ${number(divided_by!)} = ${result}`;
  if (measure.by === 'points') {
    const [highest, lowest] = [number(Number(measure.highest)), number(Number(measure.lowest))];
    const steps = `(${highest} − ${lowest}) × (${number(prizes)} − ${number(rank)} + 1) ÷ ${number(prizes)}`;
    return `${steps} + ${lowest} = ${result}`;
  }
  return beforeRounding(reader, explained, unrounded);
}

function beforeRounding(
  { t, locale }: Reader,
  { ranking }: RankingExplained,
  unrounded: { digits: string; is_whole: boolean },
): string {
  const { measure } = ranking.rule;
  const unit = 'unit' in measure ? t(measure.unit === 'm/min' ? 'unit.m_min' : 'unit.yd_min') : '';
  return t('place.unrounded', { speed: unroundedText(locale, unrounded), unit }).trim();
}

/** A sum in plain decimals: metres, a flying time, or values. */
function sumText({ locale }: Reader, { ranking }: RankingExplained, sum: string): string {
  const { measure } = ranking.rule;
  if (measure.by === 'total_speed') return formatMeasure(locale, Number(sum), 'meter', { decimals: 6 });
  return measure.by === 'total_time'
    ? formatFlown(Number(sum))
    : unroundedText(locale, { digits: sum, is_whole: true });
}

/** What is added up: each flight that counts, times its weight where it has one. */
function addition({ locale }: Reader, { ranking, flights }: RankingExplained): string[] {
  const { measure } = ranking.rule;
  const counted = flights.filter(({ counts, value }) => counts && value !== null);
  if (measure.by === 'total_speed' || counted.length < 2) return [];
  const terms = counted.map(({ value, weight_percent }) => {
    const text = measure.by === 'total_time' ? formatFlown(Number(value)) : valueText(locale, measure, value!);
    return weight_percent === 100 ? text : `${text} × ${formatShare(locale, weight_percent * 100)}`;
  });
  return [terms.join(' + ')];
}

/** The line beside, by how much it is apart, and the tie-breaks that were asked. */
function neighbourStep(
  { t, locale }: Reader,
  explained: RankingExplained,
  side: 'above' | 'below',
  other: RankingNeighbour,
): Step {
  const { ranking, line } = explained;
  const { measure } = ranking.rule;
  const figure = (tie_break: TieBreak, what: string | null) => {
    if (what === null) return '–';
    if (ofTime.includes(tie_break)) return formatFlown(Number(what));
    return tie_break === 'best_results' ? valueText(locale, measure, what) : formatNumber(locale, Number(what));
  };
  return step(
    side,
    t(`aces.line_${side}`),
    other.place === null ? '–' : `${t('aces.place')} ${formatNumber(locale, other.place)}`,
    {
      details: [
        lineName(t, locale, ranking, other),
        other.value !== null && valueText(locale, measure, other.value),
        other.decided_by === 'value' && t('aces.apart', { value: valueText(locale, measure, other.apart) }),
        other.decided_by === 'count' &&
          t('aces.tried', {
            what: t('championships.results'),
            own: formatNumber(locale, line.count),
            other: formatNumber(locale, other.count),
          }),
        ...other.tries.map(({ tie_break, own, other: theirs, nth }) =>
          t('aces.tried', {
            what: `${t(`aces.${tie_break}`)}${nth === null ? '' : ` (${formatNumber(locale, nth)})`}`,
            own: figure(tie_break, own),
            other: figure(tie_break, theirs),
          }),
        ),
        other.decided_by === null && t('aces.shared'),
      ],
      rule: { name: t('aces.counted'), to: ruleOfRanking(explained) },
    },
  );
}
