/**
 * Who is answered what on every route, kept by hand: nothing here is worked out from the policy. A route that is not on
 * this page fails the test; whoever adds one says here who may.
 *
 * A row has a letter for each of the twelve identities of `domain/testing.ts`, in their order. They are of loft 1:
 *
 *     nobody, clock, clock of 2, customer, agent, agent asleep, staff, staff with seasons, merchant, merchant asleep,
 *     merchant of 2, admin
 *
 * y: answered. 9: a rule says no, so it was asked. r: led elsewhere for good. s: led elsewhere this time. 1: sign in first. 3: forbidden. A dot: not found, in the same bytes as what does not exist.
 */
import { defaultRulebook } from '#domain/seasons/rulebook.ts';
import { shownBut } from '#domain/seasons/shown.ts';
import { stopToken } from '#server/notifications/stop-token.ts';
import { testConfig } from '#server/testing.ts';

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
  product_id: number;
  invitation_id: number;
  contract_id: number;
  fancier_id: number;
}

export interface Row extends Partial<Record<Subject, string>> {
  query?: (ids: Ids) => string;
  headers?: (ids: Ids) => Record<string, string>;
  body?: object | ((ids: Ids) => object);
}

const all = 'yyyyyyyyyyyy';
const none = '............';
/** Who prepares the seasons of loft 1, and of loft 2. */
const ours = '....y..yy..y';
const theirs = '..........yy';

const flight: Row = {
  own: all,
  draft: ours,
  foreign: all,
  foreign_draft: theirs,
  mismatched: none,
  missing: none,
};
const season: Row = { ...flight, query: ({ season_id }) => `season_id=${season_id}` };
const seasonPage: Row = { ...flight, query: ({ season_id }) => `season=${season_id}` };
/** The page of a loft tells of seasons that are open only, to everybody. */
const loft: Row = { ...flight, draft: none, foreign_draft: none };
const open: Row = { own: all };
/** A picture is for everybody: of what is in draft there is none, whoever asks. */
const picture: Row = { ...flight, draft: none, foreign_draft: none };
/** Merchants and admins; nobody is asked to sign in. */
const managed: Row = { own: '1.......y..y', foreign: '1.........yy', missing: '1...........' };
/** On a page the key of a clock opens nothing: it is nobody. */
const managedPage: Row = { own: '111.....y..y', foreign: '111.......yy', missing: '111.........' };
/** Merchants, who has extended season permission, and admins; a season in draft is none the less theirs. */
const seasonManaged: Row = {
  own: '1......yy..y',
  draft: '1......yy..y',
  foreign: '1.........yy',
  foreign_draft: '1.........yy',
  missing: '1...........',
};
const seasonManagedPage: Row = {
  own: '111....yy..y',
  draft: '111....yy..y',
  foreign: '111.......yy',
  foreign_draft: '111.......yy',
  missing: '111.........',
};
/** What they may ask of a season, but a rule says no to what is asked here. */
const seasonRefused: Row = {
  own: '1......99..9',
  draft: '1......99..9',
  foreign: '1.........99',
  foreign_draft: '1.........99',
  missing: '1...........',
};
const nobodysTeams = { ...seasonRefused, body: { team_ids: [] } };
/** News of a season; in draft they are for those who write them. */
const news: Row = {
  own: all,
  draft: '.......yy..y',
  foreign: all,
  foreign_draft: '..........yy',
  mismatched: none,
  missing: none,
};
const newsManaged: Row = { ...seasonManaged, mismatched: '1...........' };
const newsBody = {
  is_draft: true,
  publication_date: null,
  publication_time: null,
  texts: { en: { title: 'Basketing begins', lead: '', body: { type: 'doc', content: [] } } },
};
/** A device of another loft is not found under the address of one's own. */
const deviceManaged: Row = { ...managed, mismatched: '1...........' };
const device = {
  name: 'Spare clock',
  clock_id: null,
  position: null,
  maker: null,
  serial: null,
  note: null,
  online_from: null,
  online_to: null,
  silent_after_s: 300,
  sample_s: 60,
};
/** What a loft has paid for is entered by admins; to others it is not there. */
const byAdmins: Row = { own: '1..........y', foreign: '1..........y', missing: '1...........' };
const somebody = { name: 'Zita', email: '', phone: '', street: '', zipcode: '', city: '', country: '', note: '' };
const beginning = () => ({ name: crypto.randomUUID(), unit: 'km', time_zone: 'Europe/Brussels', currency: 'EUR' });
const link = stopToken(testConfig.auth_secret!, { user_id: 1, event: 'results', channel: 'mail' });
const browser = { endpoint: 'https://push.example.org/1', p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) };
const ways = { mail: true, push: true, sms: false };
const draftContract = {
  language: 'en',
  title: 'Terms',
  text: 'The birds fly.',
  file_id: null,
  valid_from: '2026-01-01',
};
/** The smallest picture there is. */
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';
const entry = { is_merchant: false, is_agent: true, is_staff: false, has_seasons: false, is_active: true };
const settings = (name: string) => ({
  name,
  year: 2026,
  currency: 'EUR',
  description: '',
  max_pigeons: null,
  max_active_pigeons: null,
  max_reserve_pigeons: null,
});
/** Shipping may have any number of windows. */
const window = {
  due_date_category_id: 3,
  name: 'Shipping',
  description: '',
  starts_at: '2026-03-01',
  ends_at: '2026-03-31',
  max_duration: null,
};

const entryFee = {
  product_category_id: 1,
  name: 'Five pigeons',
  amount_cents: 100_000,
  pigeons_active: 2,
  pigeons_reserve: 3,
  max_quantity: null,
  starts_at: null,
  ends_at: null,
  description: '',
};

export const calls: Record<string, Row> = {
  'GET /api/home': open,
  'GET /api/lofts': open,
  'GET /api/lofts/:loft_id': { ...loft, query: ({ season_id }) => `season_id=${season_id}` },
  'GET /api/lofts/:loft_id/teams': season,
  'GET /api/lofts/:loft_id/pigeons': season,
  'GET /api/lofts/:loft_id/teams/:team_id': flight,
  'GET /api/lofts/:loft_id/pigeons/:pigeon_id': flight,
  'GET /api/lofts/:loft_id/flights/:flight_id': flight,
  'GET /api/lofts/:loft_id/flights/:flight_id/basketing': flight,
  'GET /api/lofts/:loft_id/flights/:flight_id/basketing/search': flight,
  'GET /api/lofts/:loft_id/flights/:flight_id/arrivals': flight,
  'GET /api/lofts/:loft_id/flights/:flight_id/result': flight,
  'POST /api/devices/readings': {
    own: '1yy333333333',
    body: {
      readings: [
        { boot: '1', sequence: 1, chip: 'AAAAAAAAAA', device_time: '2026-06-06T09:00:00.000Z', resolution_ms: 1 },
      ],
    },
  },
  'POST /api/devices/telemetry': {
    own: '1yy333333333',
    body: { samples: [{ boot: '1', n: 1, at: '2026-06-06T09:00:00.000Z' }] },
  },
  'GET /api/admin/lofts/:loft_id/devices': managed,
  'POST /api/admin/lofts/:loft_id/devices': {
    ...managed,
    get body() {
      return { kind: 'clock', ...device, name: crypto.randomUUID() };
    },
  },
  'GET /api/admin/lofts/:loft_id/devices/:device_id': deviceManaged,
  'PUT /api/admin/lofts/:loft_id/devices/:device_id': { ...deviceManaged, body: device },
  'POST /api/admin/lofts/:loft_id/devices/:device_id/key': { ...deviceManaged, body: { old_key_min: 0 } },
  'DELETE /api/admin/lofts/:loft_id/devices/:device_id/key': deviceManaged,
  'POST /api/contact': {
    own: all,
    // One address writes five times in an hour, everybody together more.
    get body() {
      return { name: 'Zora', email: `${crypto.randomUUID()}@example.org`, message: 'Hello', locale: 'en' };
    },
  },
  'GET /lofts/:loft_id/share.png': { own: all, foreign: all, missing: none },
  'GET /lofts/:loft_id/flights/:flight_id/share.png': picture,
  'GET /lofts/:loft_id/teams/:team_id/share.png': picture,
  'GET /lofts/:loft_id/pigeons/:pigeon_id/share.png': picture,
  'GET /api/olr/user': { own: '133yyyyyyyyy' },
  'GET /api/oauth/user': { own: '133yyyyyyyyy' },
  'GET /api/notifications': { own: '133yyyyyyyyy' },
  'PUT /api/notifications': {
    own: '133yyyyyyyyy',
    body: {
      choices: { bird_home: ways, released: ways, results: ways, device_silent: ways, rights: ways, sign_in: ways },
      quiet: null,
      language: null,
    },
  },
  'POST /api/notifications/browsers': { own: '133yyyyyyyyy', body: browser },
  'DELETE /api/notifications/browsers': { own: '133yyyyyyyyy', body: { endpoint: browser.endpoint } },
  // Whoever has the link: it is signed.
  'GET /api/notifications/stop': { own: all, query: () => `token=${link}` },
  'POST /api/notifications/stop': { own: all, body: { token: link } },
  'GET /api/admin/lofts': { own: '13333333y3yy' },
  'POST /api/admin/lofts': {
    own: '13333333y3yy',
    // Two lofts are never called the same.
    get body() {
      return { ...beginning(), country: 'BE', merchant_email: 'merchant@example.org' };
    },
  },
  'GET /api/admin/lofts/:loft_id': managed,
  'GET /api/admin/lofts/:loft_id/settings': managed,
  'PUT /api/admin/lofts/:loft_id/settings': {
    ...managed,
    get body() {
      return { ...beginning(), email: '', phone: '', website: '', tags: ['fci'], version: 1 };
    },
  },
  'PUT /api/admin/lofts/:loft_id/address': {
    ...managed,
    body: { street: '', zipcode: '', city: '', country: 'BE', latitude: 51, longitude: 4.5, version: 1 },
  },
  'GET /api/admin/lofts/:loft_id/packages': managed,
  'POST /api/admin/lofts/:loft_id/packages': { ...byAdmins, body: { type: 'premium' } },
  'POST /api/admin/lofts/:loft_id/subscriptions': { ...byAdmins, body: { months: 12, starts_at: '2026-01-01' } },
  'GET /api/admin/lofts/:loft_id/notes': managed,
  'POST /api/admin/lofts/:loft_id/notes': { ...managed, body: { text: 'Feed at six', is_pinned: false } },
  'PUT /api/admin/lofts/:loft_id/notes/:note_id': {
    ...managed,
    mismatched: '1...........',
    body: { is_pinned: true },
  },
  'GET /api/admin/lofts/:loft_id/fanciers': managed,
  'POST /api/admin/lofts/:loft_id/fanciers': { ...managed, body: somebody },
  'POST /api/admin/lofts/:loft_id/fanciers/take': { ...managed, body: {} },
  'GET /api/admin/lofts/:loft_id/fanciers/:fancier_id': { ...managed, mismatched: '1...........' },
  'PUT /api/admin/lofts/:loft_id/fanciers/:fancier_id': {
    ...managed,
    mismatched: '1...........',
    body: { ...somebody, version: 1 },
  },
  // Nobody is chosen.
  'POST /api/admin/lofts/:loft_id/fanciers/:fancier_id/merge': {
    own: '1.......9..9',
    foreign: '1.........99',
    mismatched: '1...........',
    missing: '1...........',
    body: { other_id: null },
  },
  'DELETE /api/admin/lofts/:loft_id/notes/:note_id': { ...managed, mismatched: '1...........' },
  'GET /api/seasons': open,
  'GET /api/lofts/:loft_id/seasons/:season_id': flight,
  'GET /api/res/v1/due-dates': {
    own: all,
    draft: ours,
    foreign: all,
    foreign_draft: theirs,
    missing: none,
    headers: ({ season_id }) => ({ seasonid: String(season_id) }),
  },
  'GET /api/admin/seasons': { own: '1333y33yy3yy' },
  'GET /api/admin/seasons/:season_id': seasonManaged,
  'GET /api/admin/seasons/:season_id/setup': seasonManaged,
  'GET /api/admin/season-lofts': { own: '1333y33yy3yy' },
  'POST /api/admin/lofts/:loft_id/seasons': {
    own: '1......yy..y',
    foreign: '1.........yy',
    missing: '1...........',
    get body() {
      return settings(crypto.randomUUID());
    },
  },
  'PUT /api/admin/seasons/:season_id': {
    own: '1......yy..y',
    foreign: '1.........yy',
    missing: '1...........',
    body: { ...settings('2026'), version: 1 },
  },
  // Where it is already, nothing is done.
  'PUT /api/admin/seasons/:season_id/status': {
    own: '1......yy..y',
    foreign: '1.........yy',
    missing: '1...........',
    body: { status: 'in_progress', reason: '' },
  },
  'POST /api/admin/seasons/:season_id/copy': {
    ...seasonManaged,
    get body() {
      return { name: crypto.randomUUID(), year: 2030 };
    },
  },
  'GET /api/admin/seasons/:season_id/visibility': seasonManaged,
  'PUT /api/admin/seasons/:season_id/visibility': { ...seasonManaged, body: shownBut([]) },
  'GET /api/admin/seasons/:season_id/due-dates': seasonManaged,
  'POST /api/admin/seasons/:season_id/due-dates': { ...seasonManaged, body: window },
  'PUT /api/admin/seasons/:season_id/due-dates/:due_date_id': { ...seasonManaged, body: { ...window, version: 1 } },
  'DELETE /api/admin/seasons/:season_id/due-dates/:due_date_id': { ...seasonManaged, body: { version: 1 } },
  'GET /api/admin/seasons/:season_id/teams': seasonManaged,
  'GET /api/admin/seasons/:season_id/teams/:team_id': seasonManaged,
  'POST /api/admin/seasons/:season_id/teams': {
    ...seasonManaged,
    get body() {
      return { team: crypto.randomUUID(), fancier: '', country: '' };
    },
  },
  'PUT /api/admin/seasons/:season_id/teams/:team_id': {
    ...seasonManaged,
    get body() {
      return { team: crypto.randomUUID(), fancier: '', country: '' };
    },
  },
  'DELETE /api/admin/seasons/:season_id/teams': nobodysTeams,
  'PUT /api/admin/seasons/:season_id/teams/fancier': { ...seasonRefused, body: { team_ids: [], fancier: 'Aerts' } },
  'PUT /api/admin/seasons/:season_id/teams/account': { ...seasonRefused, body: { team_ids: [], email: null } },
  'DELETE /api/admin/seasons/:season_id/pigeons/:pigeon_id': seasonRefused,
  'GET /api/lofts/:loft_id/seasons/:season_id/products': flight,
  'GET /api/admin/seasons/:season_id/products': seasonManaged,
  'POST /api/admin/seasons/:season_id/products': { ...seasonManaged, body: entryFee },
  'GET /api/admin/seasons/:season_id/products/:product_id': seasonManaged,
  'PUT /api/admin/seasons/:season_id/products/:product_id': { ...seasonManaged, body: { ...entryFee, version: 1 } },
  'DELETE /api/admin/seasons/:season_id/products/:product_id': { ...seasonManaged, body: { version: 1 } },
  // The id of a season, of a loft, or of neither.
  'GET /api/custom/v1/merchant/products/:season_id': seasonManaged,
  'GET /api/lofts/:loft_id/seasons/:season_id/rulebook': flight,
  'GET /api/admin/seasons/:season_id/rulebook': seasonManaged,
  // The same again: it publishes nothing.
  'POST /api/admin/seasons/:season_id/rulebook': {
    ...seasonManaged,
    body: { after_version: 1, rulebook: defaultRulebook('km') },
  },
  'GET /api/lofts/:loft_id/news': { ...loft, query: ({ season_id }) => `season_id=${season_id}` },
  'GET /api/news': open,
  'GET /api/lofts/:loft_id/news/:news_id': news,
  'GET /api/admin/lofts/:loft_id/news': { ...newsManaged, query: ({ season_id }) => `season_id=${season_id}` },
  'POST /api/admin/lofts/:loft_id/news': {
    ...newsManaged,
    query: ({ season_id }) => `season_id=${season_id}`,
    body: newsBody,
  },
  'GET /api/admin/lofts/:loft_id/news/:news_id': newsManaged,
  'PUT /api/admin/lofts/:loft_id/news/:news_id': { ...newsManaged, body: { ...newsBody, version: 1 } },
  'DELETE /api/admin/lofts/:loft_id/news/:news_id': newsManaged,
  'GET /api/admin/seasons/:season_id/customers': seasonManaged,
  'GET /api/admin/seasons/:season_id/users': seasonManaged,
  'GET /api/custom/v1/staff/available-teams/:season_id': seasonManaged,
  'GET /api/custom/v1/staff/available-users/:loft_id/:season_id': { ...seasonManaged, mismatched: '1...........' },
  'POST /api/admin/seasons/:season_id/teams/:team_id/invitation': {
    ...seasonManaged,
    get body() {
      return { email: `${crypto.randomUUID()}@example.org`, language: 'en' };
    },
  },
  'GET /api/admin/lofts/:loft_id/invitations': managed,
  'POST /api/admin/lofts/:loft_id/invitations': {
    ...managed,
    get body() {
      const rights = { is_agent: true, is_staff: false, has_seasons: false };
      return { email: `${crypto.randomUUID()}@example.org`, language: 'en', ...rights };
    },
  },
  // It was withdrawn already: that changes nothing, and a rule says no to a further letter.
  'DELETE /api/admin/lofts/:loft_id/invitations/:invitation_id': { ...managed, mismatched: '1...........' },
  'POST /api/admin/lofts/:loft_id/invitations/:invitation_id/letter': {
    own: '1.......9..9',
    foreign: '1.........99',
    mismatched: '1...........',
    missing: '1...........',
  },
  // Whoever has the link; this one is none.
  'GET /api/invitation': { own: '999999999999', query: () => 'token=none' },
  'POST /api/invitation': { own: '133999999999', body: { token: 'none' } },
  'GET /api/lofts/:loft_id/permissions': managed,
  'GET /api/lofts/:loft_id/people': { ...managed, query: ({ user_id }) => `email=zmail-${user_id}@example.org` },
  // Rights may be given to anybody; they are taken only from who has some.
  'PUT /api/lofts/:loft_id/permissions/:user_id': { ...managed, mismatched: '1.......y..y', body: entry },
  'DELETE /api/lofts/:loft_id/permissions/:user_id': { ...managed, mismatched: '1...........' },
  'POST /api/lofts/:loft_id/files': {
    own: '1......yy..y',
    foreign: '1.........yy',
    missing: '1...........',
    body: [pixel],
  },
  'GET /api/lofts/:loft_id/contracts': { own: all, foreign: all, missing: none },
  // Of versions that are published; their own tests have some.
  'GET /lofts/:loft_id/contracts/:contract_id/pdf': { own: none, missing: none },
  'GET /api/admin/lofts/:loft_id/contracts': managed,
  'POST /api/admin/lofts/:loft_id/contracts': { ...managed, body: draftContract },
  'PUT /api/admin/lofts/:loft_id/contracts/:contract_id': {
    ...managed,
    mismatched: '1...........',
    body: draftContract,
  },
  'POST /api/admin/lofts/:loft_id/contracts/:contract_id/publication': {
    ...managed,
    mismatched: '1...........',
    body: {},
  },
  'DELETE /api/admin/lofts/:loft_id/contracts/:contract_id': { ...managed, mismatched: '1...........', body: {} },
  'GET /api/lofts/:loft_id/media': { own: all, foreign: all, missing: none },
  'GET /api/admin/lofts/:loft_id/media': managed,
  'POST /api/admin/lofts/:loft_id/media': {
    ...managed,
    mismatched: '1...........',
    body: ({ file_id }) => ({ file_id }),
  },
  'PUT /api/admin/lofts/:loft_id/media/:media_id/place': { ...managed, mismatched: '1...........', body: { place: 1 } },
  'PUT /api/admin/lofts/:loft_id/media/:media_id/captions': {
    ...managed,
    mismatched: '1...........',
    body: { captions: { en: 'The loft' } },
  },
  'DELETE /api/admin/lofts/:loft_id/media/:media_id': { ...managed, mismatched: '1...........', body: {} },
  // Everybody's own, whatever the loft is.
  'GET /api/favorites': { own: '133yyyyyyyyy' },
  'POST /api/favorites': {
    own: '133yyyyyyyyy',
    // It leaves nothing behind: a page tells its reader's own stars.
    body: { changes: [{ kind: 'lofts', loft_id: 1, id: 1, starred: false }] },
  },
  'GET /api/lofts/:loft_id/favorites': {
    own: '133yyyyyyyyy',
    draft: '133yyyyyyyyy',
    foreign: '133yyyyyyyyy',
    missing: '133yyyyyyyyy',
  },
  'GET /api/overview': { own: '13333333y3yy' },
  'GET /api/lofts/:loft_id/overview': managed,
  'PUT /api/people/:user_id/standing': {
    own: '1..........y',
    missing: '1...........',
    body: { is_admin: false, roles: ['supporter'] },
  },
};

export const pages: Record<string, Row> = {
  '/': open,
  '/lofts': open,
  '/seasons': open,
  '/lofts/:loft_id/seasons/:season_id': flight,
  '/lofts/:loft_id': { ...loft, query: ({ season_id }) => `season=${season_id}` },
  '/lofts/:loft_id/flights/:flight_id': flight,
  '/lofts/:loft_id/flights/:flight_id/result/sheet': flight,
  '/lofts/:loft_id/flights/:flight_id/result.csv': flight,
  '/lofts/:loft_id/flights/:flight_id/result.xlsx': flight,
  '/lofts/:loft_id/flights/:flight_id/result.pdf': flight,
  '/lofts/:loft_id/flights/:flight_id/basketing/sheet': flight,
  '/lofts/:loft_id/flights/:flight_id/basketing.csv': flight,
  '/lofts/:loft_id/flights/:flight_id/basketing.xlsx': flight,
  '/lofts/:loft_id/flights/:flight_id/basketing.pdf': flight,
  '/lofts/:loft_id/news': { own: all, foreign: all, missing: none },
  '/lofts/:loft_id/news/:news_id': news,
  '/lofts/:loft_id/news.rss': { own: all, foreign: all, missing: none },
  '/lofts/:loft_id/news.atom': { own: all, foreign: all, missing: none },
  '/lofts/:loft_id/contract': { own: all, foreign: all, missing: none },
  '/lofts/:loft_id/teams': seasonPage,
  '/lofts/:loft_id/teams.csv': seasonPage,
  '/lofts/:loft_id/teams.xlsx': seasonPage,
  '/lofts/:loft_id/teams.pdf': seasonPage,
  '/lofts/:loft_id/teams/:team_id': flight,
  '/lofts/:loft_id/teams/:team_id/flights.csv': flight,
  '/lofts/:loft_id/teams/:team_id/flights.xlsx': flight,
  '/lofts/:loft_id/teams/:team_id/flights.pdf': flight,
  '/lofts/:loft_id/teams/:team_id/pigeons/:pigeon_id': flight,
  // A bird of a team is shown under its team's address.
  '/lofts/:loft_id/teams/pigeons/:pigeon_id': {
    own: 'rrrrrrrrrrrr',
    draft: '....r..rr..r',
    foreign: 'rrrrrrrrrrrr',
    foreign_draft: '..........rr',
    mismatched: none,
    missing: none,
  },
  '/lofts/:loft_id/seasons/:season_id/rulebook': flight,
  '/lofts/:loft_id/pigeons': seasonPage,
  '/lofts/:loft_id/pigeons.csv': seasonPage,
  '/lofts/:loft_id/pigeons.xlsx': seasonPage,
  '/lofts/:loft_id/pigeons.pdf': seasonPage,
  '/lofts/:loft_id/pigeons/:pigeon_id/flights.csv': flight,
  '/lofts/:loft_id/pigeons/:pigeon_id/flights.xlsx': flight,
  '/lofts/:loft_id/pigeons/:pigeon_id/flights.pdf': flight,
  '/notifications': { own: '111yyyyyyyyy' },
  '/notifications/stop': { own: all, query: () => `token=${link}` },
  '/admin/lofts': { own: '11133333y3yy' },
  '/admin/lofts/:loft_id/media': managedPage,
  '/admin/lofts/create': { own: '11133333y3yy' },
  '/admin/lofts/:loft_id': managedPage,
  '/admin/lofts/:loft_id/address': managedPage,
  '/admin/lofts/:loft_id/subscriptions': managedPage,
  '/admin/lofts/:loft_id/notes': managedPage,
  '/admin/lofts/:loft_id/contracts': managedPage,
  '/admin/lofts/:loft_id/fanciers': managedPage,
  '/admin/lofts/:loft_id/fanciers.csv': managedPage,
  '/admin/lofts/:loft_id/fanciers.xlsx': managedPage,
  '/admin/lofts/:loft_id/fanciers.pdf': managedPage,
  '/admin/lofts/:loft_id/fanciers/create': managedPage,
  '/admin/lofts/:loft_id/fanciers/:fancier_id': managedPage,
  '/admin/lofts/:loft_id/permissions': managedPage,
  '/admin/lofts/:loft_id/news': managedPage,
  '/admin/lofts/:loft_id/news/create': managedPage,
  '/admin/lofts/:loft_id/news/:news_id': managedPage,
  '/admin/seasons/:season_id/news': seasonManagedPage,
  '/admin/seasons/:season_id/news/create': seasonManagedPage,
  '/admin/seasons/:season_id/news/:news_id': seasonManagedPage,
  '/admin/lofts/:loft_id/devices': managedPage,
  '/admin/lofts/:loft_id/devices/create': managedPage,
  // One that is not the loft's is missing inside the desk of that loft.
  '/admin/lofts/:loft_id/devices/:device_id': managedPage,
  '/admin/seasons': { own: '1113y33yy3yy' },
  '/admin/seasons/create': { own: '1113y33yy3yy' },
  '/admin/seasons/:season_id': seasonManagedPage,
  '/admin/lofts/:loft_id/staff': managedPage,
  '/admin/seasons/:season_id/customers': seasonManagedPage,
  '/admin/seasons/:season_id/customers.csv': seasonManagedPage,
  '/admin/seasons/:season_id/customers.xlsx': seasonManagedPage,
  '/admin/seasons/:season_id/customers.pdf': seasonManagedPage,
  '/admin/seasons/:season_id/users': seasonManagedPage,
  '/admin/seasons/:season_id/users.csv': seasonManagedPage,
  '/admin/seasons/:season_id/users.xlsx': seasonManagedPage,
  '/admin/seasons/:season_id/users.pdf': seasonManagedPage,
  // A link that is none is told so on a page.
  '/invitation': { ...open, query: () => 'token=none' },
  '/admin/seasons/:season_id/teams': seasonManagedPage,
  '/admin/seasons/:season_id/teams.csv': seasonManagedPage,
  '/admin/seasons/:season_id/teams.xlsx': seasonManagedPage,
  '/admin/seasons/:season_id/teams.pdf': seasonManagedPage,
  '/admin/seasons/:season_id/teams/create': seasonManagedPage,
  '/admin/seasons/:season_id/teams/:team_id': seasonManagedPage,
  '/admin/seasons/:season_id/rulebook': seasonManagedPage,
  '/admin/seasons/:season_id/due-dates': seasonManagedPage,
  '/admin/seasons/:season_id/visibility': seasonManagedPage,
  '/admin/seasons/:season_id/products': seasonManagedPage,
  '/admin/seasons/:season_id/products.csv': seasonManagedPage,
  '/admin/seasons/:season_id/products.xlsx': seasonManagedPage,
  '/admin/seasons/:season_id/products.pdf': seasonManagedPage,
  '/admin/seasons/:season_id/products/create': seasonManagedPage,
  '/admin/seasons/:season_id/products/:product_id': seasonManagedPage,
  '/contact': open,
  '/terms': open,
  '/privacy': open,
  // Leads to the help desk where there is one; this site has none.
  '/software/help': { own: none },
  '/*': { own: none },
  '/login/done': open,
  // Nobody is led to the sign-in; a merchant of one loft to that loft.
  '/favorites': { own: 'sssyyyyyyyyy' },
  '/overview': { own: '11133333s3sy' },
  '/overview/:loft_id': managedPage,
  '/misc/healthcheck': open,
  '/offline': open,
  '/app.webmanifest': open,
  '/about': open,
  // Asks for a password where there is one; this site has none.
  '/misc/access-protection': { own: none },
  '/misc/og-tags': open,
};

/** Pages of the identity provider: it knows its visitors by itself, and proves it in `server/identity`. */
export const doors = new Set(
  [
    'sign-in',
    'register',
    'verify-email',
    'forgot-password',
    'reset-password',
    'second-factor',
    'account',
    'account.json',
    'settings',
    'outbox',
  ].map((page) => `/id/${page}`),
);

/** Routes that treat everybody alike: files, the state of the program, and the doors of sign-in, which prove themselves. */
export const forEverybody = new Set([
  'GET /api/custom/v1/public/countries/:locale',
  'POST /api/oauth/token',
  'POST /api/errors',
  'GET /api/openapi.json',
  'GET /api/test/health',
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'].map((method) => `${method} /api/*`),
  // The pages, above.
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} /*`),
  'GET /live',
  'GET /livez',
  'GET /readyz',
  'GET /metrics',
  'GET /login',
  'GET /login/callback',
  'POST /logout',
  'GET /login/carried',
  'POST /login/carried',
  'GET /misc/language',
  'POST /misc/access-protection',
  'POST /misc/consent',
  'GET /misc/theme',
  // The identity provider's own protocol, which proves itself in `server/identity`.
  'GET /id/.well-known/openid-configuration',
  'GET /id/.well-known/oauth-authorization-server',
  'GET /id/jwks',
  'GET /id/pictures/:name',
  'POST /id/oauth2/revoke',
  'POST /id/oauth2/token',
  'POST /id/oauth2/end-session/confirm',
  ...['authorize', 'userinfo', 'end-session'].flatMap((call) => [`GET /id/oauth2/${call}`, `POST /id/oauth2/${call}`]),
  'GET /media/:name',
  'GET /flags/:flag',
  'GET /assets/*',
  'GET /favicon.svg',
  'GET /icons/:icon',
  'GET /sw.js',
]);
