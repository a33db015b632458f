/** A list as it is taken along in a file: its rows, and how the file is called and read. */
import type { Cell } from '#domain/csv.ts';

/** A spreadsheet as plain text, one with types, and a document to print. */
export const tableFormats = ['csv', 'xlsx', 'pdf'] as const;
export type TableFormat = (typeof tableFormats)[number];

/** A header of a page's answer: its body is a {@link Table}, of which the server makes this file before it answers. */
export const makeAs = 'x-make-as';

export interface Table {
  title: string;
  /** The heads of the columns first. */
  rows: readonly (readonly Cell[])[];
  lang: string;
  dir: 'ltr' | 'rtl';
}
