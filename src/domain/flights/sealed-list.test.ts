import { expect, it } from 'vitest';
import { sealedListText } from './sealed-list.ts';

it('a sealed list is one text, whatever order its birds come in', () => {
  const birds = [
    { position: 2, ring: 'BE 26-4023187', chip_mark: null },
    { position: 1, ring: 'DE 26-1', chip_mark: 'a1b2c3d4e5f60718' },
  ];
  const text = 'loft 7 flight 41\n1\tDE 26-1\ta1b2c3d4e5f60718\n2\tBE 26-4023187\t\n';
  expect(sealedListText({ loft_id: 7, flight_id: 41 }, birds)).toBe(text);
  expect(sealedListText({ loft_id: 7, flight_id: 41 }, birds.toReversed())).toBe(text);
  expect(sealedListText({ loft_id: 7, flight_id: 41 }, [])).toBe('loft 7 flight 41\n');
});
