/** The states of prizes and payouts as words. */
import type { ParseKeys } from 'i18next';
import type { Locale } from '#domain/locales.ts';
import type { MovedPrize, PrizeAward } from '#domain/prizes/contract.ts';
import type { HeldBy, PayoutState, PrizeState } from '#domain/prizes/prize.ts';
import type { Words } from '#web/lib/catalogue.ts';
import { formatNamedDay, formatNumber } from '#web/lib/intl.ts';
import { specialWonWords } from '#web/lib/special-words.ts';
import type { IconName } from '#web/ui/Icon.tsx';

interface StateLook {
  word: ParseKeys;
  /** As a state chip. */
  look: 'open' | 'done' | 'over';
  icon: IconName;
}

const ofPrize = {
  due: { word: 'prizes.due', look: 'open', icon: 'hourglass' },
  waits: { word: 'prizes.waits', look: 'open', icon: 'users' },
  sent: { word: 'prizes.sent', look: 'open', icon: 'hourglass' },
  paid: { word: 'money.paid', look: 'done', icon: 'check' },
  to_give_back: { word: 'prizes.to_give_back', look: 'open', icon: 'undo' },
  kept: { word: 'prizes.kept', look: 'over', icon: 'loft' },
} as const satisfies Record<Exclude<PrizeState, 'held'>, StateLook>;

const ofHeld = {
  result: { word: 'prizes.held_result', look: 'open', icon: 'pause' },
  account: { word: 'prizes.held_account', look: 'open', icon: 'pause' },
  unpaid: { word: 'prizes.held_unpaid', look: 'open', icon: 'pause' },
  pedigree: { word: 'prizes.held_pedigree', look: 'open', icon: 'pause' },
} as const satisfies Record<HeldBy, StateLook>;

/** How the state of a prize is shown; of one that is held by what holds it, as far as the reader may know. */
export function prizeLook({ state, held_by }: { state: PrizeState; held_by: HeldBy | null }): StateLook {
  if (state !== 'held') return ofPrize[state];
  return held_by ? ofHeld[held_by] : { word: 'prizes.held', look: 'open', icon: 'pause' };
}

/** How the state of a payout is shown. */
export const payoutLook = {
  waits: ofPrize.waits,
  sent: ofPrize.sent,
  failed: { word: 'prizes.failed', look: 'over', icon: 'close' },
  paid: ofPrize.paid,
  refused: { word: 'prizes.refused', look: 'over', icon: 'close' },
  taken_back: { word: 'prizes.taken_back', look: 'over', icon: 'undo' },
} as const satisfies Record<PayoutState, StateLook>;

/** What a prize is given for, in the reader's language where the loft has it: a flight has one name, a ranking several. */
export const fundName = (
  locale: Locale,
  { name, names = {} }: { name: string; names?: Partial<Record<Locale, string>> | undefined },
): string => names[locale] ?? name;

/** `Place 1`, `First hen`: what a single prize is given for; nothing for one without a place, of a bird that is not home. */
export function awardWords(
  reader: { t: Words; locale: Locale },
  { rank, special }: { rank: number | null; special: PrizeAward['special'] },
): string {
  if (special !== null) return specialWonWords(reader, special);
  return rank === null ? '' : reader.t('special.place', { n: formatNumber(reader.locale, rank) });
}

/** `Ruling 1: the ring was of another pigeon`: why a prize was changed; of a ranking the day alone. */
export function movedWords(
  { t, locale }: { t: Words; locale: Locale },
  { at, rulings }: Pick<MovedPrize, 'at' | 'rulings'>,
  time_zone: string,
): string {
  const why = rulings.map(({ n, reason }) => `${t('ruling.number', { n: formatNumber(locale, n) })}: ${reason}`);
  return [formatNamedDay(locale, Date.parse(at), time_zone), ...why].join(' · ');
}
