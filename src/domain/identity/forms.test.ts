import { expect, it } from 'vitest';
import { profileForm } from './forms.ts';

const person = { first_name: 'Ida', last_name: 'Moens', country: '', language: 'en' };

it.each([
  ['whole', { street: 'Kerkstraat 1', zipcode: '9450', city: 'Haaltert' }, []],
  ['not there', { street: '', zipcode: '', city: '' }, []],
  ['a street alone', { street: 'Kerkstraat 1', zipcode: '', city: '' }, ['zipcode', 'city']],
  ['without its street', { street: ' ', zipcode: '9450', city: 'Haaltert' }, ['street']],
])('an address that is %s says which of its parts are missing (5.9)', (_, address, missing) => {
  const { error } = profileForm.safeParse({ ...person, ...address });
  expect(error?.issues.map(({ path }) => path[0]) ?? []).toEqual(missing);
});
