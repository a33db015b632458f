/** The rules of teams and their birds: their accounts, and when they cannot be removed. */
import type { Entry } from '#domain/accounts/contract.ts';
import { Refusal } from '#domain/refusal.ts';

/** The characters of a team's name: it stands in every list, on the board and on papers. */
export const longestTeamName = 64;

/** Why an action on chosen teams or people is refused: none is chosen (8.34); or null. */
export function whyNotChosen(chosen: readonly unknown[]): Refusal | null {
  return chosen.length ? null : new Refusal('no_fancier_selected');
}

/** Why an action on chosen pigeons is refused: none is chosen; or null. */
export function whyNotPigeons(chosen: readonly unknown[]): Refusal | null {
  return chosen.length ? null : new Refusal('no_pigeon_selected');
}

/**
 * Why a team cannot be removed, or null: it still holds pigeons (5.7, 8.23), an order holds places for it, or it has won
 * prizes.
 */
export function whyNotRemoveTeam(held: {
  pigeon_count: number;
  order_count: number;
  has_prizes: boolean;
}): Refusal | null {
  if (held.pigeon_count > 0) return new Refusal('team_holds_pigeons');
  if (held.order_count > 0) return new Refusal('team_has_order');
  return held.has_prizes ? new Refusal('team_has_prizes') : null;
}

/** The facts of a pigeon that people rely on. */
export interface PigeonUse {
  /** Number of basketing lists that it is or was on. */
  flight_count: number;
  /** It is or was for sale. */
  is_listed: boolean;
  /** A person was given rights in it. */
  has_rights: boolean;
  /** Its activation was ordered, or that of the bird in its place. */
  is_activated: boolean;
}

/**
 * Why a pigeon cannot be removed, or null: `pigeon_flown`, it is or was on a flight's basketing list (5.7, 8.22);
 * `pigeon_has_rights`; `pigeon_has_activation`; `pigeon_listed`.
 */
export function whyNotRemovePigeon({ flight_count, is_listed, has_rights, is_activated }: PigeonUse): Refusal | null {
  if (flight_count > 0) return new Refusal('pigeon_flown');
  if (has_rights) return new Refusal('pigeon_has_rights');
  if (is_activated) return new Refusal('pigeon_has_activation');
  return is_listed ? new Refusal('pigeon_listed') : null;
}

/**
 * Why a team cannot be given to the account of an e-mail address, or null (8.35): nobody has signed in with it, or the
 * person works for the loft. A person with an inactive entry does not work there any more.
 */
export function whyNotCustomer(person: { entry: Pick<Entry, 'is_active'> | null } | undefined): Refusal | null {
  return !person || person.entry?.is_active ? new Refusal('email_not_assignable') : null;
}

/**
 * The account of the teams of one fancier: the one that some of them have; null where none has.
 * @throws Refusal `fanciers_differ` where they have more than one.
 */
export function oneAccount(teams: readonly { user_id: number | null }[]): number | null {
  const accounts = [...new Set(teams.flatMap(({ user_id }) => user_id ?? []))];
  if (accounts.length > 1) throw new Refusal('fanciers_differ');
  return accounts[0] ?? null;
}
