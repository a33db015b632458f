/** The rules of a race and of a season in words, so that a reader can recalculate a speed, a place or a prize. */
import { drop_gap_ms } from '#domain/drop-gap.ts';
import type { Locale } from '#domain/locales.ts';
import type { PrizeDivision } from '#domain/seasons/prize-division-rule.ts';
import type { ReleaseLimits } from '#domain/seasons/release-limits.ts';
import type { AceRule, PrizeTemplate, Rulebook } from '#domain/seasons/rulebook.ts';
import {
  closeTimesOf,
  disputeHoursOf,
  divisionOf,
  prizedFor,
  type RulebookPart,
  releaseLimitsOf,
} from '#domain/seasons/rulebook-parts.ts';
import type { ClosedNightRule, ClosingRule, RaceRules, SpeedRule } from '#domain/seasons/rules.ts';
import type { Words } from './catalogue.ts';
import { formatList, formatMeasure, formatMoney, formatNumber, formatShare } from './intl.ts';
import { specialWords } from './special-words.ts';

export function speedWords(t: Words, { unit, ...rule }: SpeedRule): string {
  return `${unitWords(t, unit)} ${roundingWords(t, rule)}`;
}

export function unitWords(t: Words, unit: SpeedRule['unit']): string {
  return t(unit === 'm/min' ? 'rules.speed_m' : 'rules.speed_yd');
}

export function roundingWords(t: Words, { rounding, decimals }: Pick<SpeedRule, 'rounding' | 'decimals'>): string {
  if (rounding === 'none' || decimals === null) return t('rules.rounding_none');
  return t(rounding === 'cut' ? 'rules.rounding_cut' : 'rules.rounding_half_up', { count: decimals });
}

export function tiesWords(t: Words, { precision_ms, ties }: Pick<RaceRules, 'precision_ms' | 'ties'>): string {
  return `${t(`rules.precision_${precision_ms}`)} ${t(`rules.ties_${ties}`)}`;
}

export function nightWords(t: Words, rule: ClosedNightRule): string {
  if (rule.kind === 'none') return t('rules.night_none');
  if (rule.kind === 'hours') return t('rules.night_hours', { closes: rule.closes, opens: rule.opens });
  const { after_sunset_min: after, before_sunrise_min: before } = rule;
  return t('rules.night_sun', {
    from: t(after < 0 ? 'rules.before_sunset' : 'rules.after_sunset', { minutes: Math.abs(after) }),
    until: t(before < 0 ? 'rules.after_sunrise' : 'rules.before_sunrise', { minutes: Math.abs(before) }),
  });
}

export function closingWords(t: Words, rule: ClosingRule): string {
  if (rule.kind === 'none') return t('rules.closing_none');
  if (rule.kind === 'hours') return t('rules.closing_hours', { count: rule.hours });
  if (rule.kind === 'share') return t('rules.closing_share', { percent: rule.percent });
  return t('rules.closing_day', { day: rule.day, time: rule.time });
}

/** For how long a provisional result can be disputed. */
const disputesWords = (t: Words, hours: number): string =>
  hours === 0 ? t('rulebook.disputes_none') : t('rulebook.disputes_hours', { count: hours });

/** The headings of the parts of a rulebook. */
export const partNames = {
  speed: 'rules.speed',
  ties: 'rules.ties',
  closed_night: 'rules.night',
  closing: 'rules.closing',
  release: 'rulebook.release',
  manual_arrival: 'rulebook.manual_arrival',
  close_times: 'rulebook.close_times',
  disputes: 'dispute.title',
  aces: 'rulebook.aces',
  prizes: 'rulebook.prizes',
  refunds: 'rulebook.refunds',
} as const satisfies Record<RulebookPart, string>;

export interface RulebookReader {
  t: Words;
  locale: Locale;
  currency: string;
}

/** The text of one part of a rulebook, sentence by sentence. */
export function partWords(reader: RulebookReader, log: Rulebook, part: RulebookPart): string[] {
  const { t } = reader;
  switch (part) {
    case 'speed':
      return [speedWords(t, log.rules.speed)];
    case 'ties':
      return [tiesWords(t, log.rules)];
    case 'closed_night':
      return [nightWords(t, log.rules.closed_night)];
    case 'closing':
      return [closingWords(t, log.rules.closing)];
    case 'release':
      return releaseWords(reader, releaseLimitsOf(log));
    case 'manual_arrival':
      return [t(`rulebook.manual_${log.manual_arrival}`)];
    case 'close_times':
      return [t(`rulebook.close_${closeTimesOf(log)}`)];
    case 'disputes':
      return [disputesWords(t, disputeHoursOf(log))];
    case 'aces':
      return log.aces.length ? log.aces.map((ace) => aceWords(t, ace)) : [t('rulebook.ace_none')];
    case 'prizes':
      return prizeWords(reader, log);
    case 'refunds':
      return [
        t(`rulebook.refund_entry_${log.refunds.entry}`),
        t(`rulebook.refund_activation_${log.refunds.activation}`),
      ];
  }
}

/** The limits of a release, a sentence each. */
function releaseWords({ t, locale }: RulebookReader, limits: ReleaseLimits): string[] {
  const { visibility_km, headwind_kmh, temperature_c, rest_min, same_day, ...never } = limits;
  const no = (['no_rain', 'no_low_cloud', 'no_thunder'] as const).filter((one) => never[one]);
  const sentences = [
    visibility_km !== null &&
      limitWords(t, 'visibility_km', 'at_least', formatMeasure(locale, visibility_km, 'kilometer')),
    headwind_kmh !== null &&
      limitWords(t, 'headwind_kmh', 'at_most', formatMeasure(locale, headwind_kmh, 'kilometer-per-hour')),
    temperature_c !== null &&
      limitWords(t, 'temperature_c', 'at_most', formatMeasure(locale, temperature_c, 'celsius')),
    rest_min !== null && `${t('rulebook.rest')}: ${formatNumber(locale, rest_min)}`,
    no.length > 0 &&
      t('rulebook.not_released_in', {
        what: formatList(
          locale,
          no.map((one) => t(`release.limit_${one}`)),
        ),
      }),
    same_day && t('rulebook.same_day'),
  ];
  const said = sentences.filter((sentence) => sentence !== false);
  return said.length ? said : [t('rulebook.no_limits')];
}

const limitWords = (
  t: Words,
  limit: 'visibility_km' | 'headwind_kmh' | 'temperature_c',
  way: 'at_least' | 'at_most',
  value: string,
) => `${t(`release.limit_${limit}`)}: ${t(`release.${way}`, { limit: value })}`;

function aceWords(t: Words, { method, kinds, best }: AceRule): string {
  const flights = `${t('rulebook.ace_flights')}: ${kinds.map((kind) => t(`kind.${kind}`)).join(' · ')}.`;
  return [t(`rulebook.ace_${method}`), flights, best === null ? '' : `${t('rulebook.ace_best')}: ${best}.`]
    .join(' ')
    .trim();
}

function prizeWords(reader: RulebookReader, book: Rulebook): string[] {
  const { t } = reader;
  const sentences = prizedFor.flatMap((what) => {
    const template = book.prizes[what];
    if (!template) return [];
    const name = t(what === 'ace' ? 'rulebook.aces' : `kind.${what}`);
    const special = (what === 'ace' ? [] : (book.special?.[what] ?? [])).map((one) => specialWords(reader, one));
    return [
      `${name}: ${stepWords(reader, template)}${what === 'ace' ? `. ${t('rulebook.ace_prizes')}` : ''}`,
      ...(special.length ? [`${name} · ${t('special.title')}: ${special.join(' · ')}`] : []),
    ];
  });
  // Rankings may have prizes where flights have none.
  const paid = [
    book.pedigree_for_prizes && t('rulebook.pedigree'),
    book.pay_within_days !== undefined &&
      t('rulebook.paid_within', { days: formatMeasure(reader.locale, book.pay_within_days, 'day') }),
  ].filter((sentence) => typeof sentence === 'string');
  if (!sentences.length) return [t('rulebook.prizes_none'), ...paid];
  if (book.ties_share_prizes) sentences.push(t('rulebook.ties_share'));
  return [...sentences, ...divisionWords(reader, divisionOf(book)), ...paid];
}

/** How prizes are divided, a sentence each. */
function divisionWords(
  { t, locale }: Pick<RulebookReader, 't' | 'locale'>,
  { first_drop, undistributed, odd_cent }: PrizeDivision,
): string[] {
  const drop = first_drop && [
    t('rulebook.drop_shares', { seconds: drop_gap_ms / 1000 }),
    first_drop.most_birds !== null && `${t('rulebook.drop_most')}: ${formatNumber(locale, first_drop.most_birds)}.`,
    first_drop.most_birds !== null && t(`rulebook.drop_${first_drop.at_tie}`),
  ];
  return [
    ...(drop ? [drop.filter((sentence) => sentence !== false).join(' ')] : []),
    t(`rulebook.undistributed_${undistributed}`),
    t(`rulebook.odd_cent_${odd_cent}`),
  ];
}

/** Places with their prizes, and what is given at least: `1: €1,000 · 2–3: €500`. */
function stepWords({ t, locale, currency }: RulebookReader, { basis, steps, at_least_cents }: PrizeTemplate): string {
  const words = steps
    .map(({ from, to, value }) => {
      const places = from === to ? from : `${from}–${to}`;
      return `${places}: ${basis === 'amount' ? formatMoney(locale, value, currency) : formatShare(locale, value)}`;
    })
    .join(' · ');
  if (at_least_cents === undefined) return words;
  return `${words}. ${t('rulebook.guarantee', { amount: formatMoney(locale, at_least_cents, currency) })}`;
}
