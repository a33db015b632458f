import { describe, expect, it } from 'vitest';
import { type DueDateCategory, type DueDateRange, dueDateCategories, whyNotDueDates } from './due-date.ts';
import { registrationState } from './registration.ts';

const of = (
  category: DueDateCategory,
  starts_at: string,
  ends_at: string,
  max_duration: number | null = null,
): DueDateRange => ({ due_date_category_id: dueDateCategories[category], starts_at, ends_at, max_duration });

const registration = of('registration', '2026-12-01', '2027-02-28');
const payment = of('payment', '2026-12-01', '2027-03-02', 5);
const shipping = of('pigeon_shipping', '2026-12-01', '2027-03-02');

describe('the due dates of a season', () => {
  it.each<[string, DueDateRange[], string | null, string?]>([
    ['are none yet', [], null],
    ['are as early as they may be (5.1, 5.2)', [registration, payment, shipping], null],
    ['have a payment that starts with the registration (5.1)', [registration, payment], null],
    [
      'have a payment that starts a day before the registration (5.1)',
      [registration, of('payment', '2026-11-30', '2027-03-02')],
      'payment_before_registration',
      'starts_at',
    ],
    [
      'have a payment that ends a day after the registration (5.1)',
      [registration, of('payment', '2026-12-01', '2027-03-01')],
      'payment_ends_too_early',
      'ends_at',
    ],
    [
      'count the days in a leap year (5.1)',
      [of('registration', '2027-12-01', '2028-02-28'), of('payment', '2027-12-01', '2028-03-01')],
      null,
    ],
    [
      'have shipping that starts a day before the registration (5.2)',
      [registration, payment, of('pigeon_shipping', '2026-11-30', '2027-03-02')],
      'shipping_before_registration',
      'starts_at',
    ],
    [
      'have shipping that ends a day before the payment (5.2)',
      [registration, payment, of('pigeon_shipping', '2026-12-01', '2027-03-01')],
      'shipping_ends_before_payment',
      'ends_at',
    ],
    [
      'have a second window of shipping that ends before the payment (5.2)',
      [shipping, payment, of('pigeon_shipping', '2026-12-01', '2026-12-31')],
      'shipping_ends_before_payment',
      'ends_at',
    ],
    [
      'have three windows of shipping',
      [registration, payment, shipping, shipping, of('pigeon_shipping', '2027-04-01', '2027-04-10')],
      null,
    ],
    [
      'have a registration moved behind the payment (5.1)',
      [of('registration', '2026-12-02', '2026-12-31'), payment],
      'payment_before_registration',
      'starts_at',
    ],
    ['have a payment without a registration', [payment, shipping], null],
    ['last one day', [of('pigeon_sale', '2027-09-20', '2027-09-20')], null],
    [
      'end before they start (5.2)',
      [of('pigeon_sale', '2027-09-20', '2027-09-19')],
      'due_date_range_invalid',
      'ends_at',
    ],
    [
      'have a longest duration that is not the payment’s (3.4)',
      [of('registration', '2026-12-01', '2027-02-28', 5)],
      'max_duration_for_payment_only',
      'max_duration',
    ],
    ['have two registrations', [registration, registration], 'due_date_twice', 'due_date_category_id'],
    [
      'have two sales',
      [of('pigeon_sale', '2027-09-20', '2027-09-30'), of('pigeon_sale', '2027-10-20', '2027-10-30')],
      'due_date_twice',
      'due_date_category_id',
    ],
  ])('%s', (_name, due_dates, code, field) => {
    for (const order of [due_dates, due_dates.toReversed()]) {
      const no = whyNotDueDates(order);
      expect(no?.code ?? null).toBe(code);
      expect(Object.keys(no?.errors ?? {})).toEqual(field ? [field] : []);
    }
  });
});

describe('registration', () => {
  const at = (instant: string, zone = 'Europe/Lisbon') =>
    registrationState([payment, registration], Date.parse(instant), zone);
  it.each([
    ['2026-11-30T23:59:59.999Z', 'ahead'],
    ['2026-12-01T00:00:00.000Z', 'open'],
    ['2027-02-28T23:59:59.999Z', 'open'],
    ['2027-03-01T00:00:00.000Z', 'closed'],
  ])('at %s is %s (4.7)', (instant, state) => expect(at(instant)).toBe(state));

  it('follows the day of the loft (4.7)', () => {
    expect(at('2026-11-30T12:00:00.000Z', 'Pacific/Auckland')).toBe('open');
    expect(at('2026-12-01T06:00:00.000Z', 'America/Los_Angeles')).toBe('ahead');
  });

  it('is not set without its due date', () => {
    expect(registrationState([payment], Date.parse('2027-01-01T00:00:00.000Z'), 'UTC')).toBe('unset');
  });
});
