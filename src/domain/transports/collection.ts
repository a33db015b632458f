/** A collection: where and when an agent takes birds to the loft, and what that costs for each. */
import { type Refusal, refusalAt } from '#domain/refusal.ts';

export interface Hours {
  day: string;
  /** By the loft's clock, `09:00`. */
  from_time: string;
  to_time: string;
}

/** Why this collection cannot be offered, or null: its day is past (`collection_over`), or it ends before it starts. */
export function whyNotOffer({ day, from_time, to_time }: Hours, today: string): Refusal | null {
  if (day < today) return refusalAt('day', 'collection_over');
  return from_time < to_time ? null : refusalAt('to_time', 'due_date_range_invalid');
}
