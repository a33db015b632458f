import { describe, expect, it } from 'vitest';
import { isUnusualRing, ringDoubt, ringDoubts, ringYearAhead, tidyRing, usualRing } from './ring-form.ts';

describe('the form of a ring', () => {
  it.each([
    ['DV-06914-12-479', false],
    ['DV 06914 12 479', false],
    ['DV-06914-12', true],
    ['B-08-2148152', false],
    ['BE 26-4023187', false],
    ['BE26-4023187', false],
    ['BE1715637-16', false],
    ['BE 26-40231', true],
    ['NL-08-2095724', false],
    ['NL 08/2095724', false],
    ['NL-2008-2095724', true],
    ['SK-2022-01002-783', false],
    ['SU13 NE 4736', false],
    ['GB22X12345', false],
    ['PL-0123-22-4567', false],
    ['AU 2022 ABC 1234', false],
    // Rings of these countries are not known well enough for a form.
    ['CHN2022-19-1234567', false],
    ['ZA-2022-ABC-12345', false],
    ['RO-22-1234567', false],
    // A ring has digits, and more than a running number.
    ['Lowie', true],
    ['123', true],
    ['AB 12', true],
    ['4023187', true],
    ['01234-26-567', false],
    ['2026-30-123456', false],
  ])('%s: unusual is %s', (ring, unusual) => expect(isUnusualRing(ring)).toBe(unusual));

  it.each([
    'DE 26-1234567',
    'BE 26-40231',
    'NL-2008-2095724',
    'SK 1',
    'GB22',
    'SU13',
    'WHU',
    'PL 1',
    'CZ 1',
    'HU 1',
    'AU 1',
  ])('is shown for %s by a ring that is usual itself', (ring) => {
    expect(isUnusualRing(ring)).toBe(true);
    expect(isUnusualRing(usualRing(ring)!)).toBe(false);
  });

  it.each([
    ['NL 30-1234567', 2030],
    ['BE1715637-27', 2027],
    ['AU 2027 ABC 1234', 2027],
    ['BE 26-4023187', null],
    ['NL 98-1234567', null],
    // No form, no year.
    ['NL-2030-2095724', null],
    ['RO-30-1234567', null],
  ])('%s: the year to come in 2026 is %s', (ring, year) => expect(ringYearAhead(ring, 2026)).toBe(year));

  it.each([
    ['NL 30-1234567', { code: 'ring_of_future', params: { year: '2030' } }],
    ['DE 26-12345', { code: 'ring_unlike', params: { example: 'DV 01234-26-567' } }],
    ['123', { code: 'ring_unusual' }],
    ['DV 01234-26-567', null],
  ])('%s is asked about: %j', (ring, doubt) => {
    expect(ringDoubt(ring, 2026)).toEqual(doubt);
    if (doubt) expect(ringDoubts).toContain(doubt.code);
  });

  it('is shown for the code of a country', () => {
    expect(usualRing('DE')).toBe('DV 01234-26-567');
    expect(usualRing('NL')).toBe('NL 26-1234567');
    expect(usualRing('ZA')).toBeNull();
  });

  it('of a country that is not known has no example', () => expect(usualRing('Lowie')).toBeNull());

  it('is stored as it was written, without surplus blanks and invisible characters', () => {
    expect(tidyRing('  BE  26-4023187\u200e ')).toBe('BE 26-4023187');
  });
});
