import { describe, expect, it } from 'vitest';
import { idOfStatus, partOnArrival, statusTypeOf, statusTypes, whyNotBecome } from './status.ts';

describe('the states of a pigeon', () => {
  it.each([
    ['pigeon_health', 'active', 'lost', null],
    ['pigeon_health', 'lost', 'active', null],
    ['pigeon_health', 'died', 'held_back', null],
    ['pigeon_health', 'lost', 'lost', 'same_status'],
    ['pigeon_health', 'died', 'active', 'pigeon_step_not_possible'],
    ['pigeon_health', 'assigned', 'activated_reserve', 'pigeon_step_not_possible'],
    ['pigeon_progress', 'not_activated', 'final_flight_activated', 'pigeon_step_not_possible'],
    ['pigeon_progress', 'final_flight_activation_pending', 'final_flight_activated', null],
    ['pigeon_location', 'at_loft', 'at_loft', 'same_status'],
    ['pigeon_location', 'at_home', 'at_loft', null],
  ] as const)('%s: from %s to %s is refused with %s (4.3–4.6, 8.19)', (machine, from, to, code) => {
    expect(whyNotBecome(machine, from, to)?.code ?? null).toBe(code);
  });

  it('have their numbers of part 7; quarantine, held back, breeding and disqualified are not racing', () => {
    for (const { id, code } of statusTypes) expect([idOfStatus(code), statusTypeOf(id).code]).toEqual([id, code]);
    const out = statusTypes.filter(({ is_not_racing }) => is_not_racing).map(({ code }) => code);
    expect(out).toEqual(['quarantine', 'held_back', 'breeding', 'disqualified']);
    expect(() => statusTypeOf(99)).toThrow('not_found');
  });

  it('follow from its place in the order when it arrives', () => {
    const part = (place: number) => partOnArrival({ place, pigeons_active: 2 });
    expect([part(1), part(2), part(3), partOnArrival(null)]).toEqual(['active', 'active', 'reserve', 'active']);
  });
});
