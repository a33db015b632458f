/** The expected replies about money: a person's own, and that of a season. */
import { managed, managedFramedPage, ordered, type Row } from './rows.ts';

/** Of an order: the customer's in loft 1. */
const ownOrder: Row = {
  own: '1..y........',
  draft: '1...........',
  foreign: '1...........',
  foreign_draft: '1...........',
  missing: '1...........',
};
const ownOrderPage: Row = {
  own: 'sssy........',
  draft: 'sss.........',
  foreign: 'sss.........',
  foreign_draft: 'sss.........',
  missing: 'sss.........',
};
/** For merchants and admins. */
const money: Row = {
  own: '1.......y..y',
  draft: '1.......y..y',
  foreign: '1.........yy',
  foreign_draft: '1.........yy',
  missing: '1...........',
};
const moneyPage: Row = {
  own: 'sss.....y..y',
  draft: 'sss.....y..y',
  foreign: 'sss.......yy',
  foreign_draft: 'sss.......yy',
  missing: 'sss.........',
};
/** In the frame of a season, which names the right that is missing to who may read the season. */
const moneyFramedPage: Row = {
  own: 'sss33333y33y',
  draft: 'sss.3..3y..y',
  foreign: 'sss3333333yy',
  foreign_draft: 'sss.......yy',
  missing: 'sss.........',
};
/** Nobody has won anything there. */
const moneyOfNobody: Row = {
  own: '1...........',
  draft: '1...........',
  foreign: '1...........',
  foreign_draft: '1...........',
  missing: '1...........',
};
const paperOfNobody: Row = {
  own: 'sss.........',
  draft: 'sss.........',
  foreign: 'sss.........',
  foreign_draft: 'sss.........',
  mismatched: 'sss.........',
  missing: 'sss.........',
};
const moneyRefused: Row = {
  own: '1.......9..9',
  draft: '1.......9..9',
  foreign: '1.........99',
  foreign_draft: '1.........99',
  missing: '1...........',
};

export const moneyCalls: Record<string, Row> = {
  'GET /api/transports/cash': { own: '1333y3333333' },
  'GET /api/admin/lofts/:loft_id/agent-cash': managed,
  // Nothing is chosen.
  'POST /api/admin/lofts/:loft_id/agent-cash/:agent_id': {
    own: '1.......9..9',
    foreign: '1.........99',
    missing: '1...........',
    body: { payment_ids: [], reason: 'Counted at the loft', file_id: null },
  },
  'GET /api/orders/:order_id/payment': ownOrder,
  'GET /api/orders/:order_id/receipts': ordered,
  // No payment of this order was received.
  'GET /api/orders/:order_id/receipts/:payment_id': {
    own: '1...........',
    foreign: '1...........',
    missing: '1...........',
  },
  // It awaits no payment, so there is none to begin.
  'POST /api/orders/:order_id/payment': { ...ownOrder, own: '1..9........', body: { locale: 'en' } },
  'POST /api/orders/:order_id/payment/look': { ...ownOrder, body: {} },
  'GET /api/statement': { own: '133yyyyyyyyy' },
  'GET /api/search/orders': { own: '133yyyyyyyyy' },
  'GET /api/admin/seasons/:season_id/payments': money,
  'GET /api/admin/seasons/:season_id/payments/:order_id': money,
  'GET /api/admin/seasons/:season_id/statement': money,
  'GET /api/admin/seasons/:season_id/payouts': money,
  // Nobody has won anything there.
  'POST /api/admin/seasons/:season_id/payouts': {
    ...moneyRefused,
    body: { user_id: 1, amount_cents: 1, method: 'transfer', paid_on: '2026-06-06', reason: 'Tried', file_id: null },
  },
  'POST /api/admin/seasons/:season_id/payouts/:payout_id/answer': {
    ...money,
    own: '1...........',
    draft: '1...........',
    foreign: '1...........',
    foreign_draft: '1...........',
    body: { is_approved: true },
  },
  'POST /api/admin/seasons/:season_id/payouts/:payout_id/taken-back': {
    ...money,
    own: '1...........',
    draft: '1...........',
    foreign: '1...........',
    foreign_draft: '1...........',
    body: { reason: 'Tried' },
  },
  'GET /api/admin/seasons/:season_id/payouts/people/:user_id': moneyOfNobody,
  'POST /api/admin/seasons/:season_id/payouts/earlier': { ...money, body: {} },
  // More comes in than goes out.
  'POST /api/admin/seasons/:season_id/money': {
    ...moneyRefused,
    body: { sponsors_cents: 1, tax_cents: 0, fees_cents: 0, loft_cents: 0 },
  },
  'POST /api/admin/seasons/:season_id/orders/:order_id/payments': {
    ...moneyRefused,
    own: '1...9...9..9',
    draft: '1...9...9..9',
    body: { reason: 'Cash', file_id: null },
  },
  'POST /api/admin/seasons/:season_id/orders/:order_id/payments/answer': {
    ...moneyRefused,
    body: { is_approved: true },
  },
  'POST /api/admin/seasons/:season_id/orders/:order_id/payments/revoke': { ...moneyRefused, body: { reason: 'False' } },
  // It was paid in cash.
  'POST /api/admin/seasons/:season_id/refunds/:refund_id': {
    ...moneyRefused,
    body: { method: 'card', reason: 'Rejected', file_id: null },
  },
  'PUT /api/admin/lofts/:loft_id/payment-settings': { ...managed, body: { agent_limit_cents: 100_000 } },
  // The site of this test has no provider that transfers.
  'POST /api/me/payout-account': { own: '133.........', body: {} },
  // A webhook without a signature is not the card provider's.
  'POST /api/payments/webhook': { own: '999999999999' },
};

export const moneyPages: Record<string, Row> = {
  '/transports/owed': { own: 'sss3y3333333' },
  // The site of this test has no provider that transfers.
  '/payout-account': { own: 'sss.........' },
  '/admin/lofts/:loft_id/agents/cash': managedFramedPage,
  '/admin/seasons/:season_id/payments': moneyFramedPage,
  '/admin/seasons/:season_id/payments/:order_id': moneyFramedPage,
  '/admin/seasons/:season_id/statement': moneyFramedPage,
  '/admin/seasons/:season_id/payouts': moneyFramedPage,
  ...Object.fromEntries(
    ['csv', 'xlsx', 'pdf'].flatMap((format) => [
      [`/admin/seasons/:season_id/payments.${format}`, moneyPage],
      [`/admin/seasons/:season_id/statement.${format}`, moneyPage],
      [`/admin/seasons/:season_id/payouts.${format}`, moneyPage],
      [`/registrations/statement.${format}`, { own: 'sssyyyyyyyyy' }],
    ]),
  ),
  '/lofts/:loft_id/seasons/:season_id/prizes/statement.pdf': paperOfNobody,
  '/lofts/:loft_id/seasons/:season_id/prizes/payouts/:payout_id/receipt.pdf': paperOfNobody,
  '/admin/seasons/:season_id/payouts/people/:user_id/statement.pdf': paperOfNobody,
  '/admin/seasons/:season_id/payouts/people/:user_id/:payout_id/receipt.pdf': paperOfNobody,
  '/registrations/statement': { own: 'sssyyyyyyyyy' },
  '/registrations/:order_id/pay': ownOrderPage,
  '/registrations/:order_id/paid': ownOrderPage,
  // No payment of this order was received.
  '/registrations/:order_id/receipts/:payment_id': {
    own: 'sss.........',
    foreign: 'sss.........',
    missing: 'sss.........',
  },
};
