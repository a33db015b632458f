import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { explain, readResultList, readRules } from './result-list.ts';
import { checkResults, loadResults } from './results-check.ts';

const program = fileURLToPath(new URL('results-check.ts', import.meta.url));
const published = fileURLToPath(new URL('results/rules.json', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'lists-'));
afterAll(() => rmSync(folder, { recursive: true }));

let made = 0;

/** A rules file with one list: by default 300 km, released at 07:00, times to the second, four decimals. */
function rulesFile(csv: string | Uint8Array, rule: Record<string, unknown> = {}): string {
  made += 1;
  writeFileSync(join(folder, `${made}.csv`), csv);
  const list = {
    file: `${made}.csv`,
    release: '2026-06-20T07:00:00+02:00',
    distance: { value: '300000', unit: 'm' },
    speed: { unit: 'm/min', decimals: 4, rounding: 'half-up', tolerance: null, yards_per_metre: null },
    clock: { shown_ms: 1000, hidden_fraction: false, correction: 'none' },
    closed_night: null,
    ties: 'shared',
    ...rule,
  };
  const path = join(folder, `${made}.json`);
  writeFileSync(path, JSON.stringify([list]));
  return path;
}

const figures = async (path: string) => checkResults(await loadResults(path)).lines[0]!.replace(/^\S+ /, '');
const refusal = async (path: string) =>
  loadResults(path).then(
    () => null,
    (error: Error) => error.message.replaceAll(folder, ''),
  );
const one = 'rows=1 exact=1 hidden=0 unexplained=0';
const none = 'rows=1 exact=0 hidden=0 unexplained=1';
const list = (...rows: string[]) => ['arrival_local,speed', ...rows].join('\n');

describe('published results', () => {
  test('all eight lists come out as rules.json expects: 7,709 rows, none unexplained (5.21)', async () => {
    const { lines, differences } = checkResults(await loadResults(published));
    expect(differences).toEqual([]);
    expect(lines).toEqual([
      'kbdb-2017-bourges-i.csv rows=5806 exact=4001 hidden=1805 unexplained=0',
      'kbdb-2017-narbonne.csv rows=1079 exact=444 hidden=635 unexplained=0',
      'olr-cn-2017-hongfei-final.csv rows=10 exact=10 hidden=0 unexplained=0',
      'olr-cn-2014-lantian-final.csv rows=8 exact=0 hidden=8 unexplained=0',
      'olr-gb-2018-rpra-alnwick-final.csv rows=2 exact=2 hidden=0 unexplained=0',
      'riro-2022-ulm.csv rows=138 exact=138 hidden=0 unexplained=0',
      'bevel-2025-06-15-noyon-young.csv rows=43 exact=43 hidden=0 unexplained=0',
      'bd-2016-rongpur.csv rows=623 exact=623 hidden=0 unexplained=0',
    ]);
  });

  test('control: a release one second later explains almost nothing', async () => {
    const lists = await readRules(published);
    for (const list of lists.filter((each) => !each.hidden_fraction && each.published.rule.decimals !== 0)) {
      const { rows } = await readResultList(list.path);
      const late = { ...list, release_ms: list.release_ms + 1000 };
      const explained = rows.filter((row) => explain(row, late).how !== null);
      expect(explained.length).toBeLessThan(rows.length / 100);
    }
  });

  test('rows of Narbonne fall on the first and the second day, and need the closed night (domain 2.8)', async () => {
    const narbonne = (await readRules(published)).find((each) => each.closed.length > 0)!;
    const { rows } = await readResultList(narbonne.path);
    const days = (of: typeof narbonne) => Map.groupBy(rows, (row) => explain(row, of).day);
    expect([...days(narbonne).keys()].map(String).sort()).toEqual(['1', '2', 'null']);
    expect(days(narbonne).get(null)).toHaveLength(1088 - 1079);
    expect(days({ ...narbonne, closed: [] }).get(2)).toBeUndefined();
  });

  test('where the fraction was hidden, the time found gives the published speed', async () => {
    for (const list of (await readRules(published)).filter((each) => each.hidden_fraction)) {
      const { rows } = await readResultList(list.path);
      const hidden = rows
        .map((row) => ({ row, found: explain(row, list) }))
        .filter(({ found }) => found.how === 'hidden');
      const again = hidden.filter(({ row, found }) => {
        const arrival_ms = found.arrival_ms! - list.midnight_ms - (found.day! - 1) * 86_400_000;
        return explain({ ...row, arrival_ms }, { ...list, hidden_fraction: false, correction: 'none' }).how === 'exact';
      });
      expect(hidden.length).toBeGreaterThan(0);
      expect(again.length).toBe(hidden.length);
    }
  });
});

describe('a list of this format', () => {
  test.each<[string, string, Record<string, unknown>, string]>([
    ['a plain row', list('10:00:00,1666.6667'), {}, one],
    ['a wrong speed', list('10:00:00,1666.6666'), {}, none],
    ['cut', list('10:00:00,1666.6666'), { speed: { unit: 'm/min', decimals: 4, rounding: 'cut' } }, one],
    [
      'a tolerance',
      list('10:00:00,1666.6665'),
      { speed: { unit: 'm/min', decimals: 4, rounding: 'half-up', tolerance: '0.0002' } },
      one,
    ],
    [
      'a tolerance too small',
      list('10:00:00,1666.6664'),
      { speed: { unit: 'm/min', decimals: 4, rounding: 'half-up', tolerance: 0.0002 } },
      none,
    ],
    [
      'not rounded',
      list('10:00:00,1666.666666666667'),
      { speed: { unit: 'm/min', decimals: null, rounding: 'none', tolerance: 1e-9 } },
      one,
    ],
    [
      'not rounded and exact',
      list('10:00:00,1250'),
      { distance: { value: 225_000, unit: 'm' }, speed: { unit: 'm/min', decimals: null, rounding: 'none' } },
      one,
    ],
    [
      'yards by 0.9144',
      list('10:00:00,1822.6888'),
      { speed: { unit: 'yd/min', decimals: 4, rounding: 'half-up' } },
      one,
    ],
    [
      'yards by a factor',
      list('10:00:00,1816.6667'),
      { speed: { unit: 'yd/min', decimals: 4, rounding: 'half-up', yards_per_metre: '1.09' } },
      one,
    ],
    [
      'a distance in yards needs no factor',
      list('10:00:00,1000'),
      {
        distance: { value: '180000', unit: 'yd' },
        speed: { unit: 'yd/min', decimals: 4, rounding: 'half-up', yards_per_metre: '1.09' },
      },
      one,
    ],
    ['metres a minute from yards', list('10:00:00,914.4'), { distance: { value: '180000', unit: 'yd' } }, one],
    [
      'a distance per row',
      'arrival_local,speed,distance_m\n10:00:00,1666.6667,300000\n10:00:00,1,\n',
      { distance: null },
      one,
    ],
    [
      'a hidden second',
      list('10:00:00,1666.6'),
      { clock: { shown_ms: 1000, hidden_fraction: true, correction: 'none' } },
      'rows=1 exact=0 hidden=1 unexplained=0',
    ],
    [
      'a hidden second that is not enough',
      list('10:00:00,1666.5'),
      { clock: { shown_ms: 1000, hidden_fraction: true, correction: 'none' } },
      none,
    ],
    [
      'a hidden minute',
      list('10:00,1666.5'),
      { clock: { shown_ms: 60_000, hidden_fraction: true, correction: 'none' } },
      'rows=1 exact=0 hidden=1 unexplained=0',
    ],
    [
      'milliseconds',
      list('10:00:00.432,1666.6'),
      { clock: { shown_ms: 1, hidden_fraction: false, correction: 'none' } },
      one,
    ],
    [
      'a correction to subtract',
      'arrival_local,clock_correction_s,speed\n10:00:02,2,1666.6667\n9:59:57.5,-2.5,1666.6667\n10:00:00,,1666.6667',
      { clock: { shown_ms: 1000, hidden_fraction: false, correction: 'subtract' } },
      'rows=3 exact=3 hidden=0 unexplained=0',
    ],
    [
      'a correction that is applied',
      'arrival_local,clock_correction_s,speed\n10:00:00,2,1666.6667',
      { clock: { shown_ms: 1000, hidden_fraction: false, correction: 'applied' } },
      one,
    ],
    ['the seventh day', list('07:00:00,34.7222'), {}, one],
    ['not the eighth', list('07:00:00,29.7619'), {}, none],
    [
      'a night over midnight',
      list('08:00:00,384.6154'),
      { closed_night: { closes: '19:00', opens: '07:00' } },
      'rows=1 exact=1 hidden=0 unexplained=0',
    ],
    [
      'inside it, counted as the closing',
      list('23:15:00,416.6667'),
      { closed_night: { closes: '19:00', opens: '07:00' } },
      one,
    ],
    [
      'a release in another zone, the day before in Greenwich',
      list('06:00:00,1666.6667'),
      { release: '2026-06-20T03:00:00+13:45' },
      one,
    ],
    ['a release in Greenwich', list('10:00:00,1666.6667'), { release: '2026-06-20T07:00Z' }, one],
    [
      'rows without speed or time',
      list('10:00:00,', ',1666.6667', '10:00:00,1666.6667'),
      {},
      'rows=2 exact=1 hidden=0 unexplained=1',
    ],
  ])('%s', async (_name, csv, rule, expected) => {
    expect(await figures(rulesFile(csv, rule))).toBe(expected);
  });

  const quoted =
    '\ufeff"speed","ring","arrival_local"\r\n\r\n"1666.6667","a ""quoted"", ring\r\nover two lines","10:00:00"\r\n1500,x,10:20:00\r\n\r\n';

  test('quotes, CRLF, a byte order mark, empty lines and any order of columns are read', async () => {
    const path = rulesFile(quoted);
    expect(await figures(path)).toBe('rows=2 exact=2 hidden=0 unexplained=0');
    const { rows } = await readResultList(path.replace('.json', '.csv'));
    expect(rows.map((row) => [row.line, row.ring])).toEqual([
      [3, 'a "quoted", ring\r\nover two lines'],
      [5, 'x'],
    ]);
  });

  test.each<[string, string | Uint8Array, Record<string, unknown>, RegExp]>([
    [
      'a time that is none',
      list('10:00:00,1', '10:61:00,1'),
      {},
      /\.csv, line 3, arrival_local: "10:61:00" is not a time of day/,
    ],
    ['a speed with a comma', list('10:00:00,"1666,7"'), {}, /\.csv, line 2, speed: "1666,7" is not a number/],
    ['a distance below zero', 'arrival_local,speed,distance_m\n10:00:00,1,-5', {}, /line 2, distance_m: "-5"/],
    [
      'a correction that is none',
      'arrival_local,speed,clock_correction_s\n10:00:00,1,soon',
      {},
      /line 2, clock_correction_s: "soon"/,
    ],
    ['a field too many', list('10:00:00,1,1'), {}, /line 2: 3 fields where the header has 2/],
    ['a quote never closed', list('10:00:00,"1'), {}, /line 2: a quote is out of place or never closed/],
    ['a missing column', 'arrival_local,ring\n10:00:00,1', {}, /line 1: the column speed is missing/],
    ['a column twice', 'arrival_local,speed,speed\n10:00:00,1,1', {}, /line 1: the column speed is there twice/],
    ['no distance anywhere', list('10:00:00,1'), { distance: null }, /line 1: the column distance_m is missing/],
    ['an empty file', '', {}, /\.csv: the file is empty/],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x41]), {}, /\.csv: .* is not UTF-8 text/],
    ['a list that is not there', '', { file: 'gone.csv' }, /gone\.csv: there is no such file/],
    [
      'a release without offset',
      '',
      { release: '2026-06-20T07:00:00' },
      /\.json, list 1, release: must be a date and time with its offset/,
    ],
    ['a release on no day', '', { release: '2026-13-20T07:00:00Z' }, /list 1, release: is no date of the calendar/],
    ['an unknown unit', '', { speed: { unit: 'km/h', decimals: 4, rounding: 'cut' } }, /list 1, speed\.unit: /],
    ['a closing at 25:00', '', { closed_night: { closes: '25:00', opens: '05:00' } }, /list 1, closed_night\.closes: /],
    ['a distance in words', '', { distance: { value: 'far', unit: 'm' } }, /list 1, distance\.value: must be a number/],
  ])('refuses %s and names the place', async (_name, csv, rule, message) => {
    expect(await refusal(rulesFile(csv, rule))).toMatch(message);
  });

  test('a rules file that is no JSON or no list is refused', async () => {
    const path = join(folder, 'rules.json');
    expect(await refusal(path)).toBe('/rules.json: there is no such file');
    writeFileSync(path, '[{ "file": }]');
    expect(await refusal(path)).toMatch(/^\/rules\.json: not JSON: SyntaxError: .*/);
    writeFileSync(path, '{}');
    expect(await refusal(path)).toMatch(/^\/rules\.json: must be a list of lists/);
  });
});

describe('the command', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', env: { ...process.env, INIT_CWD: folder } });

  test('prints a line per list and ends with 0 where all is as expected', () => {
    const path = rulesFile(list('10:00:00,1666.6667'), {
      expected: { rows_with_speed: 1, exact: 1, within_hidden_second: 0, not_explained: 0 },
    });
    const stdout = execFileSync(process.execPath, [program, path], { encoding: 'utf8' });
    expect(stdout).toMatch(/^\d+\.csv rows=1 exact=1 hidden=0 unexplained=0\n$/);
  });

  test('ends with 1 and names the figures that differ', () => {
    const path = rulesFile(list('10:00:00,1666.6667'), {
      expected: { rows_with_speed: 1, exact: 0, within_hidden_second: 1, not_explained: 0 },
    });
    const { status, stdout, stderr } = run(path);
    expect(status).toBe(1);
    expect(stdout).toContain('rows=1 exact=1 hidden=0 unexplained=0\n');
    expect(stderr).toMatch(/^\d+\.csv: exact is 1, expected 0\n\d+\.csv: within_hidden_second is 0, expected 1\n$/);
  });

  test('ends with 2 and one sentence where a file is missing or malformed, or none is named', () => {
    const missing = run('nowhere.json');
    expect([missing.status, missing.stdout, missing.stderr]).toEqual([
      2,
      '',
      `${join(folder, 'nowhere.json')}: there is no such file\n`,
    ]);
    expect(run().status).toBe(2);
    expect(run(rulesFile(list('10:00,x'))).stderr.split('\n')).toHaveLength(2);
  });

  test('one wrong digit in a published list is noticed', async () => {
    const rules = JSON.parse(readFileSync(published, 'utf8')).find((each: { file: string }) =>
      each.file.startsWith('bevel'),
    );
    const text = readFileSync(published.replace('rules.json', rules.file), 'utf8');
    const forged = checkResults(
      await loadResults(rulesFile(text.replace('1475.0570', '1475.0571'), { ...rules, file: `${made + 1}.csv` })),
    );
    expect(forged.differences.map((line) => line.replace(/^\S+ /, ''))).toEqual([
      'exact is 42, expected 43',
      'not_explained is 1, expected 0',
    ]);
  });
});
