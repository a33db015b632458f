/** What is known of a bird, in the reader's words. */
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
import type { Words } from './words.ts';

/** A bird as an answer tells it: with its name as in lists, or as its own. */
export type BirdView = Partial<Facts> | Partial<WholeBird>;

const known = (fact: Fact, bird: BirdView): string | number | null | undefined => {
  const told = bird as Partial<Record<string, string | number | null>>;
  return told[inLists(fact)] ?? told[fact];
};

/** A fact of a bird, or null where it is not known or not shown. */
export function factText(t: Words, fact: Fact, bird: BirdView): string | null {
  const value = known(fact, bird);
  if (!value || value === birdFacts[fact].blank) return null;
  return isChoice(fact) ? t(birdFacts[fact].words[value as ChoiceValue]) : String(value);
}

/** A fact that is known, in words. */
export interface KnownFact {
  fact: Fact;
  text: string;
}

/** What is known beside ring and sex, which have signs of their own; what says nothing by itself stands behind its name. */
export function aboutBird(t: Words, bird: BirdView): KnownFact[] {
  return facts.flatMap((fact) => {
    const { label, in_lines } = birdFacts[fact];
    const text = factText(t, fact, bird);
    if (fact === 'ring' || fact === 'sex' || text === null) return [];
    return { fact, text: in_lines ? text : `${t(label)}: ${isRing(fact) ? leftToRight(text) : text}` };
  });
}

/** A ring within a sentence of a language that is written from right to left stays in its order. */
const leftToRight = (ring: string) => `\u2066${ring}\u2069`;

/** The same in one text. */
export const aboutInLine = (t: Words, bird: BirdView): string =>
  aboutBird(t, bird)
    .map(({ text }) => text)
    .join(', ');

/** What of it stands under a ring in every list: texts in their owners' words, which no reader's language changes. */
const underRings = lineFacts.filter((fact) => !isChoice(fact) && fact !== 'ring');
export const underRing = (bird: BirdView): KnownFact[] =>
  underRings.flatMap((fact) => {
    const text = known(fact, bird);
    return text ? { fact, text: String(text) } : [];
  });
