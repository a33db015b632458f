/** A list as a file for download: its rows, its name and its format. */

/** A day of the calendar, YYYY-MM-DD: a spreadsheet treats it as a date. */
export interface DayCell {
  day: string;
}

/** An amount of money: a spreadsheet treats it as a number, and shows its currency. */
export interface MoneyCell {
  cents: number;
  /** ISO 4217. */
  currency: string;
}

/** A number with so many decimals: a spreadsheet treats it as a number, and shows all of them. */
export interface DecimalCell {
  value: number;
  decimals: number;
}

export type Cell = string | number | DayCell | MoneyCell | DecimalCell | null;

/** A spreadsheet as plain text, one with types, and a document for printing. */
export const tableFormats = ['csv', 'xlsx', 'pdf'] as const;
export type TableFormat = (typeof tableFormats)[number];

/** A header of a page's reply: its body is a {@link Table}, which the server converts to this format. */
export const makeAs = 'x-make-as';

export interface Table {
  title: string;
  /** Lines below the title of a document. */
  facts?: readonly string[];
  /** Whether the facts stand above the heads of a spreadsheet too. */
  is_headed?: boolean;
  /** The heads of the columns first. */
  rows: readonly (readonly Cell[])[];
  lang: string;
  dir: 'ltr' | 'rtl';
}
