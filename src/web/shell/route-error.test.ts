import { expect, it } from 'vitest';
import { refusalOfError, statusOfError } from './route-error.ts';

it.each([
  ['statusCode', { statusCode: 418, status: 404 }, 418],
  ['status', { status: 404, response: { status: 500 } }, 404],
  ['the status of the response', { response: { status: 503 } }, 503],
  ['500 where there is none', new Error('anything'), 500],
  ['500 where what was thrown is no error', 'anything', 500],
  ['none where the network gave no reply', new TypeError('Failed to fetch'), null],
])('the status of an error is %s (8.10)', (_name, error, status) => {
  expect(statusOfError(error)).toBe(status);
});

it('a refusal that a loader threw is found with its values, and nothing else is taken for one', () => {
  const error = { status: 409, data: { error: 'too_often', params: { seconds: 3 } } };
  expect(refusalOfError(error)).toEqual({ code: 'too_often', params: { seconds: 3 } });
  expect(refusalOfError(new Error('anything'))).toBeNull();
  expect(refusalOfError({ status: 404, data: 'gone' })).toBeNull();
});
