import { expect, it } from 'vitest';
import { parseFields } from '#domain/parse-fields.ts';
import { profileForm, signInForm } from './forms.ts';

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

it.each([
  ['', [{ code: 'error_required' }]],
  ['ida', [{ code: 'error_email' }]],
  ['a@b.c', [{ code: 'error_email' }]],
  ['ida@example.org', undefined],
])('signing in with the address %j is refused where no account can have it (5.11)', (email, wrong) => {
  const { errors } = parseFields(signInForm, { email, password: 'Loftline-2026' });
  expect(errors?.email).toEqual(wrong);
});
