import { expect, it } from 'vitest';
import { initialsOf } from './person-name.ts';

it.each([
  ['Marc Wouters', 'MW'],
  ['Jan «🕊» van Damme', 'Jv'],
  ['  Ria', 'R'],
  ['李 明', '李明'],
  ['𐐷𐐨 “Ann” 3', '𐐷A'],
  ['🕊 ««»»', ''],
])('the initials of “%s” are letters of its first words', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
