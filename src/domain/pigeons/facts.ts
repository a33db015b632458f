/**
 * What is known of a bird for itself, whoever has it: every fact is described here once, in the order of forms, tables
 * and files. Queries, answers, forms, imports, lists, files and papers take their fields from here.
 */

interface FactOf<Blank> {
  /** What it is called: its key in the catalogues, by which imports know its column too. */
  label: string;
  /** What it is where nobody said, and where the season does not show it. */
  blank: Blank;
  /** Whether it is said wherever the bird is named, under its ring; else where the bird is described. */
  in_lines: boolean;
}

/** A fact in somebody's own words. */
interface TextFact extends FactOf<'' | null> {
  /** Characters at most. */
  max: number;
  /** It is a ring, which is kept as rings are and reads from left to right everywhere. */
  is_ring?: true;
}

/** A year. */
interface YearFact extends FactOf<null> {
  years: { min: number; max: number };
}

/** One of some values, each with its word in every language. */
interface ChoiceFact extends FactOf<'unknown' | null> {
  /** Each value with its word. */
  words: Readonly<Record<string, string>>;
  not_known: string;
  /** What is said of a word in an import that is none of them. */
  refusal: string;
}

export const birdFacts = {
  ring: { label: 'sheet.ring', max: 32, blank: '', in_lines: true, is_ring: true },
  name: { label: 'sheet.name', max: 64, blank: null, in_lines: true },
  sex: {
    label: 'sheet.sex',
    words: { cock: 'sex.cock', hen: 'sex.hen' },
    not_known: 'sex.unknown',
    blank: 'unknown',
    refusal: 'sex_word_unknown',
    in_lines: true,
  },
  color: { label: 'sheet.color', max: 64, blank: null, in_lines: true },
  eye_color: {
    label: 'sheet.eye_color',
    words: {
      yellow: 'eye_color.yellow',
      orange: 'eye_color.orange',
      red: 'eye_color.red',
      pearl: 'eye_color.pearl',
      white: 'eye_color.white',
      violet: 'eye_color.violet',
      bull: 'eye_color.bull',
    },
    not_known: 'eye_color.unknown',
    blank: null,
    refusal: 'eye_color_unknown',
    in_lines: false,
  },
  hatch_year: { label: 'sheet.hatch_year', years: { min: 1900, max: 2200 }, blank: null, in_lines: false },
  breeder: { label: 'sheet.breeder', max: 128, blank: null, in_lines: false },
  /** The rings of its parents. */
  sire: { label: 'sheet.sire', max: 32, blank: null, in_lines: false, is_ring: true },
  dam: { label: 'sheet.dam', max: 32, blank: null, in_lines: false, is_ring: true },
} as const satisfies Record<string, TextFact | YearFact | ChoiceFact>;

type Described = typeof birdFacts;
export type Fact = keyof Described;
export const facts = Object.keys(birdFacts) as Fact[];

export type Choice = { [F in Fact]: Described[F] extends ChoiceFact ? F : never }[Fact];
export const isChoice = (fact: Fact): fact is Choice => 'words' in birdFacts[fact];
export const choices = facts.filter(isChoice);

export const isRing = (fact: Fact): boolean => 'is_ring' in birdFacts[fact];

export type Year = { [F in Fact]: Described[F] extends YearFact ? F : never }[Fact];
export const isYear = (fact: Fact): fact is Year => 'years' in birdFacts[fact];

/** What can be chosen. */
export type ChoiceValue<F extends Choice = Choice> = keyof Described[F]['words'];
export const valuesOf = <F extends Choice>(fact: F) => Object.keys(birdFacts[fact].words) as ChoiceValue<F>[];

/** The key of a value's word. */
export type ChoiceWord = { [F in Choice]: Described[F]['words'][ChoiceValue<F>] }[Choice];

/** What a fact can be. */
export type ValueOf<F extends Fact> =
  | Described[F]['blank']
  | (F extends Choice ? ChoiceValue<F> : F extends Year ? number : string);

/** All that is known of a bird. */
export type Facts = { -readonly [F in Fact]: ValueOf<F> };

/** A bird of which nothing is known. */
export const blankFacts = Object.fromEntries(facts.map((fact) => [fact, birdFacts[fact].blank])) as Facts;

/** These of all that is said of a bird. */
export const factsIn = (bird: Facts): Facts =>
  Object.fromEntries(facts.map((fact) => [fact, bird[fact]])) as unknown as Facts;

/** In lists a bird stands beside its team, and its name says that it is the bird's. */
export type InLists<F extends Fact> = F extends 'name' ? 'pigeon_name' : F;
export const inLists = <F extends Fact>(fact: F) => (fact === 'name' ? 'pigeon_name' : fact) as InLists<F>;

/** The same as lists have it. */
export type ListedFacts = { [F in Fact as InLists<F>]: Facts[F] };

/** What is said of a bird wherever it is named. */
export type LineFact = { [F in Fact]: Described[F]['in_lines'] extends true ? F : never }[Fact];
export const lineFacts = facts.filter((fact): fact is LineFact => birdFacts[fact].in_lines);
