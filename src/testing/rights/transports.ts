/** The expected replies about transports: for their customers, their agents, and the managers of the loft. */
import {
  all,
  managed,
  managedFramedPage,
  none,
  ordered,
  orderedPage,
  type Row,
  seasonFramedPage,
  seasonManaged,
  seasonManagedPage,
} from './rows.ts';

/** An agent's offers and requests: for the agent and the managers of the loft's seasons. */
const handled: Row = { own: '1...y..yy..y', foreign: '1.........yy', missing: '1...........' };
/** Redirects to the sign-in without a session. */
const handledPage: Row = { own: 'sss.y..yy..y', foreign: 'sss.......yy', missing: 'sss.........' };
const agents: Row = { own: '1333y3333333' };
const agentsPage: Row = { own: 'sss3y3333333' };

export const transportCalls: Record<string, Row> = {
  'GET /api/lofts/:loft_id/collections': { own: all, foreign: all, missing: none },
  'GET /api/registrations/:order_id/transport': ordered,
  // It is the requested one, and its agent has accepted.
  'PUT /api/registrations/:order_id/transport': {
    own: '1..y........',
    foreign: '1...........',
    missing: '1...........',
    body: ({ collection_id }) => ({ collection_id }),
  },
  'POST /api/registrations/:order_id/transport/cancellation': {
    own: '1..9........',
    foreign: '1...........',
    missing: '1...........',
    body: {},
  },
  'GET /api/transports': agents,
  'GET /api/transports/:transport_id': handled,
  // An earlier reply stays as it is, and the outcome says so.
  'POST /api/transports/confirmation': {
    ...handled,
    body: ({ transport_id }) => ({ transport_ids: [transport_id] }),
  },
  'POST /api/transports/pick-up': { ...handled, body: ({ transport_id }) => ({ transport_ids: [transport_id] }) },
  // Nothing is chosen.
  'POST /api/transports/closing': { own: '1...9..99.99', body: { transport_ids: [] } },
  'POST /api/transports/closing/cancellation': { own: '1...9..99.99', body: { transport_ids: [] } },
  'POST /api/transports/return': { own: '1...9..99.99', body: { transport_ids: [] } },
  'POST /api/transports/rejection': { own: '1...9..99.99', body: { transport_ids: [], reason: 'No room' } },
  // Nobody but the agent, neither managers of the loft nor admins.
  'GET /api/transports/route': { own: '1...y.......' },
  'PUT /api/transports/route': {
    own: '1...y.......',
    foreign: '1...........',
    missing: '1...........',
    body: ({ transport_id }) => ({ day: '2020-01-02', transport_ids: [transport_id] }),
  },
  // Nothing was picked up, or it is put back: the outcome says so.
  'POST /api/transports/pick-up/cancellation': {
    own: '1...y.......',
    foreign: '1...........',
    missing: '1...........',
    body: ({ transport_id }) => ({ transport_ids: [transport_id] }),
  },
  'GET /api/collections': agents,
  'GET /api/collections/:collection_id/manifest': handled,
  // On a day that is past.
  'POST /api/lofts/:loft_id/agents/:agent_id/collections': {
    own: '1...9..99..9',
    foreign: '1.........99',
    mismatched: '1...........',
    missing: '1...........',
    body: { place: 'Zwolle', day: '2020-01-01', from_time: '09:00', to_time: '12:00', price_cents: 1200, note: '' },
  },
  // Another person relies on it.
  'DELETE /api/collections/:collection_id': {
    own: '1...9..99..9',
    foreign: '1.........99',
    missing: '1...........',
  },
  'GET /api/admin/lofts/:loft_id/agents': managed,
  'GET /api/admin/seasons/:season_id/transports': seasonManaged,
};

export const transportPages: Record<string, Row> = {
  '/registrations/:order_id/shipments': orderedPage,
  '/transports': agentsPage,
  '/transports/offers': agentsPage,
  '/transports/route': { own: 'sss.y.......' },
  '/transports/:transport_id': handledPage,
  '/transports/manifest/:collection_id': handledPage,
  '/transports/manifest/:collection_id/pdf': handledPage,
  '/admin/lofts/:loft_id/agents': managedFramedPage,
  '/admin/seasons/:season_id/transports': seasonFramedPage,
  '/admin/seasons/:season_id/transports.csv': seasonManagedPage,
  '/admin/seasons/:season_id/transports.xlsx': seasonManagedPage,
  '/admin/seasons/:season_id/transports.pdf': seasonManagedPage,
};
