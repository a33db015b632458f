import { expect, it } from 'vitest';
import { mostPictures, movedTo, whyNotAdd } from './place.ts';

it.each([
  [3, 1, [3, 1, 2, 4]],
  [1, 4, [2, 3, 4, 1]],
  [2, 2, [1, 2, 3, 4]],
  [2, 60, [1, 3, 4, 2]],
])('picture %i moves to place %i', (one, place, order) => expect(movedTo([1, 2, 3, 4], one, place)).toEqual(order));

it('a loft has 60 pictures at most', () => {
  expect(whyNotAdd(mostPictures - 1)).toBeNull();
  expect(whyNotAdd(mostPictures)).toMatchObject({ code: 'media_full', params: { max: 60 } });
});
