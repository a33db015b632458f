/** The rules of a season's setup: capacity, bank account, next state, and the requirements of open registration. */
import { Refusal, refusalAt } from '#domain/refusal.ts';
import { categoryOf, type DueDateRange } from './due-date.ts';
import type { SeasonStatus } from './season.ts';
import { type TakenPlaces, takenPlaces } from './taken-places.ts';

/** The capacity of a season: pigeons in all, active ones and reserves; null is unlimited. */
export interface Capacity {
  max_pigeons: number | null;
  max_active_pigeons: number | null;
  max_reserve_pigeons: number | null;
}

/** Why this cannot be a season's capacity, or null: `more_than_season`, a part is more than the whole (5.3). */
export function whyNotCapacity({ max_pigeons, max_active_pigeons, max_reserve_pigeons }: Capacity): Refusal | null {
  if (max_pigeons === null) return null;
  if ((max_active_pigeons ?? 0) > max_pigeons) return refusalAt('max_active_pigeons', 'more_than_season');
  if ((max_reserve_pigeons ?? 0) > max_pigeons) return refusalAt('max_reserve_pigeons', 'more_than_season');
  return null;
}

/** Why a bank account is incomplete, or null: `error_required` at `bank_holder` or `bank_iban`. */
export function whyNotBank(
  bank: Record<'bank_holder' | 'bank_iban' | 'bank_bic' | 'bank_name', string>,
): Refusal | null {
  if (bank.bank_iban !== '') return bank.bank_holder === '' ? refusalAt('bank_holder', 'error_required') : null;
  return bank.bank_holder + bank.bank_bic + bank.bank_name === '' ? null : refusalAt('bank_iban', 'error_required');
}

/** Why a capacity is below the places already taken, or null: `error_min_value` with that number (5.3). */
export function whyNotBelowTaken(
  { max_pigeons, max_active_pigeons, max_reserve_pigeons }: Capacity,
  places: TakenPlaces,
): Refusal | null {
  const { all, active, reserve } = takenPlaces(places);
  const taken = [
    ['max_pigeons', max_pigeons, all],
    ['max_active_pigeons', max_active_pigeons, active],
    ['max_reserve_pigeons', max_reserve_pigeons, reserve],
  ] as const;
  const [field, , min] = taken.find(([, most, count]) => most !== null && most < count) ?? [];
  return field ? refusalAt(field, 'error_min_value', { min: min! }) : null;
}

/** The requirements of open registration, in the order of the work. */
export const openingNeeds = ['place', 'contract', 'registration', 'payment', 'shipping', 'entry_fee'] as const;
export type OpeningNeed = (typeof openingNeeds)[number];

export interface OpeningFacts {
  due_dates: readonly Pick<DueDateRange, 'due_date_category_id'>[];
  loft: { latitude: number | null };
  /** Whether the loft has a contract in force. */
  contract: boolean;
  /** Whether a product brings pigeons (5.4). */
  entry_fee: boolean;
}

/** Each of {@link openingNeeds}, and whether it is met. */
export function checklist({
  due_dates,
  loft,
  contract,
  entry_fee,
}: OpeningFacts): { need: OpeningNeed; met: boolean }[] {
  const categories = new Set(due_dates.map(categoryOf));
  const met: Record<OpeningNeed, boolean> = {
    place: loft.latitude !== null,
    contract,
    registration: categories.has('registration'),
    payment: categories.has('payment'),
    shipping: categories.has('pigeon_shipping'),
    entry_fee,
  };
  return openingNeeds.map((need) => ({ need, met: met[need] }));
}

export interface StepFacts extends OpeningFacts {
  /** Number of flights of the season in the air, and of flown ones that are not official. */
  flights: { in_the_air: number; not_official: number };
}

/**
 * Why a season cannot go to its next status, or null. Source: 4.7, whose rules are not shown. It opens with all of
 * {@link checklist} (`season_not_ready`), is over when nothing is in the air (`flights_in_the_air`), and complete when
 * every result is official or annulled (`flights_not_official`).
 */
export function whyNotNext(status: SeasonStatus, facts: StepFacts): Refusal | null {
  const { in_the_air, not_official } = facts.flights;
  if (status === 'draft' && checklist(facts).some(({ met }) => !met)) return new Refusal('season_not_ready');
  if (status === 'in_progress' && in_the_air) return new Refusal('flights_in_the_air');
  if (status === 'over' && not_official) return new Refusal('flights_not_official');
  return null;
}
