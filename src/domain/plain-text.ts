/** Text in the form in which it is searched. */

/**
 * Lower case without accents and marks: `Ortuño`, `ORTUNO` and full-width `Ｏｒｔｕｎｏ` are equal. The function `plain_text`
 * of the database does the same.
 */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('đ', 'd')
    .replaceAll('ı', 'i')
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ');
}
