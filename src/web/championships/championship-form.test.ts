/** The form of a championship: all wrong fields are reported at once, and years are read as years (domain 2.13). */
import { expect, it } from 'vitest';
import { isRefusal } from '#domain/refusal.ts';
import { championshipIn, newChampionship } from './championship-form.ts';

function wrongIn(typed: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...newChampionship, name: 'Cup', year: '2026', ...typed }))
    if (value !== '') form.set(name, value);
  try {
    championshipIn(form, { names: {} });
  } catch (refused) {
    if (!isRefusal(refused)) throw refused;
    return refused.errors!;
  }
  return {};
}

it('the usual one is read', () => {
  expect(wrongIn({})).toEqual({});
});

it('a year that is too early or too late is refused with years, not with amounts', () => {
  expect(wrongIn({ year: '1999' }).year).toEqual([{ code: 'error_min_value', params: { min: '2000' } }]);
  expect(wrongIn({ year: '2201' }).year).toEqual([{ code: 'error_max_value', params: { max: '2200' } }]);
  expect(wrongIn({ year: '2026.5' }).year).toEqual([{ code: 'error_whole_number' }]);
});

it('points that cannot be read are reported together with other wrong fields', () => {
  const wrong = wrongIn({ measure: 'table', steps: 'first: 50', year: '1', best: '0' });
  expect(Object.keys(wrong).toSorted()).toEqual(['best', 'steps', 'year']);
});
