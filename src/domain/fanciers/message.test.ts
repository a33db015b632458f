import { expect, it } from 'vitest';
import { mostAtOnce, mostInADay, whyNotWrite } from './message.ts';

it.each([
  ['nobody is chosen (8.34)', { chosen: 0, reached: 0, sent: 0 }, 'no_fancier_selected'],
  ['nobody is chosen, and nothing is left', { chosen: 0, reached: 0, sent: mostInADay }, 'no_fancier_selected'],
  ['nobody has an address', { chosen: 3, reached: 0, sent: 0 }, 'nobody_reached'],
  ['one of them has an address', { chosen: 3, reached: 1, sent: 0 }, undefined],
  [
    'the last e-mails of the day',
    { chosen: mostAtOnce, reached: mostAtOnce, sent: mostInADay - mostAtOnce },
    undefined,
  ],
  [
    'one e-mail too many',
    { chosen: mostAtOnce, reached: mostAtOnce, sent: mostInADay - mostAtOnce + 1 },
    'letters_spent',
  ],
  ['only who has an address counts', { chosen: mostAtOnce, reached: 1, sent: mostInADay - 1 }, undefined],
])('a message to fanciers: %s', (_name, message, code) => {
  expect(whyNotWrite(message)?.code).toBe(code);
});

it('shows how many are left', () => {
  expect(whyNotWrite({ chosen: 5, reached: 5, sent: mostInADay - 3 })?.params).toEqual({ max: mostInADay, left: 3 });
  expect(whyNotWrite({ chosen: 5, reached: 5, sent: mostInADay + 3 })?.params).toEqual({ max: mostInADay, left: 0 });
});
