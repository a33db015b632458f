import { describe, expect, it } from 'vitest';
import {
  oneAccount,
  type PigeonUse,
  whyNotChosen,
  whyNotCustomer,
  whyNotRemovePigeon,
  whyNotRemoveTeam,
} from './team.ts';

describe('removal', () => {
  it.each([
    [0, 0, false, null],
    [1, 0, false, 'team_holds_pigeons'],
    [300, 2, false, 'team_holds_pigeons'],
    [0, 1, false, 'team_has_order'],
    [0, 0, true, 'team_has_prizes'],
  ])('a team of %s pigeons (5.7, 8.23) and %s orders, prizes: %s', (pigeon_count, order_count, has_prizes, code) => {
    expect(whyNotRemoveTeam({ pigeon_count, order_count, has_prizes })?.code ?? null).toBe(code);
  });

  it.each<[Partial<PigeonUse>, string | null]>([
    [{}, null],
    [{ flight_count: 1 }, 'pigeon_flown'],
    [{ is_listed: true }, 'pigeon_listed'],
    [{ is_activated: true }, 'pigeon_has_activation'],
    [{ is_listed: true, has_rights: true }, 'pigeon_has_rights'],
  ])('a pigeon that is relied on by %j (5.7, 8.22)', (relied, code) => {
    const free = { flight_count: 0, is_listed: false, has_rights: false, is_activated: false };
    expect(whyNotRemovePigeon({ ...free, ...relied })?.code ?? null).toBe(code);
  });
});

describe('the account of a team', () => {
  it.each([
    ['a person without rights', { entry: null }, null],
    ['a person who works for the loft', { entry: { is_active: true } }, 'email_not_assignable'],
    ['a person who worked for it', { entry: { is_active: false } }, null],
    ['an address without an account', undefined, 'email_not_assignable'],
  ])('%s (8.35)', (_name, person, code) => {
    expect(whyNotCustomer(person)?.code ?? null).toBe(code);
  });

  it('of one account, when several are of one fancier', () => {
    const of = (...ids: (number | null)[]) => oneAccount(ids.map((user_id) => ({ user_id })));
    expect([of(null, null), of(null, 7), of(7, 7)]).toEqual([null, 7, 7]);
    expect(() => of(7, 8)).toThrow('fanciers_differ');
  });

  it('is none when no team is chosen (8.34)', () => {
    expect([whyNotChosen([])?.code, whyNotChosen([1])]).toEqual(['no_fancier_selected', null]);
  });
});
