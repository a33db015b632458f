/**
 * Bank accounts and transfers to them: IBAN (ISO 13616), BIC (ISO 9362), the creditor reference (ISO 11649), and what a
 * code for banking apps says (EPC069-12, “Quick Response Code: Guidelines to Enable the Data Capture for the Initiation of
 * a SEPA Credit Transfer”, version 002).
 */
import { z } from 'zod';

/** An account that money is sent to. */
export const bankAccount = z.object({
  holder: z.string(),
  iban: z.string().meta({ description: 'Without spaces' }),
  bic: z.string().nullable(),
  name: z.string().nullable().meta({ description: 'Of the bank' }),
});
export type BankAccount = z.output<typeof bankAccount>;

/** How a loft wants to be paid for an order. */
export const howToPay = z.object({
  payment_text: z.string().nullable().meta({ description: 'In the words of the loft' }),
  bank: bankAccount.nullable().meta({ description: 'The account that transfers go to' }),
});
export type HowToPay = z.output<typeof howToPay>;

/** The remainder of a number modulo 97, with letters counting as 10 to 35 (ISO 7064, MOD 97-10). */
function remainder(text: string): number {
  let rest = 0;
  for (const letter of text) {
    const value = Number.parseInt(letter, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** For the calculation the check digits move to the end. */
const isChecked = (text: string): boolean => remainder(text.slice(4) + text.slice(0, 4)) === 1;

/** An IBAN or BIC as it is stored: in capitals, without spaces, dashes and dots. */
export const compact = (typed: string): string => typed.replaceAll(/[\s.-]/gu, '').toUpperCase();

/** Whether a text in compact form is an IBAN; its two check digits find every single wrong letter or digit. */
export const isIban = (text: string): boolean => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text) && isChecked(text);

/** Whether a text in compact form is a BIC. */
export const isBic = (text: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text);

/** An IBAN or a reference in groups of four characters, as it is printed. */
export const inFours = (text: string): string => text.replaceAll(/(.{4})(?=.)/gu, '$1 ');

/**
 * The creditor reference of an order (ISO 11649): `RF`, two check digits, and the letters and digits of its number.
 * Banks refuse a mistyped one; the loft reads the order's number at its end.
 * @param number what people call the order by, at most 21 letters and digits: `27-0431`
 */
export function creditorReference(number: string): string {
  const own = compact(number);
  const check = 98 - remainder(`${own}RF00`);
  return `RF${String(check).padStart(2, '0')}${own}`;
}

export interface Transfer {
  to: BankAccount;
  amount_cents: number;
  currency: string;
  /** By {@link creditorReference}. */
  reference: string;
}

const longestName = 70;
const mostBytes = 331;
const mostCents = 99_999_999_999;

/** How many bytes a text has in UTF-8. */
const bytesOf = (text: string): number => encodeURIComponent(text).replaceAll(/%../gu, '.').length;

/**
 * The text of a banking app's QR code for a transfer, to be drawn with error correction M. Null where the guideline has
 * no code: for other currencies than the euro, for zero, and for a thousand millions and more.
 */
export function transferCode({ to, amount_cents, currency, reference }: Transfer): string | null {
  if (currency !== 'EUR' || amount_cents < 1 || amount_cents > mostCents) return null;
  const says = (name: string) =>
    [
      'BCD',
      '002',
      // UTF-8
      '1',
      'SCT',
      to.bic ?? '',
      name,
      to.iban,
      `EUR${Math.floor(amount_cents / 100)}.${String(amount_cents % 100).padStart(2, '0')}`,
      // No purpose code.
      '',
      reference,
    ].join('\n');
  let letters = Array.from(to.holder.replaceAll(/\s+/gu, ' ').trim()).slice(0, longestName);
  while (bytesOf(says(letters.join(''))) > mostBytes) letters = letters.slice(0, -1);
  return says(letters.join(''));
}
