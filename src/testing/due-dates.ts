// Random due dates of a season, and their errors by an independent implementation of 5.1 and 5.2: day by day, without
// use of the rules.

import type { DueDateRange } from '#domain/seasons/due-date.ts';
import type { Random } from './proof.ts';

const firstDay = Date.UTC(2027, 1, 20);
const dayOf = (n: number) => new Date(firstDay + n * 86_400_000).toISOString().slice(0, 10);
const numberOf = (day: string) => Math.round((Date.parse(`${day}T12:00:00Z`) - firstDay) / 86_400_000 - 0.5);

/** Up to seven due dates within twelve days around the end of a February, so that every boundary is met often. */
export function randomDueDates(random: Random): DueDateRange[] {
  const categories = ([1, 2, 3, 4, 5, 6] as const).filter(() => random(4) > 0);
  if (random(3) === 0) categories.push(3);
  if (random(40) === 0) categories.push(categories[random(categories.length)] ?? 1);
  return categories.map((due_date_category_id) => {
    const from = random(8);
    const to = random(60) === 0 ? from - 1 : from + random(6);
    const hasDuration = due_date_category_id === 2 ? random(2) === 0 : random(60) === 0;
    return {
      due_date_category_id,
      starts_at: dayOf(from),
      ends_at: dayOf(to),
      max_duration: hasDuration ? 5 : null,
    };
  });
}

/** The codes of all errors. */
export function faultsOf(due_dates: readonly DueDateRange[]): Set<string> {
  const faults = new Set<string>();
  /** The days of a due date. */
  const days = ({ starts_at, ends_at }: DueDateRange) => {
    const all: number[] = [];
    for (let day = numberOf(starts_at); day <= numberOf(ends_at); day++) all.push(day);
    return all;
  };
  const seen: number[] = [];
  for (const one of due_dates) {
    if (days(one).length === 0) faults.add('due_date_range_invalid');
    if (one.due_date_category_id !== 2 && one.max_duration !== null) faults.add('max_duration_for_payment_only');
    if (one.due_date_category_id !== 3 && seen.includes(one.due_date_category_id)) faults.add('due_date_twice');
    seen.push(one.due_date_category_id);
    for (const other of due_dates) {
      const [mine, its] = [days(one), days(other)];
      const [a, b] = [one.due_date_category_id, other.due_date_category_id];
      if (!mine.length || !its.length) continue;
      if (a === 1 && b === 2 && its.some((day) => mine.every((registering) => day < registering)))
        faults.add('payment_before_registration');
      if (a === 1 && b === 2 && !its.includes(mine.at(-1)! + 2) && its.at(-1)! < mine.at(-1)! + 2)
        faults.add('payment_ends_too_early');
      if (a === 1 && b === 3 && its.some((day) => mine.every((registering) => day < registering)))
        faults.add('shipping_before_registration');
      if (a === 2 && b === 3 && mine.some((paying) => its.every((day) => day < paying)))
        faults.add('shipping_ends_before_payment');
    }
  }
  return faults;
}
