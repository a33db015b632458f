/** Whether registration for a season is open. */
import { dayAt } from '#domain/day.ts';
import { type DueDateRange, dueDateCategories } from './due-date.ts';

export type RegistrationState = 'unset' | 'ahead' | 'open' | 'closed';

/**
 * Registration is open or closed by its due date (4.7), from the first moment of its first day to the last of its last
 * in the time zone of the loft; `ahead` before it, `unset` while there is no such due date.
 */
export function registrationState(
  due_dates: readonly Pick<DueDateRange, 'due_date_category_id' | 'starts_at' | 'ends_at'>[],
  now_ms: number,
  time_zone: string,
): RegistrationState {
  const registration = due_dates.find(
    ({ due_date_category_id }) => due_date_category_id === dueDateCategories.registration,
  );
  if (!registration) return 'unset';
  const today = dayAt(now_ms, time_zone);
  if (today < registration.starts_at) return 'ahead';
  return today <= registration.ends_at ? 'open' : 'closed';
}
