/** The rules of who can register for a season (2.12, 5.9). The rules of the order itself are in `cart.ts`. */
import { hasPostcodes } from '#domain/countries.ts';
import type { PostalAddress } from '#domain/postal-address.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';
import type { SeasonStatus } from '#domain/seasons/season.ts';

/** Whether a person's postal address is complete: city, street and, where the country has them, zipcode (5.9). */
export function hasAddress({ street, zipcode, city, country }: PostalAddress): boolean {
  const parts = hasPostcodes(country) ? [street, zipcode, city] : [street, city];
  return parts.every((part) => part !== null && part.trim() !== '');
}

/** The input of a registration beside its lines. */
export interface Registering {
  season_status: SeasonStatus;
  /** Null: not known before the sign-in, and not asked for yet. */
  address: PostalAddress | null;
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
  /** The number that the agent reaches the customer at. */
  phone: string;
}

/** Why an agent cannot reach a customer at this number, or null: there is none, or it has too few digits. */
export function whyNotPhone(phone: string): Refusal | null {
  if (phone === '') return refusalAt('phone', 'error_required');
  return /^\+?[\d\s()./-]+$/.test(phone) && phone.replaceAll(/\D/g, '').length >= 6
    ? null
    : refusalAt('phone', 'error_phone');
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
 * for a loft without one in force, and then in the order of the form: `error_required` at a new team's name and
 * `error_country` at its country, `agent_needed` where an agent is to collect the birds and none was chosen (8.25),
 * `error_required` or `error_phone` at the number for that agent, `address_missing` (5.9), `error_accepted` at the contract.
 */
export function whyNotRegister(sent: Registering): Refusal | null {
  if (sent.season_status !== 'in_progress') return new Refusal('no_registration');
  if (!sent.contract_ids.length) return new Refusal('contract_missing');
  if (sent.team_id === null && sent.team === '') return refusalAt('team', 'error_required');
  if (sent.team_id === null && sent.country === null) return refusalAt('country', 'error_country');
  if (sent.transport === 'agent' && sent.collection_id === null) return refusalAt('collection_id', 'agent_needed');
  const noPhone = sent.transport === 'agent' && whyNotPhone(sent.phone);
  if (noPhone) return noPhone;
  if (sent.address && !hasAddress(sent.address)) return refusalAt('address', 'address_missing');
  if (!sent.contract_ids.includes(sent.contract_id ?? 0)) return refusalAt('contract_id', 'error_accepted');
  return null;
}
