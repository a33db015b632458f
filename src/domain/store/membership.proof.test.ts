/**
 * Proves the lives of memberships: random purchases, renewals and changes over leap years, against a second reading
 * that walks day by day. No day has two memberships, no paid day is lost without its credit, and all money is accounted
 * for. The control lets a year end on 28 February where the next day was paid, and must be noticed.
 */
import { expect, it } from 'vitest';
import { daysAfter } from '#domain/calendar.ts';
import { isRefusal } from '#domain/refusal.ts';
import { proveSize, reportProof, seed, seededRandom } from '#testing/proof.ts';
import {
  creditOf,
  daysLeft,
  type HeldMembership,
  lastDayOf,
  type MembershipTerm,
  nextMembership,
} from './membership.ts';

const lives = proveSize(2_000, 100_000);

/** The last day by walking: through all days until the month and day of the first one come again so many years later. */
function walkedLastDay(starts_on: string, months: MembershipTerm): string {
  const year = Number(starts_on.slice(0, 4)) + months / 12;
  const again = `${year}${starts_on.slice(4)}`;
  let day = starts_on;
  while (daysAfter(day, 1) < again && day.slice(0, 4) <= String(year)) day = daysAfter(day, 1);
  return day;
}

it('random lives of memberships agree with walking the days', () => {
  const random = seededRandom(seed);
  let differing = 0;
  let replaced = 0;
  let control = 0;
  for (let life = 0; life < lives; life++) {
    let today = daysAfter('2023-12-20', random(1_500));
    if (random(3) === 0) today = ['2024-02-29', '2028-02-29', '2027-03-01', '2027-02-28'][random(4)]!;
    const held: HeldMembership[] = [];
    const kept: HeldMembership[] = [];
    let credited = 0;
    let paid = 0;
    for (let i = 0; i < 1 + random(4); i++) {
      const months: MembershipTerm = random(2) ? 12 : 24;
      const price_cents = 1 + random(120_000);
      const next = nextMembership({ tier: 'fancier', months, price_cents }, held, random(2) ? 'now' : 'after', today);
      if (!isRefusal(next)) {
        const { starts_on, ends_on } = next;
        if (ends_on !== walkedLastDay(starts_on, months)) differing += 1;
        if (ends_on !== daysAfter(starts_on, months === 12 ? 364 : 729)) control += 1;
        if (next.replaces) {
          const old = held.find((one) => one.starts_on <= today && today <= one.ends_on)!;
          let left = 0;
          for (let day = today; day <= old.ends_on; day = daysAfter(day, 1)) left += 1;
          let length = 0;
          for (let day = old.starts_on; day <= old.ends_on; day = daysAfter(day, 1)) length += 1;
          const exact = (BigInt(old.price_cents) * BigInt(left) * 2n + BigInt(length)) / (2n * BigInt(length));
          if (left !== daysLeft(old, today) || BigInt(next.credit_cents) !== exact) differing += 1;
          if (next.credit_cents !== creditOf(old, today)) differing += 1;
          held.splice(held.indexOf(old), 1);
          if (old.starts_on < today) kept.push({ ...old, ends_on: daysAfter(today, -1) });
          replaced += 1;
        }
        if (next.to_pay_cents < 0 || next.to_pay_cents + next.credit_cents !== price_cents) differing += 1;
        credited += next.credit_cents;
        paid += next.to_pay_cents;
        held.push({ tier: 'fancier', starts_on, ends_on, price_cents });
      }
      today = daysAfter(today, random(900));
    }
    const all = [...kept, ...held].sort((a, b) => (a.starts_on < b.starts_on ? -1 : 1));
    if (all.some((one, i) => i > 0 && one.starts_on <= all[i - 1]!.ends_on)) differing += 1;
    if (paid + credited < 0) differing += 1;
  }
  reportProof('memberships', { lives, differing, replaced, control });
  expect(differing, `seed ${seed}`).toBe(0);
  expect(replaced).toBeGreaterThan(lives / 20);
  expect(control).toBeGreaterThan(0);
  expect(lastDayOf('2028-02-29', 12)).toBe(walkedLastDay('2028-02-29', 12));
});
