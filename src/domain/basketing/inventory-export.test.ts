import { expect, it } from 'vitest';
import type { FlightStatus } from '#domain/flights/flight.ts';
import { whyNotExport } from './inventory.ts';

const at = (minute: number) => Date.parse('2026-09-11T20:00:00Z') + minute * 60_000;
const clock = (synchronised_ms: number | null) => ({ name: 'North trap', synchronised_ms });
const flight = (status: FlightStatus, list_changed_ms: number | null = null, has_lists = status !== 'planned') => ({
  status,
  has_lists,
  list_changed_ms,
});
const codeOf = (...given: Parameters<typeof whyNotExport>) => whyNotExport(...given)?.code ?? null;

it('there is no inventory before the basketing (8.27)', () => {
  expect(codeOf(flight('planned'), [])).toBe('no_inventory_flight');
  expect(codeOf(flight('basketing', null, false), [])).toBeNull();
  expect(codeOf(flight('official', at(0)), [])).toBeNull();
  expect(codeOf(flight('annulled', null, false), [])).toBe('no_inventory_flight');
  expect(codeOf(flight('annulled', at(0)), [])).toBeNull();
});

it.each([
  ['before the list last changed', at(-1), 'clock_data_out_of_date'],
  ['in the same moment', at(0), null],
  ['after it', at(1), null],
  ['never: it takes no list from here', null, null],
])('a clock that was synchronised %s (8.26)', (_name, synchronised_ms, code) => {
  expect(codeOf(flight('basketing', at(0)), [clock(at(5)), clock(synchronised_ms)])).toBe(code);
});

it('names the clocks, and asks nothing of them where it is not known when the list changed', () => {
  const south = { name: 'South trap', synchronised_ms: at(-2) };
  expect(whyNotExport(flight('sealed', at(0)), [clock(at(-1)), clock(at(1)), south])?.params).toEqual({
    clocks: 'North trap, South trap',
  });
  expect(codeOf(flight('sealed'), [clock(at(-1))])).toBeNull();
});
