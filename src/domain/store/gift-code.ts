/**
 * The code of a gift card: 80 random bits as 16 signs of Crockford's base 32, which has no I, L, O and U. Whoever types
 * a letter that looks like a digit means the digit, so a code has one reading only.
 */

const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const lookAlikes: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/** Random bytes of a code; each gives two signs of its ten times eight bits. */
export const giftCodeBytes = 10;
const length = 16;

/** A code from {@link giftCodeBytes} random bytes, without gaps. @throws RangeError for another number of bytes. */
export function giftCodeOf(bytes: Uint8Array): string {
  if (bytes.length !== giftCodeBytes) throw new RangeError(`a code has ${giftCodeBytes} bytes`);
  let bits = 0n;
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte);
  return Array.from({ length }, (_, i) => signs[Number((bits >> BigInt(5 * (length - 1 - i))) & 31n)]).join('');
}

/** A typed code as it is kept: capitals, gaps and dashes do not matter. Null: no code can be meant. */
export function readGiftCode(typed: string): string | null {
  const read = Array.from(
    typed
      .normalize('NFKC')
      .toUpperCase()
      .replaceAll(/[\s\p{Pd}]/gu, ''),
  );
  const code = read.map((sign) => lookAlikes[sign] ?? sign).join('');
  return code.length === length && Array.from(code).every((sign) => signs.includes(sign)) ? code : null;
}

/** A code in groups of four, as it is printed. */
export const giftCodeInGroups = (code: string): string => code.match(/.{1,4}/g)!.join(' ');

/** The last group, by which people tell their cards apart; it is kept and shown, the rest of the code is not. */
export const endOfGiftCode = (code: string): string => code.slice(-4);
