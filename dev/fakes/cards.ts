/**
 * A sandbox for cards that speaks Stripe's protocol over HTTP: sessions, payment intents, refunds, signed events, and
 * the payment page. The demo starts it when the operator has no keys of their own. No money moves.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import Stripe from 'stripe';
import type { StripeKeys } from '#server/config.ts';
import type { CardsSandbox, SandboxPage, Shown } from '#server/payments/sandbox.ts';
import { cardsPolicy, type PageStep, pageOf } from './cards-page.ts';
import { type DeliveryMode, deliveryModes, type Session } from './session.ts';

const steps = ['card', 'declined', 'bank'] as const satisfies readonly PageStep['step'][];

/** The step that a button leads to. */
const nextSteps: Readonly<Record<string, PageStep['step']>> = {
  decline: 'declined',
  refuse: 'declined',
  authenticate: 'bank',
};

/** A refund as Stripe reports it. */
interface Refund {
  id: string;
  object: 'refund';
  payment_intent: string;
  status: RefundStatus;
  amount: number;
  currency: string;
  created: number;
}

/** The status of a refund at Stripe; one that succeeded can still fail. */
export type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';

const isOver = ({ status }: Refund) => status === 'failed' || status === 'canceled';

/** An account to which money is transferred, as Stripe reports it. */
interface Account {
  id: string;
  object: 'account';
  capabilities: { transfers: 'active' | 'inactive' | 'pending' };
}

/** A transfer to an account. */
interface Transfer {
  id: string;
  object: 'transfer';
  amount: number;
  currency: string;
  destination: string;
  transfer_group: string | null;
  reversed: boolean;
  created: number;
}

interface State {
  accounts: Record<string, Account>;
  transfers: Record<string, Transfer>;
  sessions: Record<string, Session>;
  refunds: Record<string, Refund>;
  /** The reply under an idempotency key, and a hash of the request. */
  answers: Record<string, { asked: string; answer: unknown }>;
}

export interface SandboxOptions {
  /** The address of the site's webhook. */
  webhook: () => string;
  /** The file that keeps payments over a restart. */
  file?: string;
  late_ms?: number;
  now_ms?: () => number;
}

export interface Sandbox extends CardsSandbox {
  keys: StripeKeys;
  /** The first status of further refunds; by default they succeed at once. */
  refundsBegin(status: RefundStatus): void;
  /** Sets the status of the last refund of a charge, and reports it to the site or not. */
  endRefund(intent: string, status: RefundStatus, delivery?: 'at_once' | 'lost'): Promise<void>;
  /** What its owner said about an account is enough for transfers, or is not any more; reported to the site. */
  endAccount(account: string, transfers: Account['capabilities']['transfers']): Promise<void>;
  /** Whether the balance is enough for further transfers and the accounts' for reversals. */
  holds(isEnough: boolean): void;
  /** How often money was transferred to an account, and what of it is there. */
  transferredTo(account: string): { transfers: number; amount: number };
  /** Reverses a transfer by the hand of the operator, and reports it as often. */
  reverse(transfer: string, times: number): Promise<void>;
  /** Reports the last transfer to an account, also late. */
  reportTransfer(account: string): Promise<void>;
  /** The replies to the next so many requests for a transfer are lost, after it was made. */
  loseReplies(count: number): void;
  /** Waits until all events are sent, for tests. */
  allSent(): Promise<void>;
  stop(): Promise<void>;
}

const idOf = (kind: string) => `${kind}_sandbox_${randomBytes(12).toString('hex')}`;

class Refused extends Error {}
class Missing extends Error {}

export async function startSandbox({
  webhook,
  file,
  late_ms = 15_000,
  now_ms = Date.now,
}: SandboxOptions): Promise<Sandbox> {
  const state: State = { accounts: {}, transfers: {}, sessions: {}, refunds: {}, answers: {} };
  if (file) Object.assign(state, readState(file));
  const save = () => file && writeFileSync(file, JSON.stringify(state));
  const secret_key = idOf('sk');
  const webhook_secret = idOf('whsec');
  let nextRefund: RefundStatus = 'succeeded';
  let isEnough = true;
  let repliesLost = 0;
  const underway = new Set<Promise<unknown>>();
  const late = new Set<NodeJS.Timeout>();
  const seconds = () => Math.floor(now_ms() / 1000);

  const app = Fastify({ logger: false });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization !== `Bearer ${secret_key}`)
      return reply.code(401).send({ error: { type: 'authentication_error', message: 'No such key.' } });
  });
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof Missing ? 404 : error instanceof Refused ? 400 : 500;
    return reply.code(status).send({
      error: {
        type: status === 500 ? 'api_error' : 'invalid_request_error',
        ...(status === 404 && { code: 'resource_missing' }),
        message: (error as Error).message,
      },
    });
  });

  /** Repeats the first reply to a request with the same key; the key with another request is refused. */
  const once = (request: { url: string; body: unknown; headers: Record<string, unknown> }, make: () => unknown) => {
    const key = request.headers['idempotency-key'];
    const asked = createHash('sha256')
      .update(`${request.url} ${JSON.stringify(request.body)}`)
      .digest('hex');
    const before = typeof key === 'string' ? state.answers[key] : undefined;
    if (before && before.asked !== asked)
      return { error: { type: 'idempotency_error', message: 'The key was used for something else.' } };
    if (before) return before.answer;
    const answer = make();
    if (typeof key === 'string') state.answers[key] = { asked, answer };
    save();
    return answer;
  };
  const sessionOf = (id: string): Session => {
    const found = state.sessions[id];
    if (!found) throw new Missing(`No such checkout.session: ${id}`);
    if (found.status === 'open' && found.expires_at <= seconds()) found.status = 'expired';
    return found;
  };

  app.post('/v1/checkout/sessions', async (request, reply) => {
    const asked = request.body as Record<string, string>;
    const answer = once(request as never, () => {
      const expires_at = Number(asked.expires_at);
      if (expires_at < seconds() + 1800 || expires_at > seconds() + 86_400)
        throw new Refused('expires_at must be between 30 minutes and 24 hours from now.');
      const amount = Number(asked['line_items[0][price_data][unit_amount]']);
      if (!Number.isSafeInteger(amount) || amount < 50 || amount > 99_999_999) throw new Refused('Invalid amount.');
      const session: Session = {
        id: idOf('cs'),
        key: asked.client_reference_id ?? '',
        title: asked['line_items[0][price_data][product_data][name]'] ?? '',
        amount,
        currency: asked['line_items[0][price_data][currency]'] ?? 'eur',
        locale: asked.locale ?? 'auto',
        status: 'open',
        payment_status: 'unpaid',
        intent: null,
        created: seconds(),
        expires_at,
        success_url: asked.success_url ?? '/',
        cancel_url: asked.cancel_url ?? '/',
      };
      state.sessions[session.id] = session;
      return shownSession(session);
    }) as { error?: unknown };
    return reply.code(answer.error ? 400 : 200).send(answer);
  });
  app.get('/v1/checkout/sessions', async (request) => {
    const since = Number((request.query as Record<string, string>)['created[gte]'] ?? 0);
    const found = Object.keys(state.sessions)
      .map(sessionOf)
      .filter(({ created }) => created >= since);
    return {
      object: 'list',
      has_more: false,
      url: '/v1/checkout/sessions',
      data: found.map((one) => shownSession(one)),
    };
  });
  app.get('/v1/checkout/sessions/:id', async ({ params }) => shownSession(sessionOf((params as { id: string }).id)));
  app.post('/v1/checkout/sessions/:id/expire', async ({ params }) => {
    const session = sessionOf((params as { id: string }).id);
    if (session.status !== 'open') throw new Refused('Only a session that is open can be expired.');
    session.status = 'expired';
    save();
    return shownSession(session);
  });
  app.get('/v1/payment_intents/:id', async ({ params }) => {
    const { id } = params as { id: string };
    const session = Object.values(state.sessions).find(({ intent }) => intent === id);
    if (!session) throw new Refused(`No such payment_intent: ${id}`);
    return {
      id,
      object: 'payment_intent',
      status: 'succeeded',
      amount: session.amount,
      currency: session.currency,
      metadata: { payment: session.key },
    };
  });
  app.post('/v1/refunds', async (request, reply) => {
    const { payment_intent: intent = '' } = request.body as Record<string, string>;
    const answer = once(request as never, () => {
      const session = Object.values(state.sessions).find((one) => one.intent === intent);
      if (!session) throw new Refused(`No such payment_intent: ${intent}`);
      if (Object.values(state.refunds).some((one) => one.payment_intent === intent && !isOver(one)))
        return {
          error: { type: 'invalid_request_error', code: 'charge_already_refunded', message: 'Given back before.' },
        };
      const { amount, currency } = session;
      const refund: Refund = {
        id: idOf('re'),
        object: 'refund',
        payment_intent: intent,
        status: nextRefund,
        amount,
        currency,
        created: seconds(),
      };
      state.refunds[refund.id] = refund;
      return { ...refund };
    }) as { error?: unknown };
    return reply.code(answer.error ? 400 : 200).send(answer);
  });
  app.get('/v1/refunds/:id', async ({ params }) => {
    const { id } = params as { id: string };
    const refund = state.refunds[id];
    if (!refund) throw new Missing(`No such refund: ${id}`);
    return refund;
  });
  app.get('/v1/refunds', async (request) => {
    const { payment_intent: intent = '' } = request.query as Record<string, string>;
    const data = Object.values(state.refunds).filter((one) => one.payment_intent === intent);
    return { object: 'list', has_more: false, url: '/v1/refunds', data: data.reverse() };
  });

  app.post('/v1/accounts', async (request) =>
    once(request as never, () => {
      const account: Account = { id: idOf('acct'), object: 'account', capabilities: { transfers: 'inactive' } };
      state.accounts[account.id] = account;
      return { ...account };
    }),
  );
  const accountOf = (id: string): Account => {
    const found = state.accounts[id];
    if (!found) throw new Missing(`No such account: ${id}`);
    return found;
  };
  app.get('/v1/accounts/:id', async ({ params }) => accountOf((params as { id: string }).id));
  app.post('/v1/account_links', async ({ body }) => {
    const { account = '', return_url = '' } = body as Record<string, string>;
    // Nothing is asked in the sandbox: its page leads back at once, and the account is ready.
    accountOf(account).capabilities.transfers = 'active';
    save();
    return { object: 'account_link', url: return_url, created: seconds(), expires_at: seconds() + 300 };
  });
  app.post('/v1/transfers', async (request, reply) => {
    const asked = request.body as Record<string, string>;
    const answer = once(request as never, () => {
      const { destination = '', currency = 'eur' } = asked;
      if (accountOf(destination).capabilities.transfers !== 'active')
        return {
          error: { type: 'invalid_request_error', code: 'insufficient_capabilities_for_transfer', message: '' },
        };
      if (!isEnough) return { error: { type: 'invalid_request_error', code: 'balance_insufficient', message: '' } };
      const transfer: Transfer = {
        id: idOf('tr'),
        object: 'transfer',
        amount: Number(asked.amount),
        currency,
        destination,
        transfer_group: asked.transfer_group ?? null,
        reversed: false,
        created: seconds(),
      };
      state.transfers[transfer.id] = transfer;
      return { ...transfer };
    }) as { error?: unknown };
    if (repliesLost > 0) {
      repliesLost -= 1;
      return reply.code(500).send({ error: { type: 'api_error', message: 'The reply was lost.' } });
    }
    return reply.code(answer.error ? 400 : 200).send(answer);
  });
  app.get('/v1/transfers', async (request) => {
    const { transfer_group } = request.query as Record<string, string>;
    const data = Object.values(state.transfers).filter((one) => one.transfer_group === transfer_group);
    return { object: 'list', has_more: false, url: '/v1/transfers', data };
  });
  const transferOf = (id: string): Transfer => {
    const found = state.transfers[id];
    if (!found) throw new Missing(`No such transfer: ${id}`);
    return found;
  };
  app.get('/v1/transfers/:id', async ({ params }) => transferOf((params as { id: string }).id));
  app.post('/v1/transfers/:id/reversals', async (request, reply) => {
    const answer = once(request as never, () => {
      const transfer = transferOf((request.params as { id: string }).id);
      if (transfer.reversed || !isEnough)
        return { error: { type: 'invalid_request_error', code: 'balance_insufficient', message: '' } };
      transfer.reversed = true;
      const { amount, currency, id } = transfer;
      return { id: idOf('trr'), object: 'transfer_reversal', amount, currency, transfer: id, created: seconds() };
    }) as { error?: unknown };
    return reply.code(answer.error ? 400 : 200).send(answer);
  });

  const sendEvent = (type: string, object: object) => {
    const payload = JSON.stringify({ id: idOf('evt'), object: 'event', type, created: seconds(), data: { object } });
    return async () => {
      const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhook_secret });
      await fetch(webhook(), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': header },
        body: payload,
      }).catch(() => {});
    };
  };
  const track = (work: Promise<unknown>) => {
    underway.add(work);
    void work.finally(() => underway.delete(work));
  };
  const notifySite = (session: Session, how: DeliveryMode) => {
    const send = sendEvent('checkout.session.completed', shownSession(session));
    if (how === 'late') late.add(setTimeout(() => track(send()), late_ms));
    else if (how !== 'lost') track(how === 'twice' ? send().then(send) : send());
  };

  const page = (session_id: string, shown: Shown, locale: string): SandboxPage => {
    if (!state.sessions[session_id]) return null;
    const session = sessionOf(session_id);
    if (session.status === 'complete') return { to: session.success_url };
    if (session.status === 'expired') return { to: session.cancel_url };
    const { intent } = shown;
    const delivery = deliveryModes.find((one) => one === shown.delivery) ?? 'at_once';
    if (intent === 'pay' || intent === 'confirm') {
      Object.assign(session, { status: 'complete', payment_status: 'paid', intent: idOf('pi') });
      save();
      notifySite(session, delivery);
      return { to: session.success_url };
    }
    const next = nextSteps[intent];
    if (next) return { to: `/sandbox/cards/${session_id}?step=${next}&delivery=${delivery}` };
    const step = steps.find((one) => one === shown.step) ?? 'card';
    return { html: pageOf(session, { step, delivery, locale }), policy: cardsPolicy };
  };
  // Called by the other processes of a site.
  app.post('/page', async ({ body }) => {
    const { session, shown, locale } = body as { session: string; shown: Shown; locale: string };
    return JSON.stringify(page(session, shown, locale));
  });

  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return {
    keys: { secret_key, webhook_secret, publishable_key: undefined, api_base: `http://127.0.0.1:${port}` },
    page,
    refundsBegin(status) {
      nextRefund = status;
    },
    async endRefund(intent, status, delivery = 'at_once') {
      const refund = Object.values(state.refunds).findLast((one) => one.payment_intent === intent);
      if (!refund) throw new Error(`nothing of ${intent} was given back`);
      refund.status = status;
      save();
      const type = status === 'failed' ? 'refund.failed' : 'refund.updated';
      if (delivery === 'at_once') await sendEvent(type, refund)();
    },
    async endAccount(account, transfers) {
      accountOf(account).capabilities.transfers = transfers;
      save();
      await sendEvent('account.updated', accountOf(account))();
    },
    holds(enough) {
      isEnough = enough;
    },
    transferredTo(account) {
      const own = Object.values(state.transfers).filter(({ destination }) => destination === account);
      const there = own.filter(({ reversed }) => !reversed);
      return { transfers: own.length, amount: there.reduce((sum, { amount }) => sum + amount, 0) };
    },
    async reverse(transfer, times) {
      transferOf(transfer).reversed = true;
      save();
      for (let i = 0; i < times; i += 1) await sendEvent('transfer.reversed', transferOf(transfer))();
    },
    async reportTransfer(account) {
      const last = Object.values(state.transfers).findLast(({ destination }) => destination === account);
      if (!last) throw new Error(`nothing was transferred to ${account}`);
      await sendEvent('transfer.created', last)();
    },
    loseReplies(count) {
      repliesLost = count;
    },
    async allSent() {
      await Promise.all(underway);
    },
    async stop() {
      for (const timer of late) clearTimeout(timer);
      await Promise.all(underway);
      await app.close();
    },
  };
}

/** A session as Stripe reports it. */
function shownSession(session: Session) {
  const { key, amount, intent, title: _title, locale: _locale, ...rest } = session;
  // The page is on the site itself.
  const site = URL.parse(session.success_url)?.origin ?? '';
  return {
    ...rest,
    object: 'checkout.session',
    client_reference_id: key,
    amount_total: amount,
    payment_intent: intent,
    url: session.status === 'open' ? `${site}/sandbox/cards/${session.id}` : null,
  };
}

function readState(file: string): Partial<State> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as State;
  } catch {
    return {}; // the first start
  }
}
