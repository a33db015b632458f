/** Names in other languages in a form. */
import { expect, it } from 'vitest';
import { namesIn, namesTyped } from './names-in.ts';

const formOf = (typed: Readonly<Record<string, string>>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  return form;
};

it('come back as they were typed, without those that are empty', () => {
  const names = { de: 'Weltrangliste', ar: 'القائمة العالمية' };
  expect(namesIn(formOf(namesTyped(names)), {})).toEqual(names);
  expect(namesIn(formOf({ ...namesTyped(names), name_de: ' ' }), names)).toEqual({ ar: names.ar });
});

it('keep what a form does not ask for', () => {
  expect(namesIn(formOf({ name_nl: 'Asduif' }), { de: 'Ass' })).toEqual({ de: 'Ass', nl: 'Asduif' });
});
