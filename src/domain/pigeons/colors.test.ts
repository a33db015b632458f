import { describe, expect, it } from 'vitest';
import { usualColor } from './colors.ts';

describe('a colour written in a usual way has a word in every language (1.3)', () => {
  it.each([
    ['Blue bar', 'blue_bar', null],
    ['  dark  CHEQUER ', 'dark_chequer', null],
    ['BB', 'blue_bar', null],
    ['BBWF', 'blue_bar', 'with_white_flight'],
    ['Blue bar white flight', 'blue_bar', 'with_white_flight'],
    ['Blue chequer pied', 'blue_chequer', 'pied'],
    ['Dark pied', 'dark', 'pied'],
    ['Mealy', 'mealy', null],
  ])('%s', (text, color, marking) => {
    expect(usualColor(text)).toEqual({ color, marking });
  });

  it.each(['Blauwgeschelpt', 'blue bar with a spot', 'p', '', 'Witpen'])('but %j stays as it is', (text) => {
    expect(usualColor(text)).toBeNull();
  });
});
