/**
 * The chip that a bird wears. Its number is what the transponder says, and makers print that in different ways:
 *
 * | Transponder | Used by | Number |
 * |---|---|---|
 * | Hitag 2 and Hitag S, 125 kHz | chip rings after the requirements of the FCI: Benzing, Unikon, Tipes, Bricon, Mega, Topigeon | 32 bits: 8 hex digits; with the maker's byte before it (“AA”, “AE”) 10 |
 * | EM4100 and EM4102, 125 kHz | cheap rings and readers | 40 bits: 10 hex digits, or 8, 10 or 13 decimal ones |
 * | FDX-B, 134.2 kHz (ISO 11784) | implants | 15 decimal digits: 3 of the country or the maker and 12 of the animal; raw 64 bits, 16 hex digits |
 *
 * Sources: the FCI’s evaluation of the Topigeon chip ring with Hitag S (WSM RPT 12 175, 2012); data sheets of EM4102 and
 * Hitag S; ISO 11784. No maker of clocks publishes the form of its numbers, so a chip of somebody else's is taken when it
 * has as many digits as these have.
 */
import { type FieldError, type Refusal, refusalAt } from '#domain/refusal.ts';
import { isWrittenAsRing } from './ring-form.ts';

/** Minimum and maximum number of digits of a chip, by the table above. */
export const chipDigits = { min: 8, max: 16 } as const;

/** Number of hex digits of the known kinds of chips. */
const knownDigits: readonly number[] = [8, 10, 16];

/** A chip as it is stored, however it was scanned or typed: upper case, without blanks. */
export const chipKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Cf}]/gu, '');

/**
 * Why a scanned or typed text is no chip, or null: it is a ring, has other letters than A to F, or too few or too many
 * digits. Whether it is a ring of the season is checked separately.
 */
export function whyNotChipNumber(typed: string): FieldError | null {
  const chip = chipKey(typed);
  // Rings of Belgium and Germany begin with letters that are hex digits too.
  const isBareRing = /^(?:BE|DE)\d{7,}$/.test(chip) && !knownDigits.includes(chip.length);
  if (isWrittenAsRing(typed) || isBareRing) return { code: 'chip_is_ring' };
  if (!/^[0-9A-F]+$/.test(chip)) return { code: 'chip_not_hex' };
  if (chip.length < chipDigits.min) return { code: 'chip_too_short', params: { min: chipDigits.min } };
  return chip.length > chipDigits.max ? { code: 'chip_too_long', params: { max: chipDigits.max } } : null;
}

/** Why a bird cannot get this chip, or null: it wears another one, and the change has no reason. */
export function whyNotChip(worn: string | null, chip: string, reason: string | null): Refusal | null {
  return worn !== null && worn !== chip && reason === null ? refusalAt('reason', 'chip_reason_needed') : null;
}
