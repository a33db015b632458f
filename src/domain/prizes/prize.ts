/**
 * What a bird has won and to whom it is owed: the prizes of a flight become claims of whoever held the rights on the day of
 * the release, once its result is official (domain 2.4, 2.9, 2.11).
 */
import type { Holder } from '#domain/pigeons/rights.ts';
import { whole_bp } from '#domain/pigeons/rights.ts';
import { Refusal, refusalAt } from '#domain/refusal.ts';

/** What a fund is for. */
export const prizedWhat = ['flight', 'ranking'] as const;
export type PrizedWhat = (typeof prizedWhat)[number];

/** Whose a prize is: a person's, nobody's yet because the bird's team has no account, or the loft's, whose bird it is. */
export type ClaimAccount = Extract<PrizeAccount, 'owed' | 'held' | 'loft'>;

/** What wins a prize: a pigeon, or in a ranking of teams or fanciers a team. One of both. */
export interface Won {
  pigeon_id: number | null;
  team_id: number | null;
}

/** A claim to a part of a prize; `user_id` null: it is owed to nobody. */
export interface Claim extends Won {
  account: ClaimAccount;
  user_id: number | null;
  amount_cents: number;
}

/**
 * The claims of the holders of a bird to its prize: together the prize to the cent. Each has its share rounded down, the
 * remainder is that of the holder of the largest share.
 * @param prize `is_lofts`: the bird has neither team nor order, so that what nobody holds is the loft's and not held
 * @param holders the largest share first, together the whole
 */
export function claimsTo(
  prize: { pigeon_id: number; amount_cents: number; is_lofts: boolean },
  holders: readonly Holder[],
): Claim[] {
  const { pigeon_id, amount_cents, is_lofts } = prize;
  const ofNobody = is_lofts ? 'loft' : 'held';
  const parts = holders.map(({ share_bp }) => Number((BigInt(amount_cents) * BigInt(share_bp)) / BigInt(whole_bp)));
  const rest = amount_cents - parts.reduce((sum, cents) => sum + cents, 0);
  return holders
    .map(
      ({ user_id }, i): Claim => ({
        pigeon_id,
        team_id: null,
        account: user_id === null ? ofNobody : 'owed',
        user_id,
        amount_cents: parts[i]! + (i === 0 ? rest : 0),
      }),
    )
    .filter((claim) => claim.amount_cents > 0);
}

/** The claim of a team to its prize: of its account, or held until it has one. */
export const claimOfTeam = (prize: { team_id: number; amount_cents: number }, user_id: number | null): Claim => ({
  pigeon_id: null,
  account: user_id === null ? 'held' : 'owed',
  user_id,
  ...prize,
});

const keyOf = ({ pigeon_id, team_id, account, user_id }: Claim) => `${pigeon_id} ${team_id} ${account} ${user_id}`;

/** By how much claims change, cents: negative where one is less than it was; who has the same is not in it. */
export function claimsChanged(before: readonly Claim[], after: readonly Claim[]): Claim[] {
  const changed = new Map(after.map((claim) => [keyOf(claim), { ...claim }]));
  for (const claim of before) {
    const now = changed.get(keyOf(claim));
    if (now) now.amount_cents -= claim.amount_cents;
    else changed.set(keyOf(claim), { ...claim, amount_cents: -claim.amount_cents });
  }
  return [...changed.values()].filter(({ amount_cents }) => amount_cents !== 0);
}

/**
 * The changes by which held claims become those of the people who have the birds and teams now; together nothing. One
 * that is still nobody's stays held.
 */
export function claimsAssigned(held: readonly Claim[], ownerOf: (claim: Won) => number | null): Claim[] {
  return held.flatMap((claim): Claim[] => {
    const user_id = ownerOf(claim);
    if (user_id === null) return [];
    return [
      { ...claim, account: 'owed', user_id },
      { ...claim, amount_cents: 0 - claim.amount_cents },
    ];
  });
}

/**
 * The changes by which what an account won with a team that it held by mistake is held again; together nothing.
 * @throws Refusal `claim_prize_paid` where any of it was paid and not given back
 */
export function claimsHeldAgain(owed: readonly (Claim & { paid_cents: number })[]): Claim[] {
  if (owed.some(({ paid_cents }) => paid_cents !== 0)) throw new Refusal('claim_prize_paid');
  return owed.flatMap(({ paid_cents: _none, ...claim }): Claim[] => [
    { ...claim, account: 'held', user_id: null },
    { ...claim, amount_cents: 0 - claim.amount_cents },
  ]);
}

/** The accounts of the journal of prizes; debit is positive. */
export const prizeAccounts = [
  /** Prizes given. */
  'prizes',
  /** Owed to the holders of rights; as a credit it is negative. */
  'owed',
  /** Won by birds whose team has no account: owed to whoever will have it. */
  'held',
  /** Won by birds of the loft itself, which pays them to nobody. */
  'loft',
  /** Paid out: in cash, or from the bank account. */
  'money',
] as const;
export type PrizeAccount = (typeof prizeAccounts)[number];

/** A line of an entry; a bird or a team and its fund stand at every one that is owed or kept. */
export interface PrizePosting extends Won {
  account: PrizeAccount;
  fund_id: number | null;
  user_id: number | null;
  amount_cents: number;
}

/** The entry by which claims to a fund change; together nothing. */
export function postingsOfClaims(fund_id: number, changed: readonly Claim[]): PrizePosting[] {
  const total = changed.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const credits = changed.map(
    ({ pigeon_id, team_id, account, user_id, amount_cents }): PrizePosting => ({
      account,
      fund_id,
      pigeon_id,
      team_id,
      user_id,
      amount_cents: 0 - amount_cents,
    }),
  );
  return total === 0 ? credits : [...credits, { ...withoutBird, account: 'prizes', amount_cents: total }];
}

const withoutBird = { fund_id: null, pigeon_id: null, team_id: null, user_id: null };

/** What is paid of a prize with one payout; negative: given back. */
export interface PaidPrize extends Won {
  fund_id: number;
  amount_cents: number;
}

/** A prize among those of a person in a season. */
export const keyOfPaid = ({ fund_id, pigeon_id, team_id }: Omit<PaidPrize, 'amount_cents'>) =>
  `${fund_id} ${pigeon_id} ${team_id}`;

/** The prizes of a person that were chosen of those that are due; null: one of them is not due. */
export function chosenOf(
  due: readonly PaidPrize[],
  chosen: readonly Omit<PaidPrize, 'amount_cents'>[],
): PaidPrize[] | null {
  const keys = new Set(chosen.map(keyOfPaid));
  const found = due.filter((prize) => keys.has(keyOfPaid(prize)));
  return found.length === keys.size ? found : null;
}

/**
 * What a payout of a part pays of each prize, cents: what is to be given back is set against what is due first, then the
 * prizes are paid in their order until the sum is reached.
 * @param amount_cents between nothing and the sum of what is due
 */
export function partOf(due: readonly PaidPrize[], amount_cents: number): PaidPrize[] {
  const sign = Math.sign(sumOf(due));
  const against = due.filter((prize) => Math.sign(prize.amount_cents) !== sign);
  let left = Math.abs(amount_cents) + Math.abs(sumOf(against));
  return due.flatMap((prize) => {
    if (Math.sign(prize.amount_cents) !== sign) return [prize];
    const cents = Math.min(left, Math.abs(prize.amount_cents));
    left -= cents;
    return cents === 0 ? [] : [{ ...prize, amount_cents: sign * cents }];
  });
}

/** Whether each part of a payout is still due: nothing of it was paid or lost since. */
export function areDue(parts: readonly PaidPrize[], due: readonly PaidPrize[]): boolean {
  const open = new Map(due.map((prize) => [keyOfPaid(prize), prize.amount_cents]));
  return parts.every((part) => {
    const cents = open.get(keyOfPaid(part)) ?? 0;
    return Math.sign(cents) === Math.sign(part.amount_cents) && Math.abs(part.amount_cents) <= Math.abs(cents);
  });
}

/** The entry of a payout to a person; together nothing. */
export function postingsOfPayout(user_id: number, paid: readonly PaidPrize[]): PrizePosting[] {
  const total = sumOf(paid);
  const debits = paid.map((one): PrizePosting => ({ account: 'owed', user_id, ...one }));
  return total === 0 ? debits : [...debits, { ...withoutBird, account: 'money', amount_cents: 0 - total }];
}

/** The sum of amounts, cents. */
export const sumOf = (amounts: readonly { amount_cents: number }[]): number =>
  amounts.reduce((sum, { amount_cents }) => sum + amount_cents, 0);

/**
 * Why a prize is not paid yet: its result is being corrected, its team has no account, the place of its bird was not paid
 * for, or the pedigree of its bird is missing where the rulebook asks for it.
 */
export const heldBy = ['result', 'account', 'unpaid', 'pedigree'] as const;
export type HeldBy = (typeof heldBy)[number];

/**
 * Where the prize of a bird stands for one of its holders: due, held for a reason, in a payout that waits for a second
 * person or is sent by the provider, paid, to be given back because the bird lost it after it was paid, or kept by the loft, whose bird it is.
 */
export const prizeStates = ['due', 'held', 'waits', 'sent', 'paid', 'to_give_back', 'kept'] as const;
export type PrizeState = (typeof prizeStates)[number];

/** The prize of a bird as one of its holders has it: what it won, and what of it was paid, cents. */
export interface PrizeBalance {
  won_cents: number;
  paid_cents: number;
  account: ClaimAccount;
  held_by: HeldBy | null;
}

/**
 * The single prizes that the sum of one holder of a bird is made of, cents: together the sum. Of each special prize they
 * have as much as of the whole, rounded down; the rest is for the place, or of the first special prize where the place
 * has none.
 * @param won_cents what the holder has won, of `bird_cents` that all holders have together
 * @param specials the special prizes of the bird, which are part of `bird_cents`; where they are more, the sum stands
 * alone: the result has changed since it was entered
 */
export function awardsOf<S>(
  won_cents: number,
  bird_cents: number,
  specials: readonly { special: S; amount_cents: number }[],
): { special: S | null; amount_cents: number }[] {
  if (won_cents <= 0) return [];
  const special_cents = sumOf(specials);
  if (special_cents === 0 || special_cents > bird_cents) return [{ special: null, amount_cents: won_cents }];
  const own = specials.map(({ special, amount_cents }) => ({
    special,
    amount_cents: Number((BigInt(amount_cents) * BigInt(won_cents)) / BigInt(bird_cents)),
  }));
  const rest = won_cents - sumOf(own);
  if (special_cents < bird_cents) return [{ special: null, amount_cents: rest }, ...own];
  return own.map((one, i) => (i === 0 ? { ...one, amount_cents: one.amount_cents + rest } : one));
}

/** What is to be paid, cents; negative: to be given back. */
export const dueOf = ({ won_cents, paid_cents, account, held_by }: PrizeBalance): number =>
  account !== 'owed' || held_by !== null ? 0 : won_cents - paid_cents;

/** The state of a prize. @param open the state of the payout of it that is not paid yet; null: there is none */
export function stateOfPrize(prize: PrizeBalance, open: 'waits' | 'sent' | null): PrizeState {
  if (prize.account === 'loft') return 'kept';
  if (prize.won_cents === prize.paid_cents) return 'paid';
  if (prize.held_by !== null) return 'held';
  if (open !== null) return open;
  return prize.won_cents > prize.paid_cents ? 'due' : 'to_give_back';
}

/** How prizes are paid out: by the loft's own transfer, by hand, or by a transfer of the payment provider. */
export const payoutMethods = ['transfer', 'hand', 'stripe'] as const;
export type PayoutMethod = (typeof payoutMethods)[number];

/** A payout that waits for a second person, is sent by the provider, was paid, refused, failed there, or taken back. */
export const payoutStates = ['waits', 'sent', 'paid', 'refused', 'failed', 'taken_back'] as const;
export type PayoutState = (typeof payoutStates)[number];

/** A transfer at the provider: requested, sent while its outcome is not known, paid, or failed. */
export const transferStatuses = ['requested', 'sent', 'paid', 'failed'] as const;
export type TransferStatus = (typeof transferStatuses)[number];

/** Whether a second person has to approve a payout: one above what one person moves alone at the loft, cents. */
export const needsSecondPerson = (amount_cents: number, limit_cents: number): boolean =>
  Math.abs(amount_cents) > limit_cents;

/**
 * Why a person is not paid, or null: `payout_waits`, an earlier payout waits for its second person; `no_prize_due`;
 * `prizes_changed` at `amount_cents` where other prizes are due than the reader saw; `payout_of_more` there for more than
 * is due, or nothing of it; `payout_in_future` at `paid_on`, and `payout_before_release` for a day before the first flight
 * of the season.
 * @param seen `due_cents`: what was seen to be due of the prizes that are paid; null: all of it is paid
 * @param due what is due of these prizes now, cents, by bird and fund
 * @param today the day at the loft
 * @param first_release the day of the first release of the season there; null: none is known
 */
export function whyNotPay(
  seen: { amount_cents: number; due_cents: number | null; paid_on: string },
  {
    due,
    currency,
    waits,
    today,
    first_release,
  }: { due: readonly PaidPrize[]; currency: string; waits: boolean; today: string; first_release: string | null },
): Refusal | null {
  const due_cents = sumOf(due);
  if (waits) return new Refusal('payout_waits');
  if (due.length === 0) return new Refusal('no_prize_due');
  if (due_cents !== (seen.due_cents ?? seen.amount_cents)) return refusalAt('amount_cents', 'prizes_changed');
  if (Math.sign(seen.amount_cents) !== Math.sign(due_cents) || Math.abs(seen.amount_cents) > Math.abs(due_cents))
    return refusalAt('amount_cents', 'payout_of_more', { amount: (Math.abs(due_cents) / 100).toFixed(2), currency });
  if (seen.paid_on > today) return refusalAt('paid_on', 'payout_in_future');
  return first_release !== null && seen.paid_on < first_release
    ? refusalAt('paid_on', 'payout_before_release', { day: first_release })
    : null;
}

/**
 * Why a payout is not taken back, or null: `payout_waits`, its counter-entry waits for a second person;
 * `step_not_possible` where it was not paid, or is a counter-entry itself.
 */
export function whyNotTakeBack(
  payout: { state: PayoutState; takes_back: number | null },
  waits: boolean,
): Refusal | null {
  if (payout.state !== 'paid' || payout.takes_back !== null) return new Refusal('step_not_possible');
  return waits ? new Refusal('payout_waits') : null;
}

/** Why a person does not approve a payout, or null: `second_person`, they entered it themselves. */
export const whyNotApprovePayout = (payout: { user_id: number }, by: number): Refusal | null =>
  payout.user_id === by ? new Refusal('second_person') : null;
