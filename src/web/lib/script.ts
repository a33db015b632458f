/** A text as a string of an inline script, which nothing in it can end. JSON is full of double quotes, so single ones stand around. */
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
