import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { rankSeason } from '#domain/rankings/ranking.ts';
import { rankingBy } from '#domain/rankings/ranking-rule.ts';
import { checkAceTables, readAceTables } from './ace-table.ts';
import { readResultList } from './result-list.ts';

const at = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const derived = at('results/ace-kbdb-2017.json');
const folder = mkdtempSync(join(tmpdir(), 'aces-'));
afterAll(() => rmSync(folder, { recursive: true }));

const belgian = { factor: 100, decimals: 4, rounding: 'cut', counts_up_to: 10, order: ['points', 'coefficient'] };
const rules = (rule: unknown, expected?: unknown, file = 'table.json') => {
  const path = join(folder, 'rules.json');
  writeFileSync(path, JSON.stringify([{ ace: file, rule, ...(expected ? { expected } : {}) }]));
  return path;
};
const table = (...rows: unknown[]) => writeFileSync(join(folder, 'table.json'), JSON.stringify({ rows }));
/** The Belgian rule for a table of one row. */
const withTable = (one: unknown) => {
  table(one);
  return rules(belgian);
};
const row = (place: number, points: unknown, coefficient: unknown, ...inputs: [rank: number, birds: number][]) => ({
  place,
  ring: `BE-${place}`,
  points,
  coefficient,
  inputs: inputs.map(([rank, birds], i) => ({ race: `2025-06-${10 + i}`, rank, birds })),
});
const figures = async (path: string) => {
  const { lines, differences } = checkAceTables(await readAceTables(path));
  return [lines[0]?.replace(/^\S+ /, ''), ...differences.map((line) => line.replace(/^\S+ /, ''))];
};
const refusal = (path: string) =>
  readAceTables(path).then(
    () => null,
    (error: Error) => error.message.replaceAll(folder, ''),
  );

describe('ace tables (domain 2.12)', () => {
  test('the one derived from two published lists comes out by its rule', async () => {
    expect(await figures(at('results/ace-rules.json'))).toEqual(['rows=29 exact=29 unexplained=0']);
  });

  test('points are the flights that count, up to 10 and cut, and order before the sum of the coefficients', async () => {
    table(
      // 2.1818 + 10.0000 exactly, then 10.0018 does not count.
      row(1, 2, '12.1818', [12, 550], [55, 550]),
      row(2, 1, 2.1818, [12, 550], [551, 5509]),
      row(3, '1', '3,5', [35, 1000]),
      row(4, 0, null, [500, 1000]),
    );
    expect(await figures(rules(belgian, { rows: 4, exact: 4 }))).toEqual(['rows=4 exact=4 unexplained=0']);
  });

  test('control: rounded, counted further or ordered otherwise, the same table differs', async () => {
    writeFileSync(join(folder, 'table.json'), readFileSync(derived));
    for (const change of [
      { rounding: 'half-up' },
      { counts_up_to: 9 },
      { factor: 1000 },
      { order: ['coefficient'] },
      { decimals: 3 },
    ]) {
      const [found, ...differences] = await figures(rules({ ...belgian, ...change }, { rows: 29, exact: 29 }));
      expect(found, JSON.stringify(change)).not.toContain('unexplained=0');
      expect(differences.length).toBeGreaterThan(1);
    }
  });

  test.each<[string, unknown]>([
    ['as in README.md', belgian],
    ['left out where it is usual', { counts_up_to: 10 }],
    ['in parts', { coefficient: { factor: 100, decimals: 4, rounding: 'cut' }, counts: { max: 10 }, points: 'count' }],
    [
      'by a formula',
      { coefficient: 'rank * 100 / birds', cut: 4, limit: '10', order: ['points desc', 'coefficient asc'] },
    ],
    [
      'in words',
      {
        formula: '100 × place / birds',
        truncate: 4,
        counts: '<= 10',
        sort: [
          { by: 'points', direction: 'desc' },
          { by: 'sum', direction: 'asc' },
        ],
      },
    ],
  ])('a rule is read %s', async (_, rule) => {
    writeFileSync(join(folder, 'table.json'), readFileSync(derived));
    expect(await figures(rules(rule, { rows: 29, exact: 29 }))).toEqual(['rows=29 exact=29 unexplained=0']);
  });

  test('equal rows share a place or follow each other, and a table may begin below the first place', async () => {
    const equal = (...places: number[]) => table(...places.map((place) => row(place, 1, '1.0000', [1, 100])));
    const ok = ['rows=2 exact=2 unexplained=0'];
    equal(1, 1);
    expect(await figures(rules(belgian))).toEqual(ok);
    equal(8, 7);
    expect(await figures(rules(belgian))).toEqual(ok);
    equal(1, 3);
    expect((await figures(rules(belgian)))[0]).toBe('rows=2 exact=0 unexplained=2');
  });

  test.each<[string, () => string, RegExp]>([
    [
      'a rule with a word that is not known',
      () => rules({ ...belgian, colour: 'red' }),
      /rules\.json, 1\.rule: Unrecognized key: "colour"/,
    ],
    [
      'an order that is turned round',
      () => rules({ ...belgian, order: ['points asc'] }),
      /rules\.json, 1\.rule\.order\.1: /,
    ],
    [
      'a rounding of another kind',
      () => rules({ ...belgian, rounding: 'bankers' }),
      /rules\.json, 1\.rule\.rounding: /,
    ],
    ['a table that is not there', () => rules(belgian, undefined, 'gone.json'), /gone\.json: there is no such file/],
    ['a row without inputs', () => withTable({ place: 1, ring: 'x' }), /table\.json, rows\.1\.inputs: /],
    ['a place out of no birds', () => withTable(row(1, 1, '1', [1, 0])), /table\.json, rows\.1\.inputs\.1\.birds: /],
  ])('refuses %s and names the place', async (_, path, message) => {
    expect(await refusal(path())).toMatch(message);
  });

  test('the command prints a line per table and ends with 1 where one differs', () => {
    const run = (path: string) => spawnSync(process.execPath, [at('results-check.ts'), path], { encoding: 'utf8' });
    table(row(1, 1, '2.1818', [12, 550]), row(2, 1, '2.1819', [12, 550]));
    const { status, stdout, stderr } = run(rules(belgian, { rows: 2, exact: 2 }));
    expect([status, stdout]).toEqual([1, 'table.json rows=2 exact=1 unexplained=1\n']);
    expect(stderr).toBe('table.json: exact is 1, expected 2\ntable.json: BE-2: coefficient 2.1819, not 2.1818\n');
    expect(run(rules(belgian, { rows: 2, exact: 1 })).status).toBe(0);
  });
});

test('the coefficients that the KBDB published are those of the ranking, to the last decimal', async () => {
  for (const [file, birds] of [
    ['kbdb-2017-bourges-i.csv', 23_155],
    ['kbdb-2017-narbonne.csv', 4272],
  ] as const) {
    const rows = (await readResultList(at(`results/${file}`))).rows.filter(
      ({ rank, coefficient }) => rank && coefficient,
    );
    const measure = {
      by: 'coefficient',
      factor: 100,
      of: 'basketed',
      most_birds: null,
      decimals: 4,
      rounding: 'half-up',
    } as const;
    const found = rankSeason(rankingBy(measure), {
      birds: rows.map((_, i) => ({ pigeon_id: i, groups: {} })),
      flights: [
        {
          flight_id: 1,
          kind: 'final',
          distance_m: 0,
          basketed: birds,
          prize_places: 0,
          flown: true,
          results: rows.map(({ rank }, i) => ({ pigeon_id: i, rank: Number(rank), net_ms: 0 })),
        },
      ],
    });
    expect(rows.length).toBeGreaterThan(1000);
    const differing = found.filter(
      ({ key, value }) => value !== Math.round(Number(rows[Number(key)]!.coefficient) * 10_000),
    );
    expect(differing).toEqual([]);
  }
});
