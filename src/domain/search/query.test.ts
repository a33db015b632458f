import { expect, test } from 'vitest';
import { searchText } from './query.ts';

test.each([
  ['  551 ', '551'],
  ['be  26-551', 'be 26-551'],
  ['5', ''],
  ['٥٥', '٥٥'],
  ['-5-', ''],
  ['鳩', '鳩'],
  ['', ''],
  ['a b c d e f g h i j', 'a b c d e f g h'],
])('of %j it searches for %j', (typed, text) => {
  expect(searchText(typed)).toBe(text);
});
