import { expect, it } from 'vitest';
import { addressLines } from './address.ts';

it.each([
  [
    'whole',
    { street: 'Kerkstraat 4', zipcode: '9300', city: 'Aalst', country: 'BE' },
    ['Kerkstraat 4', '9300 Aalst', 'Belgien'],
  ],
  [
    'without a postcode',
    { street: 'Dorp 1', zipcode: '', city: 'Gent', country: 'NL' },
    ['Dorp 1', 'Gent', 'Niederlande'],
  ],
  ['without a country', { street: ' ', zipcode: '9300', city: null, country: null }, ['9300']],
  ['not known', { street: null, zipcode: null, city: null, country: null }, []],
])('an address that is %s has these lines', (_, address, lines) => {
  expect(addressLines('de', address)).toEqual(lines);
});
