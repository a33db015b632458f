import { describe, expect, it } from 'vitest';
import { isRefusal } from '#domain/refusal.ts';
import {
  creditOf,
  daysLeft,
  type HeldMembership,
  lastDayOf,
  lastDayToWithdraw,
  lengthInDays,
  nextMembership,
  phaseOf,
} from './membership.ts';
import { highestTier, opening, opens } from './tiers.ts';

const held: HeldMembership = { tier: 'fancier', starts_on: '2026-09-03', ends_on: '2027-09-02', price_cents: 36_00 };

describe('the days of a membership (1.7, 9.3)', () => {
  it.each([
    ['2026-09-03', 12, '2027-09-02', 365],
    ['2026-09-03', 24, '2028-09-02', 731],
    ['2027-03-01', 12, '2028-02-29', 366],
    ['2028-02-29', 12, '2029-02-28', 366],
    ['2028-02-29', 24, '2030-02-28', 731],
    ['2028-02-28', 12, '2029-02-27', 366],
    ['2026-01-01', 12, '2026-12-31', 365],
  ] as const)('from %s for %d months they end on %s', (starts_on, months, ends_on, length) => {
    expect(lastDayOf(starts_on, months)).toBe(ends_on);
    expect(lengthInDays({ starts_on, ends_on })).toBe(length);
  });

  it.each([
    ['2026-09-02', 365, 'coming'],
    ['2026-09-03', 365, 'running'],
    ['2027-03-17', 170, 'running'],
    ['2027-09-02', 1, 'running'],
    ['2027-09-03', 0, 'over'],
  ])('on %s %d days are left', (today, left, phase) => {
    expect(daysLeft(held, today)).toBe(left);
    expect(phaseOf(held, today)).toBe(phase);
  });

  it('are worth their share of the price, half a cent upwards', () => {
    expect(creditOf(held, '2027-03-17')).toBe(16_77);
    expect(creditOf(held, '2026-09-03')).toBe(36_00);
    expect(creditOf(held, '2028-01-01')).toBe(0);
  });

  it('can be withdrawn from for 14 days', () => expect(lastDayToWithdraw('2026-09-03')).toBe('2026-09-17'));
});

describe('the next membership (1.7)', () => {
  const offer = { tier: 'fancier', months: 24, price_cents: 64_00 } as const;

  it('begins today without another one', () =>
    expect(nextMembership(offer, [], 'now', '2026-09-03')).toEqual({
      starts_on: '2026-09-03',
      ends_on: '2028-09-02',
      credit_cents: 0,
      to_pay_cents: 64_00,
      replaces: false,
    }));

  it('takes the place of the present one, whose rest is credited to the day', () =>
    expect(nextMembership(offer, [held], 'now', '2027-03-17')).toEqual({
      starts_on: '2027-03-17',
      ends_on: '2029-03-16',
      credit_cents: 16_77,
      to_pay_cents: 47_23,
      replaces: true,
    }));

  it('begins behind what is paid', () => {
    const later = { ...held, starts_on: '2027-09-03', ends_on: '2028-09-02' };
    expect(nextMembership(offer, [later, held], 'after', '2027-03-17')).toMatchObject({
      starts_on: '2028-09-03',
      credit_cents: 0,
      replaces: false,
    });
  });

  it('begins today after one that is over', () =>
    expect(nextMembership(offer, [held], 'after', '2027-10-01')).toMatchObject({ starts_on: '2027-10-01' }));

  it.each([
    [
      'another one is paid that has not begun',
      [held, { ...held, starts_on: '2027-09-03', ends_on: '2028-09-02' }],
      'membership_comes',
    ],
    ['the rest is worth more', [{ ...held, price_cents: 590_00 }], 'membership_credit_above_price'],
  ])('is refused where %s', (_name, some, code) => {
    const next = nextMembership(offer, some, 'now', '2027-03-17');
    expect(isRefusal(next) && next.code).toBe(code);
  });
});

describe('what a membership opens (4.12, 6.11)', () => {
  it('leaves racing, evidence and one’s own data open to everybody', () => {
    for (const feature of ['racing', 'evidence', 'own_data'] as const) expect(opens(feature, 'none', 1e9)).toBe(true);
  });

  it.each([
    ['alerts', 'none', 3, true],
    ['alerts', 'none', 4, false],
    ['alerts', 'fancier', 50, true],
    ['alerts', 'loft_basic', 51, false],
    ['alerts', 'loft_premium', 1e6, true],
    ['seasons', 'fancier', 1, false],
    ['seasons', 'loft_basic', 500, true],
    ['seasons', 'loft_basic', 501, false],
    ['fanciers', 'loft_basic', 1, true],
    ['fanciers', 'loft_premium', 1, true],
    ['fanciers', 'fancier', 1, false],
    ['goods', 'loft_basic', 1, false],
    ['statistics', 'none', 1, false],
  ] as const)('%s with %s for %d: %s', (feature, tier, count, open) => expect(opens(feature, tier, count)).toBe(open));

  it('counts the highest of several', () => {
    expect(highestTier(['fancier', 'loft_premium', 'loft_basic'])).toBe('loft_premium');
    expect(highestTier([])).toBe('none');
    expect(opening('pedigree', 'none')).toBe(60);
  });
});
