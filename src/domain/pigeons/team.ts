/** The rules of teams and their birds: whose they may be, and when they cannot be removed. */
import type { Entry } from '#domain/accounts/contract.ts';
import { Refusal } from '#domain/refusal.ts';

/** Why nothing can be done with the chosen teams or people: nobody is chosen (8.34); or null. */
export function whyNotChosen(chosen: readonly unknown[]): Refusal | null {
  return chosen.length ? null : new Refusal('no_fancier_selected');
}

/** Why nothing can be done with the chosen pigeons: none is chosen; or null. */
export function whyNotPigeons(chosen: readonly unknown[]): Refusal | null {
  return chosen.length ? null : new Refusal('no_pigeon_selected');
}

/** Why a team cannot be removed, or null: it still holds pigeons (5.7, 8.23), or an order holds places for it. */
export function whyNotRemoveTeam(held: { pigeon_count: number; order_count: number }): Refusal | null {
  if (held.pigeon_count > 0) return new Refusal('team_holds_pigeons');
  return held.order_count > 0 ? new Refusal('team_has_order') : null;
}

/** What people rely on of a pigeon. */
export interface Relied {
  /** On so many basketing lists it is or was. */
  flight_count: number;
  /** It is or was for sale. */
  is_listed: boolean;
  /** Somebody was given rights in it. */
  has_rights: boolean;
  /** Somebody ordered its activation, or that of the bird in its place. */
  is_activated: boolean;
}

/**
 * Why a pigeon cannot be removed, or null: `pigeon_flown`, it is or was on a flight's basketing list (5.7, 8.22);
 * `pigeon_has_rights`; `pigeon_has_activation`; `pigeon_listed`.
 */
export function whyNotRemovePigeon({ flight_count, is_listed, has_rights, is_activated }: Relied): Refusal | null {
  if (flight_count > 0) return new Refusal('pigeon_flown');
  if (has_rights) return new Refusal('pigeon_has_rights');
  if (is_activated) return new Refusal('pigeon_has_activation');
  return is_listed ? new Refusal('pigeon_listed') : null;
}

/**
 * Why a team cannot be given to whom an e-mail address belongs, or null (8.35): nobody has signed in with it, or they
 * work for the loft. Who is not active there any more works for it no longer.
 */
export function whyNotCustomer(person: { entry: Pick<Entry, 'is_active'> | null } | undefined): Refusal | null {
  return !person || person.entry?.is_active ? new Refusal('email_not_assignable') : null;
}

/**
 * Whose account the teams of one fancier belong to: that of those which have one; null where none has.
 * @throws Refusal `fanciers_differ` where they belong to more than one.
 */
export function oneAccount(teams: readonly { user_id: number | null }[]): number | null {
  const accounts = [...new Set(teams.flatMap(({ user_id }) => user_id ?? []))];
  if (accounts.length > 1) throw new Refusal('fanciers_differ');
  return accounts[0] ?? null;
}
