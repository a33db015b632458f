/**
 * A bank transfer as a page shows it: account and reference in groups of four, and the code for banking apps as a
 * drawing.
 */
import { renderSVG } from 'uqr';
import type { HowToPay } from '#domain/bank.ts';
import { creditorReference, inFours, transferCode } from '#domain/bank.ts';

export interface ShownTransfer {
  holder: string;
  iban: string;
  bic: string | null;
  name: string | null;
  amount_cents: number;
  currency: string;
  reference: string;
  /** An SVG; null where there is no such code. */
  code: string | null;
}

/**
 * How an order is paid by transfer; null where its loft has no account.
 * @param number the readable number of the order
 */
export function transferOf(
  to: HowToPay['bank'],
  { number, amount_cents, currency }: { number: string; amount_cents: number; currency: string },
): ShownTransfer | null {
  if (!to) return null;
  const reference = creditorReference(number);
  const says = transferCode({ to, amount_cents, currency, reference });
  return {
    ...to,
    iban: inFours(to.iban),
    amount_cents,
    currency,
    reference: inFours(reference),
    // Error correction and quiet zone are those of the guideline.
    code: says === null ? null : renderSVG(says, { ecc: 'M', maxVersion: 13, border: 4 }),
  };
}
