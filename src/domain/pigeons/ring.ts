// Ring numbers. Rings are written differently by country, by year and even within one list, so a ring is stored as
// written and compared by its letters and digits alone. None that is possible (`isPossibleRing`) is refused for its form.

/**
 * The common form of all writings of a ring: upper case, without spaces, dots, dashes and slashes. Full-width letters
 * and digits (Chinese and Japanese keyboards) become plain ones; invisible marks, such as those of writing direction
 * that are copied along, are left out.
 */
export function ringKey(text: string): string {
  const upper = text.normalize('NFKC').toUpperCase();
  // Normalised again at the end, because upper case and removed characters can leave a letter beside its combining
  // mark.
  return upper.replaceAll(/[\s.\p{Dash}/\\\p{Cf}]/gu, '').normalize('NFKC');
}

/** The first of the ten digits of each script that the keyboards of our languages type. */
const zeros = ['٠', '۰', '๐', '०'].map((zero) => zero.codePointAt(0)!);

/** A typed text with the digits that rings are written in: `٥٣٧` is 537. */
export const latinDigits = (text: string): string =>
  text.normalize('NFKC').replaceAll(/[٠-٩۰-۹๐-๙०-९]/g, (digit) => {
    const code = digit.codePointAt(0)!;
    return String(code - zeros.find((zero) => code >= zero && code < zero + 10)!);
  });

/** A ring split for display; the parts joined are the ring as written. */
export interface RingParts {
  before: string;
  /** The last three digits of its running number, which people use as its name; bold. */
  digits: string;
  after: string;
}

/**
 * Finds the digits that people use as the name of a ring: the last three of the last number. Letters may follow (`…265
 * 791 yd`), and so may the year, where it stands behind a running number of six or more digits (`BE6108 536 .24`).
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
