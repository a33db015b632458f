/**
 * A claim to a team of an old season that no account holds: its fancier says that it is theirs, and who runs the loft
 * accepts or refuses (decision 91).
 */
import { plainText } from '#domain/plain-text.ts';
import { Refusal } from '#domain/refusal.ts';

export const teamClaimStates = ['open', 'accepted', 'refused', 'withdrawn', 'taken_back'] as const;
/** Where a claim stands: open until it is decided or withdrawn; what was accepted by mistake is taken back. */
export type TeamClaimState = (typeof teamClaimStates)[number];

/** What those who run the loft do with a claim. */
export const teamClaimDecisions = ['accepted', 'refused', 'taken_back'] as const;
export type TeamClaimDecision = (typeof teamClaimDecisions)[number];

/** The characters of what a person says for their claim, and of a reason. */
export const longestClaimText = 1000;
/** The most open claims of a person. */
export const mostOpenClaims = 20;

/** A team and a person who says that it is theirs. */
export interface Claimed {
  /** The account of the team; null: nobody's. */
  holder: number | null;
  user_id: number;
  /** Whether the person works for its loft. */
  works_here: boolean;
  /** Whether the person has an open claim to it. */
  is_open: boolean;
  /** The open claims of the person, to any team. */
  open_count: number;
}

/**
 * Why a person cannot claim a team, or null: it is theirs already or another account's, they work for its loft, and so
 * are no customer of it (8.35), their claim to it is open, or they have as many open claims as one may.
 */
export function whyNotClaim({ holder, user_id, works_here, is_open, open_count }: Claimed): Refusal | null {
  if (holder !== null) return new Refusal(holder === user_id ? 'claim_own_team' : 'claim_team_taken');
  if (works_here) return new Refusal('claim_works_here');
  if (is_open) return new Refusal('claim_open');
  return open_count >= mostOpenClaims ? new Refusal('claim_too_many', { max: mostOpenClaims }) : null;
}

/** A claim, the account that holds its team now, and whether that account has used the team since. */
export interface DecidedClaim {
  state: TeamClaimState;
  user_id: number;
  holder: number | null;
  /** An order of the account stands for the team, or rights in its birds were given. */
  is_used: boolean;
}

/**
 * Why a claim is not decided so, or null: it is the decider's own, was withdrawn, is decided already, its team is another
 * account's; it is not taken back where the team is the account's no longer, or the account has used it since.
 */
export function whyNotDecideClaim(
  { state, user_id, holder, is_used }: DecidedClaim,
  decision: TeamClaimDecision,
  by: number,
): Refusal | null {
  if (user_id === by) return new Refusal('claim_own');
  if (decision === 'taken_back') {
    if (state !== 'accepted' || holder !== user_id) return new Refusal('claim_decided');
    return is_used ? new Refusal('claim_in_use') : null;
  }
  if (state === 'withdrawn') return new Refusal('claim_withdrawn');
  if (state !== 'open') return new Refusal('claim_decided');
  return decision === 'accepted' && holder !== null ? new Refusal('claim_team_taken') : null;
}

/** Why a person cannot withdraw a claim, or null: it is somebody else's, or no longer open. */
export function whyNotWithdrawClaim(
  { state, user_id }: { state: TeamClaimState; user_id: number },
  by: number,
): Refusal | null {
  // Whose it is, is nobody else's business.
  if (user_id !== by) return new Refusal('not_found');
  return state === 'open' ? null : new Refusal('claim_decided');
}

/** What an account says of its person. */
export interface ClaimantFacts {
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  street: string | null;
  zipcode: string | null;
  city: string | null;
  country: string | null;
}

/** What the loft knows of a team's fancier: the team itself, and its entry in the list of fanciers where it has one. */
export interface FancierFacts {
  team: string;
  fancier: string | null;
  team_country: string | null;
  name: string | null;
  email: string | null;
  street: string | null;
  zipcode: string | null;
  city: string | null;
}

/** What can speak for a claim, the strongest first. */
export const claimEvidence = ['same_email', 'same_address', 'same_name', 'same_domain', 'same_country'] as const;
export type ClaimEvidence = (typeof claimEvidence)[number];

/**
 * What the site knows that speaks for a claim. It proves nothing: a person types their own name and address. The domain
 * of an address counts only where the whole address is another one.
 */
export function evidenceFor(of: ClaimantFacts, known: FancierFacts): ClaimEvidence[] {
  const domain = (email: string | null) => email?.toLowerCase().split('@')[1];
  const names = [known.fancier, known.team, known.name].map(wordsOf).filter((name) => name !== '');
  const isAddress =
    known.city !== null &&
    same(of.city, known.city) &&
    (same(of.street, known.street) || (known.street === null && same(of.zipcode, known.zipcode)));
  const has_email = known.email !== null && known.email.toLowerCase() === of.email?.toLowerCase();
  const has: Record<ClaimEvidence, boolean> = {
    same_email: has_email,
    same_address: isAddress,
    same_name: names.includes(wordsOf([of.first_name, of.last_name].filter(Boolean).join(' '))),
    same_domain: !has_email && known.email !== null && domain(known.email) === domain(of.email),
    same_country: known.team_country !== null && known.team_country === of.country,
  };
  return claimEvidence.filter((one) => has[one]);
}

const same = (a: string | null, b: string | null) => a !== null && b !== null && plainText(a) === plainText(b);

/** The words of a name in any order: a list of results names the family first. */
const wordsOf = (name: string | null): string =>
  plainText(name ?? '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ');
