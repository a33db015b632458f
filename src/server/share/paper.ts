/**
 * The layout of a list on paper: the widths of its columns, and which rows need one line only. Typst computes both by
 * itself, but sets every cell several times for it: a list of thousands of birds took six times as long.
 */
import type { Cell, Table } from '#domain/table.ts';
import type { CharacterWidths } from './character-widths.ts';

/** A text; one that runs to the left is marked. */
type DirectedText = string | { to_left: string };

/** The input of table.typ. Columns are in the order from left to right, as on the page. */
export interface LaidOut {
  title: string;
  heading: DirectedText;
  /** Below the heading. */
  facts: readonly DirectedText[];
  lang: string;
  dir: 'ltr' | 'rtl';
  /** The fonts, in the order of preference for each letter. */
  faces: readonly string[];
  head: readonly DirectedText[];
  /** In points. */
  widths: readonly number[];
  /** Whether each column holds figures. */
  figures: readonly boolean[];
  /** Row by row. */
  cells: readonly DirectedText[];
  /** Whether each row certainly fits into one line. */
  one_line: readonly boolean[];
}

/** The width of A4 landscape between its margins, in points. */
const page_pt = ((297 - 2 * 12) * 72) / 25.4;
/** The horizontal padding of a cell, in points. */
const inset_pt = 6;
/** A safety factor: joined and overhanging letters can be wider together than one by one. */
const slack = 1.05;
const bold = 1.08;
/** Line breaks and combining signs: the sum of single widths says nothing about them. */
const uncertain = /\p{Cc}|\p{Cf}|[\u2028\u2029]|\ufe0f/u;

/** Drops empty columns to leave the width to the others. */
function withoutEmpty(rows: Table['rows']): Table['rows'] {
  const [head = [], ...lines] = rows;
  const isFilled = head.map((_, column) => !lines.length || lines.some((line) => (line[column] ?? '') !== ''));
  return rows.map((row) => row.filter((_, column) => isFilled[column]));
}

export function layOut({ title, facts = [], lang, dir, ...list }: Table, widthsOf: CharacterWidths): LaidOut {
  const rows = withoutEmpty(list.rows);
  const faces = facesOf(lang);
  const [head = [], ...lines] = rows.map((row) => row.map(textOf));
  const characters = new Set<string>();
  for (const text of new Set([head, ...lines].flat())) for (const letter of text) characters.add(letter);
  const characterWidths = widthsOf(characters, faces);
  const widthOf = (text: string) => {
    let width = 0;
    for (const letter of text) width += characterWidths.get(letter)!;
    return width * slack + inset_pt;
  };
  const needed = lines.map((line) => line.map(widthOf));
  const widest = (of: readonly (readonly number[])[], column: number) =>
    of.reduce((most, row) => Math.max(most, row[column]!), 0);
  const words = lines.map((line) => line.map((text) => Math.max(...text.split(/\s+/u).map(widthOf))));
  const widths = shareOut(
    head.map((text, column) => ({
      needed: Math.max(widest(needed, column), widthOf(text) * bold),
      least: Math.min(widest(words, column), longestWord_pt),
    })),
  );
  const onPage = <T>(row: readonly T[]) => (dir === 'rtl' ? row.toReversed() : row);
  return {
    title,
    heading: withDirection(title),
    facts: facts.map(withDirection),
    lang: lang.split('-')[0]!,
    dir,
    faces,
    head: onPage(head).map(withDirection),
    widths: onPage(widths),
    figures: onPage(head.map((_, column) => isFigures(rows, column))),
    cells: lines.flatMap((line) => onPage(line).map(withDirection)),
    one_line: lines.map((line, y) => line.every((text, x) => needed[y]![x]! <= widths[x]! && !uncertain.test(text))),
  };
}

/** Chinese and Japanese use different shapes for the same signs: the font of the language comes first. */
const facesOf = (lang: string): string[] => [
  'Onest',
  'Noto Sans Arabic',
  'Noto Sans Thai',
  lang.startsWith('ja') ? 'Noto Sans CJK JP' : 'Noto Sans CJK SC',
];

/** A word of this width keeps its line, as the code of a chip does; a longer one is broken. */
const longestWord_pt = 110;

interface ColumnWidth {
  /** Of its longest text. */
  needed: number;
  /** Of its longest word. */
  least: number;
}

const sumOf = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0);

/**
 * Divides the page width among the columns, in proportion to their longest texts. If that is too much the widest are
 * shrunk, down to their longest words, so that one long name does not break every ring.
 */
function shareOut(columns: readonly ColumnWidth[]): number[] {
  const total = sumOf(columns.map(({ needed }) => needed));
  if (total <= page_pt) return columns.map(({ needed }) => (needed * page_pt) / total);
  const hasRoom = sumOf(columns.map(({ least }) => least)) <= page_pt;
  const shrunkTo = (most: number) =>
    columns.map(({ needed, least }) => Math.max(hasRoom ? least : 0, Math.min(needed, most)));
  let [low, high] = [0, page_pt];
  while (high - low > 0.001) {
    const middle = (low + high) / 2;
    if (sumOf(shrunkTo(middle)) > page_pt) high = middle;
    else low = middle;
  }
  const widths = shrunkTo(low);
  const scale = page_pt / sumOf(widths);
  return widths.map((one) => one * scale);
}

/** The text of a cell: cents as an amount with two decimals, days unchanged. */
function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'object') return String(cell);
  if ('day' in cell) return cell.day;
  return 'cents' in cell ? (cell.cents / 100).toFixed(2) : cell.value.toFixed(cell.decimals);
}

/** Marks a text that begins with a right-to-left letter, whatever the direction of the page. */
function withDirection(text: string): DirectedText {
  const letter = /\p{L}/u.exec(text)?.[0];
  return letter && /[\u0590-\u08ff\ufb1d-\ufefc]/.test(letter) ? { to_left: text } : text;
}

function isFigures([, ...lines]: Table['rows'], column: number): boolean {
  const cells = lines.map((line) => line[column] ?? null).filter((cell) => cell !== null);
  return (
    cells.length > 0 &&
    cells.every((cell) => typeof cell === 'number' || (typeof cell === 'object' && !('day' in cell)))
  );
}
