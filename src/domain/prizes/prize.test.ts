/** Claims to prizes and the entries of their journal (domain 2.4, M8, A16). */
import { describe, expect, it } from 'vitest';
import {
  type Claim,
  claimsChanged,
  claimsTo,
  postingsOfClaims,
  postingsOfPayout,
  stateOfPrize,
  sumOf,
  whyNotPay,
} from './prize.ts';
import { sidesOf, whyNotPublishMoney } from './season-money.ts';

describe('a prize', () => {
  it.each([
    ['goes to its only holder', 10_001, [[7, 10_000]], [10_001]],
    [
      'is divided by shares, the rest to the largest',
      10_001,
      [
        [7, 6_500],
        [8, 3_500],
      ],
      [6_501, 3_500],
    ],
    [
      'of a cent is that of the largest share',
      1,
      [
        [7, 5_000],
        [8, 5_000],
      ],
      [1],
    ],
  ] as const)('%s', (_name, amount_cents, holders, amounts) => {
    const shares = holders.map(([user_id, share_bp]) => ({ user_id, share_bp }));
    const claims = claimsTo({ pigeon_id: 1, amount_cents }, shares);
    expect(claims.map((claim) => claim.amount_cents)).toEqual(amounts);
    expect(sumOf(claims)).toBe(amount_cents);
  });

  it('that moves is taken from one and given to another: what is the same is not entered again', () => {
    const was: Claim[] = [
      { pigeon_id: 1, user_id: 7, amount_cents: 500 },
      { pigeon_id: 2, user_id: 8, amount_cents: 300 },
      { pigeon_id: 3, user_id: null, amount_cents: 100 },
    ];
    const is: Claim[] = [
      { pigeon_id: 2, user_id: 8, amount_cents: 500 },
      { pigeon_id: 3, user_id: null, amount_cents: 100 },
      { pigeon_id: 4, user_id: 9, amount_cents: 300 },
    ];
    expect(claimsChanged(was, is)).toEqual([
      { pigeon_id: 2, user_id: 8, amount_cents: 200 },
      { pigeon_id: 4, user_id: 9, amount_cents: 300 },
      { pigeon_id: 1, user_id: 7, amount_cents: -500 },
    ]);
    expect(claimsChanged(is, is)).toEqual([]);
  });

  it('is held, waits, is paid, or is to be given back', () => {
    const prize = { won_cents: 500, paid_cents: 0, user_id: 7, held_by: null };
    expect(stateOfPrize(prize, false)).toBe('due');
    expect(stateOfPrize(prize, true)).toBe('waits');
    expect(stateOfPrize({ ...prize, held_by: 'unpaid' }, true)).toBe('held');
    expect(stateOfPrize({ ...prize, paid_cents: 500 }, false)).toBe('paid');
    expect(stateOfPrize({ ...prize, paid_cents: 700 }, false)).toBe('to_give_back');
    expect(stateOfPrize({ ...prize, user_id: null }, false)).toBe('kept');
  });
});

describe('an entry', () => {
  it('of claims, also of such that only move, and of a payout is nothing together', () => {
    const moved: Claim[] = [
      { pigeon_id: 1, user_id: 7, amount_cents: -500 },
      { pigeon_id: 2, user_id: null, amount_cents: 500 },
    ];
    expect(postingsOfClaims(1, moved)).toHaveLength(2);
    const paid = [
      { fund_id: 1, pigeon_id: 1, amount_cents: 300 },
      { fund_id: 1, pigeon_id: 2, amount_cents: -100 },
    ];
    for (const postings of [postingsOfClaims(1, moved), postingsOfClaims(1, moved.slice(1)), postingsOfPayout(7, paid)])
      expect(sumOf(postings)).toBe(0);
  });
});

describe('a payout', () => {
  it.each([
    ['waits for the one before it', { waits: true }, 'payout_waits'],
    ['needs a prize that is due', { due: [] }, 'no_prize_due'],
    ['is of what was seen', { amount_cents: 99 }, 'prizes_changed'],
    ['was made by today', { paid_on: '2026-06-08' }, 'paid_in_future'],
    ['of all that is due is entered', {}, undefined],
  ])('%s', (_name, other, code) => {
    const due = [{ fund_id: 1, pigeon_id: 1, amount_cents: 100 }];
    const all = { amount_cents: 100, paid_on: '2026-06-07', due, waits: false, today: '2026-06-07', ...other };
    expect(whyNotPay(all, all)?.code).toBe(code);
  });
});

describe('the money of a season', () => {
  it('is not published while its sides differ', () => {
    const money = {
      currency: 'EUR',
      entries_cents: 100,
      activations_cents: 20,
      sales_cents: 0,
      sponsors_cents: 5,
      tax_cents: 10,
      fees_cents: 5,
      loft_cents: 60,
      funds: [
        {
          what: 'flight' as const,
          name: 'Final',
          promised_cents: 50,
          paid_cents: 20,
          owed_cents: 10,
          held_cents: 0,
          to_win_cents: 20,
        },
      ],
    };
    expect(sidesOf(money)).toEqual({ in_cents: 125, out_cents: 125 });
    expect(whyNotPublishMoney(money)).toBeNull();
    expect(whyNotPublishMoney({ ...money, loft_cents: 61 })).toMatchObject({ params: { difference: '-0.01' } });
  });
});
