/** Saves the values of a registration in this tab, so that they survive a reload; without storage nothing is saved. */
import { type Choice, choiceToSave } from './choice.ts';

const nameOf = (season_id: number) => `register ${season_id}`;

/**
 * The values saved for the page with this query string, or null. The phone number is no part of an address, and is the
 * same for all of them.
 */
export function savedChoice(season_id: number, search: string): Choice | null {
  try {
    const saved = JSON.parse(sessionStorage.getItem(nameOf(season_id)) ?? 'null');
    if (saved?.search === search) return saved.choice;
    return saved?.choice.phone ? { phone: saved.choice.phone } : null;
  } catch {
    return null;
  }
}

/** Saves the values without the request key and the acceptance of the contract. */
export function saveChoice(season_id: number, search: string, choice: Choice): void {
  try {
    sessionStorage.setItem(nameOf(season_id), JSON.stringify({ search, choice: choiceToSave(choice) }));
  } catch {}
}

/** Called once the registration was sent. */
export function forgetChoice(season_id: number): void {
  try {
    sessionStorage.removeItem(nameOf(season_id));
  } catch {}
}

/** The entries of this window's history from which a registration was sent, by season. */
const sentFrom = new Map<number, string>();

/** Called when a registration is sent from a history entry. */
export const markSent = (season_id: number, entry: string): void => {
  sentFrom.set(season_id, entry);
};

/** Whether the form is come back to that was sent from this history entry. */
export const wasSentFrom = (season_id: number, entry: string): boolean => sentFrom.get(season_id) === entry;
