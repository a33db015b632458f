/** Plain text in HTML and XML. */

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as markup shows it, also between the double quotes of an attribute. */
export const inMarkup = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign]!);

/** A text without the characters that XML does not allow. */
export const inXml = (text: string): string =>
  text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
