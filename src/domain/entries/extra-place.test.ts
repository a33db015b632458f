import { describe, expect, it } from 'vitest';
import type { Health } from '#domain/pigeons/status.ts';
import { isRefusal } from '#domain/refusal.ts';
import { extraPlaceFor, type PlaceHeld } from './extra-place.ts';

const reserve: PlaceHeld = {
  place: 3,
  pigeons_active: 2,
  active_taken: 2,
  extra: null,
  is_activated: false,
  has_raced: true,
};
const said = (to: Health, held: Partial<PlaceHeld>, reason: string | null = null, without_fee = false) => {
  try {
    return extraPlaceFor(to, { ...reserve, ...held }, { reason, without_fee });
  } catch (no) {
    if (!isRefusal(no)) throw no;
    return no.code;
  }
};

describe('a bird that is set to race by hand', () => {
  it.each<[string, Health, Partial<PlaceHeld>, string | null, boolean, string | null]>([
    ['at an active place of its order', 'active', { place: 2 }, null, false, null],
    ['back as the reserve that it was', 'reserve', {}, null, false, null],
    ['out of the race', 'held_back', { place: null, has_raced: false }, null, false, null],
    ['a reserve without a word', 'active', {}, null, false, 'reserve_reason_needed'],
    ['a reserve for a place that is free', 'active', { active_taken: 1 }, 'One is lost', false, null],
    ['the same without a word', 'active', { active_taken: 1 }, null, false, 'reserve_reason_needed'],
    ['a reserve beyond the places of its order', 'active', {}, 'A gift', false, 'no_active_place'],
    ['the same as an activated reserve', 'activated_reserve', {}, 'A gift', false, 'no_active_place'],
    ['the same without a fee', 'activated_reserve', {}, 'A gift', true, 'without_fee'],
    ['without a fee and without a word', 'active', {}, null, true, 'reserve_reason_needed'],
    ['a reserve whose activation is paid', 'activated_reserve', { is_activated: true }, null, false, null],
    ['one that has its place without a fee already', 'active', { extra: 'without_fee' }, null, false, null],
    ['one outside an order', 'active', { place: null, extra: 'outside_order' }, null, false, null],
    ['one that no order has', 'active', { place: null, has_raced: false }, 'A gift', true, 'pigeon_without_order'],
    ['the same as a reserve', 'reserve', { place: null, has_raced: false }, null, false, 'pigeon_without_order'],
    ['one that no order has and that has raced', 'active', { place: null }, null, false, null],
  ])('%s', (_, to, held, reason, without_fee, expected) => {
    expect(said(to, held, reason, without_fee)).toBe(expected);
  });
});
