import { expect, it } from 'vitest';
import { leadsToNotifications, leadsToRegistration } from './onward-purpose.ts';
import { onwardFrom, signInPath } from './return-path.ts';

const page = '/lofts/3/seasons/4/register';

it.each([
  ['a filled-in registration', signInPath(`${page}?q5=1`), true],
  [
    'the same through the provider',
    onwardFrom([
      ['client_id', 'site'],
      ['return_to', `${page}?q5=1`],
    ]),
    true,
  ],
  ['an empty registration', signInPath(page), false],
  ['another page', signInPath('/lofts/3/seasons/4/rulebook?q5=1'), false],
  ['an address that is broken', '/login?to=%E0%A4', false],
])('who signs in for %s is told that it is kept or not', (_, onward, kept) =>
  expect(leadsToRegistration(onward)).toBe(kept),
);

it.each([
  ['notifications', signInPath('/notifications'), true],
  [
    'the same through the provider',
    onwardFrom([
      ['client_id', 'site'],
      ['return_to', '/notifications'],
      ['state', 'a'],
    ]),
    true,
  ],
  ['the link that stops them', signInPath('/notifications/stop?of=1'), false],
  ['another page', signInPath('/favorites'), false],
])('who signs in for %s is told what needs an account or not', (_, onward, told) =>
  expect(leadsToNotifications(onward)).toBe(told),
);
