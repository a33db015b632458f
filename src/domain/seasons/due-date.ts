/** The due dates of a season and the rules between them (specification 3.4, 5.1, 5.2). */
import { daysAfter } from '#domain/calendar.ts';
import { type Refusal, refusalAt } from '#domain/refusal.ts';

/** The six categories by their codes; the numbers are those of the table `due_date_categories`. */
export const dueDateCategories = {
  registration: 1,
  payment: 2,
  pigeon_shipping: 3,
  final_flight_activation: 4,
  pigeon_sale: 5,
  reserve_activation: 6,
} as const;
export type DueDateCategory = keyof typeof dueDateCategories;
export type DueDateCategoryId = (typeof dueDateCategories)[DueDateCategory];

/** In the order of a season, as lists show them. */
export const categoriesInOrder = [
  'registration',
  'payment',
  'pigeon_shipping',
  'reserve_activation',
  'final_flight_activation',
  'pigeon_sale',
] as const satisfies readonly DueDateCategory[];

const codes = new Map(Object.entries(dueDateCategories).map(([code, id]) => [id as number, code as DueDateCategory]));

/** The code of a category. */
export function categoryOf(due_date: { due_date_category_id: number }): DueDateCategory {
  return codes.get(due_date.due_date_category_id)!;
}

/** The facts for the rules. Days are `YYYY-MM-DD`, both included; `max_duration` is in working days. */
export interface DueDateRange {
  due_date_category_id: DueDateCategoryId;
  starts_at: string;
  ends_at: string;
  max_duration: number | null;
}

/** The payment ends at least so many days after the registration (5.1). */
export const paymentDaysAfterRegistration = 2;

/**
 * Why a due date is not valid by itself, or null: `due_date_range_invalid` (5.2); `max_duration_for_payment_only`
 * (3.4).
 */
function whyNotDueDate({ due_date_category_id, starts_at, ends_at, max_duration }: DueDateRange): Refusal | null {
  if (ends_at < starts_at) return refusalAt('ends_at', 'due_date_range_invalid');
  if (max_duration !== null && due_date_category_id !== dueDateCategories.payment)
    return refusalAt('max_duration', 'max_duration_for_payment_only');
  return null;
}

/**
 * Why these cannot be the due dates of one season, or null. A rule between two of them has its error at the same field,
 * whichever of them was changed. The database checks the same (migration 0019).
 *
 * Beside the errors of {@link whyNotDueDate}: `due_date_twice`, only shipping may have more than one window;
 * `payment_before_registration` and `payment_ends_too_early` (5.1); `shipping_before_registration` and
 * `shipping_ends_before_payment` (5.2), which apply to each window of shipping.
 */
export function whyNotDueDates(due_dates: readonly DueDateRange[]): Refusal | null {
  for (const due_date of due_dates) {
    const no = whyNotDueDate(due_date);
    if (no) return no;
  }
  const shippings = of('pigeon_shipping');
  const single = due_dates.filter((due_date) => !shippings.includes(due_date));
  if (new Set(single.map((due_date) => due_date.due_date_category_id)).size < single.length)
    return refusalAt('due_date_category_id', 'due_date_twice');
  const [registration] = of('registration');
  const [payment] = of('payment');
  if (registration && payment) {
    if (payment.starts_at < registration.starts_at) return refusalAt('starts_at', 'payment_before_registration');
    if (payment.ends_at < daysAfter(registration.ends_at, paymentDaysAfterRegistration))
      return refusalAt('ends_at', 'payment_ends_too_early');
  }
  if (registration && shippings.some(({ starts_at }) => starts_at < registration.starts_at))
    return refusalAt('starts_at', 'shipping_before_registration');
  if (payment && shippings.some(({ ends_at }) => ends_at < payment.ends_at))
    return refusalAt('ends_at', 'shipping_ends_before_payment');
  return null;

  function of(category: DueDateCategory): DueDateRange[] {
    return due_dates.filter((due_date) => categoryOf(due_date) === category);
  }
}
