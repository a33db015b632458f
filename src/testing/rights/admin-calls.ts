/** The expected replies of the admin calls; with those of `public-calls.ts` of every call. */
import { defaultRulebook } from '#domain/seasons/rulebook.ts';
import { shownExcept } from '#domain/seasons/visibility.ts';
import {
  beginning,
  device,
  draftContract,
  entry,
  entryFee,
  newChampionship,
  newRanking,
  newsBody,
  pixel,
  place,
  plannedFlight,
  plannedSeries,
  ranked,
  settings,
  somebody,
  standardSeason,
  window,
} from './bodies.ts';
import { moneyCalls } from './money.ts';
import { publicCalls } from './public-calls.ts';
import {
  byAdmins,
  deviceManaged,
  managed,
  newsManaged,
  ordered,
  pointRefused,
  type Row,
  refusedToAdmins,
  seasonManaged,
  seasonRefused,
} from './rows.ts';
import { transportCalls } from './transports.ts';

const nobodysTeams = { ...seasonRefused, body: { team_ids: [] } };

export const calls: Record<string, Row> = {
  ...publicCalls,
  ...moneyCalls,
  ...transportCalls,
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
  'GET /api/admin/lofts/:loft_id/declarations': managed,
  'GET /api/admin/championships': { own: '1..........y' },
  'POST /api/admin/championships': { own: '1..........y', body: newChampionship },
  // In a version that nobody saw.
  'PUT /api/admin/championships/:championship_id': {
    own: '1..........9',
    missing: '1...........',
    body: () => ({ ...newChampionship(), version: 99 }),
  },
  'POST /api/admin/championships/:championship_id/publication': {
    own: '1..........9',
    missing: '1...........',
    body: { version: 99 },
  },
  'POST /api/admin/championships/:championship_id/withdrawal': {
    own: '1..........9',
    missing: '1...........',
    body: { version: 99, reason: 'A test' },
  },
  'DELETE /api/admin/championships/:championship_id': {
    own: '1..........9',
    missing: '1...........',
    body: { version: 99 },
  },
  'GET /api/admin/audit': { own: '1..........y' },
  'GET /api/admin/lofts/:loft_id/audit': managed,
  'GET /api/admin/lofts/:loft_id/team-claims': managed,
  // It was withdrawn.
  'POST /api/admin/lofts/:loft_id/team-claims/:claim_id/decision': {
    own: '1.......9..9',
    foreign: '1.........99',
    mismatched: '1...........',
    missing: '1...........',
    body: { decision: 'accepted', reason: '' },
  },
  'GET /api/admin/people': { own: '1..........y' },
  'POST /api/people/:user_id/see-as': { own: '1..........y', missing: '1...........', body: {} },
  'GET /api/admin/work': { own: '13333333333y' },
  // No job has failed there.
  'POST /api/admin/work/retry': { own: '1...........', body: { queue: 'files', item: 'none' } },
  'POST /api/admin/work/put-aside': { own: '1...........', body: { queue: 'files', item: 'none', reason: 'Tried' } },
  'GET /api/admin/lofts': { own: '13333333y3yy' },
  'POST /api/admin/lofts': {
    own: '13333333y3yy',
    // Two lofts never have the same name.
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
  'PUT /api/admin/lofts/:loft_id/accent': { ...managed, body: { accent: '#123c69' } },
  'PUT /api/admin/lofts/:loft_id/logo': { ...managed, body: { file_id: null } },
  'PUT /api/admin/lofts/:loft_id/first-steps': { ...managed, body: { is_hidden: false } },
  'PUT /api/admin/lofts/:loft_id/address': {
    ...managed,
    body: { street: '', zipcode: '', city: '', country: 'BE', latitude: 51, longitude: 4.5, version: 1 },
  },
  'GET /api/admin/lofts/:loft_id/packages': managed,
  'POST /api/admin/lofts/:loft_id/packages': { ...byAdmins, body: { type: 'premium' } },
  'POST /api/admin/lofts/:loft_id/subscriptions': { ...byAdmins, body: { months: 12, starts_at: '2026-01-01' } },
  'PUT /api/admin/lofts/:loft_id/subscriptions/:subscription_id': {
    ...refusedToAdmins,
    body: { months: 12, starts_at: '2041-01-01', ended_on: null, reason: 'A wrong day', version: 99 },
  },
  'DELETE /api/admin/lofts/:loft_id/subscriptions/:subscription_id': {
    ...refusedToAdmins,
    body: { reason: 'Of another loft', version: 99 },
  },
  'GET /api/admin/lofts/:loft_id/certificate-texts': managed,
  // Somebody changed it meanwhile.
  'PUT /api/admin/lofts/:loft_id/certificate-texts': {
    own: '1.......9..9',
    foreign: '1.........99',
    missing: '1...........',
    body: { locale: 'en', greeting: 'Well flown', name: '', office: '', version: 99 },
  },
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
  'GET /api/admin/lofts/:loft_id/fanciers/messages': managed,
  // Nobody is chosen.
  'POST /api/admin/lofts/:loft_id/fanciers/messages': {
    own: '1.......9..9',
    foreign: '1.........99',
    missing: '1...........',
    body: { fancier_ids: [], subject: 'Basketing', text: 'On Friday.', language: 'en' },
  },
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
  'POST /api/admin/lofts/:loft_id/seasons/standard': {
    own: '1......yy..y',
    foreign: '1.........yy',
    missing: '1...........',
    get body() {
      return standardSeason(crypto.randomUUID());
    },
  },
  // No loft shares its set-up.
  'POST /api/admin/lofts/:loft_id/seasons/copy': {
    own: '1...........',
    foreign: '1...........',
    missing: '1...........',
    body: { season_id: 1, name: 'Copy', year: 2030 },
  },
  'PUT /api/admin/seasons/:season_id': {
    own: '1......yy..y',
    foreign: '1.........yy',
    missing: '1...........',
    body: { ...settings('2026'), version: 1 },
  },
  // It is there already: nothing is done.
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
  'GET /api/admin/seasons/:season_id/messages': seasonManaged,
  // Nobody of this group is there.
  'POST /api/admin/seasons/:season_id/messages': {
    ...seasonRefused,
    get body() {
      return {
        request_key: crypto.randomUUID(),
        people: 'in_transit',
        subject: 'On their way',
        text: 'On Friday.',
        is_essential: false,
      };
    },
  },
  'PUT /api/admin/seasons/:season_id/visibility': { ...seasonManaged, body: shownExcept([]) },
  'GET /api/admin/lofts/:loft_id/release-points': seasonManaged,
  'POST /api/admin/lofts/:loft_id/release-points': {
    ...seasonManaged,
    get body() {
      return { ...place, name: crypto.randomUUID() };
    },
  },
  // Somebody changed it meanwhile.
  'PUT /api/admin/lofts/:loft_id/release-points/:release_point_id': {
    ...pointRefused,
    body: { ...place, version: 99 },
  },
  'DELETE /api/admin/lofts/:loft_id/release-points/:release_point_id': { ...pointRefused, body: { version: 99 } },
  'GET /api/admin/seasons/:season_id/flights': seasonManaged,
  'GET /api/admin/seasons/:season_id/flights/preparation': seasonManaged,
  'GET /api/admin/seasons/:season_id/flights/:flight_id': seasonManaged,
  'POST /api/admin/seasons/:season_id/flights': {
    ...seasonManaged,
    get body() {
      return plannedFlight();
    },
  },
  'POST /api/admin/seasons/:season_id/flights/series': {
    ...seasonManaged,
    get body() {
      return plannedSeries();
    },
  },
  // It is in the air.
  'PUT /api/admin/seasons/:season_id/flights/:flight_id': {
    ...seasonRefused,
    get body() {
      return { ...plannedFlight(), version: 1 };
    },
  },
  'DELETE /api/admin/seasons/:season_id/flights/:flight_id': { ...seasonRefused, body: { version: 1 } },
  'PUT /api/admin/seasons/:season_id/flights/:flight_id/rules': { ...seasonRefused, body: { version: 1, rules: null } },
  'POST /api/admin/seasons/:season_id/flights/:flight_id/steps': {
    ...seasonRefused,
    body: { event: 'open_basketing', reason: '' },
  },
  'POST /api/admin/seasons/:season_id/flights/:flight_id/closing': {
    ...seasonRefused,
    body: { date: '2090-01-01', time: '12:00', reason: 'Rain' },
  },
  'GET /api/admin/seasons/:season_id/flights/:flight_id/signatures': seasonManaged,
  'GET /api/admin/seasons/:season_id/flights/:flight_id/control': seasonManaged,
  'POST /api/admin/seasons/:season_id/flights/:flight_id/signatures': {
    ...seasonRefused,
    body: { fingerprint: '0'.repeat(64) },
  },
  // No clock owes these.
  'POST /api/admin/seasons/:season_id/flights/:flight_id/given-up-readings': {
    own: '1.......9..9',
    draft: '1.......9..9',
    foreign: '1.........99',
    foreign_draft: '1.........99',
    missing: '1...........',
    body: { gaps: [{ device_id: 1, boot: '1', from: 1, to: 1 }], reason: 'The clock is broken' },
  },
  'GET /api/admin/seasons/:season_id/flights/:flight_id/disputes': seasonManaged,
  // It was withdrawn.
  'POST /api/admin/seasons/:season_id/flights/:flight_id/disputes/:n/answer': {
    ...seasonRefused,
    body: { decision: 'rejected', text: 'The film shows another bird', ruling_n: null },
  },
  'GET /api/admin/seasons/:season_id/flights/:flight_id/rulings': seasonManaged,
  'GET /api/admin/seasons/:season_id/flights/:flight_id/rulings/:n': seasonManaged,
  'GET /api/admin/seasons/:season_id/flights/:flight_id/rulings/entries': seasonManaged,
  'GET /api/admin/seasons/:season_id/flights/:flight_id/rulings/birds': seasonManaged,
  // A bird that is not on the list.
  'POST /api/admin/seasons/:season_id/flights/:flight_id/rulings/effect': {
    ...seasonRefused,
    body: { ruling: { kind: 'disqualified', ring: 'XX 1' }, all: false },
  },
  'POST /api/admin/seasons/:season_id/flights/:flight_id/rulings': {
    ...seasonRefused,
    body: {
      ruling: { kind: 'disqualified', ring: 'XX 1' },
      reason: 'As the film shows',
      seen: '0'.repeat(64),
      file_ids: [],
    },
  },
  // It closes the flight before its release, and its maker has taken it back.
  'POST /api/admin/seasons/:season_id/flights/:flight_id/rulings/:n/effect': { ...seasonRefused, body: { all: false } },
  'POST /api/admin/seasons/:season_id/flights/:flight_id/rulings/:n/signature': {
    ...seasonRefused,
    body: { seen: '0'.repeat(64) },
  },
  'POST /api/admin/seasons/:season_id/flights/:flight_id/rulings/:n/refusal': {
    ...seasonRefused,
    body: { reason: 'The film shows another bird' },
  },
  'POST /api/admin/seasons/:season_id/flights/:flight_id/postponement': {
    ...seasonRefused,
    body: { release_date: '', release_time: '', reason: 'Rain', version: 1 },
  },
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
  'GET /api/admin/seasons/:season_id/pigeons': seasonManaged,
  'GET /api/admin/seasons/:season_id/pigeons/:pigeon_id': seasonManaged,
  'GET /api/admin/seasons/:season_id/pigeons/:pigeon_id/bird': seasonManaged,
  // It looks the same as any other entry.
  'PUT /api/admin/seasons/:season_id/pigeons/:pigeon_id/bird': {
    own: '1.......9..9',
    draft: '1.......9..9',
    foreign: '1.........99',
    foreign_draft: '1.........99',
    missing: '1...........',
    body: { same_as: null, reason: '' },
  },
  // Nobody is chosen; and a bird cannot be moved to where it is.
  // Nobody has this address, and the right has ended already.
  'POST /api/admin/seasons/:season_id/pigeons/:pigeon_id/photo': { ...seasonManaged, body: [pixel] },
  'DELETE /api/admin/seasons/:season_id/pigeons/:pigeon_id/photo': { ...seasonManaged, body: {} },
  'POST /api/admin/seasons/:season_id/pigeons/:pigeon_id/rights': {
    ...seasonRefused,
    body: { email: 'nobody@example.org', share_bp: 3500, from_day: '2190-01-01', reason: '' },
  },
  'POST /api/admin/seasons/:season_id/pigeons/:pigeon_id/rights/:n/end': {
    ...seasonRefused,
    body: { until_day: '2190-01-01' },
  },
  'PUT /api/admin/seasons/:season_id/pigeon-statuses': {
    ...seasonRefused,
    body: { pigeon_ids: [], status: 'lost', reason: '' },
  },
  'POST /api/res/v1/pigeon-statuses': {
    ...seasonRefused,
    body: ({ pigeon_id }) => ({ pigeon_id, pigeon_status_type_id: 3, reason: '' }),
  },
  'GET /api/registrations/:order_id/pigeons': ordered,
  'GET /api/registrations/:order_id/earlier-pigeons': ordered,
  // The loft has not confirmed it.
  'POST /api/registrations/:order_id/pigeons': {
    own: '1..9...99..9',
    foreign: '1.........99',
    missing: '1...........',
    body: { ring: 'BE 26-4023187', name: '', color: '', sex: 'unknown', team_id: null },
  },
  'POST /api/registrations/:order_id/pigeon-lists': {
    ...ordered,
    body: { list: 'BE 26-4023187', mode: 'look', team_id: '' },
  },
  // Its birds are not of the order.
  'PUT /api/registrations/:order_id/pigeons/:pigeon_id': {
    own: '1...........',
    foreign: '1...........',
    missing: '1...........',
    body: { ring: 'BE 26-4023187', name: '', color: '', sex: 'unknown', team_id: null },
  },
  'DELETE /api/registrations/:order_id/pigeons/:pigeon_id': {
    own: '1...........',
    foreign: '1...........',
    missing: '1...........',
  },
  'POST /api/registrations/:order_id/pigeons/:pigeon_id/pedigree': {
    own: '1...........',
    foreign: '1...........',
    missing: '1...........',
    body: [pixel],
  },
  'DELETE /api/registrations/:order_id/pigeons/:pigeon_id/pedigree': {
    own: '1...........',
    foreign: '1...........',
    missing: '1...........',
  },
  'PUT /api/registrations/:order_id/places': { ...ordered, body: { pigeon_ids: [] } },
  // The team does not exist.
  'PUT /api/registrations/:order_id/team': {
    own: '1...........',
    foreign: '1...........',
    missing: '1...........',
    body: { team_id: 99_999_999, team: 'Aerts' },
  },
  'GET /api/registrations/:order_id/activations': ordered,
  // Nothing is chosen.
  'POST /api/registrations/:order_id/activations': {
    own: '1..9...99..9',
    foreign: '1.........99',
    missing: '1...........',
    body: { product_id: 1, pigeon_ids: [] },
  },
  'GET /api/admin/seasons/:season_id/activations': seasonManaged,
  'POST /api/admin/seasons/:season_id/activations': { ...seasonRefused, body: { product_id: 1, pigeon_ids: [] } },
  'GET /api/admin/seasons/:season_id/flights/:flight_id/release': seasonManaged,
  'GET /api/admin/seasons/:season_id/flights/:flight_id/inventory': seasonManaged,
  // Long after the release.
  'POST /api/admin/seasons/:season_id/flights/:flight_id/release/observations': {
    ...seasonManaged,
    get body() {
      return { id: crypto.randomUUID(), at: new Date().toISOString(), observed: { kind: 'arrived' } };
    },
  },
  // Long before the release.
  'POST /api/admin/seasons/:season_id/flights/:flight_id/release/pictures': {
    ...seasonRefused,
    body: { id: '0b9a6f0e-3f0c-4c55-9d6a-3b8f6d7f6a02', at: '2020-01-01T07:00:00.000Z', file_id: 1 },
  },
  'DELETE /api/admin/seasons/:season_id/flights/:flight_id/release/pictures/:picture_id': {
    ...seasonManaged,
    body: {},
  },
  // Before the release.
  'POST /api/admin/seasons/:season_id/flights/:flight_id/release/withdrawal': {
    ...seasonRefused,
    body: { release_time: '2026-06-06T05:00:00.000Z', reason: 'Pressed by mistake' },
  },
  'POST /api/admin/seasons/:season_id/flights/:flight_id/release/groups': {
    ...seasonRefused,
    body: { group: 2, at: '2020-01-01T07:00:00.000Z', crates: '1' },
  },
  'POST /api/admin/seasons/:season_id/flights/:flight_id/release': {
    ...seasonRefused,
    body: { id: '0b9a6f0e-3f0c-4c55-9d6a-3b8f6d7f6a01', source: 'phone', at: '2020-01-01T07:00:00.000Z' },
  },
  'GET /api/admin/seasons/:season_id/flights/:flight_id/basketing': seasonManaged,
  // The birds are in the air: a device that was not there is refused.
  'POST /api/admin/seasons/:season_id/flights/:flight_id/basketing/events': {
    ...seasonRefused,
    get body() {
      return { device: crypto.randomUUID(), since: 0, events: [] };
    },
  },
  'PUT /api/admin/seasons/:season_id/flights/:flight_id/basketing/roll-call': {
    ...seasonManaged,
    body: { since: null },
  },
  'GET /api/admin/seasons/:season_id/intake': seasonManaged,
  // The bird does not exist.
  'POST /api/admin/seasons/:season_id/intake': {
    ...seasonRefused,
    body: { ring: 'BE 26-0000000', chip: 'A1000001', reason: '' },
  },
  'POST /api/admin/seasons/:season_id/pigeon-imports': {
    ...seasonManaged,
    body: { file: Buffer.from('ring\nBE 26-0000001').toString('base64'), mode: 'look' },
  },
  // The bird already has a place.
  'POST /api/admin/seasons/:season_id/pigeons/:pigeon_id/outside-order': {
    ...seasonRefused,
    body: { reason: 'The loft’s own' },
  },
  'PUT /api/admin/seasons/:season_id/pigeons/:pigeon_id/facts': {
    ...seasonManaged,
    body: { ring: 'BE 26-0000009', name: '', sex: '', color: '' },
  },
  'GET /api/admin/seasons/:season_id/lost': seasonManaged,
  // Of another person.
  'GET /api/custom/v1/user/:user_id/seasons/:season_id': seasonManaged,
  'GET /api/custom/v1/user/:user_id/pigeons/:season_id': seasonManaged,
  'DELETE /api/admin/seasons/:season_id/teams': nobodysTeams,
  'PUT /api/admin/seasons/:season_id/teams/fancier': { ...seasonRefused, body: { team_ids: [], fancier: 'Aerts' } },
  'PUT /api/admin/seasons/:season_id/teams/account': { ...seasonRefused, body: { team_ids: [], email: null } },
  'DELETE /api/admin/seasons/:season_id/pigeons/:pigeon_id': seasonRefused,
  'GET /api/admin/seasons/:season_id/products': seasonManaged,
  'POST /api/admin/seasons/:season_id/products': { ...seasonManaged, body: entryFee },
  'GET /api/admin/seasons/:season_id/products/:product_id': seasonManaged,
  'PUT /api/admin/seasons/:season_id/products/:product_id': { ...seasonManaged, body: { ...entryFee, version: 1 } },
  'DELETE /api/admin/seasons/:season_id/products/:product_id': { ...seasonManaged, body: { version: 1 } },
  'GET /api/admin/seasons/:season_id/rankings': seasonManaged,
  'POST /api/admin/seasons/:season_id/rankings': { ...seasonManaged, body: newRanking },
  'POST /api/admin/seasons/:season_id/rankings/trial': { ...seasonManaged, body: { rule: ranked.rule } },
  'PUT /api/admin/seasons/:season_id/rankings/:ranking_id': {
    ...seasonManaged,
    body: () => ({ ...newRanking(), version: 2 }),
  },
  'POST /api/admin/seasons/:season_id/rankings/:ranking_id/publication': { ...seasonManaged, body: { version: 2 } },
  // It is published.
  'DELETE /api/admin/seasons/:season_id/rankings/:ranking_id': { ...seasonRefused, body: { version: 2 } },
  // Nobody of the twelve published it.
  'POST /api/admin/seasons/:season_id/rankings/:ranking_id/withdrawal': {
    ...seasonRefused,
    body: { version: 2, reason: 'A test' },
  },
  'GET /api/admin/seasons/:season_id/rankings/:ranking_id/birds': seasonManaged,
  // Its rule asks for no named birds.
  'PUT /api/lofts/:loft_id/rankings/:ranking_id/teams/:team_id/birds': { ...pointRefused, body: { pigeon_ids: [] } },
  'GET /api/admin/seasons/:season_id/rulebook': seasonManaged,
  // The same again: it publishes nothing.
  'POST /api/admin/seasons/:season_id/rulebook': {
    ...seasonManaged,
    body: { after_version: 1, rulebook: defaultRulebook('km') },
  },
  'GET /api/admin/lofts/:loft_id/news': { ...newsManaged, query: ({ season_id }) => `season_id=${season_id}` },
  'POST /api/admin/lofts/:loft_id/news': {
    ...newsManaged,
    query: ({ season_id }) => `season_id=${season_id}`,
    body: newsBody,
  },
  'GET /api/admin/lofts/:loft_id/news/:news_id': newsManaged,
  'PUT /api/admin/lofts/:loft_id/news/:news_id': { ...newsManaged, body: { ...newsBody, version: 1 } },
  'DELETE /api/admin/lofts/:loft_id/news/:news_id': newsManaged,
  'GET /api/admin/seasons/:season_id/orders': seasonManaged,
  'GET /api/admin/seasons/:season_id/orders/:order_id': seasonManaged,
  // Nothing is chosen.
  'POST /api/admin/seasons/:season_id/orders/confirmation': { ...seasonRefused, body: { order_ids: [] } },
  'POST /api/admin/seasons/:season_id/orders/rejection': {
    ...seasonRefused,
    body: { order_ids: [], reason: 'No room' },
  },
  'POST /api/admin/seasons/:season_id/orders/reopening': {
    ...seasonRefused,
    body: { order_ids: [], reason: 'By mistake' },
  },
  'GET /api/admin/seasons/:season_id/sale': seasonManaged,
  // Nothing is chosen, and there are no offers.
  'POST /api/admin/seasons/:season_id/sale': { ...seasonRefused, body: { pigeon_ids: [], price_cents: null } },
  'PUT /api/admin/seasons/:season_id/sale/:listing_id': { ...seasonManaged, body: { price_cents: 75_000 } },
  'POST /api/admin/seasons/:season_id/sale/withdrawal': { ...seasonRefused, body: { listing_ids: [] } },
  'POST /api/admin/seasons/:season_id/sale/:listing_id/acceptance': { ...seasonRefused, body: { n: 1 } },
  'GET /api/admin/seasons/:season_id/overview': seasonManaged,
  'GET /api/admin/seasons/:season_id/counts': seasonManaged,
  'GET /api/admin/seasons/:season_id/customers': seasonManaged,
  'GET /api/admin/seasons/:season_id/customers/:user_id': seasonManaged,
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
      const rights = { is_merchant: false, is_agent: true, is_staff: false, has_seasons: false };
      return { email: `${crypto.randomUUID()}@example.org`, language: 'en', ...rights };
    },
  },
  // It was withdrawn already: withdrawing again changes nothing, and a rule refuses a further mail.
  'DELETE /api/admin/lofts/:loft_id/invitations/:invitation_id': { ...managed, mismatched: '1...........' },
  'POST /api/admin/lofts/:loft_id/invitations/:invitation_id/letter': {
    own: '1.......9..9',
    foreign: '1.........99',
    mismatched: '1...........',
    missing: '1...........',
  },
  'GET /api/lofts/:loft_id/permissions': managed,
  'GET /api/lofts/:loft_id/people': { ...managed, query: ({ user_id }) => `email=zmail-${user_id}@example.org` },
  // Rights may be given to any person; they are revoked only from people who have some.
  'PUT /api/lofts/:loft_id/permissions/:user_id': { ...managed, mismatched: '1.......y..y', body: entry },
  'DELETE /api/lofts/:loft_id/permissions/:user_id': { ...managed, mismatched: '1...........' },
  'PUT /api/lofts/:loft_id/second-factor': { ...managed, body: { is_demanded: false } },
  'POST /api/lofts/:loft_id/files': {
    // An agent shows the receipt for money that was handed over.
    own: '1...y..yy..y',
    foreign: '1.........yy',
    missing: '1...........',
    body: [pixel],
  },
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
  'GET /api/overview': { own: '13333333y3yy' },
  'GET /api/lofts/:loft_id/overview': managed,
  'GET /api/people/:user_id/security-log': { own: '1..........y', missing: '1...........' },
  'PUT /api/people/:user_id/standing': {
    own: '1..........y',
    missing: '1...........',
    body: { is_admin: false, roles: ['supporter'] },
  },
  // A final status; the managers of the season reject instead.
  'POST /api/registrations/:order_id/cancellation': {
    own: '1..y........',
    foreign: '1...........',
    missing: '1...........',
    body: {},
  },
};
