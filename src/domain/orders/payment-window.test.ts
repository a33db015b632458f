import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { daysAfter } from '#domain/calendar.ts';
import { isWorkingDay, lastDayToPay, workingDaysAfter, workingDaysBetween } from './payment-window.ts';

describe('working days (4.1, 9.2)', () => {
  it.each([
    ['Monday', '2027-03-15', 1, '2027-03-16'],
    ['Monday, a week', '2027-03-15', 5, '2027-03-22'],
    ['Friday', '2027-03-19', 1, '2027-03-22'],
    ['Saturday', '2027-03-20', 1, '2027-03-22'],
    ['Sunday', '2027-03-21', 1, '2027-03-22'],
    ['Sunday, none', '2027-03-21', 0, '2027-03-21'],
    ['over the end of a year', '2027-12-30', 2, '2028-01-03'],
    ['over the 29th of February', '2028-02-28', 2, '2028-03-01'],
  ])('after a %s', (_, from, count, day) => {
    expect(workingDaysAfter(from, count)).toBe(day);
  });

  test('counting days and stepping through them agree', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 1, max: 365 }), (start, count) => {
        const from = daysAfter('1990-01-01', start);
        const to = workingDaysAfter(from, count);
        expect(isWorkingDay(to)).toBe(true);
        expect(workingDaysBetween(from, to)).toBe(count);
      }),
    );
  });
});

describe('the last day to pay', () => {
  const window = { starts_at: '2027-03-02', ends_at: '2027-04-02', max_duration: 7 };
  it.each([
    ['so many working days after the confirmation', '2027-03-15', window, '2027-03-24'],
    ['also beyond the end of the due date', '2027-04-01', window, '2027-04-12'],
    ['not before payment has begun', '2027-02-01', window, '2027-03-11'],
    [
      'without a number of days, the end of the due date',
      '2027-03-15',
      { ...window, max_duration: null },
      '2027-04-02',
    ],
    ['confirmed on its last day, the next working day', '2027-04-02', { ...window, max_duration: null }, '2027-04-05'],
    ['confirmed after it, the next working day', '2027-04-03', { ...window, max_duration: null }, '2027-04-05'],
    ['without a due date, the next working day', '2027-03-19', undefined, '2027-03-22'],
  ])('is %s', (_, from, terms, day) => {
    expect(lastDayToPay(from, terms)).toBe(day);
  });
});
