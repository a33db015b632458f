/** The expected replies of the calls of the public pages, of clocks, and of each person's own account. */
import { browser, channelChoice, link } from './bodies.ts';
import {
  all,
  flight,
  loft,
  news,
  none,
  nowhere,
  open,
  ordered,
  ours,
  ownInSeason,
  picture,
  type Row,
  season,
  seasonManaged,
  theirs,
} from './rows.ts';

/** The identities have no address, and people who work for the loft buy nothing there. */
const wished: Row = {
  own: '1..999999999',
  draft: '1...9..99..9',
  foreign: '1..999999999',
  foreign_draft: '1.........99',
  mismatched: '1...........',
  missing: '1...........',
};

/** Who reads the flight may dispute its result, but has no bird in it. */
const disputed: Row = {
  own: '1..999999999',
  draft: '1...9..99..9',
  foreign: '1..999999999',
  foreign_draft: '1.........99',
  mismatched: '1...........',
  missing: '1...........',
};

/** Who works for a loft has no team there; the others claim it. */
const claimed: Row = {
  own: '1..y9y999yyy',
  draft: '1...9..99..y',
  foreign: '1..yyyyyyy9y',
  foreign_draft: '1.........9y',
  mismatched: '1...........',
  missing: '1...........',
};

/** Open data is what a stranger sees; the sign-in of a person, or the key of a clock, is no key to it. */
const openLoft: Row = { own: 'y11111111111', foreign: 'y11111111111', missing: '.11111111111' };
const openFlight: Row = {
  ...openLoft,
  draft: '.11111111111',
  foreign_draft: '.11111111111',
  mismatched: '.11111111111',
};

export const publicCalls: Record<string, Row> = {
  'GET /api/home': open,
  'GET /api/followed': open,
  'GET /api/starred': open,
  'GET /api/search': open,
  'GET /api/watch': open,
  'GET /api/results': open,
  'GET /api/rates': open,
  'GET /api/v1/lofts': { own: 'y11111111111' },
  'GET /api/v1/lofts/:loft_id': openLoft,
  'GET /api/v1/lofts/:loft_id/rankings': openLoft,
  'GET /api/v1/lofts/:loft_id/rankings/:ranking_id': openFlight,
  'GET /api/v1/lofts/:loft_id/flights/:flight_id': openFlight,
  'GET /api/v1/lofts/:loft_id/flights/:flight_id/birds': openFlight,
  'GET /api/v1/lofts/:loft_id/flights/:flight_id/results': openFlight,
  'GET /api/v1/lofts/:loft_id/flights/:flight_id/results.csv': openFlight,
  'GET /api/v1/lofts/:loft_id/flights/:flight_id/arrivals': openFlight,
  'GET /api/v1/lofts/:loft_id/flights/:flight_id/story': openFlight,
  'GET /api/v1/lofts/:loft_id/flights/:flight_id/seal': openFlight,
  'GET /api/lofts': open,
  'GET /api/lofts/:loft_id': { ...loft, query: ({ season_id }) => `season_id=${season_id}` },
  // Seasons and flights in draft stand in no calendar, not even in that of their loft.
  'GET /api/lofts/:loft_id/releases': { ...loft, query: ({ flight_id }) => `flight_id=${flight_id}` },
  'GET /api/lofts/:loft_id/teams': season,
  'GET /api/lofts/:loft_id/countries': season,
  'GET /api/lofts/:loft_id/pigeons': season,
  'GET /api/lofts/:loft_id/teams/:team_id': flight,
  'GET /api/lofts/:loft_id/teams/:team_id/seasons': flight,
  'GET /api/lofts/:loft_id/pigeons/:pigeon_id': flight,
  'GET /api/lofts/:loft_id/pigeons/:pigeon_id/seasons': flight,
  'GET /api/lofts/:loft_id/certificate-text': { own: all, foreign: all, missing: none, query: () => 'locale=en' },
  'GET /api/lofts/:loft_id/flights/:flight_id': flight,
  'GET /api/lofts/:loft_id/flights/:flight_id/basketing': flight,
  'GET /api/lofts/:loft_id/flights/:flight_id/basketing/search': flight,
  'GET /api/lofts/:loft_id/flights/:flight_id/basketing/birds': flight,
  'GET /api/lofts/:loft_id/flights/:flight_id/log': flight,
  'GET /api/lofts/:loft_id/flights/:flight_id/weather': flight,
  'GET /api/lofts/:loft_id/flights/:flight_id/sealed-list': flight,
  'GET /api/lofts/:loft_id/flights/:flight_id/arrivals': flight,
  'GET /api/lofts/:loft_id/flights/:flight_id/result': flight,
  'GET /api/lofts/:loft_id/flights/:flight_id/podium': flight,
  'GET /api/lofts/:loft_id/flights/:flight_id/rankings': flight,
  'GET /api/lofts/:loft_id/flights/:flight_id/places/:pigeon_id': flight,
  'GET /api/lofts/:loft_id/flights/:flight_id/close-birds': flight,
  'GET /api/lofts/:loft_id/flights/:flight_id/late': flight,
  'GET /api/lofts/:loft_id/flights/:flight_id/expected': flight,
  'GET /api/lofts/:loft_id/flights/:flight_id/story': flight,
  'GET /api/lofts/:loft_id/flights/:flight_id/story/birds': flight,
  // Nobody of them has a bird in the flight.
  'GET /api/lofts/:loft_id/flights/:flight_id/disputes': ownInSeason,
  'POST /api/lofts/:loft_id/flights/:flight_id/disputes': {
    ...disputed,
    body: { ring: '', text: 'The clock was fast', file_ids: [] },
  },
  'POST /api/lofts/:loft_id/flights/:flight_id/disputes/pictures': {
    ...disputed,
    body: ['data:image/png;base64,AA=='],
  },
  // Nobody of them has opened it.
  'POST /api/lofts/:loft_id/flights/:flight_id/disputes/:n/withdrawal': {
    own: '1...........',
    draft: '1...........',
    foreign: '1...........',
    foreign_draft: '1...........',
    mismatched: '1...........',
    missing: '1...........',
    body: {},
  },
  'GET /api/lofts/:loft_id/teams/:team_id/claims': ownInSeason,
  // Who has claimed a team waits for its loft.
  'POST /api/lofts/:loft_id/teams/:team_id/claims': { ...claimed, body: { text: 'My rings' } },
  'POST /api/me/merges': { own: '133yyyyyyyy9', body: { email: 'nobody@example.org' } },
  // With a link that nobody has.
  'GET /api/me/merge': { own: '133999999999', query: () => 'token=none' },
  'POST /api/me/merge': { own: '133999999999', body: { token: 'none' } },
  'GET /api/me/team-claims': { own: '133yyyyyyyyy' },
  // Nobody of them has made it.
  'POST /api/me/team-claims/:claim_id/withdrawal': { own: '133.........', missing: '133.........', body: {} },
  // Its flight is in the air.
  'GET /api/lofts/:loft_id/flights/:flight_id/official-result': {
    own: none,
    draft: none,
    foreign: none,
    foreign_draft: none,
    mismatched: none,
    missing: none,
  },
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
  'POST /api/contact': {
    own: all,
    // One address may write five times in an hour, all together more.
    get body() {
      return { name: 'Zora', email: `${crypto.randomUUID()}@example.org`, message: 'Hello', locale: 'en' };
    },
  },
  // Who has the code leads the screen, whoever they are.
  'POST /api/screens/messages': {
    own: all,
    body: { code: 'x'.repeat(22), message: { order: { do: 'next' } } },
  },
  'GET /embed/flights/:loft_id/:flight_id': picture,
  'GET /oembed': {
    ...picture,
    query: ({ loft_id, flight_id }) =>
      `url=${encodeURIComponent(`http://localhost/lofts/${loft_id}/flights/${flight_id}`)}`,
  },
  'GET /share.png': open,
  'GET /lofts/:loft_id/share.png': { own: all, foreign: all, missing: none },
  'GET /lofts/:loft_id/flights/:flight_id/share.png': picture,
  'GET /lofts/:loft_id/teams/:team_id/share.png': picture,
  'GET /lofts/:loft_id/aces/:ranking_id/share.png': picture,
  'GET /lofts/:loft_id/aces/:ranking_id/lines/:line/share.png': picture,
  'GET /championships/:championship_id/share.png': { own: all, missing: none },
  'GET /lofts/:loft_id/pigeons/:pigeon_id/share.png': picture,
  'GET /lofts/:loft_id/news/:news_id/share.png': picture,
  'GET /api/olr/user': { own: '133yyyyyyyyy' },
  'GET /api/oauth/user': { own: '133yyyyyyyyy' },
  'GET /api/me/around': { own: '133yyyyyyyyy' },
  'GET /api/me/payout-account': { own: '133yyyyyyyyy' },
  // Only whoever entered the pigeon is told its order.
  'GET /api/me/lofts/:loft_id/pigeons/:pigeon_id': {
    own: '133yyyyyyyyy',
    draft: '133yyyyyyyyy',
    foreign: '133yyyyyyyyy',
    foreign_draft: '133yyyyyyyyy',
    mismatched: '133yyyyyyyyy',
    missing: '133yyyyyyyyy',
  },
  // Only owners are told anything.
  'GET /api/me/lofts/:loft_id/pigeons/:pigeon_id/log': {
    own: '133yyyyyyyyy',
    draft: '133yyyyyyyyy',
    foreign: '133yyyyyyyyy',
    foreign_draft: '133yyyyyyyyy',
    mismatched: '133yyyyyyyyy',
    missing: '133yyyyyyyyy',
  },
  // Only whoever decides about the bird is told its switches, and turns them: these have no owner, so their lofts do.
  'GET /api/me/lofts/:loft_id/seasons/:season_id/prizes': {
    own: '133yyyyyyyyy',
    draft: '133yyyyyyyyy',
    foreign: '133yyyyyyyyy',
    foreign_draft: '133yyyyyyyyy',
    mismatched: '133yyyyyyyyy',
    missing: '133yyyyyyyyy',
  },
  // They have won nothing there.
  'GET /api/me/lofts/:loft_id/seasons/:season_id/prizes/papers': {
    own: '133.........',
    draft: '133.........',
    foreign: '133.........',
    foreign_draft: '133.........',
    mismatched: '133.........',
    missing: '133.........',
  },
  'GET /api/me/lofts/:loft_id/pigeons/:pigeon_id/passport': {
    own: '133yyyyyyyyy',
    draft: '133yyyyyyyyy',
    foreign: '133yyyyyyyyy',
    foreign_draft: '133yyyyyyyyy',
    mismatched: '133yyyyyyyyy',
    missing: '133yyyyyyyyy',
  },
  'PUT /api/me/lofts/:loft_id/pigeons/:pigeon_id/passport': {
    own: '1......yy..y',
    draft: '1......yy..y',
    foreign: '1.........yy',
    foreign_draft: '1.........yy',
    mismatched: '1...........',
    missing: '1...........',
    body: { part: 'sale', is_shown: false },
  },
  'GET /api/notifications': { own: '133yyyyyyyyy' },
  'PUT /api/notifications': {
    own: '133yyyyyyyyy',
    body: {
      choices: {
        bird_home: channelChoice,
        flight_plans: channelChoice,
        list_sealed: channelChoice,
        released: channelChoice,
        results: channelChoice,
        dispute: channelChoice,
        bird_lost: channelChoice,
        bird_sale: channelChoice,
        prize: channelChoice,
        team_claim: channelChoice,
        cash: channelChoice,
        refund_failed: channelChoice,
        order: channelChoice,
        order_new: channelChoice,
        transport: channelChoice,
        loft_message: channelChoice,
        device_silent: channelChoice,
        job_stuck: channelChoice,
        rights: channelChoice,
        sign_in: channelChoice,
      },
      quiet: null,
      language: null,
    },
  },
  'POST /api/notifications/browsers': { own: '133yyyyyyyyy', body: browser },
  'DELETE /api/notifications/browsers': { own: '133yyyyyyyyy', body: { endpoint: browser.endpoint } },
  // For everyone with the link: it is signed.
  'GET /api/notifications/stop': { own: all, query: () => `token=${link}` },
  'POST /api/notifications/stop': { own: all, body: { token: link } },
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
  'GET /api/lofts/:loft_id/seasons/:season_id/products': flight,
  // The id of a season, of a loft, or of neither.
  'GET /api/custom/v1/merchant/products/:season_id': seasonManaged,
  'GET /api/lofts/:loft_id/seasons/:season_id/rulebook': flight,
  'GET /api/championships': open,
  'GET /api/championships/:championship_id': { own: all, missing: none },
  'GET /api/lofts/:loft_id/teams/:team_id/championships': flight,
  'GET /api/lofts/:loft_id/rankings': season,
  'GET /api/lofts/:loft_id/rankings/leaders': season,
  'GET /api/lofts/:loft_id/rankings/:ranking_id': flight,
  'GET /api/lofts/:loft_id/rankings/:ranking_id/birds': flight,
  // None of them is frozen.
  'GET /api/lofts/:loft_id/rankings/:ranking_id/frozen': nowhere,
  'GET /api/lofts/:loft_id/rankings/:ranking_id/comparison': {
    ...flight,
    query: ({ pigeon_id }) => `a=${pigeon_id}&b=${pigeon_id}`,
  },
  'GET /api/lofts/:loft_id/rankings/:ranking_id/explanation': {
    ...flight,
    query: ({ pigeon_id }) => `line=${pigeon_id}`,
  },
  'GET /api/lofts/:loft_id/seasons/:season_id/rankings/birds': flight,
  'GET /api/lofts/:loft_id/rankings/:ranking_id/what-if': {
    ...flight,
    query: ({ pigeon_id }) => `pigeon_id=${pigeon_id}&at=2026-06-06T06:00:00.000Z`,
  },
  'GET /api/lofts/:loft_id/seasons/:season_id/prizes': flight,
  'GET /api/lofts/:loft_id/seasons/:season_id/pigeons/:pigeon_id/prizes': flight,
  'GET /api/lofts/:loft_id/news': { ...loft, query: ({ season_id }) => `season_id=${season_id}` },
  'GET /api/news': open,
  'GET /api/lofts/:loft_id/news/:news_id': news,
  // For everyone with the link; this one is invalid.
  'GET /api/invitation': { own: '999999999999', query: () => 'token=none' },
  'POST /api/invitation': { own: '133999999999', body: { token: 'none' } },
  'GET /api/lofts/:loft_id/contracts': { own: all, foreign: all, missing: none },
  // Of published versions; their own tests have some.
  'GET /lofts/:loft_id/contracts/:contract_id/pdf': { own: none, missing: none },
  // Files that belong to something; their own tests have some.
  'GET /files/:file_id': { own: none, missing: none },
  // Photos that birds have; their own tests have some.
  'GET /photos/:loft_id/:pigeon_id/:name': { own: none, missing: none },
  'GET /api/lofts/:loft_id/media': { own: all, foreign: all, missing: none },
  'GET /api/lofts/:loft_id/registration': { own: all, foreign: all, missing: none },
  'GET /api/lofts/:loft_id/seasons/:season_id/registration': flight,
  // Nothing is chosen, and the identities have no address.
  'POST /api/lofts/:loft_id/seasons/:season_id/registration': {
    own: '1..999999999',
    draft: '1...9..99..9',
    foreign: '1..999999999',
    foreign_draft: '1.........99',
    mismatched: '1...........',
    missing: '1...........',
    get body() {
      const nothing = { team_id: null, collection_id: null, contract_id: null };
      return { request_key: crypto.randomUUID(), lines: [], ...nothing };
    },
  },
  'PUT /api/lofts/:loft_id/seasons/:season_id/registration/draft': {
    ...ownInSeason,
    body: { choice: {} },
  },
  'DELETE /api/lofts/:loft_id/seasons/:season_id/registration/draft': {
    ...ownInSeason,
    body: {},
  },
  'GET /api/lofts/:loft_id/seasons/:season_id/sale': flight,
  'POST /api/lofts/:loft_id/seasons/:season_id/sale/:listing_id/order': { ...wished, body: { price_cents: 75_000 } },
  'POST /api/lofts/:loft_id/seasons/:season_id/sale/:listing_id/offers': { ...wished, body: { amount_cents: 75_000 } },
  'GET /api/registrations/:order_id/rights': ordered,
  'GET /api/registrations': { own: '133yyyyyyyyy' },
  'GET /api/flock': { own: '133yyyyyyyyy' },
  'GET /api/flock/namings': { own: '133yyyyyyyyy' },
  'GET /api/registrations/:order_id': ordered,
  // Each person's own, for any loft.
  'GET /api/webhooks': { own: '133yyyyyyyyy' },
  'POST /api/webhooks': {
    own: '133yyyyyyyyy',
    body: { url: 'https://receiver.example.org/hook', events: ['result.official'], loft_id: null },
  },
  // Nobody of them has it.
  'GET /api/webhooks/:webhook_id': { own: '1...........' },
  'DELETE /api/webhooks/:webhook_id': { own: '1...........' },
  'POST /api/webhooks/:webhook_id/test': { own: '1...........' },
  'POST /api/webhooks/:webhook_id/deliveries/:delivery_id': { own: '1...........' },
  'GET /api/keys': { own: '133yyyyyyyyy' },
  'POST /api/keys': { own: '133yyyyyyyyy', body: { name: 'Screen in the bar' } },
  // Nobody of them has it.
  'DELETE /api/keys/:key_id': { own: '1...........' },
  'GET /api/favorites': { own: '133yyyyyyyyy' },
  'POST /api/favorites': {
    own: '133yyyyyyyyy',
    // It stores nothing: a page shows the reader's own favorites.
    body: { changes: [{ kind: 'lofts', loft_id: 1, id: 1, starred: false }] },
  },
  'GET /api/lofts/:loft_id/favorites': {
    own: '133yyyyyyyyy',
    draft: '133yyyyyyyyy',
    foreign: '133yyyyyyyyy',
    missing: '133yyyyyyyyy',
  },
};

/** Routes without policy: files, the state of the program, and the sign-in, which has tests of its own. */
export const forEverybody = new Set([
  'GET /api/custom/v1/public/countries/:locale',
  'POST /api/oauth/token',
  'POST /api/errors',
  'GET /api/openapi.json',
  'GET /api/v1/openapi.json',
  'GET /api/v1/*',
  'OPTIONS /api/v1/*',
  ...['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} /api/v1/*`),
  'GET /api/test/health',
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'].map((method) => `${method} /api/*`),
  // The pages, above.
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} /*`),
  'GET /live',
  'GET /embed.js',
  'GET /embed/board.js',
  'GET /livez',
  'GET /readyz',
  'GET /metrics',
  'GET /login',
  'GET /login/callback',
  'POST /logout',
  'POST /see-as/end',
  'GET /login/carried',
  'POST /login/carried',
  'GET /misc/language',
  'POST /misc/access-protection',
  'POST /misc/consent',
  'GET /misc/theme',
  // The identity provider's own protocol, tested in `server/identity`.
  'GET /id/.well-known/openid-configuration',
  'GET /id/.well-known/oauth-authorization-server',
  'GET /id/jwks',
  'GET /id/pictures/:name',
  'POST /id/oauth2/revoke',
  'POST /id/oauth2/token',
  'POST /id/oauth2/end-session/confirm',
  ...['authorize', 'userinfo', 'end-session'].flatMap((call) => [`GET /id/oauth2/${call}`, `POST /id/oauth2/${call}`]),
  'GET /media/:name',
  'GET /assets/olr/:name',
  'GET /flags/:flag',
  'GET /assets/*',
  'GET /favicon.svg',
  'GET /icons/:icon',
  'GET /sw.js',
]);
