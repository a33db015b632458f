import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  fieldsOfLists,
  goesLive,
  hiddenOf,
  type Switch,
  saidOver,
  shown,
  shownBut,
  shownToSay,
  showsSpeed,
  switches,
} from './shown.ts';

describe('what a season shows (3.15)', () => {
  it('has the switches of the specification and one for each further fact of a bird, all on where nothing is said', () => {
    expect(switches).toHaveLength(34);
    expect(fieldsOfLists).toEqual({
      participants: ['team', 'country', 'fancier', 'pigeonsCount'],
      fanciers: ['ringDescriptor', 'color', 'eyeColor', 'sex', 'pigeonName', 'hatchYear', 'breeder', 'sire', 'dam'],
      results: ['rank', 'fancier', 'team', 'country', 'ringDescriptor', 'time', 'speed', 'pigeonName'],
      baskets: ['fancier', 'team', 'country', 'ringDescriptor', 'pigeonName', 'time'],
      aces: ['rank', 'fancier', 'team', 'country', 'ringDescriptor', 'pigeonName', 'speed'],
    });
    expect(Object.values(shownBut([])).flatMap((list) => Object.values(list))).toEqual(Array(34).fill(true));
  });

  it('says the same as a list of what is off and as switches', () => {
    for (const one of switches) expect(hiddenOf(shownBut([one]))).toEqual([one]);
    expect(hiddenOf(shownBut(switches))).toEqual(switches);
  });

  it('takes no switch that there is not, and misses none', () => {
    const whole = shownBut([]);
    expect(shown.safeParse(whole).success).toBe(true);
    expect(shown.safeParse({ ...whole, results: { ...whole.results, owner: true } }).success).toBe(false);
    expect(shown.safeParse({ ...whole, aces: {} }).success).toBe(false);
  });

  it('may be said as the specification knows it: what it does not name stays as it is', () => {
    const { eyeColor: _, ...fanciers } = shownBut(['fanciers.color']).fanciers;
    const said = shownToSay.parse({ ...shownBut([]), fanciers });
    for (const before of [[], ['fanciers.eyeColor', 'results.rank']] as Switch[][])
      expect(hiddenOf(saidOver(shownBut(before), said))).toEqual([
        'fanciers.color',
        ...before.filter((one) => one === 'fanciers.eyeColor'),
      ]);
    expect(hiddenOf(saidOver(shownBut(['fanciers.eyeColor']), shownBut([])))).toEqual([]);
    expect(shownToSay.safeParse({ ...shownBut([]), fanciers: { ...fanciers, color: undefined } }).success).toBe(false);
    expect(shownToSay.safeParse({ ...shownBut([]), fanciers: { ...fanciers, weight: true } }).success).toBe(false);
  });

  it('is the list that the database keeps to', () => {
    const migration = readFileSync(new URL('../../../migrations/0101_birds.sql', import.meta.url), 'utf8');
    const list = /array\[([^\]]+)\]\)/.exec(migration)![1]!;
    const kept = [...list.matchAll(/'(\w+\.\w+)'/g)].map(([, name]) => name);
    expect(kept).toEqual(switches);
  });

  it.each<[live: boolean, hidden: Switch[]]>([
    [true, []],
    [true, ['participants.team', 'participants.pigeonsCount', 'fanciers.sex', 'aces.rank', 'aces.speed']],
    // Hidden in both lists alike, what the browser makes of them hides it too.
    [true, ['results.team', 'baskets.team']],
    [false, ['results.team']],
    [false, ['baskets.country']],
    [false, ['results.rank']],
    [false, ['results.time']],
    [false, ['results.speed']],
    [false, ['baskets.time']],
    [false, ['results.ringDescriptor']],
    [false, ['baskets.ringDescriptor']],
    [false, ['fanciers.ringDescriptor']],
  ])('tells arrivals bird by bird: %s, without %j', (live, hidden) => {
    expect(goesLive(hidden)).toBe(live);
  });

  it('shows no speed without the time, from which it follows', () => {
    expect([[], ['results.speed'], ['results.time']].map((hidden) => showsSpeed(hidden as Switch[]))).toEqual([
      true,
      false,
      false,
    ]);
  });
});
