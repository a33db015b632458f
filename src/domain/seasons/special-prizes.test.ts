import { describe, expect, test } from 'vitest';
import { defaultRulebook, rulebook } from './rulebook.ts';
import { defaultDivision } from './rulebook-parts.ts';
import { type SpecialBird, specialWins } from './special-prizes.ts';
import { type SpecialPrize, specialPrize } from './special-prizes-rule.ts';

const prize = (to: SpecialPrize['to'], given: Partial<SpecialPrize> = {}): SpecialPrize => ({
  to,
  every: to === 'every_nth' ? 2 : null,
  amount_cents: 'in_kind' in given ? null : 101,
  in_kind: null,
  ...given,
});
const bird = (rank: number, sex: SpecialBird['sex'], country: string | null): SpecialBird => ({ rank, sex, country });
const usual = { ties_share: true, division: defaultDivision };

describe('special prizes (domain 2.11)', () => {
  // Two hens and a cock are third together.
  const ranked = [
    bird(1, 'cock', 'DE'),
    bird(2, 'unknown', null),
    bird(3, 'hen', 'PT'),
    bird(3, 'hen', 'DE'),
    bird(3, 'cock', 'PT'),
    bird(6, 'hen', 'BE'),
  ];
  const won = (one: SpecialPrize, plan = usual) =>
    specialWins([one], ranked, plan).map(({ country, place, winners }) => [
      country ?? place,
      ...winners.map(({ index, cents }) => `${index}: ${cents}`),
    ]);

  test.each<[string, SpecialPrize, (string | number | null)[][]]>([
    ['the first cock, though others are behind it', prize('first_cock'), [[null, '0: 101']]],
    ['the first hens are equal and share', prize('first_hen'), [[null, '2: 51', '3: 50']]],
    [
      'every second place; birds on one place share what falls on it',
      prize('every_nth'),
      [
        [2, '1: 101'],
        [4, '2: 34', '3: 34', '4: 33'],
        [6, '5: 101'],
      ],
    ],
    [
      'the first of each country, equal ones too',
      prize('first_of_country'),
      [
        ['DE', '0: 101'],
        ['PT', '2: 51', '4: 50'],
        ['BE', '5: 101'],
      ],
    ],
    ['in kind nothing is divided', prize('first_hen', { in_kind: 'A clock' }), [[null, '2: 0', '3: 0']]],
  ])('%s', (_, one, expected) => {
    expect(won(one)).toEqual(expected);
  });

  test('the odd cent goes by the rulebook, and where places do not share each has the whole prize', () => {
    const last = { ...usual, division: { ...defaultDivision, odd_cent: 'last_place' as const } };
    expect(won(prize('first_hen'), last)).toEqual([[null, '2: 50', '3: 51']]);
    expect(won(prize('first_hen'), { ...usual, ties_share: false })).toEqual([[null, '2: 101', '3: 101']]);
  });

  test('nobody wins what nobody can have won', () => {
    expect(specialWins([prize('first_hen'), prize('every_nth')], [bird(1, 'unknown', null)], usual)).toEqual([]);
  });

  test.each([
    ['an amount', prize('first_hen'), []],
    ['in kind', prize('first_cock', { in_kind: 'A clock' }), []],
    ['both', prize('first_hen', { amount_cents: 5, in_kind: 'A clock' }), ['special_money_or_kind']],
    ['neither', prize('first_hen', { amount_cents: null }), ['special_money_or_kind']],
    ['every so many places, without a number', prize('every_nth', { every: null }), ['special_every']],
    ['a number that means nothing', prize('first_hen', { every: 3 }), ['special_every']],
  ])('%s', (_, given, codes) => {
    const { error } = specialPrize.safeParse(given);
    expect(error?.issues.map((issue) => ('params' in issue ? issue.params?.code : issue.code)) ?? []).toEqual(codes);
  });

  test('stand beside prizes of places, not in their stead', () => {
    const book = { ...defaultRulebook('km'), special: { final: [prize('first_hen')] } };
    expect(rulebook.safeParse(book).error?.issues).toMatchObject([
      { path: ['special', 'final'], params: { code: 'special_without_prizes' } },
    ]);
    const prizes = { final: { basis: 'amount', steps: [{ from: 1, to: 1, value: 100 }] } };
    expect(rulebook.safeParse({ ...book, prizes }).success).toBe(true);
  });
});
