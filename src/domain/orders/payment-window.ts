/** The days to pay a confirmed order: working days in the zone of the loft (4.1, 9.2). */
import { daysAfter } from '#domain/calendar.ts';

/** Monday to Friday. Holidays differ between lofts and are not known here. */
export function isWorkingDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

/** The day that is `count` working days after a day; for 1, the next working day. */
export function workingDaysAfter(day: string, count: number): string {
  let last = day;
  for (let left = count; left > 0; ) {
    last = daysAfter(last, 1);
    if (isWorkingDay(last)) left -= 1;
  }
  return last;
}

/** Number of working days after `from` up to and including `to`; 0 when `to` is not later. */
export function workingDaysBetween(from: string, to: string): number {
  let count = 0;
  for (let day = from; day < to; ) {
    day = daysAfter(day, 1);
    if (isWorkingDay(day)) count += 1;
  }
  return count;
}

/** The terms of payment of a season, from its due date. */
export interface PaymentTerms {
  starts_at: string;
  ends_at: string;
  /** In working days; null: until the due date ends. */
  max_duration: number | null;
}

/**
 * The last day to pay an order that was confirmed, or whose payment was revoked, on `from`: its working days from then
 * on, or from the first day of payment if that is later. Without a number of days it is the end of the due date; an
 * order confirmed after that, or in a season without the due date, has the next working day.
 */
export function lastDayToPay(from: string, terms: PaymentTerms | undefined): string {
  if (!terms) return workingDaysAfter(from, 1);
  const begin = from > terms.starts_at ? from : terms.starts_at;
  if (terms.max_duration !== null) return workingDaysAfter(begin, terms.max_duration);
  return begin < terms.ends_at ? terms.ends_at : workingDaysAfter(begin, 1);
}
