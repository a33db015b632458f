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
