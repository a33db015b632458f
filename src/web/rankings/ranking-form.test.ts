/** The form of a ranking: what is typed becomes the rule, and the rule is typed again (domain 2.12). */
import { expect, it } from 'vitest';
import { type Measure, type RankingRule, rankingBy } from '#domain/rankings/ranking-rule.ts';
import { isRefusal } from '#domain/refusal.ts';
import { newRanking, rankingIn, typedOf } from './ranking-form.ts';

const formOf = (typed: Readonly<Record<string, string>>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(typed)) if (value !== '') form.set(name, value);
  return form;
};
const yards = { by: 'mean_speed', unit: 'yd/min', decimals: 3, rounding: 'cut' } as const;
const points = { by: 'points', highest: '100', lowest: '0', decimals: 2, rounding: 'half-up' } as const;
/** The codes of what is wrong, by field. */
function wrongIn(typed: Readonly<Record<string, string>>) {
  try {
    read(typed);
  } catch (refused) {
    if (!isRefusal(refused)) throw refused;
    return Object.fromEntries(
      Object.entries(refused.errors!).map(([field, own]) => [field, own.map(({ code }) => code)]),
    );
  }
  return null;
}
const read = (typed: Readonly<Record<string, string>>) => rankingIn(formOf({ name: 'Ace', ...typed }), { names: {} });

it.each<Measure>([
  { by: 'mean_speed', unit: 'm/min', decimals: 2, rounding: 'half-up' },
  { by: 'total_speed', unit: 'yd/min', decimals: 3, rounding: 'cut' },
  { by: 'total_time' },
  { by: 'rank_sum' },
  { by: 'coefficient', factor: 100, of: 'basketed', most_birds: null, decimals: 4, rounding: 'cut' },
  { by: 'points', highest: '100', lowest: '0', decimals: 2, rounding: 'half-up' },
  {
    by: 'table',
    steps: [
      { from: 1, to: 3, points: '50' },
      { from: 4, to: 4, points: '20' },
    ],
    decimals: 0,
  },
])('a rule by $by is typed and read again without a difference', (measure) => {
  const rule = rankingBy(measure, { subject: { of: 'pigeon' }, tie_breaks: ['best_results', 'most_flights'] });
  expect(read(typedOf({ name: 'Ace', rule, prizes: null })).rule).toEqual(rule);
});

it.each<[string, RankingRule]>([
  [
    'a coefficient of the prizes with a cap',
    rankingBy({ by: 'coefficient', factor: 1000, of: 'prizes', most_birds: 5000, decimals: 3, rounding: 'half-up' }),
  ],
  ['yards of another length', rankingBy({ ...yards, yards_per_metre: '1.0936' })],
  [
    'prizes of a coefficient',
    rankingBy({ by: 'rank_sum' }, { prizes: { part: 1, of: 3, rounding: 'up' }, prizes_only: true }),
  ],
  ['two prizes of five', rankingBy(points, { prizes: { part: 2, of: 5, rounding: 'half-up' } })],
  [
    'named birds, all home',
    rankingBy(points, { subject: { of: 'team', birds: 3, named: true, named_before: '2026-05-01', complete: true } }),
  ],
  ['a region', rankingBy(points, { subject: { of: 'region', birds: 3, named: false, complete: false } })],
  [
    'five tie-breaks',
    rankingBy(points, { tie_breaks: ['final_place', 'final_time', 'most_flights', 'best_results', 'first_bird'] }),
  ],
])('%s: saved as it was read, a rule is the same', (_what, rule) => {
  expect(rankingIn(formOf(typedOf({ name: 'Ace', rule, prizes: null })), { names: {}, rule }).rule).toEqual(rule);
});

it('what the form does not show of a rule stays', () => {
  const rule = rankingBy({ by: 'rank_sum' }, { to_come: { fastest: 1800, slowest: null } });
  rule.flights.weights = [{ of: 'final', percent: 200 }];
  const typed = typedOf({ name: 'Ace', rule, prizes: null });
  expect(rankingIn(formOf({ ...typed, best: '2' }), { names: { nl: 'Asduif' }, rule })).toEqual({
    name: 'Ace',
    names: { nl: 'Asduif' },
    rule: { ...rule, flights: { ...rule.flights, best: 2 } },
    prizes: null,
  });
});

it('groups must be whole where fewer birds would be the better sum', () => {
  const team = { ...newRanking, subject: 'team', birds: '3' };
  expect(read(team).rule.subject).toEqual({ of: 'team', birds: 3, named: false, complete: true });
  expect(read({ ...team, measure: 'points' }).rule.subject).toMatchObject({ complete: false });
});

it.each([
  [{ ...newRanking, best: '2', least: '3' }, 'least'],
  [{ ...newRanking, kind_hot_spot: '', kind_semi_final: '', kind_final: '' }, 'kinds'],
  [{ ...newRanking, measure: 'table', decimals: '0', steps: 'first: 50' }, 'steps'],
  [{ ...newRanking, measure: 'table', decimals: '0', steps: '2-1: 50' }, 'steps'],
  [{ ...newRanking, subject: 'team', birds: '' }, 'birds'],
  [{ ...newRanking, decimals: '9' }, 'decimals'],
  [{ ...newRanking, prizes: 'first: much' }, 'prizes'],
  [{ ...newRanking, prizes: '2: 5\n1: 9' }, 'prizes'],
  [{ ...newRanking, subject: 'team', named: 'on' }, 'named_before'],
  [{ ...newRanking, subject: 'team', named: 'on', named_before: '2026-02-30' }, 'named_before'],
])('an error stands at its field: %#', (typed, field) => {
  try {
    read(typed);
    expect.unreachable();
  } catch (error) {
    expect(isRefusal(error) && Object.keys(error.errors ?? {})).toEqual([field]);
  }
});

it('prizes are typed line by line, with their division, and read again without a difference', () => {
  const division = { odd_cent: 'loft', undistributed: 'clocked', first_drop: null } as const;
  const rule = rankingBy(points, { division });
  const steps = [
    { from: 1, to: 1, value: 500_050 },
    { from: 2, to: 3, value: 100_000 },
  ];
  const prizes = { basis: 'amount' as const, steps };
  const typed = typedOf({ name: 'Ace', rule, prizes });
  expect(typed.prizes).toBe('1: 5000.50\n2-3: 1000');
  expect(rankingIn(formOf(typed), { names: {}, rule })).toEqual({ name: 'Ace', names: {}, rule, prizes });
});

it.each<[text: string, errors: [code: string, n: number, line: string][]]>([
  ['1-3: 50\nfourth: 20', [['points_line_wrong', 2, 'fourth: 20']]],
  ['1: 50\n\n1-2: 20', [['points_order_wrong', 3, '1-2: 20']]],
  ['5-3: 50', [['points_order_wrong', 1, '5-3: 50']]],
  ['0: 50', [['points_place_zero', 1, '0: 50']]],
  [
    '1: 50.25\n2 50',
    [
      ['points_line_decimals', 1, '1: 50.25'],
      ['points_line_wrong', 2, '2 50'],
    ],
  ],
])('points that are typed as %j are refused with the line that is wrong', (steps, wanted) => {
  try {
    read({ ...newRanking, measure: 'table', decimals: '1', steps });
    expect.unreachable();
  } catch (refused) {
    if (!isRefusal(refused)) throw refused;
    expect(refused.errors!.steps!.map(({ code, params }) => [code, params!.n, params!.line])).toEqual(wanted);
  }
});

it('points may be typed with a comma; without any the list is missing', () => {
  const typed = { ...newRanking, measure: 'table', decimals: '1' };
  expect(read({ ...typed, steps: '1-2: 50,5\n3 = 20' }).rule.measure).toMatchObject({
    steps: [
      { from: 1, to: 2, points: '50.5' },
      { from: 3, to: 3, points: '20' },
    ],
  });
  try {
    read({ ...typed, steps: '' });
    expect.unreachable();
  } catch (refused) {
    if (!isRefusal(refused)) throw refused;
    expect(Object.keys(refused.errors!)).toEqual(['steps']);
  }
});

it('regions are typed line by line, and read again without a difference (domain 2.13)', () => {
  const typed = { ...newRanking, measure: 'points', subject: 'region', birds: '3' };
  const regions = 'West-Vlaanderen: BE 8\nNoord: nl 77, 78-79 AB, 9\nLuxembourg: LU';
  const { rule } = read({ ...typed, regions });
  expect(rule.regions).toEqual([
    { name: 'West-Vlaanderen', country: 'BE', postcodes: ['8'] },
    { name: 'Noord', country: 'NL', postcodes: ['77', '7879AB', '9'] },
    { name: 'Luxembourg', country: 'LU', postcodes: [] },
  ]);
  expect(rankingIn(formOf(typedOf({ name: 'Ace', rule, prizes: null })), { names: {}, rule }).rule).toEqual(rule);
});

it.each([
  ['', ['error_required']],
  ['West-Vlaanderen', ['region_line_wrong']],
  ['A: BE 8\nB: BE 8*\nC: Belgium', ['region_line_wrong', 'region_line_wrong']],
  ['A: BE 8\nB: BE 9, 8', ['region_twice']],
])('regions that are typed as %j are refused at their field', (regions, codes) => {
  try {
    read({ ...newRanking, measure: 'points', subject: 'region', birds: '3', regions });
    expect.unreachable();
  } catch (refused) {
    if (!isRefusal(refused)) throw refused;
    expect(refused.errors!.regions!.map(({ code }) => code)).toEqual(codes);
    expect(Object.keys(refused.errors!)).toEqual(['regions']);
  }
});

it('what few rankings need is typed, and read again without a difference (domain 2.12)', () => {
  const rule = rankingBy(
    { by: 'coefficient', factor: 1000, of: 'prizes', most_birds: 5000, decimals: 3, rounding: 'half-up' },
    {
      prizes: { part: 1, of: 5, rounding: 'up' },
      prizes_only: true,
      limit: { value: '1000', beyond: 'counts_as_limit' },
      places_by: 'count',
      to_come: { fastest: 1800, slowest: 700 },
      entry: {
        add_on: 12,
        active_before: '2026-06-01',
        sexes: ['hen'],
        colours: ['blue bar', 'mealy'],
        countries: ['BE', 'NL'],
        regions: [],
      },
    },
  );
  rule.flights = {
    ...rule.flights,
    least_distance_m: 120_500,
    must: ['final'],
    weights: [{ of: 'final', percent: 150 }],
    bonus: [{ of: 'final', value: '10.5', per: 'flight' }],
  };
  // Typed into a new form, not over the stored rule.
  expect(read(typedOf({ name: 'Ace', rule, prizes: null })).rule).toEqual(rule);
});

it('weights of single flights, a bonus by kilometres, regions and yards are typed, and read again (domain 2.12)', () => {
  const rule = rankingBy({ ...yards, yards_per_metre: '1.0936' }, { prizes: { part: 2, of: 5, rounding: 'half-up' } });
  rule.regions = [{ name: 'Noord', country: 'NL', postcodes: ['9'] }];
  rule.entry.regions = ['Noord'];
  rule.flights.weights = [
    { of: 'final', percent: 150 },
    { of: 41, percent: 200 },
  ];
  rule.flights.bonus = [
    { of: 'final', value: '1.5', per: 'km' },
    { of: 41, value: '20', per: 'flight' },
  ];
  // Typed into a new form, not over the stored rule.
  expect(read(typedOf({ name: 'Ace', rule, prizes: null })).rule).toEqual(rule);
});

it('a flight that the form names counts as typed, one that it does not name as before', () => {
  const rule = rankingBy(points);
  rule.flights.weights = [
    { of: 41, percent: 200 },
    { of: 42, percent: 300 },
  ];
  const form = formOf({ ...typedOf({ name: 'Ace', rule, prizes: null }), weight_final: '120' });
  form.delete('weight_41');
  form.set('weight_42', '');
  expect(rankingIn(form, { names: {}, rule }).rule.flights.weights).toEqual([
    { of: 41, percent: 200 },
    { of: 'final', percent: 120 },
  ]);
});

it('teams score with all birds at home where that is typed, and yards that are emptied are those of the rules', () => {
  const team = { ...newRanking, measure: 'points', subject: 'team', birds: '3' };
  expect(read({ ...team, complete: 'on' }).rule.subject).toMatchObject({ complete: true });
  const rule = rankingBy({ ...yards, yards_per_metre: '1.0936' });
  const typed = { ...typedOf({ name: 'Ace', rule, prizes: null }), yards_per_metre: '' };
  expect(rankingIn(formOf(typed), { names: {}, rule }).rule.measure).toEqual(yards);
});

it('prizes in percent are guaranteed, and a guarantee needs prizes in percent (domain 2.11)', () => {
  const typed = { ...newRanking, basis: 'percent', prizes: '1: 60\n2: 40', at_least: '1,500.50' };
  const { prizes } = read(typed);
  expect(prizes).toMatchObject({ basis: 'percent', at_least_cents: 150_050 });
  expect(typedOf({ name: 'Ace', rule: rankingBy(points), prizes })).toMatchObject({ at_least: '1500.50' });
  expect(wrongIn({ ...typed, basis: 'amount' })).toEqual({ at_least: ['guarantee_of_amounts'] });
  expect(wrongIn({ ...typed, at_least: 'much' })).toEqual({ at_least: ['error_number'] });
  expect(wrongIn({ ...typed, prizes: '' })).toEqual({ prizes: ['error_required'] });
});

it.each([
  ['-5', 'error_min_value', { min: 0 }],
  ['2147483648', 'error_max_value', { max: 999_999_999 }],
  ['1.1234567', 'ranking_too_many_decimals', { max: 6 }],
  ['much', 'error_number', {}],
])('points of %s are refused with what is possible', (highest, code, params) => {
  try {
    read({ ...newRanking, measure: 'points', highest });
    expect.unreachable();
  } catch (refused) {
    if (!isRefusal(refused)) throw refused;
    expect(refused.errors!.highest).toMatchObject([{ code, ...(Object.keys(params).length > 0 && { params }) }]);
  }
});

it.each([
  [{ limit: 'much' }, 'limit'],
  [{ least_distance: 'far' }, 'least_distance'],
  [{ weight_final: '2000' }, 'weight_final'],
  [{ weight_semi_final: '150', weight_41: '0' }, 'weight_41'],
  [{ bonus_final: '1.12345' }, 'bonus_final'],
  [{ measure: 'total_speed', bonus_41: '1' }, 'bonus_41'],
  [{ only_regions: 'Zuid', regions: 'Noord: NL 9' }, 'only_regions'],
  [{ yards_per_metre: 'a yard' }, 'yards_per_metre'],
  [{ part_of: '3', part: '0' }, 'part'],
  [{ fastest: '-3' }, 'fastest'],
  [{ fastest: '1800', slowest: 'slow' }, 'slowest'],
])('a further field that is wrong is named: %j', (typed, field) => {
  try {
    read({ ...newRanking, ...typed });
    expect.unreachable();
  } catch (refused) {
    expect(isRefusal(refused) && Object.keys(refused.errors ?? {})).toEqual([field]);
  }
});

it('names all wrong fields at once, also beside one that cannot be read', () => {
  const typed = {
    ...newRanking,
    measure: 'table',
    steps: 'first: 50',
    best: '0',
    prizes: 'one: ten',
    subject: 'region',
  };
  expect(Object.keys(wrongIn(typed) ?? {}).toSorted()).toEqual(['best', 'prizes', 'regions', 'steps']);
  const named = { ...newRanking, measure: 'points', subject: 'team', named: 'on', highest: '-5', decimals: '99' };
  expect(
    Object.keys(
      wrongIn({ ...named, part_of: '0', kind_final: '', kind_hot_spot: '', kind_semi_final: '' }) ?? {},
    ).toSorted(),
  ).toEqual(['decimals', 'highest', 'kinds', 'named_before', 'part_of']);
});
