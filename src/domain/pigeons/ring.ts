// Ring numbers. A ring is written differently by country, by year and even within one list, so it is kept as written
// and compared by its letters and digits alone. None is ever refused for its form.

/**
 * What two writings of one ring have in common: upper case, without spaces, dots, dashes and slashes. Full-width
 * letters and digits (Chinese and Japanese keyboards) become plain ones; marks that are not seen, such as those of
 * writing direction that come along when copying, are left out.
 */
export function ringKey(text: string): string {
  const upper = text.normalize('NFKC').toUpperCase();
  // Once more at the end, because upper case and what was taken out can leave a letter beside a mark that belongs to it.
  return upper.replaceAll(/[\s.\p{Dash}/\\\p{Cf}]/gu, '').normalize('NFKC');
}

/** A ring cut for display; the parts joined are the ring as written. */
export interface RingParts {
  before: string;
  /** The last three digits of its running number, by which people call a bird; bold. */
  digits: string;
  after: string;
}

/**
 * Finds the digits that people say. They are the last three of the last number; letters may follow (`…265 791 yd`),
 * and so may the year, where it stands behind a running number of six or more digits (`BE6108 536 .24`).
 */
export function ringParts(text: string): RingParts {
  const numbers = [...text.matchAll(/\d+/g)];
  const last = numbers.at(-1);
  if (!last) return { before: text, digits: '', after: '' };
  const before_last = numbers.at(-2);
  const is_year = /^(19|20)?\d\d$/.test(last[0]);
  const number = is_year && before_last && before_last[0].length >= 6 ? before_last : last;
  const end = number.index + number[0].length;
  const begin = Math.max(number.index, end - 3);
  return { before: text.slice(0, begin), digits: text.slice(begin, end), after: text.slice(end) };
}
