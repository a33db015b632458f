/** The rules of who can register for a season (2.12, 5.9). The rules of the order itself are in `cart.ts`. */
import { Refusal, refusalAt } from '#domain/refusal.ts';
import type { SeasonStatus } from '#domain/seasons/season.ts';

/** The address of a person, from their identity provider. */
export interface Address {
  street: string | null;
  zipcode: string | null;
  city: string | null;
}

/** Whether a person's postal address is complete: city, street and zipcode (5.9). */
export function hasAddress({ street, zipcode, city }: Address): boolean {
  return [street, zipcode, city].every((part) => part !== null && part.trim() !== '');
}

/** The input of a registration beside its lines. */
export interface Registering {
  season_status: SeasonStatus;
  address: Address;
  /** The versions of the loft's contract in force. */
  contract_ids: readonly number[];
  /** The accepted version. */
  contract_id: number | null;
  /** An existing team, or the name and country of a new one. */
  team_id: number | null;
  team: string;
  country: string | null;
  /** How the birds travel, with the collection of an agent. */
  transport: 'self' | 'agent';
  collection_id: number | null;
}

/** What a loft must provide before anybody can register in open registration: a contract in force, a package. */
export const offerNeeds = ['contract', 'package'] as const;
export type OfferNeed = (typeof offerNeeds)[number];

/** Those that are missing. */
export function missingIn(offer: { contracts: readonly unknown[]; products: readonly unknown[] }): OfferNeed[] {
  const there = { contract: offer.contracts.length, package: offer.products.length };
  return offerNeeds.filter((need) => !there[need]);
}

/**
 * Why a registration is refused, or null: `no_registration` for a season that is not in progress, `contract_missing`
 * for a loft without one in force, `address_missing` (5.9), `error_required` at a new team's name and `error_country`
 * at its country, `agent_needed` where an agent is to collect the birds and none was chosen (8.25), `error_accepted` at
 * the contract.
 */
export function whyNotRegister(sent: Registering): Refusal | null {
  if (sent.season_status !== 'in_progress') return new Refusal('no_registration');
  if (!sent.contract_ids.length) return new Refusal('contract_missing');
  if (!hasAddress(sent.address)) return refusalAt('address', 'address_missing');
  if (sent.team_id === null && sent.team === '') return refusalAt('team', 'error_required');
  if (sent.team_id === null && sent.country === null) return refusalAt('country', 'error_country');
  if (sent.transport === 'agent' && sent.collection_id === null) return refusalAt('collection_id', 'agent_needed');
  if (!sent.contract_ids.includes(sent.contract_id ?? 0)) return refusalAt('contract_id', 'error_accepted');
  return null;
}
