import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fieldsOfLists, goesLive, hiddenOf, type Switch, shownExcept, showsSpeed, switches } from './visibility.ts';
import { mergeSwitches, shown, shownInput } from './visibility-contract.ts';

describe('what a season shows (3.15)', () => {
  it('has the switches of the specification and one for each further fact of a bird, all on by default', () => {
    expect(switches).toHaveLength(34);
    expect(fieldsOfLists).toEqual({
      participants: ['team', 'country', 'fancier', 'pigeonsCount'],
      fanciers: ['ringDescriptor', 'color', 'eyeColor', 'sex', 'pigeonName', 'hatchYear', 'breeder', 'sire', 'dam'],
      results: ['rank', 'fancier', 'team', 'country', 'ringDescriptor', 'time', 'speed', 'pigeonName'],
      baskets: ['fancier', 'team', 'country', 'ringDescriptor', 'pigeonName', 'time'],
      aces: ['rank', 'fancier', 'team', 'country', 'ringDescriptor', 'pigeonName', 'speed'],
    });
    expect(Object.values(shownExcept([])).flatMap((list) => Object.values(list))).toEqual(Array(34).fill(true));
  });

  it('is the same as a list of hidden fields and as switches', () => {
    for (const one of switches) expect(hiddenOf(shownExcept([one]))).toEqual([one]);
    expect(hiddenOf(shownExcept(switches))).toEqual(switches);
  });

  it('takes no unknown switch, and misses none', () => {
    const whole = shownExcept([]);
    expect(shown.safeParse(whole).success).toBe(true);
    expect(shown.safeParse({ ...whole, results: { ...whole.results, owner: true } }).success).toBe(false);
    expect(shown.safeParse({ ...whole, aces: {} }).success).toBe(false);
  });

  it('may be set by the fields of the specification: a field that is left out is unchanged', () => {
    const { eyeColor: _, ...fanciers } = shownExcept(['fanciers.color']).fanciers;
    const said = shownInput.parse({ ...shownExcept([]), fanciers });
    for (const before of [[], ['fanciers.eyeColor', 'results.rank']] as Switch[][])
      expect(hiddenOf(mergeSwitches(shownExcept(before), said))).toEqual([
        'fanciers.color',
        ...before.filter((one) => one === 'fanciers.eyeColor'),
      ]);
    expect(hiddenOf(mergeSwitches(shownExcept(['fanciers.eyeColor']), shownExcept([])))).toEqual([]);
    expect(shownInput.safeParse({ ...shownExcept([]), fanciers: { ...fanciers, color: undefined } }).success).toBe(
      false,
    );
    expect(shownInput.safeParse({ ...shownExcept([]), fanciers: { ...fanciers, weight: true } }).success).toBe(false);
  });

  it('is the list in the database', () => {
    const migration = readFileSync(new URL('../../../migrations/0101_birds.sql', import.meta.url), 'utf8');
    const list = /array\[([^\]]+)\]\)/.exec(migration)![1]!;
    const inDatabase = [...list.matchAll(/'(\w+\.\w+)'/g)].map(([, name]) => name);
    expect(inDatabase).toEqual(switches);
  });

  it.each<[live: boolean, hidden: Switch[]]>([
    [true, []],
    [true, ['participants.team', 'participants.pigeonsCount', 'fanciers.sex', 'aces.rank', 'aces.speed']],
    // Hidden in both lists alike, so the browser does not show it either.
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
  ])('sends arrivals one by one: %s, without %j', (live, hidden) => {
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
