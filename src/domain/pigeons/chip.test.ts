import { expect, it } from 'vitest';
import { chipKey, whyNotChip, whyNotChipNumber } from './chip.ts';

it('a chip is stored in one form, and changed for a reason only', () => {
  expect(chipKey(' 00a1 b2\u200e ')).toBe('00A1B2');
  expect(whyNotChip(null, 'A', null)).toBeNull();
  expect(whyNotChip('A', 'A', null)).toBeNull();
  expect(whyNotChip('A', 'B', 'Lost on the way')).toBeNull();
  expect(whyNotChip('A', 'B', null)).toMatchObject({ code: 'chip_reason_needed' });
});

it.each([
  ['Hitag S, 32 bits', '4F90A1C2'],
  ['Hitag S with the byte of its maker', 'AA4F90A1C2'],
  ['EM4100, 40 bits', '0102b0a5fd'],
  ['EM4100 in decimal digits', '0004340098557'],
  ['one that is printed in groups', 'AA00 0001'],
  ['FDX-B (ISO 11784)', '968 000004531234'],
  ['FDX-B, all 64 bits', '8000F20000451B22'],
  ['one that begins like a Belgian ring', 'BE23456789'],
  ['full-width digits of a Chinese keyboard', '１２３４５６７８'],
])('%s is a chip', (_, typed) => {
  expect(whyNotChipNumber(typed)).toBeNull();
});

it.each([
  ['a German ring', 'DE-01234-27-567', 'chip_is_ring'],
  ['the same with blanks and a slash', 'DV 06914/12/479', 'chip_is_ring'],
  ['a Belgian ring', 'BE 26-5000001', 'chip_is_ring'],
  ['the same without anything between, all of it hex digits', 'BE265000001', 'chip_is_ring'],
  ['a German ring without anything between', 'DE0123427567', 'chip_is_ring'],
  ['a ring that is written in an order of its own', 'DE27-01234-567', 'chip_is_ring'],
  ['a British ring', 'GB26-X-12345', 'chip_is_ring'],
  ['a German ring without its letters', '6976 21 0140', 'chip_is_ring'],
  ['a Dutch ring', 'NL26-1234567', 'chip_is_ring'],
  ['a bird', '🐦', 'chip_not_hex'],
  ['a word', 'Lowie', 'chip_not_hex'],
  ['Arabic digits', '١٢٣٤٥٦٧٨', 'chip_not_hex'],
  ['a code that broke off', '4F90A1C', 'chip_too_short'],
  ['two scans in one', 'AA4F90A1C2AA4F90A1C2', 'chip_too_long'],
])('%s is no chip', (_, typed, code) => {
  expect(whyNotChipNumber(typed)).toMatchObject({ code });
});
