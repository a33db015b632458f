import { expect, it } from 'vitest';
import { mostPhotos, photoAddress, photoHash, photoOfName, whyNotAddPhoto } from './photo.ts';

it('the address of a photo names its bird, its content and its size', () => {
  const hash = photoHash('0f'.repeat(32));
  const address = photoAddress({ loft_id: 7, pigeon_id: 12 }, hash, 'low');
  expect(address).toBe(`/photos/7/12/${'0f'.repeat(16)}-low.jpg`);
  expect(photoOfName(address.split('/').at(-1)!)).toEqual({ hash, size: 'low' });
});

it.each([
  '',
  'x-low.jpg',
  `${'0f'.repeat(32)}-low.jpg`,
  `${'0f'.repeat(16)}-medium.jpg`,
  `${'0f'.repeat(16)}-low.webp`,
])('%s names no photo', (name) => expect(photoOfName(name)).toBeNull());

it('a loft with as many photos as it may have gets no further one', () => {
  expect(whyNotAddPhoto(mostPhotos - 1)).toBeNull();
  expect(whyNotAddPhoto(mostPhotos)).toMatchObject({ code: 'photos_full', params: { max: mostPhotos } });
});
