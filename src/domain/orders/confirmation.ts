/** What stands on an order's confirmation (2.6), in words: the paper writes it and works nothing out. */

/** A line of two columns. */
export type Pair = readonly [name: string, text: string];

export interface ConfirmationPage {
  title: string;
  /** The name of the loft, and how it is reached. */
  loft: readonly string[];
  customer: readonly string[];
  facts: readonly Pair[];
  /** The heads of the columns first: what, birds, price, sum. */
  positions: readonly (readonly string[])[];
  total: Pair;
  /** What is to be paid until when; null: nothing now. */
  pay: string | null;
  /** How the loft wants to be paid, in its own words. */
  how: string | null;
  /** How it is paid by bank transfer, with the code for banking apps, an SVG, where there is one; null: not now. */
  transfer: { facts: readonly Pair[]; lead: string; code: string | null } | null;
  history: readonly Pair[];
  /** The order's page as a code to scan, an SVG, with its address. */
  code: string;
  address: string;
}

/** The confirmations of one or more orders, each on pages of its own. */
export interface Confirmation {
  title: string;
  pages: readonly ConfirmationPage[];
  lang: string;
  dir: 'ltr' | 'rtl';
}
