/** The certificate of a bird in a flight, as texts: the document prints them and computes nothing. */
import type { RingParts } from '#domain/pigeons/ring.ts';

export interface CertificatePaper {
  /** Of the document. */
  title: string;
  loft: string;
  /** The flight, and what the paper is, with its day. */
  flight: string;
  lead: string;
  /** The release point, where it has a name, and where the loft is. */
  from: string;
  to: string;
  place: { label: string; rank: string; of: string; medal: 1 | 2 | 3 | null };
  /** Null for a bird without a name. */
  name: string | null;
  ring: RingParts;
  /** Colour and sex. */
  looks: string;
  owner: readonly string[];
  facts: readonly { name: string; value: string; unit: string }[];
  /** The version of the signed result and its day; null for a result that was never signed. */
  official: { title: string; day: string } | null;
  check: string;
  /** The beginning of the fingerprint of the signed result. */
  fingerprint: string;
  /** The QR code of the page of the place, an SVG, with its address. */
  code: string;
  address: string;
  lang: string;
  dir: 'ltr' | 'rtl';
}
