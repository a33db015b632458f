/** Claims to prizes and the entries of their journal (domain 2.4, M8, A16). */
import { describe, expect, it } from 'vitest';
import {
  areDue,
  awardsOf,
  type Claim,
  chosenOf,
  claimsAssigned,
  claimsChanged,
  claimsTo,
  dueOf,
  partOf,
  postingsOfClaims,
  postingsOfPayout,
  stateOfPrize,
  sumOf,
  whyNotPay,
  whyNotTakeBack,
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
    const claims = claimsTo({ pigeon_id: 1, amount_cents, is_lofts: false }, shares);
    expect(claims.map((claim) => claim.amount_cents)).toEqual(amounts);
    expect(sumOf(claims)).toBe(amount_cents);
  });

  it('that moves is taken from one and given to another: what is the same is not entered again', () => {
    const was: Claim[] = [
      { pigeon_id: 1, team_id: null, account: 'owed', user_id: 7, amount_cents: 500 },
      { pigeon_id: 2, team_id: null, account: 'owed', user_id: 8, amount_cents: 300 },
      { pigeon_id: 3, team_id: null, account: 'loft', user_id: null, amount_cents: 100 },
    ];
    const is: Claim[] = [
      { pigeon_id: 2, team_id: null, account: 'owed', user_id: 8, amount_cents: 500 },
      { pigeon_id: 3, team_id: null, account: 'loft', user_id: null, amount_cents: 100 },
      { pigeon_id: 4, team_id: null, account: 'owed', user_id: 9, amount_cents: 300 },
    ];
    expect(claimsChanged(was, is)).toEqual([
      { pigeon_id: 2, team_id: null, account: 'owed', user_id: 8, amount_cents: 200 },
      { pigeon_id: 4, team_id: null, account: 'owed', user_id: 9, amount_cents: 300 },
      { pigeon_id: 1, team_id: null, account: 'owed', user_id: 7, amount_cents: -500 },
    ]);
    expect(claimsChanged(is, is)).toEqual([]);
  });

  it('is held, waits, is paid, or is to be given back', () => {
    const prize = { won_cents: 500, paid_cents: 0, account: 'owed', held_by: null } as const;
    expect(stateOfPrize(prize, null)).toBe('due');
    expect(stateOfPrize(prize, 'waits')).toBe('waits');
    expect(stateOfPrize(prize, 'sent')).toBe('sent');
    expect(stateOfPrize({ ...prize, held_by: 'unpaid' }, 'waits')).toBe('held');
    expect(stateOfPrize({ ...prize, paid_cents: 500 }, null)).toBe('paid');
    expect(stateOfPrize({ ...prize, paid_cents: 700 }, null)).toBe('to_give_back');
    expect(stateOfPrize({ ...prize, account: 'loft' }, null)).toBe('kept');
    expect(stateOfPrize({ ...prize, account: 'held', held_by: 'account' }, 'waits')).toBe('held');
    expect(dueOf({ ...prize, account: 'held' })).toBe(0);
  });

  it('that nobody holds is held for whoever will have the bird; only a bird of the loft itself wins for the loft', () => {
    const shares = [
      { user_id: null, share_bp: 6_000 },
      { user_id: 8, share_bp: 4_000 },
    ];
    const accounts = (is_lofts: boolean) =>
      claimsTo({ pigeon_id: 1, amount_cents: 1_000, is_lofts }, shares).map((claim) => [
        claim.account,
        claim.amount_cents,
      ]);
    expect(accounts(false)).toEqual([
      ['held', 600],
      ['owed', 400],
    ]);
    expect(accounts(true)).toEqual([
      ['loft', 600],
      ['owed', 400],
    ]);
  });

  it('that is held is owed to who has the bird by now, in postings that are nothing together', () => {
    const held: Claim[] = [
      { pigeon_id: 1, team_id: null, account: 'held', user_id: null, amount_cents: 600 },
      { pigeon_id: 2, team_id: null, account: 'held', user_id: null, amount_cents: 300 },
    ];
    const changed = claimsAssigned(held, ({ pigeon_id }) => (pigeon_id === 1 ? 7 : null));
    expect(changed).toEqual([
      { pigeon_id: 1, team_id: null, account: 'owed', user_id: 7, amount_cents: 600 },
      { pigeon_id: 1, team_id: null, account: 'held', user_id: null, amount_cents: -600 },
    ]);
    expect(sumOf(postingsOfClaims(1, changed))).toBe(0);
  });
});

describe('an entry', () => {
  it('of claims, also of such that only move, and of a payout is nothing together', () => {
    const moved: Claim[] = [
      { pigeon_id: 1, team_id: null, account: 'owed', user_id: 7, amount_cents: -500 },
      { pigeon_id: 2, team_id: null, account: 'loft', user_id: null, amount_cents: 500 },
    ];
    expect(postingsOfClaims(1, moved)).toHaveLength(2);
    const paid = [
      { fund_id: 1, pigeon_id: 1, team_id: null, amount_cents: 300 },
      { fund_id: 1, pigeon_id: null, team_id: 2, amount_cents: -100 },
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
    ['was made by today', { paid_on: '2026-06-08' }, 'payout_in_future'],
    ['was not made before the first release', { paid_on: '1900-01-01' }, 'payout_before_release'],
    ['is entered where no release is known', { first_release: null, paid_on: '2026-01-01' }, undefined],
    ['of all that is due is entered', {}, undefined],
    ['of a part is entered', { amount_cents: 40, due_cents: 100 }, undefined],
    ['of a part is of what was seen', { amount_cents: 40, due_cents: 90 }, 'prizes_changed'],
    ['is not of more than is due', { amount_cents: 101, due_cents: 100 }, 'payout_of_more'],
    ['is not of nothing', { amount_cents: 0, due_cents: 100 }, 'payout_of_more'],
    ['does not take where something is due', { amount_cents: -40, due_cents: 100 }, 'payout_of_more'],
  ])('%s', (_name, other, code) => {
    const due = [{ fund_id: 1, pigeon_id: 1, team_id: null, amount_cents: 100 }];
    const seen = { amount_cents: 100, due_cents: null, paid_on: '2026-06-07' };
    const all = {
      ...seen,
      due,
      currency: 'EUR',
      waits: false,
      today: '2026-06-07',
      first_release: '2026-05-01',
      ...other,
    };
    expect(whyNotPay(all, all)?.code).toBe(code);
  });

  const prize = (pigeon_id: number, amount_cents: number) => ({ fund_id: 1, pigeon_id, team_id: null, amount_cents });

  it.each([
    ['of everything pays each prize', 600, [100, 200, 300]],
    ['of a part pays the first ones, and a part of the next', 250, [100, 150]],
    ['of one prize', 100, [100]],
  ])('%s', (_name, amount_cents, paid) => {
    const parts = partOf([prize(1, 100), prize(2, 200), prize(3, 300)], amount_cents);
    expect(parts.map((part) => part.amount_cents)).toEqual(paid);
    expect(sumOf(parts)).toBe(amount_cents);
  });

  it('sets what is to be given back against what is due first, in both directions', () => {
    expect(partOf([prize(1, 100), prize(2, -30), prize(3, 50)], 80)).toEqual([
      prize(1, 100),
      prize(2, -30),
      prize(3, 10),
    ]);
    expect(partOf([prize(1, 20), prize(2, -100)], -50)).toEqual([prize(1, 20), prize(2, -70)]);
    expect(partOf([prize(1, 20), prize(2, -20)], 0)).toEqual([prize(1, 20), prize(2, -20)]);
  });

  it('is of the chosen prizes, of which each is due', () => {
    const due = [prize(1, 100), prize(2, 200)];
    expect(chosenOf(due, [prize(2, 0), prize(2, 0)])).toEqual([prize(2, 200)]);
    expect(chosenOf(due, [prize(2, 0), prize(3, 0)])).toBeNull();
    expect(chosenOf(due, [{ fund_id: 1, pigeon_id: null, team_id: 1 }])).toBeNull();
  });

  it('that waited is still due while nothing of its parts was paid or lost', () => {
    expect(areDue([prize(1, 60)], [prize(1, 100), prize(2, 5)])).toBe(true);
    expect(areDue([prize(1, 60)], [prize(1, 59)])).toBe(false);
    expect(areDue([prize(1, 60)], [prize(2, 60)])).toBe(false);
    expect(areDue([prize(1, -60)], [prize(1, 60)])).toBe(false);
  });
});

describe('what was paid', () => {
  it.each([
    ['is taken back', {}, undefined],
    ['is taken back once', { state: 'taken_back' as const }, 'step_not_possible'],
    ['is not taken back before it was paid', { state: 'waits' as const }, 'step_not_possible'],
    ['stays taken back', { takes_back: 3 }, 'step_not_possible'],
    ['is not asked back twice', { waits: true }, 'payout_waits'],
  ])('%s', (_name, other, code) => {
    const { waits, ...payout } = { state: 'paid' as const, takes_back: null, waits: false, ...other };
    expect(whyNotTakeBack(payout, waits)?.code).toBe(code);
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
      loft_cents: 55,
      funds: [
        {
          what: 'flight' as const,
          name: 'Final',
          promised_cents: 55,
          paid_cents: 20,
          owed_cents: 10,
          held_cents: 0,
          to_win_cents: 20,
          kept_cents: 5,
        },
      ],
    };
    expect(sidesOf(money)).toEqual({ in_cents: 125, out_cents: 125 });
    expect(whyNotPublishMoney(money)).toBeNull();
    expect(whyNotPublishMoney({ ...money, loft_cents: 56 })).toMatchObject({
      code: 'money_short',
      params: { difference: '0.01' },
    });
    expect(whyNotPublishMoney({ ...money, loft_cents: 54 })).toMatchObject({ code: 'money_differs' });
  });
});

describe('the single prizes of a sum', () => {
  const hen = { special: 'hen', amount_cents: 10_001 };
  const nth = { special: 'nth', amount_cents: 3_000 };

  it('are that of the place and each special one, together the sum of the holder', () => {
    expect(awardsOf(113_001, 113_001, [hen, nth])).toEqual([{ special: null, amount_cents: 100_000 }, hen, nth]);
    // Of two holders each has a half of the special prizes, rounded down, and the rest for the place.
    const halves = [awardsOf(56_501, 113_001, [hen, nth]), awardsOf(56_500, 113_001, [hen, nth])];
    expect(halves.map(sumOf)).toEqual([56_501, 56_500]);
    expect(halves[1]).toEqual([
      { special: null, amount_cents: 50_001 },
      { special: 'hen', amount_cents: 5_000 },
      { special: 'nth', amount_cents: 1_499 },
    ]);
  });

  it('have no place where the whole is special', () => {
    expect(awardsOf(5_001, 10_001, [hen])).toEqual([{ special: 'hen', amount_cents: 5_001 }]);
  });

  it('are the sum alone without special prizes, and where these are more than was entered', () => {
    expect(awardsOf(700, 700, [])).toEqual([{ special: null, amount_cents: 700 }]);
    expect(awardsOf(700, 700, [hen])).toEqual([{ special: null, amount_cents: 700 }]);
    expect(awardsOf(0, 700, [nth])).toEqual([]);
  });
});
