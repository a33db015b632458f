/** The contents of an order's confirmation (2.6), as texts: the document prints them and computes nothing. */

/** A line of two columns. */
export type Pair = readonly [name: string, text: string];

export interface ConfirmationPage {
  title: string;
  /** The colour of the loft, `#rrggbb`; null: none. */
  accent: string | null;
  /** The name of the loft, and its contact. */
  loft: readonly string[];
  customer: readonly string[];
  facts: readonly Pair[];
  /** The heads of the columns first: what, birds, price, sum. */
  positions: readonly (readonly string[])[];
  total: Pair;
  /** Amount and last day to pay; null: nothing is due. */
  pay: string | null;
  /** How the loft wants to be paid, in its own words. */
  how: string | null;
  /** The bank transfer, with the QR code for banking apps as SVG, where there is one; null: nothing is due. */
  transfer: { facts: readonly Pair[]; lead: string; code: string | null } | null;
  history: readonly Pair[];
  /** The QR code of the order's page, an SVG, with its address. */
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
