/**
 * The usual forms of rings by country, loosely: a possible ring is never refused for its form, but a person who typed an
 * unusual one is asked to check it. Countries whose rings are not well known have none here.
 */
import type { FieldError } from '#domain/refusal.ts';

const forms: readonly { begins: RegExp; form: RegExp; example: string }[] = [
  { begins: /^(?:DV|DE)\b/, form: /^(?:DV|DE)-0?\d{1,5}-(?<year>\d{2})-\d{1,4}$/, example: 'DV 01234-26-567' },
  {
    begins: /^(?:BE|BELG|B)\b/,
    // Published lists write the year behind the number.
    form: /^(?:B|BE|BELG)-(?:(?<year>\d{2})-\d{7}|\d{7}-(?<last>\d{2}))$/,
    example: 'BE 26-4023187',
  },
  { begins: /^NL\b/, form: /^NL-(?<year>\d{2})-\d{7}$/, example: 'NL 26-1234567' },
  { begins: /^SK\b/, form: /^SK-(?<year>\d{2,4})-0?\d{4,5}-\d{1,5}$/, example: 'SK 2026-01002-783' },
  { begins: /^GB\d/, form: /^GB(?<year>\d{2})-?[A-Z]-?\d{4,5}$/, example: 'GB26 X 12345' },
  { begins: /^SU\d/, form: /^SU(?<year>\d{2})-?[A-Z]{0,3}-?\d{3,5}$/, example: 'SU26 NE 4736' },
  {
    begins: /^(?:WHU|NEHU|IHU|NWHU)/,
    form: /^(?:WHU|NEHU|IHU|NWHU)-?(?<year>\d{2})-?[A-Z0-9]{3,7}$/,
    example: 'WHU 26 A1234',
  },
  { begins: /^PL\b/, form: /^PL-(?:\d{3,4}-(?<year>\d{2})-\d{1,6}|DE-.*)$/, example: 'PL 0123-26-4567' },
  { begins: /^CZ\b/, form: /^CZ-\d{3,5}-(?<year>\d{2})-\d{1,5}$/, example: 'CZ 0123-26-1234' },
  { begins: /^HU\b/, form: /^HU-(?<year>\d{2,4})-\w{1,2}-\d{4,6}$/, example: 'HU 26-11-12345' },
  {
    begins: /^(?:AU|IF|NPA|CU|MX)\b/,
    form: /^(?:AU|IF|NPA|CU|MX)-?(?<year>\d{4})-?[A-Z0-9]{1,5}-?\d{1,6}$/,
    example: 'AU 2026 ABC 1234',
  },
];

/** A ring as it is stored: as it was written, without blanks around it and with one between its parts. */
export const tidyRing = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** The parts of a ring with dashes between, as {@link forms} know them. */
function partsOf(ring: string): string {
  const parts = tidyRing(ring)
    .toUpperCase()
    .replaceAll(/[\s./\p{Dash}]+/gu, '-');
  // `BE26-4023187` for `BE 26-4023187`: adjacent letters and digits are separate parts too.
  return parts.replace(/^(BELG|BE|B|NL|DV|DE|SK|PL|CZ|HU)(?=\d)/, '$1-');
}

/**
 * Whether a text can be the number of a ring: every ring has a digit, and none has a picture or the signs of markup.
 * Whatever else is written is possible: forms differ by country and by year.
 */
export const isPossibleRing = (text: string): boolean =>
  /\p{N}/u.test(tidyRing(text)) && !/[<>\p{Extended_Pictographic}]/u.test(text);

const formOf = (parts: string) => forms.find(({ begins }) => begins.test(parts));

/** Letters and figures of the shortest ring: every ring has a year and a number. */
const shortest = 6;

/**
 * Whether a ring is not in the usual form of its country, so that it may have been mistyped. Where no form is known, a
 * ring has figures in groups or a country before them, and more than a running number.
 */
export function isUnusualRing(ring: string): boolean {
  const parts = partsOf(ring);
  if (!/\d/.test(parts)) return true;
  const known = formOf(parts);
  if (known) return !known.form.test(parts);
  return /^\d+$/.test(parts) || parts.replaceAll('-', '').length < shortest;
}

/** Two digits mean a year of this century up to here, else one of the last: no living bird is older. */
const last_of_century = 79;

/**
 * The year of a ring in the usual form of its country where it is after this year: a ring of a year to come is of no
 * bird that is alive. Null: the year is none to come, or not known.
 */
export function ringYearAhead(ring: string, year: number): number | null {
  const parts = partsOf(ring);
  const groups = formOf(parts)?.form.exec(parts)?.groups;
  const written = groups?.year ?? groups?.last;
  if (written === undefined) return null;
  const own = Number(written);
  const full = written.length > 2 ? own : own > last_of_century ? 1900 + own : 2000 + own;
  return full > year ? full : null;
}

/** A ring in the usual form of the country that this one is of, or of a country code; null: that form is not known. */
export const usualRing = (ring: string): string | null => formOf(partsOf(ring))?.example ?? null;

/** The codes of {@link ringDoubt}: with these a ring is asked about, and can be kept as it is written. */
export const ringDoubts: readonly string[] = ['ring_of_future', 'ring_unlike', 'ring_unusual'];

/**
 * What a person who enters a ring is asked to check once, or null: what was mistyped is easily put right then, and
 * hardly once the bird is at the loft. `ring_of_future` for a year after this one, `ring_unlike` for a ring that is not
 * in the form of its country, `ring_unusual` where no country is known.
 */
export function ringDoubt(ring: string, year: number): FieldError | null {
  const ahead = ringYearAhead(ring, year);
  if (ahead !== null) return { code: 'ring_of_future', params: { year: String(ahead) } };
  if (!isUnusualRing(ring)) return null;
  const example = usualRing(ring);
  return example === null ? { code: 'ring_unusual' } : { code: 'ring_unlike', params: { example } };
}

/** Letters and groups of digits with a dash, a slash or a dot between; some chips are printed in groups with blanks. */
const lettersAndGroups = /^[A-Z]{1,4}-?\d+(?:-\d+)+-?[A-Z]{0,2}$/;
/** A German ring without its letters. */
const bareGermanRing = /^\d{3,5}-\d{2}-\d{1,4}$/;

/** Whether a text has the form of a ring of some country, with separators between its parts. */
export function isWrittenAsRing(text: string): boolean {
  const parts = partsOf(text);
  const tidy = tidyRing(text);
  if (/[./\p{Dash}]/u.test(tidy) && lettersAndGroups.test(parts)) return true;
  return / |[./\p{Dash}]/u.test(tidy) && (bareGermanRing.test(parts) || forms.some(({ form }) => form.test(parts)));
}
