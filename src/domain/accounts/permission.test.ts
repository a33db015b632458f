import { describe, expect, it } from 'vitest';
import { whyNotChange } from './permission.ts';

const entry = (given: object) => ({
  is_merchant: false,
  is_agent: false,
  is_staff: false,
  has_seasons: false,
  is_active: true,
  ...given,
});
const merchant = entry({ is_merchant: true });

describe('a change of rights', () => {
  it.each([
    ['is taken from the last active merchant', merchant, null, 0, 'last_merchant'],
    ['makes the last active merchant an agent', merchant, entry({ is_agent: true }), 0, 'last_merchant'],
    ['makes the last active merchant inactive', merchant, { ...merchant, is_active: false }, 0, 'last_merchant'],
    ['is taken from one of two', merchant, null, 1, null],
    ['gives the last merchant more', merchant, { ...merchant, is_staff: true }, 0, null],
    ['is taken from a merchant who is not active', { ...merchant, is_active: false }, null, 0, null],
    ['is taken from an agent of a loft without a merchant', entry({ is_agent: true }), null, 0, null],
    ['gives a loft its first merchant', null, merchant, 0, null],
    ['gives nothing', null, entry({}), 1, 'permission_empty'],
    ['gives staff alone', null, entry({ is_staff: true }), 1, null],
    ['gives seasons alone', null, entry({ has_seasons: true }), 1, null],
  ])('%s (5.4, 8.24)', (_name, before, after, others, code) => {
    expect(whyNotChange(before, after, others)?.code ?? null).toBe(code);
  });
});
