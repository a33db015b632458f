/**
 * Regions of a ranking (domain 2.13): named by the loft as parts of countries by the beginnings of postcodes. A bird is of
 * the region of its account's address; where several beginnings fit, of the longest.
 */

/** A postcode, or its beginning, as it is compared: without blanks, dashes and the letters of its country before it. */
export const plainPostcode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/^[A-Z]{1,2}\s*-\s*(?=\d)/, '')
    .replaceAll(/[\s-]/g, '');

/** A part of a country that belongs to a region; a region has as many as it needs. */
export interface RegionPart {
  name: string;
  country: string;
  /** The beginnings of its postcodes; empty: the whole country. */
  postcodes: readonly string[];
}

/** The address of an account, as far as regions ask; what is not known is null. */
export interface Home {
  country: string | null;
  postcode: string | null;
}

/** The region of an address; null: it is in none. */
export function regionOf(parts: readonly RegionPart[], home: Home | null | undefined): string | null {
  if (!home?.country) return null;
  const postcode = plainPostcode(home.postcode ?? '');
  let [found, length]: [string | null, number] = [null, -1];
  for (const { name, country, postcodes } of parts) {
    if (country !== home.country) continue;
    const fits = postcodes.length === 0 ? 0 : longestFit(postcodes, postcode);
    if (fits > length) [found, length] = [name, fits];
  }
  return found;
}

const longestFit = (postcodes: readonly string[], postcode: string): number =>
  postcodes.reduce((most, one) => (postcode.startsWith(one) ? Math.max(most, one.length) : most), -1);

/** The first part that says of a beginning what another said already, with that beginning; null: there is none. */
export function twiceInRegions(parts: readonly RegionPart[]): { at: number; postcode: string } | null {
  const known = new Set<string>();
  for (const [at, { country, postcodes }] of parts.entries())
    for (const postcode of postcodes.length === 0 ? [''] : postcodes) {
      const key = `${country} ${postcode}`;
      if (known.has(key)) return { at, postcode: key.trim() };
      known.add(key);
    }
  return null;
}

/** The part of a country in words: `BE 8, 9`. */
export const regionPlaces = ({ country, postcodes }: RegionPart): string =>
  [country, postcodes.join(', ')].join(' ').trim();
