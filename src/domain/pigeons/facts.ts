/**
 * The facts of a bird itself, apart from its owner: each is described here once, in the order of forms, tables and
 * files. Queries, replies, forms, imports, lists, files and documents take their fields from here.
 */

interface FactOf<Blank> {
  /** The key of its name in the catalogues, which is also the name of its column in imports. */
  label: string;
  /** Its value where it is unknown, and where the season does not show it. */
  blank: Blank;
  /** Whether it is shown wherever the bird is named, under its ring; else only on the bird's own page. */
  in_lines: boolean;
}

/** A fact as free text. */
interface TextFact extends FactOf<'' | null> {
  /** Maximum number of characters. */
  max: number;
  /** It is a ring: stored as rings are, and written from left to right in every language. */
  is_ring?: true;
}

/** A year. */
interface YearFact extends FactOf<null> {
  years: { min: number; max: number };
}

/** A fact with a fixed set of values, each with its word in every language. */
interface ChoiceFact extends FactOf<'unknown' | null> {
  /** Each value with the key of its word. */
  words: Readonly<Record<string, string>>;
  not_known: string;
  /** The refusal of an import whose word matches no value. */
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

/** The values of a choice. */
export type ChoiceValue<F extends Choice = Choice> = keyof Described[F]['words'];
export const valuesOf = <F extends Choice>(fact: F) => Object.keys(birdFacts[fact].words) as ChoiceValue<F>[];

/** The key of a value's word. */
export type ChoiceWord = { [F in Choice]: Described[F]['words'][ChoiceValue<F>] }[Choice];

/** The type of a fact's value. */
export type ValueOf<F extends Fact> =
  | Described[F]['blank']
  | (F extends Choice ? ChoiceValue<F> : F extends Year ? number : string);

/** All facts of a bird. */
export type Facts = { -readonly [F in Fact]: ValueOf<F> };

/** The facts of a bird of which nothing is known. */
export const blankFacts = Object.fromEntries(facts.map((fact) => [fact, birdFacts[fact].blank])) as Facts;

/** The facts alone of an object with further fields. */
export const factsIn = (bird: Facts): Facts =>
  Object.fromEntries(facts.map((fact) => [fact, bird[fact]])) as unknown as Facts;

/** The name of a fact in lists, where a bird stands beside its team: `name` becomes `pigeon_name`. */
export type InLists<F extends Fact> = F extends 'name' ? 'pigeon_name' : F;
export const inLists = <F extends Fact>(fact: F) => (fact === 'name' ? 'pigeon_name' : fact) as InLists<F>;

/** The facts by their names in lists. */
export type ListedFacts = { [F in Fact as InLists<F>]: Facts[F] };

/** Facts that are shown wherever the bird is named. */
export type LineFact = { [F in Fact]: Described[F]['in_lines'] extends true ? F : never }[Fact];
export const lineFacts = facts.filter((fact): fact is LineFact => birdFacts[fact].in_lines);
