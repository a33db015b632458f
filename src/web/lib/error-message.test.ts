import { expect, it } from 'vitest';
import { errorMessage, type Failure } from './error-message.ts';

it.each<[string, Failure, string]>([
  ['the first message of errors', { data: { errors: { a: ['A', 'B'], b: ['C'] }, error: 'E' }, message: 'M' }, 'A'],
  ['errors with a single text', { data: { errors: { a: 'A' } } }, 'A'],
  ['errors as a list', { data: { errors: [{ message: 'A' }] } }, 'A'],
  ['an empty field is passed over', { data: { errors: { a: [], b: ['', 'B'] } } }, 'B'],
  ['errors without a message give way to error', { data: { errors: {}, error: 'E' }, message: 'M' }, 'E'],
  ['the error field', { data: { error: 'E' }, message: 'M' }, 'E'],
  ['the raw data', { data: 'upstream timed out', message: 'M' }, 'upstream timed out'],
  ['data that says nothing', { data: { other: 1 }, message: 'M' }, 'M'],
  ['blank data', { data: '  ', message: 'M' }, 'M'],
  ['no data', { message: 'Failed to fetch' }, 'Failed to fetch'],
  ['null', { data: null, message: 'M' }, 'M'],
  ['nothing at all', {}, 'Undefined Error'],
  ['an empty message', { message: '' }, 'Undefined Error'],
])('%s (8.1)', (_name, failure, said) => {
  expect(errorMessage(failure)).toBe(said);
});
