/**
 * Proves the rules of due dates (T4): over random seasons they refuse whenever an independent implementation of the
 * specification finds an error, with one of its codes. The control moves one day and must be noticed.
 */
import { expect, it } from 'vitest';
import { daysAfter } from '#domain/calendar.ts';
import { faultsOf, randomDueDates } from '#testing/due-dates.ts';
import { proveSize, reportProof, seed, seededRandom } from '#testing/proof.ts';
import { type DueDateRange, whyNotDueDates } from './due-date.ts';

const seasons = proveSize(3_000, 100_000);

/** Number of random seasons where the two differ, and number of refusals by reason. */
function compare(judge: (due_dates: DueDateRange[]) => string | undefined) {
  const random = seededRandom(seed);
  const refused: Record<string, number> = {};
  let differing = 0;
  for (let i = 0; i < seasons; i++) {
    const due_dates = randomDueDates(random);
    const faults = faultsOf(due_dates);
    const code = judge(due_dates);
    if (code === undefined ? faults.size > 0 : !faults.has(code)) differing += 1;
    if (code) refused[code] = (refused[code] ?? 0) + 1;
  }
  return { differing, refused };
}

it('random seasons are judged as by an independent implementation (5.1, 5.2, T4)', () => {
  const { differing, refused } = compare((due_dates) => whyNotDueDates(due_dates)?.code);
  // The control: payments a day too early are accepted.
  const control = compare((due_dates) => {
    const lax = due_dates.map((one) => ({
      ...one,
      ends_at: one.due_date_category_id === 2 ? daysAfter(one.ends_at, 1) : one.ends_at,
    }));
    return whyNotDueDates(lax)?.code;
  }).differing;
  reportProof('T4 due dates', { seasons, differing, refused: Object.values(refused).reduce((a, b) => a + b), control });
  expect(differing, `seed ${seed}`).toBe(0);
  expect(Object.keys(refused).sort()).toEqual([
    'due_date_range_invalid',
    'due_date_twice',
    'max_duration_for_payment_only',
    'payment_before_registration',
    'payment_ends_too_early',
    'shipping_before_registration',
    'shipping_ends_before_payment',
  ]);
  expect(control).toBeGreaterThan(20);
});
