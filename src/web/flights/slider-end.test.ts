import { describe, expect, it } from 'vitest';
import { endOfSlider } from './slider-end.ts';

const at = (time: string) => Date.parse(`2026-11-30T${time}:00Z`);
const day = { from_ms: at('08:15'), foretold_ms: null, dark_ms: at('15:42'), now_ms: null, evaluated_ms: null };

describe('the slider over the map of a flight ends', () => {
  it('within what is foretold, so that no hour of it is without weather', () => {
    expect(endOfSlider({ ...day, foretold_ms: at('16:00') })).toBe(at('15:55'));
    expect(endOfSlider({ ...day, foretold_ms: at('16:00'), evaluated_ms: at('19:00') })).toBe(at('15:55'));
  });

  it('not before now while birds are in the air', () => {
    expect(endOfSlider({ ...day, foretold_ms: at('16:00'), now_ms: at('18:44') })).toBe(at('18:45'));
    expect(endOfSlider({ ...day, now_ms: at('18:44') })).toBe(at('18:45'));
  });

  it('without a forecast at dark, and with the estimate', () => {
    expect(endOfSlider(day)).toBe(at('15:45'));
    expect(endOfSlider({ ...day, evaluated_ms: at('19:00') })).toBe(at('19:05'));
    expect(endOfSlider({ ...day, dark_ms: null })).toBe(at('20:15'));
  });

  it('a step after the release at the least', () => {
    expect(endOfSlider({ ...day, foretold_ms: at('08:00') })).toBe(at('08:25'));
  });
});
