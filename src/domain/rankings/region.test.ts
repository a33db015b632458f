import { describe, expect, it } from 'vitest';
import { plainPostcode, regionOf, twiceInRegions } from './region.ts';

const parts = [
  { name: 'West-Vlaanderen', country: 'BE', postcodes: ['8'] },
  { name: 'Westhoek', country: 'BE', postcodes: ['89'] },
  { name: 'Noord', country: 'NL', postcodes: ['77', '78', '79', '9'] },
  { name: 'Luxembourg', country: 'LU', postcodes: [] },
];

describe('the region of an address (domain 2.13)', () => {
  it.each([
    ['BE', '8000', 'West-Vlaanderen'],
    ['BE', 'B-8500', 'West-Vlaanderen'],
    // The longest beginning that fits.
    ['BE', '8900', 'Westhoek'],
    ['BE', '9000', null],
    // A beginning is of its country only.
    ['NL', '8011', null],
    ['NL', '9711 AB', 'Noord'],
    ['NL', '7700', 'Noord'],
    ['LU', null, 'Luxembourg'],
    ['BE', null, null],
    [null, '8000', null],
  ])('%s %s is in %s', (country, postcode, region) => {
    expect(regionOf(parts, { country, postcode })).toBe(region);
  });

  it('of an account that nobody knows is none', () => {
    expect(regionOf(parts, null)).toBeNull();
    expect(regionOf([], { country: 'BE', postcode: '8000' })).toBeNull();
  });

  it('is compared without blanks, dashes and the letters of the country', () => {
    expect(['b-8500', ' 1234 ab', 'SW1A 1AA', 'PT-6000', '6000-084'].map(plainPostcode)).toEqual([
      '8500',
      '1234AB',
      'SW1A1AA',
      '6000',
      '6000084',
    ]);
  });

  it('is said once: a beginning belongs to one region', () => {
    expect(twiceInRegions(parts)).toBeNull();
    expect(twiceInRegions([...parts, { name: 'Oost', country: 'BE', postcodes: ['9', '8'] }])).toEqual({
      at: 4,
      postcode: 'BE 8',
    });
    expect(twiceInRegions([...parts, { name: 'Lux', country: 'LU', postcodes: [] }])).toEqual({
      at: 4,
      postcode: 'LU',
    });
  });
});
