/** The due dates of the demo's seasons, counted from the day of seeding, so that they are never out of date. */

import { daysAfter } from '#domain/calendar.ts';
import type { SeasonKey } from '#domain/keys.ts';
import { type DueDateCategory, dueDateCategories } from '#domain/seasons/due-date.ts';
import type { Tx } from '#server/db/database.ts';
import { addDueDate } from '#server/seasons/due-dates.ts';

/** Each with its first and last day, counted from the first of the registration. */
const windows: readonly [DueDateCategory, name: string, from: number, to: number, max_duration?: number][] = [
  ['registration', 'Registration', 0, 89],
  ['payment', 'Payment', 30, 122, 5],
  ['pigeon_shipping', 'Pigeon shipping', 30, 150],
  ['reserve_activation', 'Reserve activation', 151, 340],
  ['final_flight_activation', 'Final flight activation', 328, 349],
  ['pigeon_sale', 'Pigeon sale', 320, 380],
];

/** All six due dates; `from` is the first day of the registration, counted from today. */
export async function seedDueDates(tx: Tx, season: SeasonKey, { today, from }: { today: string; from: number }) {
  for (const [category, name, first, last, max_duration = null] of windows) {
    await addDueDate(tx, null, season, {
      due_date_category_id: dueDateCategories[category],
      name,
      description: '',
      starts_at: daysAfter(today, from + first),
      ends_at: daysAfter(today, from + last),
      max_duration,
    });
  }
}
