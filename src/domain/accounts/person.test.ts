import { describe, expect, it } from 'vitest';
import { isAgent, isMerchant, merchantOf, type Permission, type Rights, worksOnSeasons } from './person.ts';

const nothing: Omit<Permission, 'loft_id'> = {
  is_merchant: false,
  is_agent: false,
  is_staff: false,
  has_seasons: false,
  is_active: true,
};
const rights = (...permissions: (Partial<Permission> & { loft_id: number })[]): Rights => ({
  is_admin: false,
  permissions: permissions.map((one) => ({ ...nothing, ...one })),
});

describe('the rights of a person', () => {
  it('a merchant is one of a loft, by an active entry (6.4, 6.7)', () => {
    const ours = rights({ loft_id: 1, is_merchant: true }, { loft_id: 2, is_merchant: true, is_active: false });
    expect([1, 2, 3].map((loft_id) => isMerchant(ours, loft_id))).toEqual([true, false, false]);
    expect(merchantOf(ours)).toEqual([1]);
    expect(isMerchant(rights({ loft_id: 1, is_agent: true, is_staff: true, has_seasons: true }), 1)).toBe(false);
  });

  it('an agent is one of a loft, and active (6.5, 6.7)', () => {
    const ours = rights({ loft_id: 1, is_agent: true }, { loft_id: 2, is_agent: true, is_active: false });
    expect([1, 2, 3].map((loft_id) => isAgent(ours, loft_id))).toEqual([true, false, false]);
    expect(isAgent(rights({ loft_id: 1, is_merchant: true }), 1)).toBe(false);
  });

  it.each([
    ['merchant', { is_merchant: true }, true],
    ['agent', { is_agent: true }, true],
    ['extended permission', { has_seasons: true }, true],
    ['staff alone', { is_staff: true }, false],
    ['merchant no longer active', { is_merchant: true, is_active: false }, false],
  ])('seasons are the work of a %s (6.7, 6.8)', (_name, entry, works) => {
    expect(worksOnSeasons(rights({ loft_id: 1, ...entry }))).toBe(works);
  });
});
