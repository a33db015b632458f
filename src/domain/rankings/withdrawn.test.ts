/** Who withdraws what was published, and when nobody can. */
import { expect, it } from 'vitest';
import { whyNotWithdraw } from './withdrawn.ts';

const published = { published_at: '2026-11-30T12:00:00.000Z', published_by: 7 };

it.each([
  ['who published it', published, 7, false, undefined],
  ['somebody else', published, 8, false, 'withdraw_by_publisher'],
  ['nobody who is known', { ...published, published_by: null }, null, false, 'withdraw_by_publisher'],
  ['who published it, with prizes', published, 7, true, 'withdraw_promised'],
  ['a draft', { published_at: null, published_by: null }, 7, false, 'not_found'],
])('is withdrawn by %s', (_what, one, by, isPromised, code) => {
  expect(whyNotWithdraw(one, by, isPromised)?.code).toBe(code);
});
