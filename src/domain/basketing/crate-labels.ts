/** The labels of a flight's crates, as texts: the document prints them and computes nothing. */

export interface CrateLabelsPaper {
  title: string;
  labels: readonly {
    /** What is read from two metres: the number of the crate, and the letter of its desk. */
    crate: string;
    desk: string | null;
    loft: string;
    flight: string;
    /** Lines of two columns, as the number of birds. */
    facts: readonly (readonly [name: string, text: string])[];
    /** In the order of their numbers, each with its ring. */
    birds: readonly (readonly [number: string, ring: string])[];
    /** The QR code that opens the crate at the desk, an SVG, with its address. */
    code: string;
    address: string;
  }[];
  lang: string;
  dir: 'ltr' | 'rtl';
}
