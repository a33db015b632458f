/**
 * A text as a string literal of an inline script, escaped so that it cannot end the script. Single quotes, because JSON
 * is full of double ones.
 */
export function asScript(text: string): string {
  return `'${text.replace(/[\\'\n\r<\u2028\u2029]/g, (sign) => escapes[sign]!)}'`;
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '<': '\\u003c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};
