/** Text as people look for it. */

/** Lower case without accents and marks: `Ortuño`, `ORTUNO` and full-width `Ｏｒｔｕｎｏ` are one. So says `plain_text` of the database. */
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
