/**
 * Who is answered what on every route, kept by hand: nothing here is worked out from the policy. A route that is
 * in none of the tables (`testing.ts`, `test-public-calls.ts`, `test-pages.ts`) fails the test; whoever adds one says there
 * who may.
 *
 * A row has a letter for each of the twelve identities of `domain/testing.ts`, in their order. They are of loft 1:
 *
 *     nobody, clock, clock of 2, customer, agent, agent asleep, staff, staff with seasons, merchant, merchant asleep,
 *     merchant of 2, admin
 *
 * y: answered. 9: a rule says no, so it was asked. r: led elsewhere for good. s: led elsewhere this time. 1: sign in first. 3: forbidden. A dot: not found, in the same bytes as what does not exist.
 */

/** What a call is about: things of loft 1 or 2, things of 2 under the address of 1, nothing that exists. */
export const subjects = ['own', 'draft', 'foreign', 'foreign_draft', 'mismatched', 'missing'] as const;
export type Subject = (typeof subjects)[number];

export interface Ids {
  loft_id: number;
  season_id: number;
  flight_id: number;
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
  invitation_id: number;
  contract_id: number;
  fancier_id: number;
  /** Of the customer, where it is of loft 1. */
  order_id: number;
  refund_id: number;
  /** Asked of the agent of loft 1, or of one of loft 2, who has said yes. */
  transport_id: number;
  collection_id: number;
  agent_id: number;
  listing_id: number;
  /** Of a right in the bird, which has ended. */
  n: number;
  /** Of the first entry of the loft's ledger: the rules of a flight. */
  number: number;
}

export interface Row extends Partial<Record<Subject, string>> {
  query?: (ids: Ids) => string;
  headers?: (ids: Ids) => Record<string, string>;
  body?: object | ((ids: Ids) => object);
}

export const all = 'yyyyyyyyyyyy';
export const none = '............';
/** Who prepares the seasons of loft 1, and of loft 2. */
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
export const season: Row = { ...flight, query: ({ season_id }) => `season_id=${season_id}` };
export const seasonPage: Row = { ...flight, query: ({ season_id }) => `season=${season_id}` };
/** The page of a loft tells of seasons that are open only, to everybody. */
export const loft: Row = { ...flight, draft: none, foreign_draft: none };
export const open: Row = { own: all };
/** A picture is for everybody: of what is in draft there is none, whoever asks. */
export const picture: Row = { ...flight, draft: none, foreign_draft: none };
/** What is an order's is its owner's, the customer's in loft 1, and theirs who set the season up. */
export const ordered: Row = { own: '1..y...yy..y', foreign: '1.........yy', missing: '1...........' };
/** Nobody is led to the sign-in. */
export const orderedPage: Row = { own: 'sssy...yy..y', foreign: 'sss.......yy', missing: 'sss.........' };
/** Merchants and admins; nobody is asked to sign in. */
export const managed: Row = { own: '1.......y..y', foreign: '1.........yy', missing: '1...........' };
/** On a page the key of a clock opens nothing: it is nobody. */
export const managedPage: Row = { own: '111.....y..y', foreign: '111.......yy', missing: '111.........' };
/** Merchants, who has extended season permission, and admins; a season in draft is none the less theirs. */
export const seasonManaged: Row = {
  own: '1......yy..y',
  draft: '1......yy..y',
  foreign: '1.........yy',
  foreign_draft: '1.........yy',
  missing: '1...........',
};
export const seasonManagedPage: Row = {
  own: '111....yy..y',
  draft: '111....yy..y',
  foreign: '111.......yy',
  foreign_draft: '111.......yy',
  missing: '111.........',
};
/** What they may ask of a season, but a rule says no to what is asked here. */
export const seasonRefused: Row = {
  own: '1......99..9',
  draft: '1......99..9',
  foreign: '1.........99',
  foreign_draft: '1.........99',
  missing: '1...........',
};
/** News of a season; in draft they are for those who write them. */
export const news: Row = {
  own: all,
  draft: '.......yy..y',
  foreign: all,
  foreign_draft: '..........yy',
  mismatched: none,
  missing: none,
};
export const newsManaged: Row = { ...seasonManaged, mismatched: '1...........' };
/** A device of another loft is not found under the address of one's own. */
export const deviceManaged: Row = { ...managed, mismatched: '1...........' };
/** What a loft has paid for is entered by admins; to others it is not there. */
export const byAdmins: Row = { own: '1..........y', foreign: '1..........y', missing: '1...........' };
/** The same of a version that there is not. */
export const refusedToAdmins: Row = {
  own: '1..........9',
  foreign: '1..........9',
  mismatched: '1...........',
  missing: '1...........',
};
