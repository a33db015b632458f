/**
 * The usual colours of pigeons. A colour is free text; one that is written as fanciers usually write it, in English or
 * by its abbreviation, has a word in every language.
 */

/** The colours by the key of their word, each with the ways to write it in lower case. */
const written = {
  blue_bar: ['blue bar', 'bb'],
  blue_chequer: ['blue chequer', 'blue checker', 'bc', 'bch'],
  chequer: ['chequer', 'checker', 'ch', 'chq'],
  dark_chequer: ['dark chequer', 'dark checker', 'dc', 'dch'],
  red_chequer: ['red chequer', 'red checker', 'rc', 'rch'],
  mealy: ['mealy', 'm', 'red bar'],
  grizzle: ['grizzle', 'griz', 'g'],
  black: ['black', 'blk'],
  slate: ['slate'],
  white: ['white'],
  red: ['red'],
  blue: ['blue'],
  dark: ['dark'],
} as const;

export type Color = keyof typeof written;

/** What is said beside a colour, by the ways to write it after the colour in lower case. */
const markings = {
  with_white_flight: [' white flight', ' white flights', 'wf'],
  pied: [' pied', ' pd', 'p'],
} as const;

export type Marking = keyof typeof markings;

const colors = new Map<string, Color>(
  Object.entries(written).flatMap(([color, ways]) => ways.map((way) => [way, color as Color] as const)),
);

const endings = Object.entries(markings).flatMap(([marking, ways]) =>
  ways.map((way) => ({ way, marking: marking as Marking })),
);

/** The colour and marking that a text says in a usual way; null: it stays as its owner wrote it. */
export function usualColor(text: string): { color: Color; marking: Marking | null } | null {
  const wanted = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const whole = colors.get(wanted);
  if (whole) return { color: whole, marking: null };
  for (const { way, marking } of endings) {
    const color = wanted.endsWith(way) && colors.get(wanted.slice(0, -way.length));
    if (color) return { color, marking };
  }
  return null;
}
