/** The import of a list of birds: its columns, its lines, and their errors. */
import { z } from 'zod';
import { isCountry } from '#domain/countries.ts';
import { chip } from '#domain/entries/intake-contract.ts';
import { parseFields } from '#domain/parse-fields.ts';
import { chipKey } from '#domain/pigeons/chip.ts';
import {
  birdFacts,
  type Choice,
  type ChoiceValue,
  type Fact,
  type Facts,
  facts,
  isChoice,
  isRing,
  isYear,
  valuesOf,
} from '#domain/pigeons/facts.ts';
import { ringKey } from '#domain/pigeons/ring.ts';
import { tidyRing } from '#domain/pigeons/ring-form.ts';
import { longestTeamName } from '#domain/pigeons/team.ts';
import { plainText } from '#domain/plain-text.ts';
import type { FieldError } from '#domain/refusal.ts';
import { nullableYear, text } from '#domain/validation.ts';
import { ring } from './contract.ts';

/**
 * The columns of a list, with their names in our own lists as keys of the catalogues; `outside`: why the bird races
 * outside an order.
 */
export const columnLabels = {
  ...(Object.fromEntries(facts.map((fact) => [fact, birdFacts[fact].label])) as {
    [F in Fact]: (typeof birdFacts)[F]['label'];
  }),
  team: 'teams.team',
  fancier: 'sheet.fancier',
  country: 'lofts.country',
  chip: 'entries.chip',
  outside: 'entries.outside_order',
} as const;
export type Column = keyof typeof columnLabels;
export const columns = Object.keys(columnLabels) as Column[];

export type Cells = readonly (readonly string[])[];

/** Maximum number of birds in one list. */
export const mostLines = 5000;

/** A line of the list with its cells by column. */
export interface ListLine {
  /** The row number in a spreadsheet. */
  line: number;
  cells: Partial<Record<Column, string>>;
  /** A cell behind the last head: a separator too many shifts the cells. */
  is_too_long?: true;
}

/**
 * The lines of a list by the heads of its columns, and the heads that are not known. Empty lines are left out.
 * @param named further names of a column, beside its own
 */
export function linesIn(
  rows: Cells,
  named: Readonly<Record<Column, readonly string[]>>,
): { lines: ListLine[]; unknown_columns: string[]; missing: Column | null } {
  const [head = [], ...rest] = rows;
  const found = head.map((cell) => {
    const word = plainText(cell).trim();
    return columns.find((column) => column === word || named[column].some((one) => plainText(one) === word)) ?? null;
  });
  const lines = rest.flatMap((row, i) => {
    if (row.every((cell) => cell.trim() === '')) return [];
    const cells: ListLine['cells'] = {};
    for (const [at, column] of found.entries()) if (column) cells[column] ??= (row[at] ?? '').trim();
    const is_too_long = row.slice(head.length).some((cell) => cell.trim() !== '');
    return [{ line: i + 2, cells, ...(is_too_long && { is_too_long }) }];
  });
  return {
    lines,
    unknown_columns: head.filter((cell, at) => cell.trim() !== '' && found[at] === null),
    missing: found.includes('ring') ? null : 'ring',
  };
}

/** The columns of a pasted list without heads. */
const pastedColumns = ['ring', 'name', 'sex', 'color'] as const satisfies readonly Column[];

/** A line as it was pasted, with its cells. */
export type PastedLine = ListLine & { text: string };

/**
 * The lines of a pasted list: cells by tabs, else semicolons, else commas; without any, words after the last figure are
 * the name. The first line may name the columns, as in a spreadsheet; else they are ring, name, sex and colour. Empty lines are left out.
 * @param named further names of a column, beside its own
 * @returns the lines, numbered from 1 as pasted; the line of heads, or null; the heads that are no fact of a bird
 */
export function linesPasted(
  text: string,
  named: Readonly<Record<Column, readonly string[]>>,
): { lines: PastedLine[]; head: string | null; unknown_columns: string[] } {
  const pasted = text.split(/\r\n|\n|\r/);
  const rows = pasted.map(cellsIn);
  const first = rows.findIndex((row) => row.some((cell) => cell !== ''));
  const isHeaded = first >= 0 && linesIn([rows[first]!], named).missing === null;
  const before = isHeaded ? rows.slice(first) : [pastedColumns, ...rows];
  // The head is row 1 of a spreadsheet.
  const offset = isHeaded ? first : -1;
  const { lines, unknown_columns } = linesIn(before, named);
  return {
    lines: lines.map((line) => ({ ...line, line: line.line + offset, text: pasted[line.line + offset - 1]! })),
    head: isHeaded ? pasted[first]! : null,
    unknown_columns,
  };
}

/** `BE 26-4023187 Blauwe hen`: one letter may belong to the ring. */
const ringAndName = /^(.*\d\S*)\s+(\D*\p{L}\D*\p{L}\D*)$/u;

function cellsIn(line: string): string[] {
  const separator = ['\t', ';', ','].find((sign) => line.includes(sign));
  const cells = separator === undefined ? (ringAndName.exec(line)?.slice(1) ?? [line]) : line.split(separator);
  return cells.map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}

/** How the values of a choice are written, beside their own names and their words in our languages. */
type Written<Of extends Choice = Choice> = { [F in Of]: Readonly<Record<ChoiceValue<F>, readonly string[]>> };
/** The words of the values in our languages. */
export type ChoiceWords = Readonly<Written>;

const signs: Partial<Written> = {
  sex: {
    cock: ['c', 'm', '1,0', '1.0', '1-0', '♂', 'male'],
    hen: ['h', 'f', 'w', '0,1', '0.1', '0-1', '♀', 'female'],
  },
};

const notKnown: readonly string[] = ['', '-', '?', 'unknown', 'u'];

/** A value of a choice by one of its words, without regard to case. */
function chosen(fact: Choice, words: ChoiceWords) {
  const { blank, refusal } = birdFacts[fact];
  const ours: Partial<Record<string, readonly string[]>> = words[fact];
  const others: Partial<Record<string, readonly string[]>> = signs[fact] ?? {};
  return z
    .string()
    .default('')
    .transform((word, context) => {
      const plain = plainText(word).trim();
      if (notKnown.includes(plain)) return blank;
      const known = valuesOf(fact).find(
        (value) =>
          value === plain ||
          others[value]?.some((sign) => sign === plain || sign === word) ||
          ours[value]?.some((one) => plainText(one) === plain),
      );
      if (known) return known;
      context.addIssue({ code: 'custom', input: word, params: { code: refusal } satisfies FieldError });
      return z.NEVER;
    });
}

const orNull = (max: number) =>
  text({ max })
    .transform((words) => words.trim() || null)
    .default(null);

function cellOf(fact: Fact, words: ChoiceWords): z.ZodType {
  if (fact === 'ring') return ring;
  if (isYear(fact))
    return z
      .string()
      .default('')
      .transform((cell): string | number | null => (notKnown.includes(plainText(cell).trim()) ? null : cell))
      .pipe(nullableYear(birdFacts[fact].years));
  if (isChoice(fact)) return chosen(fact, words);
  const typed = orNull(birdFacts[fact].max);
  return isRing(fact) ? typed.transform((parent) => (parent === null ? null : tidyRing(parent) || null)) : typed;
}

/** A bird of the list. */
export type ListedBird = z.output<ReturnType<typeof birdSchema>>;

const birdSchema = (words: ChoiceWords) =>
  z.object({
    ...(Object.fromEntries(facts.map((fact) => [fact, cellOf(fact, words)])) as {
      [F in Fact]: z.ZodType<Facts[F]>;
    }),
    team: orNull(longestTeamName),
    fancier: orNull(128),
    country: z
      .string()
      .default('')
      .transform((code) => code.trim().toUpperCase() || null)
      .pipe(
        z
          .string()
          .refine(isCountry, { params: { code: 'error_country' } satisfies FieldError })
          .nullable(),
      ),
    chip: z
      .string()
      .default('')
      .transform((typed) => typed.trim() || null)
      .pipe(chip.nullable()),
    outside: orNull(1000),
  });

/** An error in a field of a line. */
export interface LineError {
  field: string;
  code: string;
  params: Record<string, string | number>;
}

export interface ReadLine {
  line: number;
  /** These four as they are written, also where the line is no bird; null: the cell is empty. */
  ring: string;
  team: string | null;
  chip: string | null;
  outside: string | null;
  bird: ListedBird | null;
  errors: LineError[];
}

/** The bird or the errors of each line; where two lines have the same ring or chip, the later one is wrong. */
export function birdsIn(lines: readonly ListLine[], words: ChoiceWords): ReadLine[] {
  const schema = birdSchema(words);
  const seen = { rings: new Set<string>(), chips: new Set<string>() };
  const rings = new Set(lines.map(({ cells }) => ringKey(cells.ring ?? '')));
  return lines.map(({ line, cells, is_too_long }) => {
    const { data, errors = {} } = parseFields(schema, { ...cells, ring: cells.ring ?? '' });
    const faults: LineError[] = Object.entries(errors).flatMap(([field, all]) =>
      all.map(({ code, params = {} }) => ({ field, code: code as string, params: { ...params } })),
    );
    if (data && seen.rings.has(ringKey(data.ring))) faults.push({ field: 'ring', code: 'ring_twice', params: {} });
    if (is_too_long) faults.push({ field: 'ring', code: 'too_many_cells', params: {} });
    if (data?.chip && rings.has(data.chip)) faults.push({ field: 'chip', code: 'chip_is_ring', params: {} });
    if (data?.chip && seen.chips.has(data.chip))
      faults.push({ field: 'chip', code: 'chip_on_another_bird', params: {} });
    if (data && !faults.length) {
      seen.rings.add(ringKey(data.ring));
      if (data.chip) seen.chips.add(data.chip);
    }
    return {
      line,
      ring: data?.ring ?? cells.ring ?? '',
      team: cells.team?.trim() || null,
      chip: cells.chip?.trim() ? chipKey(cells.chip) : null,
      outside: cells.outside?.trim() || null,
      bird: faults.length ? null : (data ?? null),
      errors: faults,
    };
  });
}
