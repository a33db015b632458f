/** The contents of the list that travels with the birds, as texts: the document prints them and computes nothing. */

export interface ManifestPaper {
  title: string;
  /** Lines of two columns. */
  facts: readonly (readonly [name: string, text: string])[];
  crates: readonly {
    title: string;
    lines: readonly string[];
    /** Each ring, with the other facts of the bird. */
    birds: readonly (readonly [ring: string, about: string])[];
    /** The QR code of the request's page, an SVG, with its address. */
    code: string;
    address: string;
  }[];
  lang: string;
  dir: 'ltr' | 'rtl';
}
