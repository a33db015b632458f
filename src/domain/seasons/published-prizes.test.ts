import { describe, expect, test } from 'vitest';
import { whyNotFollow, withoutAcePrizes } from './published-prizes.ts';
import { defaultRulebook, type Rulebook } from './rulebook.ts';

const hen = { to: 'first_hen', every: null, amount_cents: 100, in_kind: null } as const;
const clock = { to: 'first_cock', every: null, amount_cents: null, in_kind: 'A clock' } as const;
const book = (value: number, special: Rulebook['special'] = {}): Rulebook => ({
  ...defaultRulebook('km'),
  prizes: { final: { basis: 'amount', steps: [{ from: 1, to: 3, value }] } },
  special,
});
const fields = (before: Rulebook, after: Rulebook, status: 'draft' | 'in_progress' = 'in_progress') =>
  Object.keys(whyNotFollow(status, before, after)?.errors ?? {});

describe('published prizes may only be raised (domain 2.11)', () => {
  test.each<[string, Rulebook, Rulebook, string[]]>([
    ['raised', book(500), book(501), []],
    ['the same', book(500, { final: [hen, clock] }), book(500, { final: [clock, hen] }), []],
    ['lowered', book(500), book(499), ['rulebook.prizes.final']],
    ['taken away', book(500), { ...book(500), prizes: {} }, ['rulebook.prizes.final']],
    ['a special prize raised', book(500, { final: [hen] }), book(500, { final: [{ ...hen, amount_cents: 101 }] }), []],
    [
      'lowered',
      book(500, { final: [hen] }),
      book(500, { final: [{ ...hen, amount_cents: 99 }] }),
      ['rulebook.special.final'],
    ],
    [
      'one of two equal ones',
      book(500, { final: [hen, hen] }),
      book(500, { final: [hen] }),
      ['rulebook.special.final'],
    ],
    [
      'in kind, replaced',
      book(500, { final: [clock] }),
      book(500, { final: [{ ...clock, in_kind: 'A cup' }] }),
      ['rulebook.special.final'],
    ],
    ['paid sooner', { ...book(500), pay_within_days: 30 }, { ...book(500), pay_within_days: 14 }, []],
    ['on a day that was not named', book(500), { ...book(500), pay_within_days: 14 }, []],
    [
      'later',
      { ...book(500), pay_within_days: 30 },
      { ...book(500), pay_within_days: 31 },
      ['rulebook.pay_within_days'],
    ],
    ['on no day', { ...book(500), pay_within_days: 30 }, book(500), ['rulebook.pay_within_days']],
  ])('%s', (_, before, after, expected) => {
    expect(fields(before, after)).toEqual(expected);
  });

  const ace = (value: number): Rulebook['prizes'] => ({
    ace: { basis: 'amount', steps: [{ from: 1, to: 3, value }] },
  });
  test.each<[string, Rulebook['prizes'], Rulebook['prizes'], string[], string[]]>([
    ['promised anew', {}, ace(500), ['rulebook.prizes.ace'], ['rulebook.prizes.ace']],
    ['raised', ace(500), ace(501), ['rulebook.prizes.ace'], ['rulebook.prizes.ace']],
    ['as they were', ace(500), ace(500), [], []],
    ['taken away', ace(500), {}, ['rulebook.prizes.ace'], []],
  ])('prizes of ace pigeons, which rankings pay: %s', (_, was, is, published, draft) => {
    const [before, after] = [was, is].map((prizes) => ({ ...book(500), prizes }));
    expect(fields(before!, after!)).toEqual(published);
    expect(fields(before!, after!, 'draft')).toEqual(draft);
  });

  test('another season does not copy prizes of ace pigeons', () => {
    expect(withoutAcePrizes({ ...book(500), prizes: { ...book(500).prizes, ...ace(1) } })).toEqual(book(500));
  });

  test('a draft may promise anything, because nobody has read it', () => {
    expect(fields(book(500), book(1), 'draft')).toEqual([]);
  });
});
