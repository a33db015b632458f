// What a loft has paid for: its package (4.12), and subscriptions of 12 or 24 months (9.3).

import { Refusal } from '#domain/refusal.ts';

export const packageTypes = ['premium', 'basic', 'legacy'] as const;
export type PackageType = (typeof packageTypes)[number];

/** Whether a loft with this package keeps a list of its fanciers (4.12, 6.11). */
export function keepsFanciers(type: PackageType): boolean {
  return type !== 'legacy';
}

/**
 * Why a loft with this package cannot keep a list of its fanciers, or null.
 * @returns Refusal `fanciers_need_package` (4.12, 6.11)
 */
export function whyNotFanciers(type: PackageType): Refusal | null {
  return keepsFanciers(type) ? null : new Refusal('fanciers_need_package');
}

/** Possible durations of a subscription in months (9.3). */
export const subscriptionMonths = [12, 24] as const;

export const subscriptionStates = ['coming', 'running', 'over'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** The state of a subscription on a day; its first and last day count. Days as `2026-06-06`. */
export function stateOfSubscription(
  { starts_at, ends_at }: { starts_at: string; ends_at: string },
  today: string,
): SubscriptionState {
  if (today < starts_at) return 'coming';
  return today > ends_at ? 'over' : 'running';
}
