/** The explanation of a line in words and figures, and what a file of a ranking says of itself. */
import { describe, expect, it } from 'vitest';
import type { ExplainedFlight, RankingExplained } from '#domain/rankings/contract.ts';
import { rankingBy } from '#domain/rankings/ranking-rule.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { rankingFacts, rankingFileName } from './ranking-file.ts';
import { whySteps } from './why-steps.ts';

const bird = { pigeon_id: 7, ring: 'BE 26-1', pigeon_name: null, team_id: 1, team: 'A', fancier: null, country: 'BE' };
const rule = rankingBy({
  by: 'coefficient',
  factor: 1000,
  of: 'basketed',
  most_birds: 5000,
  decimals: 3,
  rounding: 'cut',
});
const flight = (id: number, rank: number, changes: Partial<ExplainedFlight> = {}): ExplainedFlight => ({
  id,
  name: `Flight ${id}`,
  kind: 'final',
  status: 'official',
  release_time: null,
  distance_m: 400_000,
  weight_percent: 100,
  basketed: 3978,
  prizes: 0,
  divided_by: 3978,
  bonus: null,
  value: '0.754',
  counts: true,
  why: null,
  birds: [
    {
      bird: bird as ExplainedFlight['birds'][number]['bird'],
      rank,
      net_ms: 3_600_123,
      unrounded: { digits: '0.754147812', is_whole: false },
      is_limited: false,
      value: '0.754',
      in_the_air: false,
    },
  ],
  ...changes,
});
const explained = {
  loft: { id: 3, name: 'Serra Alta' },
  season: { id: 4, name: 'Summer', year: 2026 },
  ranking: { id: 5, name: 'Ace', names: { nl: 'Asduif' }, rule, prizes: null },
  currency: 'EUR',
  frozen: { version: 2, at: '2026-09-01T00:00:00.000Z', sha256: 'abc' },
  line: { key: '7', place: 2, national: 1, value: '1.131', count: 2, at_most: false, prize: null, bird, why_not: null },
  ranked: 9,
  flights: [
    flight(1, 3),
    flight(2, 3, { weight_percent: 50 }),
    flight(3, 3, { counts: false, why: 'not_home', value: null, birds: [] }),
  ],
  total: { sum: '1.131', divisor: null, unrounded: { digits: '1.131', is_whole: true } },
  above: {
    key: '8',
    place: 1,
    value: '1.131',
    count: 2,
    bird: { ...bird, ring: 'BE 26-2' },
    group: null,
    apart: '0.000',
    decided_by: 'final_time',
    tries: [
      { tie_break: 'final_place', own: '3', other: '3', nth: null },
      { tie_break: 'final_time', own: '3600123', other: '3600122', nth: null },
    ],
  },
  below: null,
  read_at: '2026-09-01T00:00:00.000Z',
} as unknown as RankingExplained;

describe('the steps of an explanation', () => {
  const { t } = speaker('en');
  const steps = whySteps({ t, locale: 'en' }, explained);
  const of = (key: string) => steps.find((one) => one.key === key)!;

  it('give each flight with its calculation before it is cut, and its weight', () => {
    expect(of('flight 1')).toMatchObject({ value: '0.754', rule: { to: '/lofts/3/flights/1/places/7' } });
    expect(of('flight 1').details.slice(0, 2)).toEqual(['Place: 3 of 3,978', 'Flying time: 1:00:00.123']);
    expect(of('flight 1').details[2]).toMatch(/^3 × 1,000 ÷ 3,978 = .?0\.754147812…/);
    expect(of('flight 2').details.at(-1)).toBe('Counts at 50%');
    expect(of('sum').details).toEqual(['0.754 + 0.754 × 50%']);
  });

  it('say why a flight does not count', () => {
    expect(of('flight 3')).toMatchObject({ value: '–', details: ['Does not count: No result'] });
  });

  it('name every tie-break that was asked against a neighbour, with the figures of both', () => {
    expect(of('above').details).toEqual([
      'BE 26-2',
      '1.131',
      'better place in the last final: 3, the other line 3',
      'shorter time in the last final: 1:00:00.123, the other line 1:00:00.122',
    ]);
    expect(of('above').rule!.to).toBe('/lofts/3/aces?season=4&ranking=5#counted');
    expect(steps.some(({ key }) => key === 'below')).toBe(false);
  });

  it('end with the place, the version and its fingerprint', () => {
    expect(of('place')).toMatchObject({ value: '2 of 9', is_open: false });
    expect(of('state').details).toEqual(['Fingerprint: abc']);
    const open = whySteps({ t, locale: 'en' }, { ...explained, frozen: null });
    expect(open.at(-1)).toMatchObject({ title: 'Not official yet', is_open: true });
  });
});

describe('a file of a ranking', () => {
  it('says loft, season with its year, ranking, version, fingerprint and rule', () => {
    const { t } = speaker('nl');
    expect(rankingFileName({ t, locale: 'nl' }, explained)).toBe('Serra Alta Summer 2026 Asduif Definitief, versie 2');
    const [whose, state, counted] = rankingFacts({ t, locale: 'nl' }, explained);
    expect(whose).toBe('Serra Alta · Summer 2026 · Asduif');
    expect(state).toContain('abc');
    expect(counted).toContain('1.000');
    // Control: a ranking that is not final has no version.
    const open = { ...explained, frozen: null };
    expect(rankingFileName({ t, locale: 'nl' }, open)).toBe('Serra Alta Summer 2026 Asduif Voorlopig');
    expect(rankingFacts({ t, locale: 'nl' }, open)[1]).not.toContain('abc');
  });
});
