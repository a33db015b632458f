import { expect, test } from 'vitest';
import { releaseWord } from './release-word.ts';

test.each([
  ['planned', 0, 'race.release_from'],
  ['sealed', 0, 'race.release_from'],
  ['released', 1, 'race.released_from'],
  ['official', 1, 'race.released_from'],
  ['annulled', 1, 'race.released_from'],
  // Nobody was released, and nobody will be.
  ['annulled', 0, 'race.release_planned'],
] as const)('a flight that is %s, with %i days flown, says %s', (status, days, word) => {
  expect(releaseWord({ status, day_starts: Array.from({ length: days }) })).toBe(word);
});
