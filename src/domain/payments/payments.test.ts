import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { orderStatuses } from '#domain/orders/order.ts';
import { isRefusal } from '#domain/refusal.ts';
import { inHundredths, inSmallestUnits, pageUntil, whyNotByCard } from './by-card.ts';
import { needsApproval, reminderDue, whyNotApprove, whyNotEnter } from './by-hand.ts';
import { entryKindOfStep, entryKinds, methodOf, postingsOf, shownAmounts } from './journal.ts';
import { paymentStatuses } from './payment.ts';
import { refundEvent } from './refund.ts';
import { settle } from './settle.ts';
import { moneyState } from './state.ts';

it.each([
  ['cash of today, by an agent', 'hand', '2027-01-15', false, null],
  ['cash of last week', 'hand', '2027-01-08', true, null],
  ['a transfer of yesterday', 'transfer', '2027-01-14', true, null],
  ['a transfer, by an agent', 'transfer', '2027-01-14', false, 'transfer_by_merchant'],
  ['money of tomorrow', 'hand', '2027-01-16', true, 'paid_in_future'],
] as const)('%s is entered, or refused at its field', (_, method, paid_on, is_merchant, code) => {
  const no = whyNotEnter({ method, paid_on }, { is_merchant, today: '2027-01-15' });
  expect(Object.values(no?.errors ?? {}).flatMap((errors) => errors.map((error) => error.code))).toEqual(
    code === null ? [] : [code],
  );
});

describe('a statement', () => {
  const sumOf = (...entries: [(typeof entryKinds)[number], ('card' | 'hand' | 'transfer')?][]) => {
    const sum: Record<string, number> = {};
    for (const [kind, method] of entries)
      for (const { account, amount_cents } of postingsOf(kind, 100, method))
        sum[account] = (sum[account] ?? 0) + amount_cents;
    return shownAmounts(sum);
  };

  it('counts as income what was paid, and beside it what is still to be paid', () => {
    expect(sumOf(['charged'])).toEqual({ receivable: 100 });
    expect(sumOf(['charged'], ['received', 'transfer'])).toEqual({ bank: 100, income: 100 });
    expect(sumOf(['charged'], ['received', 'transfer'], ['charged'])).toEqual({
      bank: 100,
      income: 100,
      receivable: 100,
    });
    expect(sumOf(['charged'], ['received', 'hand'], ['revoked', 'hand'])).toMatchObject({ receivable: 100 });
    expect(sumOf(['charged'], ['received', 'card'], ['owed'])).toEqual({ cards: 100, refunds: 100 });
  });

  it('says of each entry how its money moved', () => {
    const methods = (['card', 'hand', 'transfer'] as const).map((method) =>
      methodOf(Object.fromEntries(postingsOf('received', 100, method).map((one) => [one.account, one.amount_cents]))),
    );
    expect(methods).toEqual(['card', 'hand', 'transfer']);
    expect(methodOf({ receivable: 100, income: -100 })).toBeNull();
  });
});

describe('the outcome of a payment (4.1)', () => {
  // By hand: a row for each state of the order, a column for each state of the payment; the outcome of money there.
  // p: pays the order. s: is surplus. A dot: was settled before, so nothing.
  //                    open succeeded surplus failed revoked refunded
  const money: Record<(typeof orderStatuses)[number], string> = {
    pending: 's..s..',
    confirmed: 'p..p..',
    payment_pending: 'p..p..',
    paid: 's..s..',
    revoked: 'p..p..',
    rejected: 's..s..',
    cancelled: 's..s..',
  };
  const letters = { p: { payment: 'succeed', order: 'settle' }, s: { payment: 'exceed', order: null }, '.': null };

  it('that succeeded: money pays an order that waits for it, and is surplus otherwise, once', () => {
    for (const order of orderStatuses)
      for (const [i, payment] of paymentStatuses.entries())
        expect(settle({ order, payment, others: 0 }, 'paid'), `${order}, ${payment}`).toEqual(
          letters[money[order][i] as 'p'],
        );
  });

  it('that failed: an order without another attempt waits again', () => {
    for (const order of orderStatuses)
      for (const payment of paymentStatuses)
        for (const others of [0, 1]) {
          const back = order === 'payment_pending' && others === 0 ? 'fail_payment' : null;
          expect(settle({ order, payment, others }, 'over')).toEqual(
            payment === 'open' ? { payment: 'fail', order: back } : null,
          );
        }
  });

  it('that is not known: nothing', () => {
    for (const order of orderStatuses)
      for (const payment of paymentStatuses) expect(settle({ order, payment, others: 0 }, 'waiting')).toBeNull();
  });
});

describe('the journal', () => {
  it('balances, whatever happens, to the cent (M8)', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...entryKinds),
        fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        fc.constantFrom('card' as const, 'hand' as const),
        (kind, amount, method) => {
          const postings = postingsOf(kind, amount, method);
          expect(postings.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(0);
          expect(new Set(postings.map(({ account }) => account)).size).toBe(2);
        },
      ),
    );
  });

  const after = (...facts: [kind: (typeof entryKinds)[number], method?: 'card' | 'hand'][]) => {
    const balance: Record<string, number> = {};
    for (const [kind, method] of facts)
      for (const { account, amount_cents } of postingsOf(kind, 100, method))
        balance[account] = (balance[account] ?? 0) + amount_cents;
    return Object.fromEntries(Object.entries(balance).filter(([, amount]) => amount !== 0));
  };
  it.each([
    ['confirmed: the customer owes', [['charged']], { receivable: 100, income: -100 }],
    ['cancelled: nobody owes', [['charged'], ['discharged']], {}],
    ['paid by card', [['charged'], ['received', 'card']], { cards: 100, income: -100 }],
    ['paid by hand', [['charged'], ['received', 'hand']], { cash: 100, income: -100 }],
    ['taken back', [['charged'], ['received', 'hand'], ['revoked', 'hand']], { receivable: 100, income: -100 }],
    ['paid, then rejected: the loft owes', [['charged'], ['received'], ['owed']], { cards: 100, refunds: -100 }],
    ['given back by card', [['charged'], ['received'], ['owed'], ['refunded', 'card']], {}],
    ['given back in cash', [['charged'], ['received'], ['owed'], ['refunded', 'hand']], { cards: 100, cash: -100 }],
    ['… and it came back: owed again', [['exceeded'], ['refunded'], ['refund_failed']], { cards: 100, refunds: -100 }],
    ['surplus: the loft owes', [['exceeded', 'card']], { cards: 100, refunds: -100 }],
  ] as [string, Parameters<typeof after>, object][])('%s', (_, facts, balance) => {
    expect(after(...facts)).toEqual(balance);
  });
});

describe('a refund', () => {
  // By hand: a row for each state, a column for each message of the provider.
  it.each([
    ['owed', [null, null, null]],
    ['sent', ['pay', null, 'refuse']],
    ['paid', [null, null, 'fail']],
  ] as const)('that is %s', (status, events) => {
    expect((['paid', 'under_way', 'refused'] as const).map((result) => refundEvent(status, result))).toEqual(events);
  });

  it('under way is neither owed nor refunded', () => {
    const none = { has_card: false, has_mark: false, is_owed: false, is_returning: false, is_returned: false };
    const rejected = { ...none, status: 'rejected' } as const;
    expect(moneyState({ ...rejected, is_returning: true })).toBe('returning');
    expect(moneyState({ ...rejected, is_owed: true, is_returning: true })).toBe('owed');
    expect(moneyState({ ...rejected, is_returned: true })).toBe('returned');
  });
});

describe('by card', () => {
  it.each([
    [15_000, 'EUR', 15_000],
    [15_000, 'JPY', 150],
    [15_050, 'JPY', null],
    [15_000, 'HUF', 15_000],
  ] as const)('%i hundredths of %s are %s of the smallest unit', (amount_cents, currency, amount) => {
    expect(inSmallestUnits({ amount_cents, currency })).toBe(amount);
    if (amount !== null) expect(inHundredths(amount, currency)).toBe(amount_cents);
  });

  it.each([
    [49, 'EUR', true],
    [50, 'EUR', false],
    [99_999_999, 'EUR', false],
    [100_000_000, 'EUR', true],
    [5_050, 'JPY', true],
    [5_100, 'JPY', false],
  ] as const)('%i hundredths of %s are refused: %s', (amount_cents, currency, refused) => {
    const no = whyNotByCard({ amount_cents, currency });
    expect(no !== null).toBe(refused);
    expect(no === null || isRefusal(no)).toBe(true);
  });

  const now_ms = Date.parse('2027-03-15T12:00:00Z');
  it.each([
    ['as long as the order can be paid', '2027-03-15T18:00:00Z', 6 * 60],
    ['half an hour at least', '2027-03-15T12:05:00Z', 31],
    ['half an hour also when it is over', '2027-03-14T12:05:00Z', 31],
    ['a day at most', '2027-03-20T00:00:00Z', 24 * 60 - 1],
    ['a day without an end', null, 24 * 60 - 1],
  ])('the page stays open %s', (_, pay_until, minutes) => {
    expect((pageUntil(pay_until, now_ms) - now_ms) / 60_000).toBe(minutes);
  });
});

test.each([
  ['a merchant needs none', true, 200_000, false, false],
  ['an agent with evidence, to the limit, needs none', false, 100_000, true, false],
  ['an agent above the limit', false, 100_001, true, true],
  ['an agent without evidence', false, 1, false, true],
])('a second approval: %s', (_, is_merchant, amount_cents, has_evidence, needed) => {
  expect(needsApproval({ amount_cents, has_evidence }, { is_merchant, agent_limit_cents: 100_000 })).toBe(needed);
});

test('a person cannot approve their own mark', () => {
  expect(whyNotApprove({ user_id: 7 }, 7)?.code).toBe('second_person');
  expect(whyNotApprove({ user_id: 7 }, 8)).toBeNull();
});

describe('cash that an agent took', () => {
  it('comes first in the state of an order’s money, also where a card paid it meanwhile', () => {
    const none = { has_card: false, has_mark: false, is_owed: false, is_returning: false, is_returned: false };
    for (const status of ['confirmed', 'payment_pending', 'revoked', 'paid'] as const)
      expect(moneyState({ ...none, status, has_card: true, has_mark: true })).toBe('to_approve');
    expect(moneyState({ ...none, status: 'payment_pending', has_card: true })).toBe('begun');
    expect(moneyState({ ...none, status: 'confirmed' })).toBe('to_pay');
  });

  it.each([
    [0, 0],
    [47.9, 0],
    [48, 1],
    [95.9, 1],
    [240, 5],
    [-1, 0],
  ])('after %s hours reminder %s is due', (hours, n) => {
    expect(reminderDue(1000, 1000 + hours * 3_600_000)).toBe(n);
  });
});

it.each([
  ['new', 'pending', null],
  ['pending', 'confirmed', 'charged'],
  ['pending', 'cancelled', null],
  ['confirmed', 'payment_pending', null],
  ['payment_pending', 'confirmed', null],
  ['payment_pending', 'cancelled', 'discharged'],
  ['revoked', 'rejected', 'discharged'],
  ['confirmed', 'paid', null],
  ['paid', 'revoked', null],
  ['paid', 'rejected', 'owed'],
] as const)('the step of an order from %s to %s causes the journal entry %s', (from, to, kind) =>
  expect(entryKindOfStep(from, to)).toBe(kind),
);
