/** A collection: where and when an agent takes birds to the loft, and what that costs for each. */
import { daysBetween } from '#domain/calendar.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';

export interface Hours {
  day: string;
  /** By the clock of the place, `09:00`. */
  from_time: string;
  to_time: string;
}

/** A window in which a season takes birds, both days included: a due date of pigeon shipping (3.4). */
export interface ShippingWindow {
  starts_at: string;
  ends_at: string;
}

/** Whether the loft takes birds on this day. */
export const isInWindow = (day: string, { starts_at, ends_at }: ShippingWindow): boolean =>
  starts_at <= day && day <= ends_at;

/**
 * Why this collection cannot be offered, or null: its day is past (`collection_over`); it ends before it starts; or no
 * season of the loft takes birds on its day (`collection_outside_shipping`, which names the nearest window). A wrong day
 * and wrong times are said together. Birds may be collected on purpose before or after: who says so is not refused. A
 * loft without any window refuses no day.
 */
export function whyNotOffer(
  { day, from_time, to_time }: Hours,
  { today, shipping, is_on_purpose }: { today: string; shipping: readonly ShippingWindow[]; is_on_purpose: boolean },
): Refusal | null {
  const wrongHours = from_time >= to_time ? refusalAt('to_time', 'due_date_range_invalid') : null;
  const wrongDay = whyNotOn(day, { today, shipping, is_on_purpose });
  if (!wrongHours || !wrongDay) return wrongDay ?? wrongHours;
  return new Refusal('bad_input', {}, { ...wrongDay.errors, ...wrongHours.errors });
}

function whyNotOn(day: string, { today, shipping, is_on_purpose }: Parameters<typeof whyNotOffer>[1]): Refusal | null {
  if (day < today) return refusalAt('day', 'collection_over');
  const away = (window: ShippingWindow) =>
    Math.max(daysBetween(day, window.starts_at), daysBetween(window.ends_at, day), 0);
  const [nearest] = shipping.toSorted((a, b) => away(a) - away(b));
  if (is_on_purpose || !nearest || away(nearest) === 0) return null;
  return refusalAt('day', 'collection_outside_shipping', { from: nearest.starts_at, to: nearest.ends_at });
}
