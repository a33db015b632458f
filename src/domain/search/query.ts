/** What the search over the whole site is asked for. */

/** The kinds of things that are found, in the order in which they are shown. */
export const searchKinds = ['birds', 'teams', 'flights', 'lofts', 'seasons', 'news'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** The longest search text. */
export const longestSearch = 100;
/** More words than this narrow nothing. */
const mostWords = 8;

/**
 * The text to search for: blanks as one, at most eight words; empty where it is too short to mean anything. One Latin
 * letter or digit is in nearly every name; one sign of Chinese or Japanese may be a whole one.
 */
export function searchText(typed: string): string {
  const words = typed.trim().split(/\s+/u).slice(0, mostWords).join(' ');
  const signs = words.match(/[\p{L}\p{N}]/gu) ?? [];
  return signs.length >= 2 || /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(words) ? words : '';
}
