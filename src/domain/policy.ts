/**
 * All rights of all roles. The server enforces this page and the browser uses the same functions to hide what is not
 * allowed. Every route names one of these actions; what its `load` step returns is the second argument here.
 */
import {
  agentOf,
  isAgent,
  isMerchant,
  managesSeasonsOf,
  merchantOf,
  type Rights,
  withTwoFactors,
  worksOnSeasons,
  worksOnSeasonsOf,
} from '#domain/accounts/person.ts';
import type { SeasonStatus } from '#domain/seasons/season.ts';

/** Who is asking: a reader who has not signed in, a clock that showed its key, or a person with their rights. */
export type Actor =
  | { kind: 'anonymous' }
  | { kind: 'device'; device_id: number; loft_id: number }
  | ({
      kind: 'user';
      user_id: number;
      session_id: number;
      /** When the person last proved who they are; null or left out: nobody knows. */
      proven_at?: string | null;
      /** Whether they did so with two factors. */
      is_strong?: boolean;
    } & Rights);

export const anonymous: Actor = { kind: 'anonymous' };

export const policy = {
  /** PublicCache reads the public pages, the language files, the state of the program (6.1). */
  'site.read': (_actor: Actor, _site: unknown) => true,

  /** PublicCache writes to the operator; whoever is signed in is known by it (6.1). */
  'contact.write': (_actor: Actor, _site: unknown) => true,

  /** PublicCache browses lofts (6.1). */
  'loft.read': (_actor: Actor, _loft: { id: number } | readonly { id: number }[]) => true,

  /** PublicCache follows flights, but a season in draft is its loft's own business. */
  'flight.read': (actor: Actor, flight: { loft_id: number; season_status: SeasonStatus }) =>
    flight.season_status !== 'draft' || preparesSeasons(actor, flight.loft_id),

  /** PublicCache looks at a season's teams and pigeons; a season in draft is its loft's own business. */
  'season.read': (actor: Actor, season: { loft_id: number; season_status: SeasonStatus | null }) =>
    season.season_status !== 'draft' || preparesSeasons(actor, season.loft_id),

  /** An admin looks after all lofts, a merchant after their own (6.3, 6.4); which, the list itself tells. */
  'loft.administer': (actor: Actor, _lofts: unknown) =>
    actor.kind === 'user' && (actor.is_admin || merchantOf(actor).length > 0),

  /** A loft is run by its merchants and by admins (6.3, 6.4). */
  'loft.manage': (actor: Actor, loft: { loft_id: number }) =>
    actor.kind === 'user' && (actor.is_admin || isMerchant(actor, loft.loft_id)),

  /** What a loft has paid for is entered by admins (6.3). */
  'package.manage': (actor: Actor, _loft: unknown) => actor.kind === 'user' && actor.is_admin,

  /** The list of seasons is for admins and for whoever works on some; which, the list itself tells (6.7, 6.8). */
  'season.administer': (actor: Actor, _seasons: unknown) =>
    actor.kind === 'user' && (actor.is_admin || worksOnSeasons(actor)),

  /** A season is set up by its loft's merchants, by who has extended season permission there, and by admins (6.8). */
  'season.manage': (actor: Actor, season: { loft_id: number }) =>
    actor.kind === 'user' && (actor.is_admin || managesSeasonsOf(actor, season.loft_id)),

  /** Files are kept by who sets the loft's seasons up, and by its agents, who bring receipts (1.3, 6.5). */
  'file.keep': (actor: Actor, loft: { loft_id: number }) =>
    actor.kind === 'user' && (actor.is_admin || managesSeasonsOf(actor, loft.loft_id) || isAgent(actor, loft.loft_id)),

  /**
   * A document is shown by what it belongs to: a published contract to everybody, a draft and what shows a payment to who
   * runs the loft, a pedigree to the customer whose bird it is and to who sets the season up. Who sent a receipt, or what
   * belongs to nothing yet, sees it too.
   */
  'file.read': (actor: Actor, file: DocumentSubject) =>
    file.is_published ||
    (actor.kind === 'user' &&
      (file.customer_ids.includes(actor.user_id) ||
        ((file.is_contract || file.is_receipt) && (actor.is_admin || isMerchant(actor, file.loft_id))) ||
        (file.is_pedigree && (actor.is_admin || managesSeasonsOf(actor, file.loft_id))) ||
        (actor.user_id === file.user_id && !file.is_contract && !file.is_pedigree))),

  /** Published news are for everybody, others for those who write them. */
  'news.read': (actor: Actor, news: { loft_id: number; season_id: number | null; is_public: boolean }) =>
    news.is_public || writesNews(actor, news),

  /** News of a season are written by those who set it up, news of the whole loft by those who run it (1.3, 6.8). */
  'news.manage': (actor: Actor, news: { loft_id: number; season_id: number | null }) => writesNews(actor, news),

  /** Who may do what in a loft is the business of its merchants and of admins (6.3, 6.4). */
  'permission.manage': (actor: Actor, loft: { loft_id: number }) =>
    actor.kind === 'user' && (actor.is_admin || isMerchant(actor, loft.loft_id)),

  /** Admins, and the roles that are names only, are made by admins (6.3, 6.9). */
  'person.manage': (actor: Actor, _person: unknown) => actor.kind === 'user' && actor.is_admin,

  /** What the program could not do by itself is seen to by admins (6.3). */
  'job.manage': (actor: Actor, _work: unknown) => actor.kind === 'user' && actor.is_admin,

  /** What happened to an account is read by whose it is, and by admins, who are asked for help (6.3). */
  'security_log.read': (actor: Actor, person: { user_id: number }) =>
    actor.kind === 'user' && (actor.is_admin || actor.user_id === person.user_id),

  /** Whoever is signed in looks at their own account. */
  'account.read': (actor: Actor, _own: unknown) => actor.kind === 'user',

  /** Whoever is signed in chooses what they are told of. */
  'notification.choose': (actor: Actor, _own: unknown) => actor.kind === 'user',

  /** A letter's link stops what it names, whoever opens it: it is signed. */
  'notification.stop': (_actor: Actor, _link: unknown) => true,

  /** A letter's link says what it invites to, whoever opens it: it is signed. Who is signed in is known by it. */
  'invitation.read': (_actor: Actor, _link: unknown) => true,

  /** Whoever is signed in accepts; that the letter was theirs, the invitation itself knows. */
  'invitation.accept': (actor: Actor, _link: unknown) => actor.kind === 'user',

  /** Everybody keeps their own favorites, and sees nobody else's (2.3). */
  'favorite.keep': (actor: Actor, owner: { user_id: number }) =>
    actor.kind === 'user' && actor.user_id === owner.user_id,

  /** Whoever ordered keeps the birds of the order, and so does who sets the season up; a draft is nobody's yet (6.6, 6.8). */
  'registration.keep': (actor: Actor, registration: { loft_id: number; user_id: number | null }) =>
    actor.kind === 'user' &&
    (actor.is_admin || managesSeasonsOf(actor, registration.loft_id) || actor.user_id === registration.user_id),

  /** An order is paid for by whose it is (6.6). */
  'order.pay': (actor: Actor, order: { user_id: number }) => actor.kind === 'user' && actor.user_id === order.user_id,

  /** What was paid is known to the loft's merchants and admins; they take it back and give it back (1.3, 6.4). */
  'payment.manage': (actor: Actor, order: { loft_id: number }) =>
    actor.kind === 'user' && (actor.is_admin || isMerchant(actor, order.loft_id)),

  /** Money by hand is taken by the loft's merchants and agents (6.4, 6.5). */
  'payment.mark': (actor: Actor, order: { loft_id: number }) =>
    actor.kind === 'user' && (actor.is_admin || isMerchant(actor, order.loft_id) || isAgent(actor, order.loft_id)),

  /** Whoever takes cards tells what happened; its signature is its right (webhook.ts). */
  'payment.report': (_actor: Actor, _event: unknown) => true,

  /** How a loft stands is looked over by its merchants and by admins (2.13, 2.14, 6.3, 6.4). */
  'overview.read': (actor: Actor, loft: { loft_id: number }) =>
    actor.kind === 'user' && (actor.is_admin || isMerchant(actor, loft.loft_id)),

  /** Whoever is signed in orders places; a season in draft is its loft's own business (6.6). */
  'order.place': (actor: Actor, season: { loft_id: number; season_status: SeasonStatus | null }) =>
    actor.kind === 'user' && (season.season_status !== 'draft' || preparesSeasons(actor, season.loft_id)),

  /** Whoever is signed in has a list of their own orders (2.4). */
  'order.own': (actor: Actor, _own: unknown) => actor.kind === 'user',

  /** An order is its customer's, and theirs who set the loft's seasons up (2.5, 6.6, 6.8). */
  'order.read': (actor: Actor, order: { loft_id: number; user_id: number }) =>
    actor.kind === 'user' &&
    (actor.is_admin || managesSeasonsOf(actor, order.loft_id) || actor.user_id === order.user_id),

  /** Its customer cancels it; the loft rejects (4.1). */
  'order.cancel': (actor: Actor, order: { user_id: number }) =>
    actor.kind === 'user' && actor.user_id === order.user_id,

  /** Its customer asks an agent to collect the birds of an order, and takes that back (1.2). */
  'transport.request': (actor: Actor, order: { user_id: number }) =>
    actor.kind === 'user' && actor.user_id === order.user_id,

  /** Every active agent has a list of what is asked of them (6.5, 6.10); which, the list itself tells. */
  'transport.own': (actor: Actor, _own: unknown) => actor.kind === 'user' && agentOf(actor).length > 0,

  /**
   * What an agent offers and is asked for is the business of that agent, as long as they are one of the loft, and of who
   * sets its seasons up (1.3, 6.5). Of nothing at all it is theirs who could be asked.
   */
  'transport.handle': (actor: Actor, requests: readonly { loft_id: number; agent_id: number }[]) =>
    actor.kind === 'user' &&
    (actor.is_admin ||
      (requests.length
        ? requests.every(
            ({ loft_id, agent_id }) =>
              managesSeasonsOf(actor, loft_id) || (isAgent(actor, loft_id) && actor.user_id === agent_id),
          )
        : worksOnSeasons(actor))),

  /** What is ruled about a flight's arrivals is the business of the loft's merchants and of admins (6.3, 6.4). */
  'flight.rule': (actor: Actor, flight: { loft_id: number }) =>
    actor.kind === 'user' && (actor.is_admin || isMerchant(actor, flight.loft_id)),

  /** A clock records for its own loft only. */
  'reading.record': (actor: Actor, loft: { loft_id: number }) =>
    actor.kind === 'device' && actor.loft_id === loft.loft_id,
} as const;

/** What a document belongs to. */
export interface DocumentSubject {
  loft_id: number;
  /** Who sent it. */
  user_id: number;
  is_contract: boolean;
  is_published: boolean;
  is_receipt: boolean;
  is_pedigree: boolean;
  /** Whose bird's pedigree it is. */
  customer_ids: readonly number[];
}

export type Action = keyof typeof policy;

/** What the predicate of an action wants to know. */
export type SubjectOf<A extends Action> = Parameters<(typeof policy)[A]>[1];

/** Actions that are judged without a look at who is asking; a key shown with them is not even read. */
export const publicActions: ReadonlySet<Action> = new Set([
  'site.read',
  'loft.read',
  'notification.stop',
  'payment.report',
]);

/** Actions that anybody may but for exceptions: a key shown with them that opens nothing is nobody's. */
export const forMost: ReadonlySet<Action> = new Set([
  'contact.write',
  'file.read',
  'invitation.read',
  'flight.read',
  'news.read',
  'season.read',
]);

/** Actions that nobody may who has not signed in: refused before anything is looked up. */
export const forPeople: ReadonlySet<Action> = new Set([
  'account.read',
  'invitation.accept',
  'favorite.keep',
  'file.keep',
  'flight.rule',
  'loft.administer',
  'loft.manage',
  'news.manage',
  'order.pay',
  'overview.read',
  'payment.manage',
  'payment.mark',
  'permission.manage',
  'person.manage',
  'job.manage',
  'security_log.read',
  'notification.choose',
  'order.place',
  'order.own',
  'order.read',
  'order.cancel',
  'package.manage',
  'registration.keep',
  'season.administer',
  'season.manage',
  'transport.handle',
  'transport.own',
  'transport.request',
]);

/** Actions whose refusal would tell that something exists: refused as "not found". */
const existenceIsPrivate: ReadonlySet<Action> = new Set([
  'flight.read',
  'flight.rule',
  'season.read',
  'loft.manage',
  'file.keep',
  'file.read',
  'package.manage',
  'season.manage',
  'news.read',
  'news.manage',
  'order.pay',
  'overview.read',
  'payment.manage',
  'payment.mark',
  'order.place',
  'order.read',
  'order.cancel',
  'permission.manage',
  'person.manage',
  'security_log.read',
  'registration.keep',
  'transport.handle',
  'transport.request',
]);

/** Whether a season in draft is the asker's business: an admin's, or that of who works on the loft's seasons. */
function preparesSeasons(actor: Actor, loft_id: number): boolean {
  return actor.kind === 'user' && (actor.is_admin || worksOnSeasonsOf(actor, loft_id));
}

function writesNews(actor: Actor, { loft_id, season_id }: { loft_id: number; season_id: number | null }): boolean {
  if (actor.kind !== 'user') return false;
  return actor.is_admin || (season_id === null ? isMerchant(actor, loft_id) : managesSeasonsOf(actor, loft_id));
}

/** Whether `actor` may do `action` to `subject`. */
export function can<A extends Action>(actor: Actor, action: A, subject: SubjectOf<A>): boolean {
  return (policy[action] as (actor: Actor, subject: SubjectOf<A>) => boolean)(actor, subject);
}

/** Whether it is only the second factor that `actor` lacks for what was refused. */
export function lacksSecondFactor<A extends Action>(actor: Actor, action: A, subject: SubjectOf<A>): boolean {
  return actor.kind === 'user' && can(withTwoFactors(actor), action, subject);
}

/** The code a refused `action` is answered with. */
export function refusalCode(actor: Actor, action: Action): 'sign_in_first' | 'forbidden' | 'not_found' {
  if (existenceIsPrivate.has(action)) return 'not_found';
  return actor.kind === 'anonymous' ? 'sign_in_first' : 'forbidden';
}
