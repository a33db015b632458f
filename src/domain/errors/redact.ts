/** Removes personal data from the text of an error. */

/**
 * The patterns to replace, in this order: an earlier one may cut a text that a later one would not recognise any more.
 */
const traces: readonly [pattern: RegExp, instead: string][] = [
  // User and password of an address, and its query; line and column of a script stay.
  [/(:\/\/)[^\s/@"']+@/g, '$1'],
  [/(\/[^\s?#"'()]*)[?#][^\s"'()]*?(?=(?::\d+)*(?:[\s"'()]|$))/g, '$1'],
  [/\bBearer\s+\S+/gi, 'Bearer […]'],
  [
    /\b(\w*(?:password|token|secret|cookie|authorization)\w*["']?\s*[=:]\s*)(?:"[^"]*"|'[^']*'|[^\s"',;&)]+)/gi,
    '$1[…]',
  ],
  // PostgreSQL quotes the values of a refused key.
  [/(\([\w, ]+\)=)\(.*?\)(?=\s|$|\.)/g, '$1([…])'],
  [/[\p{L}\p{N}._%+-]+(?:@|%40)[\p{L}\p{N}.-]+\.\p{L}{2,}/gu, '[mail]'],
  [/\+\d[\d ()-]{6,}\d/g, '[phone]'],
  // No word has 24 characters with digits among them: tokens, codes, keys.
  [/(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{24,}/g, '[…]'],
];

/** A message or a stack without addresses, phone numbers, tokens, passwords, and anything behind a `?` or `#`. */
export function scrubbed(text: string): string {
  return traces.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text);
}
