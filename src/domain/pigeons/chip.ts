/** The chip that a bird wears. */
import { type Refusal, refusalAt } from '#domain/refusal.ts';

/** A chip as it is kept, however a scanner or a hand writes it: upper case, without blanks. */
export const chipKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Cf}]/gu, '');

/** Why a bird does not get this chip, or null: it wears another one, and nobody says why that is changed. */
export function whyNotChip(worn: string | null, chip: string, reason: string | null): Refusal | null {
  return worn !== null && worn !== chip && reason === null ? refusalAt('reason', 'chip_reason_needed') : null;
}
