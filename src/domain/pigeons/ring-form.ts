/**
 * The usual forms of rings by country, loosely: a possible ring is never refused for its form, but a person who typed an
 * unusual one is asked to check it. Countries whose rings are not well known have none here.
 */

const forms: readonly { begins: RegExp; form: RegExp }[] = [
  { begins: /^(?:DV|DE)\b/, form: /^(?:DV|DE)-0?\d{1,5}-\d{2}-\d{1,4}$/ },
  { begins: /^(?:BE|BELG|B)\b/, form: /^(?:B|BE|BELG)-\d{2}-\d{7}$/ },
  { begins: /^NL\b/, form: /^NL-\d{2}-\d{7}$/ },
  { begins: /^SK\b/, form: /^SK-\d{2,4}-0?\d{4,5}-\d{1,5}$/ },
  { begins: /^GB\d/, form: /^GB\d{2}-?[A-Z]-?\d{4,5}$/ },
  { begins: /^SU\d/, form: /^SU\d{2}-?[A-Z]{0,3}-?\d{3,5}$/ },
  { begins: /^(?:WHU|NEHU|IHU|NWHU)/, form: /^(?:WHU|NEHU|IHU|NWHU)-?\d{2}-?[A-Z0-9]{3,7}$/ },
  { begins: /^PL\b/, form: /^PL-(?:\d{3,4}-\d{2}-\d{1,6}|DE-.*)$/ },
  { begins: /^CZ\b/, form: /^CZ-\d{3,5}-\d{2}-\d{1,5}$/ },
  { begins: /^HU\b/, form: /^HU-\d{2,4}-\w{1,2}-\d{4,6}$/ },
  { begins: /^(?:AU|IF|NPA|CU|MX)\b/, form: /^(?:AU|IF|NPA|CU|MX)-?\d{4}-?[A-Z0-9]{1,5}-?\d{1,6}$/ },
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

/** Whether a ring is not in the usual form of its country, so that it may have been mistyped. */
export function isUnusualRing(ring: string): boolean {
  const parts = partsOf(ring);
  if (!/\d/.test(parts)) return true;
  const known = forms.find(({ begins }) => begins.test(parts));
  return known ? !known.form.test(parts) : false;
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
