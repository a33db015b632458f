/** What changed a line of a frozen ranking, in a few words. */
import type { TFunction } from 'i18next';
import type { ReplyOf } from '#domain/contract.ts';
import type { Locale } from '#domain/locales.ts';
import type { readFrozenRanking } from '#domain/rankings/contract.ts';
import { formatList } from '#web/lib/intl.ts';

/** The flights that are worth something else for a line, or that other lines moved it. */
export function changedBy(
  t: TFunction,
  locale: Locale,
  { flights }: Pick<ReplyOf<typeof readFrozenRanking>, 'flights'>,
  flight_ids: readonly number[],
): string {
  const names = flights.filter(({ id }) => flight_ids.includes(id)).map(({ name }) => name);
  return names.length > 0 ? formatList(locale, names) : t('aces.moved_by_others');
}

/** A cause in words: the page of a ranking loads nothing of rulings. */
export interface CauseSaid {
  key: string;
  flight: { name: string; to: string };
  /** Null: the flight was added, or counts no more. */
  ruling: { title: string; to: string; reason: string } | null;
  counts: boolean;
}
