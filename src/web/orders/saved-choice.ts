/** What was typed in a registration outlives a reload of its page in this tab. A browser that keeps nothing forgets it. */
import { type Choice, toKeep } from './choice.ts';

const nameOf = (season_id: number) => `register ${season_id}`;

/** What was typed on the page with this address, or null. */
export function keptChoice(season_id: number, search: string): Choice | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(nameOf(season_id)) ?? 'null');
    return kept?.search === search ? kept.choice : null;
  } catch {
    return null;
  }
}

/** Keeps what was typed, but neither the key that it is sent with nor that the contract was accepted. */
export function keepChoice(season_id: number, search: string, choice: Choice): void {
  try {
    sessionStorage.setItem(nameOf(season_id), JSON.stringify({ search, choice: toKeep(choice) }));
  } catch {}
}

/** It was sent. */
export function forgetChoice(season_id: number): void {
  try {
    sessionStorage.removeItem(nameOf(season_id));
  } catch {}
}
