/**
 * The expected reply of every route to every identity, written by hand: nothing here is computed from the policy. A
 * route in none of the tables (`admin-calls.ts`, `public-calls.ts`, `pages.ts`) fails the test; a new route gets
 * its row there.
 *
 * A row has a letter for each of the twelve identities of `policy.ts`, in their order. They are of loft 1:
 *
 *     nobody, clock, clock of 2, customer, agent, agent asleep, staff, staff with seasons, merchant, merchant asleep,
 *     merchant of 2, admin
 *
 * y: allowed. 9: refused by a rule, so the policy allowed it. r: permanent redirect. s: temporary redirect. 1: sign in
 * first. 3: forbidden. A dot: not found, in the same bytes as a missing thing.
 */

/** The subject of a call: things of loft 1 or 2, things of 2 under the address of 1, a missing thing. */
export const subjects = ['own', 'draft', 'foreign', 'foreign_draft', 'mismatched', 'missing'] as const;
export type Subject = (typeof subjects)[number];

export interface Ids {
  loft_id: number;
  season_id: number;
  flight_id: number;
  /** Of the release. */
  picture_id: string;
  release_point_id: number;
  team_id: number;
  pigeon_id: number;
  user_id: number;
  due_date_id: number;
  news_id: number;
  device_id: number;
  file_id: number;
  media_id: number;
  note_id: number;
  subscription_id: number;
  product_id: number;
  /** Published. */
  ranking_id: number;
  /** The line of the bird in it. */
  line: number;
  /** Published, of no loft. */
  championship_id: number;
  invitation_id: number;
  /** To the team; it was withdrawn. */
  claim_id: number;
  contract_id: number;
  fancier_id: number;
  /** Of the customer, where it is of loft 1. */
  order_id: number;
  refund_id: number;
  payout_id: number;
  /** Requested from the agent of loft 1, or from one of loft 2, who has accepted. */
  transport_id: number;
  collection_id: number;
  agent_id: number;
  listing_id: number;
  /** The number of a bird right that has ended, of a ruling that was taken back, and of a dispute that was withdrawn. */
  n: number;
  /** The number of the first entry of the loft's ledger: the rules of a flight. */
  number: number;
}

export interface Row extends Partial<Record<Subject, string>> {
  query?: (ids: Ids) => string;
  headers?: (ids: Ids) => Record<string, string>;
  body?: object | ((ids: Ids) => object);
}

export const all = 'yyyyyyyyyyyy';
export const none = '............';
/** The managers of the seasons of loft 1, and of loft 2. */
export const ours = '....y..yy..y';
export const theirs = '..........yy';

export const flight: Row = {
  own: all,
  draft: ours,
  foreign: all,
  foreign_draft: theirs,
  mismatched: none,
  missing: none,
};
/** Of the signed-in person themselves, in a season that they may read. */
export const ownInSeason: Row = {
  own: '1..yyyyyyyyy',
  draft: '1...y..yy..y',
  foreign: '1..yyyyyyyyy',
  foreign_draft: '1.........yy',
  mismatched: '1...........',
  missing: '1...........',
};
/** Nobody gets it, for what it shows is not there. */
export const nowhere: Row = {
  own: none,
  draft: none,
  foreign: none,
  foreign_draft: none,
  mismatched: none,
  missing: none,
};
export const season: Row = { ...flight, query: ({ season_id }) => `season_id=${season_id}` };
export const seasonPage: Row = { ...flight, query: ({ season_id }) => `season=${season_id}` };
/** The page of a loft shows open seasons only, to all. */
export const loft: Row = { ...flight, draft: none, foreign_draft: none };
export const open: Row = { own: all };
/** A picture is public: a draft has none, for any identity. */
export const picture: Row = { ...flight, draft: none, foreign_draft: none };
/** Of an order: for its owner, the customer in loft 1, and for the managers of the season. */
export const ordered: Row = { own: '1..y...yy..y', foreign: '1.........yy', missing: '1...........' };
/** Redirects to the sign-in without a session. */
export const orderedPage: Row = { own: 'sssy...yy..y', foreign: 'sss.......yy', missing: 'sss.........' };
/** Merchants and admins; without a session 401. */
export const managed: Row = { own: '1.......y..y', foreign: '1.........yy', missing: '1...........' };
/**
 * Redirects to the sign-in without a session; on a page the key of a clock is not valid. A loft is no secret: the frame
 * of its pages names the right that is missing.
 */
export const managedPage: Row = { own: 'sss.....y..y', foreign: 'sss.......yy', missing: 'sss.........' };
export const managedFramedPage: Row = { own: 'sss33333y33y', foreign: 'sss3333333yy', missing: 'sss.........' };
/** Merchants, staff with extended season permission, and admins, also for a season in draft. */
export const seasonManaged: Row = {
  own: '1......yy..y',
  draft: '1......yy..y',
  foreign: '1.........yy',
  foreign_draft: '1.........yy',
  missing: '1...........',
};
export const seasonManagedPage: Row = {
  own: 'sss....yy..y',
  draft: 'sss....yy..y',
  foreign: 'sss.......yy',
  foreign_draft: 'sss.......yy',
  missing: 'sss.........',
};
/** In the frame of a season, which names the right that is missing to who may read the season; a draft is a secret. */
export const seasonFramedPage: Row = {
  own: 'sss3333yy33y',
  draft: 'sss.3..yy..y',
  foreign: 'sss3333333yy',
  foreign_draft: 'sss.......yy',
  missing: 'sss.........',
};
/** Allowed for them, but refused by a rule. */
export const seasonRefused: Row = {
  own: '1......99..9',
  draft: '1......99..9',
  foreign: '1.........99',
  foreign_draft: '1.........99',
  missing: '1...........',
};
/** Refused by a rule to the managers of the seasons of a loft, under the address of their loft. */
export const pointRefused: Row = { ...seasonRefused, mismatched: '1...........' };
/** News of a season; in draft they are for their authors. */
export const news: Row = {
  own: all,
  draft: '.......yy..y',
  foreign: all,
  foreign_draft: '..........yy',
  mismatched: none,
  missing: none,
};
export const newsManaged: Row = { ...seasonManaged, mismatched: '1...........' };
/** A device of another loft is not found under the address of this one. */
export const deviceManaged: Row = { ...managed, mismatched: '1...........' };
/** Subscriptions of a loft are entered by admins; for others they do not exist. */
export const byAdmins: Row = { own: '1..........y', foreign: '1..........y', missing: '1...........' };
/** The same for a missing version. */
export const refusedToAdmins: Row = {
  own: '1..........9',
  foreign: '1..........9',
  mismatched: '1...........',
  missing: '1...........',
};
