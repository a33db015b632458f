/**
 * Who gets the winnings of a bird (domain of third parties): its owner, until another person is given a share from a
 * day on. Winnings before that day stay with the former holder.
 */
import { Refusal, refusalAt } from '#domain/refusal.ts';

/** The whole, in hundredths of a percent. */
export const whole_bp = 10_000;

/** A share given to a person: from a day until the day on which it ends; null: permanently. */
export interface Grant {
  user_id: number;
  from_day: string;
  until_day: string | null;
  share_bp: number;
}

/** The holder of a share; null is the loft, which holds birds without an owner. */
export interface Holder {
  user_id: number | null;
  share_bp: number;
}

/** A share with its origin: a sale by its order, or by hand without an order. */
export interface GivenRight extends Grant {
  order_id: number | null;
}

/** Whether a share is held on a day. */
export const isHeldOn = (day: string, { from_day, until_day }: Grant): boolean =>
  from_day <= day && (until_day === null || day < until_day);

/**
 * Who holds the rights in a bird on a day, the largest share first; the shares always add up to the whole.
 * @param owner who ordered its place, or the owner of its team; null for a bird of the loft
 * @param grants in the order in which they were given: each takes its share of all that was held before it, and the
 * remainder of the division stays with the first holder
 */
export function holdersOn(day: string, owner: number | null, grants: readonly Grant[]): Holder[] {
  let held: Holder[] = [{ user_id: owner, share_bp: whole_bp }];
  for (const { user_id, share_bp } of grants.filter((grant) => isHeldOn(day, grant))) {
    const reduced = held.map((one) => ({
      ...one,
      share_bp: Math.floor((one.share_bp * (whole_bp - share_bp)) / whole_bp),
    }));
    const rest = whole_bp - share_bp - reduced.reduce((sum, one) => sum + one.share_bp, 0);
    reduced[0]!.share_bp += rest;
    held = [...reduced, { user_id, share_bp }];
  }
  const shares = Map.groupBy(held, ({ user_id }) => user_id);
  return [...shares]
    .map(([user_id, own]) => ({ user_id, share_bp: own.reduce((sum, one) => sum + one.share_bp, 0) }))
    .filter(({ share_bp }) => share_bp > 0)
    .sort((a, b) => b.share_bp - a.share_bp);
}

/**
 * Why the loft cannot give a share by hand, permanently, or null: `right_day_past` before today; `shares_above_whole`
 * where all shares given by hand would exceed the whole on any day from then on.
 * @param given all shares given in the bird; sold ones are not counted, because a sale takes the whole
 */
export function whyNotGive(
  { share_bp, from_day }: Pick<Grant, 'share_bp' | 'from_day'>,
  given: readonly GivenRight[],
  today: string,
): Refusal | null {
  if (from_day < today) return refusalAt('from_day', 'right_day_past');
  const byHand = given.filter(({ order_id }) => order_id === null);
  const days = [from_day, ...byHand.map((one) => one.from_day).filter((day) => day > from_day)];
  const onDay = (day: string) => byHand.filter((one) => isHeldOn(day, one)).reduce((sum, one) => sum + one.share_bp, 0);
  const left = whole_bp - Math.max(...days.map(onDay));
  return share_bp > left ? refusalAt('share_bp', 'shares_above_whole', { left: left / 100 }) : null;
}

/**
 * Why a share cannot be ended by hand on a day, or null: `right_bought`, which ends with its order; `right_ended`, it
 * can be ended once; `right_day_past` before today; `due_date_range_invalid` before it begins.
 */
export function whyNotEnd(right: GivenRight, until_day: string, today: string): Refusal | null {
  if (right.order_id !== null) return new Refusal('right_bought');
  if (right.until_day !== null) return new Refusal('right_ended');
  if (until_day < today) return refusalAt('until_day', 'right_day_past');
  return until_day < right.from_day ? refusalAt('until_day', 'due_date_range_invalid') : null;
}
