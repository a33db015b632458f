import { createInstance } from 'i18next';
import { describe, expect, test } from 'vitest';
import { type Catalogue, speak } from './catalogue.ts';

const own = {
  home: {
    flown_zero: 'none',
    flown_one: 'one flight',
    flown_few: '{{count}} flights, few',
    flown_many: '{{count}} flights, many',
    flown_other: '{{count}} flights',
    name: '{{name}} and {{other}}',
    wait: 'in {{seconds, wait}}',
    state: 'is $t(states.{{state}}) here',
  },
  states: { lost: 'lost', '{{name}}': 'wrong' },
} as unknown as Catalogue;
const english = { home: { missing: 'English {{count}}', missing_one: 'One English' } } as unknown as Catalogue;

describe('the words of a catalogue', () => {
  const { t } = speak('pl', own, english);
  const say = t as unknown as (name: string, blanks?: object) => string;

  test.each([
    ['home.flown', { count: 0 }, 'none'],
    ['home.flown', { count: 1 }, 'one flight'],
    ['home.flown', { count: 3 }, '3 flights, few'],
    ['home.flown', { count: 1.5 }, '1,5 flights'],
    ['home.name', { name: '{{other}}', other: '$t(states.lost)' }, '{{other}} and $t(states.lost)'],
    ['home.state', { state: 'lost' }, 'is lost here'],
    ['home.missing', { count: 1 }, 'One English'],
    ['home.missing', { count: 2 }, 'English 2'],
    ['home.none_at_all', {}, 'home.none_at_all'],
    ['none', {}, 'none'],
  ])('%s with %j is %j', (name, blanks, sentence) => {
    expect(say(name, blanks)).toBe(sentence);
  });

  test('are what i18next reads from the same catalogue', async () => {
    const library = createInstance();
    await library.init({
      lng: 'pl',
      fallbackLng: 'en',
      resources: { pl: { translation: own }, en: { translation: english } },
      interpolation: { escapeValue: false },
    });
    for (const name of ['flown', 'name', 'state', 'missing'])
      for (const count of [0, 1, 2, 5, 22]) {
        const blanks = { count, name: 'A', other: 'B', state: 'lost' };
        expect(say(`home.${name}`, blanks)).toBe((library.t as unknown as typeof say)(`home.${name}`, blanks));
      }
  });
});
