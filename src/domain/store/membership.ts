/**
 * Memberships of 12 or 24 months: their days, what their rest is worth, and what may follow on what. Days are texts of
 * the calendar in the time zone of the member; money is whole cents.
 */
import { daysAfter, daysBetween } from '#domain/calendar.ts';
import type { Machine } from '#domain/machine.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Tier } from './tiers.ts';

/** Possible terms in months (9.3). */
export const membershipTerms = [12, 24] as const;
export type MembershipTerm = (typeof membershipTerms)[number];

/** The days on which a member is asked whether to go on, before the end; nothing renews by itself. */
export const reminderDays = [30, 7] as const;

/** A consumer may withdraw for so many days after the day of the contract (Directive 2011/83/EU, article 9). */
export const withdrawalDays = 14;

export type MembershipStatus = 'ordered' | 'active' | 'paused' | 'replaced' | 'withdrawn' | 'dropped';
export type MembershipEvent =
  | 'pay'
  /** Its order ended unpaid. */
  | 'drop'
  /** The payment was revoked, or the bank took it back. */
  | 'pause'
  | 'resume'
  /** Another membership begins, with the rest of this one credited. */
  | 'replace'
  | 'withdraw';

/**
 * The states of a membership. Whether an active one has begun, runs or is over is a matter of the day
 * ({@link phaseOf}), and no step.
 */
export const membershipMachine: Machine<MembershipStatus, MembershipEvent> = {
  name: 'membership',
  first: 'ordered',
  steps: {
    ordered: { pay: 'active', drop: 'dropped' },
    active: { pause: 'paused', replace: 'replaced', withdraw: 'withdrawn' },
    paused: { resume: 'active', drop: 'dropped', withdraw: 'withdrawn' },
    replaced: {},
    withdrawn: {},
    dropped: {},
  },
};

/** First and last day of a membership; both count. */
export interface MembershipDays {
  starts_on: string;
  ends_on: string;
}

/**
 * The last day of a membership: the day before the same day after so many months. Where that year has no 29 February
 * the day before 1 March, so that nobody loses a day.
 */
export function lastDayOf(starts_on: string, months: MembershipTerm): string {
  const [year = 0, month = 0, day = 0] = starts_on.split('-').map(Number);
  // Months are counted from 0, and a day that the month lacks runs over into the next one.
  return daysAfter(new Date(Date.UTC(year, month - 1 + months, day)).toISOString().slice(0, 10), -1);
}

/** How many days a membership has. */
export const lengthInDays = ({ starts_on, ends_on }: MembershipDays): number => daysBetween(starts_on, ends_on) + 1;

/** The days that are left on a day, that day included: all before its start, none after its end. */
export function daysLeft(days: MembershipDays, today: string): number {
  return Math.max(0, Math.min(lengthInDays(days), daysBetween(today, days.ends_on) + 1));
}

export type MembershipPhase = 'coming' | 'running' | 'over';

/** Where a membership stands on a day. */
export function phaseOf({ starts_on, ends_on }: MembershipDays, today: string): MembershipPhase {
  if (today < starts_on) return 'coming';
  return today > ends_on ? 'over' : 'running';
}

/**
 * What the days that are left are worth: price × days left ÷ days of the membership, half a cent upwards. The day itself
 * is left: from it on the next membership counts, or none.
 */
export function creditOf(membership: MembershipDays & { price_cents: number }, today: string): number {
  const length = lengthInDays(membership);
  return Math.floor((2 * membership.price_cents * daysLeft(membership, today) + length) / (2 * length));
}

/** The last day on which a membership that was paid on a day can be withdrawn from. */
export const lastDayToWithdraw = (paid_on: string): string => daysAfter(paid_on, withdrawalDays);

/** A paid membership, as far as a next one looks at it. */
export interface HeldMembership extends MembershipDays {
  tier: Tier;
  price_cents: number;
}

/** A membership that somebody may buy. */
export interface MembershipOffer {
  tier: Tier;
  months: MembershipTerm;
  price_cents: number;
}

/** What a new membership would be. */
export interface NextMembership extends MembershipDays {
  credit_cents: number;
  to_pay_cents: number;
  /** It takes the place of the present one, which ends the day before. */
  replaces: boolean;
}

/**
 * The membership that somebody gets who buys this offer today. Going on in the same tier begins the day after the last
 * membership that is paid; another tier, or a longer term while one asks for it, takes the place of the present one and
 * has its rest credited. Never do two count on one day.
 * @param held the paid memberships of the same holder, in any order
 * @param how `after`: behind what is paid; `now`: instead of the present one
 * @returns the days and the money, or Refusal `membership_comes` (another one is paid that has not begun), at `now`
 * without a present one that of `after`, `membership_credit_above_price` (the rest is worth more than the new one)
 */
export function nextMembership(
  offer: MembershipOffer,
  held: readonly HeldMembership[],
  how: 'after' | 'now',
  today: string,
): NextMembership | Refusal {
  const standing = held.filter((one) => phaseOf(one, today) !== 'over');
  const running = standing.find((one) => phaseOf(one, today) === 'running');
  if (how === 'after' || !running) {
    const last = standing
      .map(({ ends_on }) => ends_on)
      .sort()
      .at(-1);
    const starts_on = last === undefined ? today : daysAfter(last, 1);
    const ends_on = lastDayOf(starts_on, offer.months);
    return { starts_on, ends_on, credit_cents: 0, to_pay_cents: offer.price_cents, replaces: false };
  }
  if (standing.length > 1) return new Refusal('membership_comes');
  const credit_cents = creditOf(running, today);
  if (credit_cents > offer.price_cents) return new Refusal('membership_credit_above_price');
  return {
    starts_on: today,
    ends_on: lastDayOf(today, offer.months),
    credit_cents,
    to_pay_cents: offer.price_cents - credit_cents,
    replaces: true,
  };
}
