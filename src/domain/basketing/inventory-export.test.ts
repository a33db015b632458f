import { expect, it } from 'vitest';
import { whyNotExport } from './inventory.ts';

const at = (minute: number) => Date.parse('2026-09-11T20:00:00Z') + minute * 60_000;
const clock = (synchronised_ms: number | null) => ({ name: 'North trap', synchronised_ms });
const codeOf = (...given: Parameters<typeof whyNotExport>) => whyNotExport(...given)?.code ?? null;

it('there is no inventory before the basketing (8.27)', () => {
  expect(codeOf('planned', [], null)).toBe('no_inventory_flight');
  expect(codeOf('basketing', [], null)).toBeNull();
  expect(codeOf('official', [], at(0))).toBeNull();
});

it.each([
  ['before the list last changed', at(-1), 'clock_data_out_of_date'],
  ['in the same moment', at(0), null],
  ['after it', at(1), null],
  ['never: it takes no list from here', null, null],
])('a clock that was synchronised %s (8.26)', (_name, synchronised_ms, code) => {
  expect(codeOf('basketing', [clock(at(5)), clock(synchronised_ms)], at(0))).toBe(code);
});

it('names the clock, and asks nothing of clocks where no desk has changed the list', () => {
  expect(whyNotExport('sealed', [clock(at(-1))], at(0))?.params).toEqual({ clock: 'North trap' });
  expect(codeOf('sealed', [clock(at(-1))], null)).toBeNull();
});
