/** What an error says, without what it may say of people. */

/** What is taken out, in this order: the later ones would not know what the earlier ones have torn. */
const traces: readonly [pattern: RegExp, instead: string][] = [
  // Who enters a site, and what is asked of it; the line and column of a script stay.
  [/(:\/\/)[^\s/@"']+@/g, '$1'],
  [/(\/[^\s?#"'()]*)[?#][^\s"'()]*?(?=(?::\d+)*(?:[\s"'()]|$))/g, '$1'],
  [/\bBearer\s+\S+/gi, 'Bearer […]'],
  [
    /\b(\w*(?:password|token|secret|cookie|authorization)\w*["']?\s*[=:]\s*)(?:"[^"]*"|'[^']*'|[^\s"',;&)]+)/gi,
    '$1[…]',
  ],
  // PostgreSQL tells the values of a key that was refused.
  [/(\([\w, ]+\)=)\(.*?\)(?=\s|$|\.)/g, '$1([…])'],
  [/[\p{L}\p{N}._%+-]+(?:@|%40)[\p{L}\p{N}.-]+\.\p{L}{2,}/gu, '[mail]'],
  [/\+\d[\d ()-]{6,}\d/g, '[phone]'],
  // Nobody writes words of 24 signs with digits in them: handles, codes, keys.
  [/(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{24,}/g, '[…]'],
];

/** A message or a stack without addresses, phone numbers, tokens, passwords, and whatever was asked for behind a `?` or `#`. */
export function scrubbed(text: string): string {
  return traces.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text);
}
