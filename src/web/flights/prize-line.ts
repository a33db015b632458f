/** The prizes beside the places of the board, and how narrowly a bird missed them. */
import { useMemo } from 'react';
import type { PrizesShown } from '#domain/arrivals/contract.ts';
import type { Locale } from '#domain/locales.ts';
import {
  birdsInPrizes,
  lastPrize,
  missedPrizeBy,
  type PrizePlan,
  prizesOf,
  prizesTogether,
} from '#domain/seasons/prizes.ts';
import type { Words } from '#web/lib/catalogue.ts';
import { formatMeasure, formatNumber, formatPrize, formatShare } from '#web/lib/intl.ts';
import type { LiveView } from './live-board.ts';

/** The plan of a flight, with the currency of its season. */
export type FlightPlan = PrizePlan & { currency: string };

/** The prizes of a list of birds. */
export interface PrizesOf {
  plan: FlightPlan;
  /** How many birds of the whole result are on places with prizes: the line stands after them. */
  birds: number;
  /** The prize of a bird; 0: none. */
  of: (pigeon_id: number) => number;
  /** By how much a bird missed the last prize, ms; null: it did not, or not narrowly. */
  missedBy: (pigeon_id: number) => number | null;
}

/** The prizes of the live ranking, or of the rows of the server's page. */
export function usePrizes(
  prizes: PrizesShown | null,
  rows: readonly { pigeon_id: number }[],
  { ranked, indexOf }: Pick<LiveView, 'ranked' | 'indexOf'>,
  live: boolean,
): PrizesOf | null {
  return useMemo(() => {
    if (!prizes) return null;
    const { template, ties_share, division, finish, currency } = prizes;
    const plan = { template, ties_share, division, currency };
    if (!live) {
      const of = new Map(rows.map(({ pigeon_id }, index) => [pigeon_id, prizes.rows[index] ?? 0]));
      return { plan, birds: prizes.birds, of: (id) => of.get(id) ?? 0, missedBy: () => null };
    }
    const birds = birdsInPrizes(plan, ranked, finish);
    const { values } = prizesOf(plan, ranked, finish);
    return {
      plan,
      birds,
      of: (id) => values[indexOf(id)] ?? 0,
      missedBy(id) {
        const line = ranked[indexOf(id)];
        return line && !values[indexOf(id)] ? missedPrizeBy(plan, ranked, line, finish) : null;
      },
    };
  }, [prizes, rows, ranked, indexOf, live]);
}

/** The index in a list at which the line stands, -1 where it does not: a list of all birds by rank that goes on after it. */
export function prizeLineIn(
  prizes: PrizesOf | null,
  list: { before: number; count: number },
  isWhole: boolean,
): number {
  const index = prizes && isWhole && prizes.birds > 0 ? prizes.birds - list.before : -1;
  return index >= 0 && index < list.count ? index : -1;
}

/** `€250`, or `2.5%` of a fund that is not known yet. */
export const prizeShown = (locale: Locale, { template, currency }: FlightPlan, value: number): string =>
  template.basis === 'amount' ? formatPrize(locale, value, currency) : formatShare(locale, value);

/** `Prize places end here`, `50 places`, `€69,500 together`: in one line, the figures apart. */
export function lineWords(t: Words, locale: Locale, plan: FlightPlan): { title: string; says: string } {
  const { place } = lastPrize(plan);
  const sum = prizeShown(locale, plan, prizesTogether(plan));
  const together =
    plan.template.basis === 'amount' ? t('board.prize_sum', { sum }) : t('place.of_fund', { share: sum });
  return {
    title: t('board.prizes_end'),
    says: `${t('board.prize_places', { count: place, n: formatNumber(locale, place) })}, ${together}`,
  };
}

/** `2.6s from €250`: the last prize, as one bird gets it. Rounded up, so that nobody reads less than it was. */
function missedWords(t: Words, locale: Locale, plan: FlightPlan, missed_ms: number): string {
  const gap = formatMeasure(locale, Math.ceil(missed_ms / 100) / 10, 'second', { decimals: 1, narrow: true });
  if (plan.template.basis === 'percent') return t('board.near_any_prize', { gap });
  return t('board.near_prize', { gap, prize: prizeShown(locale, plan, lastPrize(plan).value) });
}

/** What stands beside one of the reader's birds: its prize, or how narrowly it missed one. */
export function prizeNote(
  { t, locale }: { t: Words; locale: Locale },
  prizes: PrizesOf | null,
  pigeon_id: number,
): { prize: string | null; missed: boolean } {
  const value = prizes?.of(pigeon_id) ?? 0;
  const missed_ms = prizes?.missedBy(pigeon_id) ?? null;
  if (!prizes || (value === 0 && missed_ms === null)) return { prize: null, missed: false };
  return value > 0
    ? { prize: prizeShown(locale, prizes.plan, value), missed: false }
    : { prize: missedWords(t, locale, prizes.plan, missed_ms!), missed: true };
}
