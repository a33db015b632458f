import { expect, it } from 'vitest';
import { shownTo, stateOf, type Version } from './version.ts';

const version = (id: number, language: string, number: number | null, valid_from: string): Version => ({
  id,
  language,
  version: number,
  valid_from,
});
const all = [
  version(1, 'en', 1, '2026-01-01'),
  version(2, 'en', 2, '2026-05-01'),
  version(3, 'en', 3, '2026-05-01'),
  version(4, 'en', 4, '2027-01-01'),
  version(5, 'en', null, '2026-01-01'),
  version(6, 'de', 1, '2026-03-01'),
];

it.each([
  ['2025-12-31', ['ahead', 'ahead', 'ahead', 'ahead', 'draft', 'ahead']],
  ['2026-01-01', ['in_force', 'ahead', 'ahead', 'ahead', 'draft', 'ahead']],
  ['2026-04-30', ['in_force', 'ahead', 'ahead', 'ahead', 'draft', 'in_force']],
  ['2026-05-01', ['replaced', 'replaced', 'in_force', 'ahead', 'draft', 'in_force']],
  ['2027-01-01', ['replaced', 'replaced', 'replaced', 'in_force', 'draft', 'in_force']],
])('on %s the versions have these states', (today, states) => {
  expect(all.map((one) => stateOf(one, all, today))).toEqual(states);
});

it.each([
  ['de', 6],
  ['fr', 1],
])('a reader of %s is shown version %i', (locale, id) => expect(shownTo(all, locale)?.id).toBe(id));
