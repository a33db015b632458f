// The limits of a message to several fanciers of a loft at once.

import { Refusal } from '#domain/refusal.ts';

/** Maximum number of recipients: the rows of the longest page of a list. */
export const mostAtOnce = 100;

/** Maximum number of e-mails of a loft within a day. */
export const mostInADay = 500;
export const day_ms = 86_400_000;

export interface Message {
  /** How many were chosen. */
  chosen: number;
  /** How many of them have an address. */
  reached: number;
  /** Number of e-mails that the loft has sent within the last day. */
  sent: number;
}

/**
 * Why a loft cannot send a message, or null.
 *
 * @returns Refusal `no_fancier_selected` (8.34); `nobody_reached` for people without an address; `letters_spent` for
 * more e-mails than are left for the day
 */
export function whyNotWrite({ chosen, reached, sent }: Message): Refusal | null {
  if (chosen === 0) return new Refusal('no_fancier_selected');
  if (reached === 0) return new Refusal('nobody_reached');
  const left = Math.max(0, mostInADay - sent);
  return reached > left ? new Refusal('letters_spent', { max: mostInADay, left }) : null;
}
