/**
 * The policy: all rights of all roles. The server enforces it; pages hide what is not allowed by the fields of its
 * replies. Every route names one of these actions; the result of its `load` step is the subject, the second
 * argument here.
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
import type { PersonKey } from '#domain/keys.ts';
import type { SeasonStatus } from '#domain/seasons/season.ts';

/** The actor of a request: a reader who has not signed in, a clock with its key, or a person with their rights. */
export type Actor =
  | { kind: 'anonymous' }
  | { kind: 'device'; device_id: number; loft_id: number }
  | ({
      kind: 'user';
      user_id: number;
      session_id: number;
      /** Time of the person's last proof of identity; null or left out: unknown. */
      proven_at?: string | null;
      /** Whether that proof had two factors. */
      is_strong?: boolean;
      /** The admin who sees the site as this person, and changes nothing. */
      seen_by?: number;
    } & Rights);

/** An actor who is a signed-in person. */
export type SignedIn = Extract<Actor, { kind: 'user' }>;

export const anonymous: Actor = { kind: 'anonymous' };

/**
 * Who is asked about an action. `public`: nobody, a key that is sent is not even read. `mostly_public`: anybody but for
 * exceptions, a key that opens nothing is nobody's. `signed_in`: people only, others are refused before anything is looked
 * up. `clock`: a device, by its key.
 */
export type Asks = 'public' | 'mostly_public' | 'signed_in' | 'clock';

interface Rule {
  readonly asks: Asks;
  /** A refusal would show that the subject exists: it is refused as "not found". */
  readonly hides?: true;
  readonly may: (actor: Actor, subject: never) => boolean;
}

export const policy = {
  /** Public: the pages, the language files, the state of the program (6.1). */
  'site.read': {
    asks: 'public',
    may: (_actor: Actor, _site: unknown) => true,
  },

  /** Public: a message to the operator; a signed-in person is identified in it (6.1). */
  'contact.write': {
    asks: 'mostly_public',
    may: (_actor: Actor, _site: unknown) => true,
  },

  /** Public: browsing lofts (6.1). */
  'loft.read': {
    asks: 'public',
    may: (_actor: Actor, _loft: { id: number } | readonly { id: number }[]) => true,
  },

  /** Public, but a flight or a season in draft is visible to those who work on its loft's seasons. */
  'flight.read': {
    asks: 'mostly_public',
    hides: true,
    may: (actor: Actor, flight: { loft_id: number; season_status: SeasonStatus; is_draft: boolean }) =>
      (flight.season_status !== 'draft' && !flight.is_draft) || preparesSeasons(actor, flight.loft_id),
  },

  /** Public: a season's teams and pigeons; a season in draft is visible to those who work on its loft's seasons. */
  'season.read': {
    asks: 'mostly_public',
    hides: true,
    may: (actor: Actor, season: { loft_id: number; season_status: SeasonStatus | null }) =>
      season.season_status !== 'draft' || preparesSeasons(actor, season.loft_id),
  },

  /** Admins for all lofts, merchants for their own (6.3, 6.4); the list itself filters them. */
  'loft.administer': {
    asks: 'signed_in',
    may: (actor: Actor, _lofts: unknown) => actor.kind === 'user' && (actor.is_admin || merchantOf(actor).length > 0),
  },

  /** A loft is run by its merchants and by admins (6.3, 6.4). */
  'loft.manage': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, loft: { loft_id: number }) =>
      actor.kind === 'user' && (actor.is_admin || isMerchant(actor, loft.loft_id)),
  },

  /** The package of a loft is entered by admins (6.3). */
  'package.manage': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, _loft: unknown) => actor.kind === 'user' && actor.is_admin,
  },

  /** Admins and people who work on any season; the list itself filters the seasons (6.7, 6.8). */
  'season.administer': {
    asks: 'signed_in',
    may: (actor: Actor, _seasons: unknown) => actor.kind === 'user' && (actor.is_admin || worksOnSeasons(actor)),
  },

  /**
   * A season is managed by its loft's merchants, by people with extended season permission there, and by admins (6.8).
   */
  'season.manage': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, season: { loft_id: number }) =>
      actor.kind === 'user' && (actor.is_admin || managesSeasonsOf(actor, season.loft_id)),
  },

  /** Files are uploaded by season managers of the loft, and by its agents, who upload receipts (1.3, 6.5). */
  'file.keep': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, loft: { loft_id: number }) =>
      actor.kind === 'user' &&
      (actor.is_admin || managesSeasonsOf(actor, loft.loft_id) || isAgent(actor, loft.loft_id)),
  },

  /**
   * The right to a document follows from its use: a published contract is public; a draft and a receipt are for those
   * who run the loft; a pedigree is for the bird's customer and for season managers; what a ruling rests on is public
   * with the ruling, and before that for season managers. A receipt and a file without a use are also visible to the
   * person who uploaded them. A picture of a dispute is for them and for season managers.
   */
  'file.read': {
    asks: 'mostly_public',
    hides: true,
    may: (actor: Actor, file: DocumentSubject) =>
      file.is_published ||
      file.is_in_log ||
      (actor.kind === 'user' &&
        (file.customer_ids.includes(actor.user_id) ||
          ((file.is_contract || file.is_receipt) && (actor.is_admin || isMerchant(actor, file.loft_id))) ||
          ((file.is_pedigree || file.is_dispute || file.is_evidence) &&
            (actor.is_admin || managesSeasonsOf(actor, file.loft_id))) ||
          (actor.user_id === file.user_id && !file.is_contract && !file.is_pedigree))),
  },

  /**
   * A photo of a bird is seen by whoever sees the bird's page: in a season that is no draft and shows its birds. Its owner
   * sees it always.
   */
  'photo.read': {
    asks: 'mostly_public',
    hides: true,
    may: (actor: Actor, photo: PhotoSubject) =>
      (photo.season_status !== 'draft' && photo.has_page) ||
      (photo.has_page && preparesSeasons(actor, photo.loft_id)) ||
      (actor.kind === 'user' &&
        (actor.user_id === photo.owner_id || actor.is_admin || managesSeasonsOf(actor, photo.loft_id))),
  },

  /**
   * What the passport of a bird shows is decided by whoever holds its largest share, and by the managers of its season
   * where that is the loft.
   */
  'passport.open': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, bird: { loft_id: number; decides: number | null }) =>
      actor.kind === 'user' &&
      (bird.decides === null
        ? actor.is_admin || managesSeasonsOf(actor, bird.loft_id)
        : actor.user_id === bird.decides),
  },

  /** Published news are public, others are for their editors. */
  'news.read': {
    asks: 'mostly_public',
    hides: true,
    may: (actor: Actor, news: { loft_id: number; season_id: number | null; is_public: boolean }) =>
      news.is_public || writesNews(actor, news),
  },

  /** News of a season are edited by its managers, news of the whole loft by those who run it (1.3, 6.8). */
  'news.manage': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, news: { loft_id: number; season_id: number | null }) => writesNews(actor, news),
  },

  /** The rights of people in a loft are managed by its merchants and by admins (6.3, 6.4). */
  'permission.manage': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, loft: { loft_id: number }) =>
      actor.kind === 'user' && (actor.is_admin || isMerchant(actor, loft.loft_id)),
  },

  /** Admins and roles without rights are appointed by admins (6.3, 6.9). */
  'person.manage': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, _person: unknown) => actor.kind === 'user' && actor.is_admin,
  },

  /** What everybody did on the site is read by its admins (6.3). */
  'audit.read': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, _site: unknown) => actor.kind === 'user' && actor.is_admin,
  },

  /** What people did in a loft is read by its merchants (1.3). */
  'audit.loft': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, loft: { loft_id: number }) =>
      actor.kind === 'user' && (actor.is_admin || isMerchant(actor, loft.loft_id)),
  },

  /** Failed work of the program is handled by admins (6.3). */
  'job.manage': {
    asks: 'signed_in',
    may: (actor: Actor, _work: unknown) => actor.kind === 'user' && actor.is_admin,
  },

  /** A security log is read by the owner of the account, and by admins, who are asked for help (6.3). */
  'security_log.read': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, person: { user_id: number }) =>
      actor.kind === 'user' && (actor.is_admin || actor.user_id === person.user_id),
  },

  /** A signed-in person reads their own account. */
  'account.read': {
    asks: 'signed_in',
    may: (actor: Actor, _own: unknown) => actor.kind === 'user',
  },

  /** A signed-in person chooses their own notifications. */
  'notification.choose': {
    asks: 'signed_in',
    may: (actor: Actor, _own: unknown) => actor.kind === 'user',
  },

  /** Everybody with an account has keys of their own to the open data; they open nothing that is not public. */
  'api_key.keep': {
    asks: 'signed_in',
    may: (actor: Actor, owner: { user_id: number }) => actor.kind === 'user' && actor.user_id === owner.user_id,
  },

  /** Everybody with an account has webhooks of their own; they are told nothing that is not public. */
  'webhook.keep': {
    asks: 'signed_in',
    may: (actor: Actor, owner: { user_id: number }) => actor.kind === 'user' && actor.user_id === owner.user_id,
  },

  /** The signed link in a mail stops the notification that it names, without a sign-in. */
  'notification.stop': {
    asks: 'public',
    may: (_actor: Actor, _link: unknown) => true,
  },

  /** The signed link in a mail shows its invitation, without a sign-in; a signed-in person is identified. */
  'invitation.read': {
    asks: 'mostly_public',
    may: (_actor: Actor, _link: unknown) => true,
  },

  /** A signed-in person accepts; that the mail was sent to them is checked by the invitation itself. */
  'invitation.accept': {
    asks: 'signed_in',
    may: (actor: Actor, _link: unknown) => actor.kind === 'user',
  },

  /** Public: what marked birds do; a signed-in person is also told of their own favorites (2.3). */
  'followed.read': {
    asks: 'mostly_public',
    may: (_actor: Actor, _site: unknown) => true,
  },

  /** People edit and see only their own favorites (2.3). */
  'favorite.keep': {
    asks: 'signed_in',
    may: (actor: Actor, owner: { user_id: number }) => actor.kind === 'user' && actor.user_id === owner.user_id,
  },

  /**
   * The birds of an order are edited by its customer and by season managers; a draft belongs to nobody yet (6.6, 6.8).
   */
  'registration.keep': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, registration: { loft_id: number; user_id: number | null }) =>
      actor.kind === 'user' &&
      (actor.is_admin || managesSeasonsOf(actor, registration.loft_id) || actor.user_id === registration.user_id),
  },

  /** Championships over lofts are set up by admins, because no loft decides about the others. */
  'championship.manage': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, _championship: unknown) => actor.kind === 'user' && actor.is_admin,
  },

  /** The birds of a team are named for a ranking by its owner and by season managers. */
  'ranking.name_birds': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, team: { loft_id: number; user_id: number | null }) =>
      actor.kind === 'user' &&
      (actor.is_admin || managesSeasonsOf(actor, team.loft_id) || actor.user_id === team.user_id),
  },

  /** An order is paid by its customer (6.6). */
  'order.pay': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, order: { user_id: number }) => actor.kind === 'user' && actor.user_id === order.user_id,
  },

  /** Payments are read, revoked and refunded by the loft's merchants and admins (1.3, 6.4). */
  'payment.manage': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, order: { loft_id: number }) =>
      actor.kind === 'user' && (actor.is_admin || isMerchant(actor, order.loft_id)),
  },

  /** Payments by hand are marked by the loft's merchants and agents, and by admins (6.4, 6.5). */
  'payment.mark': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, order: { loft_id: number }) =>
      actor.kind === 'user' && (actor.is_admin || isMerchant(actor, order.loft_id) || isAgent(actor, order.loft_id)),
  },

  /** Receipts are read by the customer, by the managers of the season, and by the agent who took the money (6.4, 6.5). */
  'receipt.read': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, order: PersonKey & { taken_by: readonly number[] }) =>
      actor.kind === 'user' &&
      (actor.is_admin ||
        managesSeasonsOf(actor, order.loft_id) ||
        actor.user_id === order.user_id ||
        (isAgent(actor, order.loft_id) && order.taken_by.includes(actor.user_id))),
  },

  /** The card provider reports events; its signature is checked instead (webhook.ts). */
  'payment.report': {
    asks: 'public',
    may: (_actor: Actor, _event: unknown) => true,
  },

  /** The overview of a loft is for its merchants and admins (2.13, 2.14, 6.3, 6.4). */
  'overview.read': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, loft: { loft_id: number }) =>
      actor.kind === 'user' && (actor.is_admin || isMerchant(actor, loft.loft_id)),
  },

  /** A signed-in person orders places; in a season in draft only those who work on its loft's seasons (6.6). */
  'order.place': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, season: { loft_id: number; season_status: SeasonStatus | null }) =>
      actor.kind === 'user' && (season.season_status !== 'draft' || preparesSeasons(actor, season.loft_id)),
  },

  /** A signed-in person has a list of their own orders (2.4). */
  'order.own': {
    asks: 'signed_in',
    may: (actor: Actor, _own: unknown) => actor.kind === 'user',
  },

  /** An order is read by its customer and by the managers of the loft's seasons (2.5, 6.6, 6.8). */
  'order.read': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, order: PersonKey) =>
      actor.kind === 'user' &&
      (actor.is_admin || managesSeasonsOf(actor, order.loft_id) || actor.user_id === order.user_id),
  },

  /** An order is cancelled by its customer; the loft rejects it (4.1). */
  'order.cancel': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, order: { user_id: number }) => actor.kind === 'user' && actor.user_id === order.user_id,
  },

  /** The customer requests that an agent collects the birds of an order, and withdraws the request (1.2). */
  'transport.request': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, order: { user_id: number }) => actor.kind === 'user' && actor.user_id === order.user_id,
  },

  /** Every active agent has a list of their requests (6.5, 6.10); the list itself filters them. */
  'transport.own': {
    asks: 'signed_in',
    may: (actor: Actor, _own: unknown) => actor.kind === 'user' && agentOf(actor).length > 0,
  },

  /**
   * Collections and requests are handled by their agent, as long as they are an agent of the loft, and by its season
   * managers (1.3, 6.5). Without any request: by everybody who could have one.
   */
  'transport.handle': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, requests: readonly { loft_id: number; agent_id: number }[]) =>
      actor.kind === 'user' &&
      (actor.is_admin ||
        (requests.length
          ? requests.every(
              ({ loft_id, agent_id }) =>
                managesSeasonsOf(actor, loft_id) || (isAgent(actor, loft_id) && actor.user_id === agent_id),
            )
          : worksOnSeasons(actor))),
  },

  /**
   * The route of a day, with the addresses and phone numbers of customers, is for the agent alone who holds its
   * collections, as long as they are an agent of the loft (6.5).
   */
  'transport.route': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, requests: readonly { loft_id: number; agent_id: number }[]) =>
      actor.kind === 'user' &&
      agentOf(actor).length > 0 &&
      requests.every(({ loft_id, agent_id }) => isAgent(actor, loft_id) && actor.user_id === agent_id),
  },

  /**
   * A signed-in person claims a team of a season that they may read, and sees their own claims; that no account holds it is
   * checked by the claim itself.
   */
  'team.claim': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, team: { loft_id: number; season_status: SeasonStatus | null }) =>
      actor.kind === 'user' && (team.season_status !== 'draft' || preparesSeasons(actor, team.loft_id)),
  },

  /** Rulings on a flight's arrivals are made by the loft's merchants and admins (6.3, 6.4). */
  'flight.rule': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, flight: { loft_id: number }) =>
      actor.kind === 'user' && (actor.is_admin || isMerchant(actor, flight.loft_id)),
  },

  /**
   * A signed-in person disputes the result of a flight that they can read, and sees their own disputes; that a bird of
   * theirs was basketed for it is checked by the dispute itself.
   */
  'dispute.keep': {
    asks: 'signed_in',
    hides: true,
    may: (actor: Actor, flight: { loft_id: number; season_status: SeasonStatus; is_draft: boolean }) =>
      actor.kind === 'user' &&
      ((flight.season_status !== 'draft' && !flight.is_draft) || preparesSeasons(actor, flight.loft_id)),
  },

  /** A clock records for its own loft only. */
  'reading.record': {
    asks: 'clock',
    may: (actor: Actor, loft: { loft_id: number }) => actor.kind === 'device' && actor.loft_id === loft.loft_id,
  },
} as const satisfies Record<string, Rule>;

/** A document with the things that use it. */
export interface DocumentSubject {
  loft_id: number;
  /** The person who uploaded it. */
  user_id: number;
  is_contract: boolean;
  is_published: boolean;
  is_receipt: boolean;
  is_pedigree: boolean;
  is_dispute: boolean;
  /** A ruling rests on it; whether that one was made and stands in the public log of its flight. */
  is_evidence: boolean;
  is_in_log: boolean;
  /** The customers of the bird with this pedigree. */
  customer_ids: readonly number[];
}

/** A photo of a bird, with what decides who may see it. */
export interface PhotoSubject {
  loft_id: number;
  season_status: SeasonStatus;
  /** Whether the season shows a page of each of its birds. */
  has_page: boolean;
  owner_id: number | null;
}

export type Action = keyof typeof policy;

/** The subject of an action's predicate. */
export type SubjectOf<A extends Action> = Parameters<(typeof policy)[A]['may']>[1];

/** Whether the actor sees a season in draft: as an admin, or by work on the loft's seasons. */
function preparesSeasons(actor: Actor, loft_id: number): boolean {
  return actor.kind === 'user' && (actor.is_admin || worksOnSeasonsOf(actor, loft_id));
}

function writesNews(actor: Actor, { loft_id, season_id }: { loft_id: number; season_id: number | null }): boolean {
  if (actor.kind !== 'user') return false;
  return actor.is_admin || (season_id === null ? isMerchant(actor, loft_id) : managesSeasonsOf(actor, loft_id));
}

/** Whether the policy allows `actor` to do `action` to `subject`. */
export function can<A extends Action>(actor: Actor, action: A, subject: SubjectOf<A>): boolean {
  return (policy[action].may as (actor: Actor, subject: SubjectOf<A>) => boolean)(actor, subject);
}

/** Whether `actor` lacks only the second factor for a refused action. */
export function lacksSecondFactor<A extends Action>(actor: Actor, action: A, subject: SubjectOf<A>): boolean {
  return actor.kind === 'user' && can(withTwoFactors(actor), action, subject);
}

/** The code of the refusal of `action`. */
export function refusalCode(actor: Actor, action: Action): 'sign_in_first' | 'forbidden' | 'not_found' {
  if ((policy[action] as Rule).hides) return 'not_found';
  return actor.kind === 'anonymous' ? 'sign_in_first' : 'forbidden';
}
