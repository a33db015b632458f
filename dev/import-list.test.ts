import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { checkList, type ListFrame, raceRulesOf, readList, refusalLine } from './import-list.ts';
import { readRules } from './result-list.ts';

const results = (file: string) => fileURLToPath(new URL(`results/${file}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'import-'));
afterAll(() => rmSync(folder, { recursive: true }));

const frame: ListFrame = { release: '2026-06-20T07:00:00+02:00', distance_m: 300_000, rule: null };
const written = (...lines: string[]) => {
  const path = join(folder, 'list.csv');
  writeFileSync(path, lines.join('\n'));
  return path;
};
const check = async (lines: string[], with_frame: Partial<ListFrame> = {}) =>
  checkList(await readList(written(...lines)), { ...frame, ...with_frame });
const whyNot = async (header: string, line: string) => {
  const { birds, refused } = await check([header, line]);
  expect(birds).toHaveLength(refused.length ? 0 : 1);
  return refused.map(refusalLine);
};
const ruleOf = async (file: string) => (await readRules(results('rules.json'))).find((rule) => rule.file === file)!;

describe('a line of a list', () => {
  it('becomes a bird with its arrival time, or one that is not home', async () => {
    const { birds, refused } = await check([
      'ring,team,fancier,country,sex,name,colour,arrival_local',
      'BE 26-1,A,Jan,be,Cock,Bolt,Blue bar,11:00:00.25',
      'BE 26-2,,,,,,,',
    ]);
    expect(refused).toEqual([]);
    expect(birds).toEqual([
      {
        line: 2,
        ring: 'BE 26-1',
        team: 'A',
        fancier: 'Jan',
        country: 'BE',
        name: 'Bolt',
        color: 'Blue bar',
        sex: 'cock',
        home: { time: '2026-06-20T09:00:00.250Z', resolution_ms: 10 },
      },
      expect.objectContaining({ ring: 'BE 26-2', team: null, country: null, sex: 'unknown', home: null }),
    ]);
  });

  it.each([
    ['no ring', 'ring,arrival_local', ',11:00:00', 'line 2, ring: it is missing; write the ring number'],
    ['a ring without a digit', 'ring,arrival_local', '-- /,11:00:00', 'ring: "-- /" has no letter or digit'],
    ['a long ring', 'ring,arrival_local', `${'1'.repeat(33)},11:00:00`, 'ring: it has 33 characters; shorten it to 32'],
    [
      'a time that is none',
      'ring,arrival_local',
      'R1,25:00:00',
      'arrival_local: "25:00:00" cannot be read; write a time',
    ],
    ['a distance that is none', 'ring,arrival_local,distance_m', 'R1,11:00:00,x', 'distance_m: "x" cannot be read'],
    ['a speed that is none', 'ring,arrival_local,speed', 'R1,11:00:00,fast', 'speed: "fast" cannot be read'],
    ['a sex that is none', 'ring,arrival_local,sex', 'R1,11:00:00,m', 'sex: "m" is not known; write cock, hen'],
    [
      'a federation as country',
      'ring,arrival_local,country',
      'R1,11:00:00,KBDB',
      'country: "KBDB" is not a country code',
    ],
    ['a long team', 'ring,arrival_local,team', `R1,11:00:00,${'t'.repeat(129)}`, 'team: it has 129 characters'],
    ['a control character', 'ring,arrival_local,name', 'R1,11:00:00,a\u0000b', 'name: it has a control character'],
    ['a field too many', 'ring,arrival_local', 'R1,11:00:00,', 'the line: it has 3 fields where the header has 2'],
    [
      'a time at the release',
      'ring,arrival_local',
      'R1,07:00:00',
      'not after the release at 07:00:00, so the bird came',
    ],
    [
      'a speed of another day',
      'ring,arrival_local,speed',
      'R1,11:00:00,300',
      'speed: 300 is not what a bird home at 11:00:00',
    ],
  ])('%s is refused with the field and the repair', async (_, header, line, reason) => {
    const [only, ...more] = await whyNot(header, line);
    expect(only).toContain(reason);
    expect(only).toMatch(/^line 2, [\w ]+: .+; .+/);
    expect(more).toEqual([]);
  });

  it.each([
    ['m/min', '1250'],
    ['m/min, one percent off', '1240'],
    ['yd/min', '1367.016'],
  ])('a speed in %s determines the day of arrival', async (_, speed) => {
    expect(await whyNot('ring,arrival_local,speed', `R1,11:00:00,${speed}`)).toEqual([]);
  });

  it('a ring that stands there twice, however written, is refused the second time', async () => {
    const { birds, refused } = await check(['ring,arrival_local', 'BE26-1,', 'be 26.1,', 'BE26-2,']);
    expect(birds.map((bird) => bird.line)).toEqual([2, 4]);
    expect(refused.map(refusalLine)).toEqual([
      'line 3, ring: "be 26.1" stands on line 2 already; leave one of the two lines out',
    ]);
  });

  it('all errors of a line are reported', async () => {
    expect(await whyNot('ring,arrival_local,sex,country', ',25:00,x,y')).toHaveLength(4);
  });
});

describe('a file that is no list', () => {
  it.each([
    ['without times', ['ring,team', 'R1,A'], 'line 1: the column arrival_local is missing'],
    ['with a column twice', ['ring,arrival_local,Ring', 'R1,,R2'], 'line 1: the column "ring" is there twice'],
    ['with a quote left open', ['ring,arrival_local', '"R1,'], 'line 2: a quote is out of place'],
    ['that is empty', [''], 'the file is empty'],
  ])('%s is refused as a whole', async (_, lines, reason) => {
    await expect(readList(written(...lines))).rejects.toThrow(reason);
  });

  it('columns that are ignored are listed', async () => {
    expect((await readList(written('ring,arrival_local,wind', 'R1,,3'))).notes).toEqual([
      'The columns wind are not read.',
    ]);
  });
});

describe('the day of arrival', () => {
  const narbonne = { release: '2017-07-28T06:45:00+02:00', distance_m: 870_000 };

  it('a time that cannot be on the first day is refused without the rule of the list', async () => {
    const list = await readList(results('kbdb-2017-narbonne.csv'));
    const { birds, refused } = checkList(list, { ...narbonne, rule: null });
    expect([birds.length, refused.length]).toEqual([821, 267]);
    expect(birds.every((bird) => bird.home!.time < '2017-07-28T21:00:00.000Z')).toBe(true);
  });

  it('is the day that explains the published speed; without a distance, the day that gives a distance of the list', async () => {
    const list = await readList(results('kbdb-2017-narbonne.csv'));
    const { birds, refused } = checkList(list, { ...narbonne, rule: await ruleOf('kbdb-2017-narbonne.csv') });
    expect(refused).toEqual([]);
    const second = birds.filter((bird) => bird.home!.time >= '2017-07-28T22:00:00.000Z');
    expect([birds.length, second.length]).toEqual([1088, 267]);
    // Home at 07:29:10 with 846.2558 m/min and no distance: 900 km on the second day, 37 km on the first.
    expect(birds.find((bird) => bird.ring === 'BE3076069-15')!.home!.time).toBe('2017-07-29T05:29:10.000Z');
  });

  it('a speed that fits no day of the rule is refused', async () => {
    const rule = await ruleOf('kbdb-2017-narbonne.csv');
    const { refused } = await check(['ring,arrival_local,distance_m,speed', 'R1,17:41:39,840043,1279.9'], {
      ...narbonne,
      rule,
    });
    expect(refused.map(refusalLine)).toEqual([
      expect.stringContaining('arrival_local: no single day on which a bird home at 17:41:39 has the published speed'),
    ]);
  });

  it('a clock correction is subtracted only where the rule of the list says so', async () => {
    const rule = await ruleOf('riro-2022-ulm.csv');
    const at = { release: '2022-05-22T07:30:00+02:00', distance_m: 236_573 };
    const list = await readList(results('riro-2022-ulm.csv'));
    const first = (with_rule: boolean) =>
      checkList(list, { ...at, rule: with_rule ? rule : null }).birds[0]!.home!.time;
    expect(first(true)).toBe('2022-05-22T08:08:07.000Z');
    expect(first(false)).toBe('2022-05-22T08:08:09.000Z');
  });
});

describe('the rule of a list', () => {
  it('becomes the race rules of the flight', async () => {
    expect(raceRulesOf(await ruleOf('kbdb-2017-narbonne.csv'))).toEqual({
      rules: {
        speed: { unit: 'm/min', decimals: 4, rounding: 'half-up', yards_per_metre: null },
        precision_ms: 1000,
        ties: 'consecutive',
        closed_night: { kind: 'hours', closes: '22:34:00', opens: '05:35:00' },
        closing: { kind: 'none' },
      },
      notes: [],
    });
    const { rules, notes } = raceRulesOf(await ruleOf('bd-2016-rongpur.csv'));
    expect(rules!.speed).toEqual({ unit: 'yd/min', decimals: null, rounding: 'none', yards_per_metre: '1.0936133' });
    expect(notes).toEqual([expect.stringContaining('tolerance of 0.0000001')]);
  });

  it('is reported and ignored where a flight has no such rule', async () => {
    const rule = await ruleOf('kbdb-2017-narbonne.csv');
    const finer = { ...rule, published: { ...rule.published, rule: { ...rule.published.rule, decimals: 9 } } };
    expect(raceRulesOf(finer)).toEqual({ rules: null, notes: [expect.stringContaining('speed.decimals')] });
    const { rules, notes } = raceRulesOf({ ...rule, shown_ms: 60_000 });
    expect(rules!.precision_ms).toBe(1000);
    expect(notes).toEqual([expect.stringContaining('steps of 60000 ms')]);
  });
});
