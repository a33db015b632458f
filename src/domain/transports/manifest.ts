/** What stands on the list that travels with the birds, in words: the paper writes it and works nothing out. */

export interface ManifestPaper {
  title: string;
  /** Lines of two columns. */
  facts: readonly (readonly [name: string, text: string])[];
  crates: readonly {
    title: string;
    lines: readonly string[];
    /** Each ring, with what else is known of the bird. */
    birds: readonly (readonly [ring: string, about: string])[];
    /** Where its request stands as a code to scan, an SVG, with its address. */
    code: string;
    address: string;
  }[];
  lang: string;
  dir: 'ltr' | 'rtl';
}
