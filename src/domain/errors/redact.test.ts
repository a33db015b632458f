import { expect, it } from 'vitest';
import { scrubbed } from './redact.ts';

it.each([
  ['a query', 'GET /id/reset-password?token=abc failed', 'GET /id/reset-password failed'],
  ['a fragment', 'at https://x.example/lofts#access-token:abc', 'at https://x.example/lofts'],
  ['an address', 'no account for eva.maes+1@mail.example.org here', 'no account for [mail] here'],
  ['an address in a path', 'GET /people/eva%40example.org', 'GET /people/[mail]'],
  ['a bearer token', 'Bearer abc.def-ghi was refused', 'Bearer […] was refused'],
  ['a password', 'invalid: {"password":"Geheim 12"}', 'invalid: {"password":[…]}'],
  ['a named token', 'refreshToken=abc&x', 'refreshToken=[…]&x'],
  ['a session id', 'session 4qX9-kd83jslw02mf9skwmx73k is over', 'session […] is over'],
  ['a phone number', 'cannot send to +32 470 12 34 56.', 'cannot send to [phone].'],
  [
    'the values of a key',
    'Key (first_name, phone)=(Eva, 0470) already exists',
    'Key (first_name, phone)=([…]) already exists',
  ],
  ['the user of a database', 'postgres://me:pw@db/loftline refused', 'postgres://db/loftline refused'],
])('%s is taken out (8.4)', (_what, text, left) => {
  expect(scrubbed(text)).toBe(left);
});

it('what helps to find the fault stays', () => {
  const stack = [
    'TypeError: Cannot read properties of undefined (reading "rank")',
    '    at Board (https://x.example/assets/FlightPage-B3kd9_2x.js:12:345)',
    '    at file:///srv/src/server/arrivals/arrivals.ts:95:7',
    'Minified React error #418; duplicate key value violates unique constraint "teams_pkey"',
  ].join('\n');
  expect(scrubbed(stack)).toBe(stack);
  expect(scrubbed('at f (https://x.example/a.js?v=1:12:345)')).toBe('at f (https://x.example/a.js:12:345)');
});
