/** The facts of a bird in the reader's language. */

import { isolate, leftToRight } from '#domain/locales.ts';
import { usualColor } from '#domain/pigeons/colors.ts';
import type { WholeBird } from '#domain/pigeons/contract.ts';
import {
  birdFacts,
  type ChoiceValue,
  type Fact,
  type Facts,
  facts,
  inLists,
  isChoice,
  isRing,
  lineFacts,
} from '#domain/pigeons/facts.ts';
import type { Words } from './catalogue.ts';

/** A bird in a reply: with its field names as in lists, or as its own view. */
export type BirdView = Partial<Facts> | Partial<WholeBird>;

const known = (fact: Fact, bird: BirdView): string | number | null | undefined => {
  const values = bird as Partial<Record<string, string | number | null>>;
  return values[inLists(fact)] ?? values[fact];
};

/** A fact of a bird in words, or null where it is not known or hidden. */
export function factText(t: Words, fact: Fact, bird: BirdView): string | null {
  const value = known(fact, bird);
  if (!value || value === birdFacts[fact].blank) return null;
  if (isChoice(fact)) return t(birdFacts[fact].words[value as ChoiceValue]);
  return fact === 'color' ? colorText(t, String(value)) : String(value);
}

/** The colours in the words of a language: lists of thousands of birds have few of them. */
const colorTexts = new WeakMap<Words, Map<string, string>>();
const mostKept = 500;

/** A colour in the reader's language where it is a usual one, else as its owner wrote it. */
function colorText(t: Words, text: string): string {
  const known = colorTexts.get(t) ?? new Map<string, string>();
  colorTexts.set(t, known);
  let words = known.get(text);
  if (words === undefined) {
    const usual = usualColor(text);
    const color = usual && t(`color.${usual.color}`);
    words = !color ? text : usual.marking === null ? color : t(`color.${usual.marking}`, { color });
    if (known.size >= mostKept) known.clear();
    known.set(text, words);
  }
  return words;
}

/** A fact that is known, in words. */
export interface KnownFact {
  fact: Fact;
  text: string;
}

/**
 * The known facts beside ring and sex, which are shown separately; facts that do not explain themselves are labelled.
 */
export function aboutBird(t: Words, bird: BirdView): KnownFact[] {
  return facts.flatMap((fact) => {
    const { label, in_lines } = birdFacts[fact];
    const text = factText(t, fact, bird);
    if (fact === 'ring' || fact === 'sex' || text === null) return [];
    return { fact, text: in_lines ? text : `${t(label)}: ${isRing(fact) ? leftToRight(text) : text}` };
  });
}

/** The same facts as one text; what an owner wrote in another script does not turn the line around. */
export const aboutInLine = (t: Words, bird: BirdView): string =>
  aboutBird(t, bird)
    .map(({ fact, text }) => (isChoice(fact) || isRing(fact) ? text : isolate(text)))
    .join(t('rows.comma'));

/** The facts that every list shows under a ring. */
const underRings = lineFacts.filter((fact) => !isChoice(fact) && fact !== 'ring');
export const underRing = (t: Words, bird: BirdView): KnownFact[] =>
  underRings.flatMap((fact) => {
    const text = factText(t, fact, bird);
    return text === null ? [] : { fact, text };
  });
