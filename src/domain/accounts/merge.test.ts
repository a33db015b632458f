/** Merging two accounts: why it is refused (decision 93). */
import { describe, expect, it } from 'vitest';
import { type MergeParty, whyNotAskToMerge, whyNotMerge } from './merge.ts';

const party = (more: Partial<MergeParty> = {}): MergeParty => ({
  user_id: 1,
  email: 'zoe@example.org',
  is_admin: false,
  works: false,
  has_second_factor: false,
  is_closed: false,
  ...more,
});
const free = { works_there: false, is_open: false };

describe('merging two accounts (decision 93)', () => {
  it.each([
    ['of one person', {}, {}, {}, null],
    ['the same', {}, { user_id: 1 }, {}, 'merge_self'],
    ['into a closed one', { is_closed: true }, {}, {}, 'account_closed'],
    ['of a closed one', {}, { is_closed: true }, {}, 'account_closed'],
    ['into an admin’s', { is_admin: true }, {}, {}, 'merge_admin'],
    ['of an admin’s', {}, { is_admin: true }, {}, 'merge_admin'],
    ['into one without a confirmed address', { email: null }, {}, {}, 'merge_no_address'],
    ['into one that works for a loft', { works: true }, {}, {}, null],
    ['of one that works for a loft', {}, { works: true }, {}, 'merge_works'],
    ['into one that works where the other races', { works: true }, {}, { works_there: true }, 'merge_works_there'],
    ['of the better protected one', {}, { has_second_factor: true }, {}, 'merge_second_factor'],
    ['of two with a second factor', { has_second_factor: true }, { has_second_factor: true }, {}, null],
    ['with something open', {}, {}, { is_open: true }, 'merge_open_work'],
  ])('%s', (_what, into, from, facts, code) => {
    const no = whyNotMerge(party(into), party({ user_id: 2, ...from }), { ...free, ...facts });
    expect(no?.code ?? null).toBe(code);
  });

  it('is asked without a word about the other one', () => {
    expect(whyNotAskToMerge(party())).toBeNull();
    expect(whyNotAskToMerge(party({ works: true }))).toBeNull();
    expect(whyNotAskToMerge(party({ email: null }))?.code).toBe('merge_no_address');
  });
});
