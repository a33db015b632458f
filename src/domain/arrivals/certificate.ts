/** Certificates of places in a flight or a ranking, as texts: the document prints them and computes nothing. */
import type { RingParts } from '#domain/pigeons/ring.ts';

/** A document of one or many certificates, a page each. */
export interface CertificatesPaper {
  title: string;
  /** The name of the platform, beside its mark. */
  brand: string;
  certificates: readonly CertificatePaper[];
  lang: string;
  dir: 'ltr' | 'rtl';
}

export interface CertificatePaper {
  loft: string;
  /** Whose flags stand beside the loft and the owner; null: none is known or shown. */
  loft_country: string | null;
  country: string | null;
  /** The flight or the ranking, and what the paper is, with its day or season. */
  heading: string;
  lead: string;
  /** Where the line begins and ends: the release point, if it has a name, or the farthest flight of a ranking; the loft. */
  from: string;
  to: string;
  place: { label: string; rank: string; of: string; medal: 1 | 2 | 3 | null };
  /** Null for a bird without a name. */
  name: string | null;
  /** Null where not a bird has the place, but a team, a fancier or a country. */
  ring: RingParts | null;
  /** Colour and sex. */
  looks: string;
  owner: readonly string[];
  facts: readonly { name: string; value: string; unit: string }[];
  /** The version of the signed result or frozen ranking, and its day; null for a result that was never signed. */
  official: { title: string; day: string } | null;
  /** What the loft says of its own: a line, and who signs with which office; blank: nothing. */
  greeting: string;
  signature: { name: string; office: string };
  check: string;
  /** The beginning of its fingerprint. */
  fingerprint: string;
  /** The QR code of the page that the certificate rests on, an SVG, with its address. */
  code: string;
  address: string;
}
