/** The end of a subscription (9.3). Server only: the browser is sent the days. Days as `2026-06-06`. */
import { Temporal } from 'temporal-polyfill';
import { type Refusal, refusalAt } from '#domain/refusal.ts';

/** The last day of a subscription that runs its full months. */
export function lastDayOf({ months, starts_at }: { months: number; starts_at: string }): string {
  return Temporal.PlainDate.from(starts_at).add({ months }).subtract({ days: 1 }).toString();
}

/**
 * Why a subscription cannot end on a day, or null; without a day it runs its full months.
 * @returns Refusal `subscription_day` at `ended_on`
 */
export function whyNotEndedOn(
  subscription: { months: number; starts_at: string },
  ended_on: string | null,
): Refusal | null {
  if (ended_on === null || (ended_on >= subscription.starts_at && ended_on <= lastDayOf(subscription))) return null;
  return refusalAt('ended_on', 'subscription_day');
}
