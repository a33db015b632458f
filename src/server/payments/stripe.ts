/** Cards by Stripe: hosted Checkout pages, refunds, signed events. */
import Stripe from 'stripe';
import type { Locale } from '#domain/locales.ts';
import type { Currency } from '#domain/money.ts';
import { inHundredths, inSmallestUnits, type PaymentPageRequest } from '#domain/payments/by-card.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Service } from '#server/outside/service.ts';
import { awayAs } from '#server/outside/unavailable.ts';
import type { CardEvent, Cards, ProviderPayment, ProviderRefund } from './cards.ts';

export interface StripeOptions {
  secret_key: string;
  webhook_secret: string;
  /** An address other than Stripe's own. */
  api_base?: string | undefined;
}

/** The objects whose events matter, as Stripe names them. */
const subjects: Partial<Record<string, NonNullable<CardEvent['about']>['subject']>> = {
  'checkout.session': 'session',
  refund: 'refund',
  account: 'account',
  transfer: 'transfer',
};

/** The maximum age of an event: an older one is a replay. */
const tolerance_s = 300;

/** The languages of Stripe's pages whose codes differ from ours. */
const stripeLocales: Partial<Record<Locale, string>> = { cn: 'zh', jp: 'ja', se: 'sv' };
const spoken = new Set(
  'auto bg cs da de el en es fi fr hr hu id it ja ko lt lv ms mt nb nl pl pt ro ru sk sl sv th tr vi zh'.split(' '),
);
const localeOf = (locale: Locale) => {
  const name = stripeLocales[locale] ?? { cz: 'cs' }[locale as string] ?? locale;
  return (spoken.has(name) ? name : 'auto') as Stripe.Checkout.SessionCreateParams.Locale;
};

/** A client with the operator's keys, and how it is asked. */
export function stripeClient(
  { secret_key, api_base }: Pick<StripeOptions, 'secret_key' | 'api_base'>,
  service: Service,
) {
  const base = api_base === undefined ? undefined : new URL(api_base);
  const stripe = new Stripe(secret_key, {
    httpClient: Stripe.createFetchHttpClient(service.fetch),
    // The service's own limits are shorter.
    timeout: 2 * service.limits.whole_ms,
    // Under the same idempotency key.
    maxNetworkRetries: 1,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? 443 : 80),
      protocol: base.protocol === 'https:' ? ('https' as const) : ('http' as const),
    }),
  });

  /** Asks within the limit for the whole attempt. Without a reply the result is unknown. */
  const asked =
    <Args extends unknown[], Answer>(ask: (...args: Args) => Promise<Answer>) =>
    (...args: Args) =>
      service
        .whole(() => ask(...args))
        .catch((error: unknown) => {
          throw awayAs('cards_away', service, error, error instanceof Stripe.errors.StripeError);
        });
  return { stripe, asked, ifThere };
}

/** What was read, or null where the provider reports that it does not exist, which is a valid reply. */
const ifThere = <Answer>(read: Promise<Answer>) =>
  read.catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return null;
    throw error;
  });

/** The card provider Stripe, with the operator's keys. */
export function stripeCards({ webhook_secret, ...keys }: StripeOptions, service: Service): Cards {
  const { stripe, asked, ifThere } = stripeClient(keys, service);

  const find: Cards['find'] = async (key, since_ms) => {
    const created = { gte: Math.floor(since_ms / 1000) - 60 };
    for await (const session of stripe.checkout.sessions.list({ created, limit: 100 }))
      if (session.client_reference_id === key) return providerPaymentOf(session);
    return null;
  };

  const findRefund: Cards['findRefund'] = async (intent) => {
    const { data } = await stripe.refunds.list({ payment_intent: intent, limit: 10 });
    return data.map(providerRefundOf).find(({ result }) => result !== 'refused') ?? null;
  };

  return {
    find: asked(find),
    open: asked(async (key, asked) => {
      try {
        return providerPaymentOf(await stripe.checkout.sessions.create(paramsOf(key, asked), { idempotencyKey: key }));
      } catch (error) {
        // A simultaneous request; or one with other parameters, from another version of this program.
        if (error instanceof Stripe.errors.StripeIdempotencyError) {
          const found =
            error.statusCode === 409 ? null : await find(key, Date.parse(asked.expires_at) - 25 * 3_600_000);
          if (found) return found;
          throw error;
        }
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return null;
        throw error;
      }
    }),
    read: asked(async (session) => {
      const found = await ifThere(stripe.checkout.sessions.retrieve(session));
      return found && providerPaymentOf(found);
    }),
    close: asked(async (session) => {
      try {
        return providerPaymentOf(await stripe.checkout.sessions.expire(session));
      } catch (error) {
        // Meanwhile paid or closed.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        return providerPaymentOf(await stripe.checkout.sessions.retrieve(session));
      }
    }),
    sendRefund: asked(async ({ key, intent }) => {
      try {
        return providerRefundOf(await stripe.refunds.create({ payment_intent: intent }, { idempotencyKey: key }));
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError)
          return error.code === 'charge_already_refunded' ? await findRefund(intent) : null;
        throw error;
      }
    }),
    readRefund: asked(async (id) => {
      const found = await ifThere(stripe.refunds.retrieve(id));
      return found && providerRefundOf(found);
    }),
    findRefund: asked(findRefund),
    eventIn(raw, signature): CardEvent {
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(raw, signature, webhook_secret, tolerance_s);
      } catch {
        throw new Refusal('bad_signature');
      }
      const { object, id } = event.data.object as { object?: string; id?: string };
      const subject = object === undefined ? undefined : subjects[object];
      return { id: event.id, type: event.type, about: subject && id ? { subject, id } : null };
    },
  };
}

function paramsOf(key: string, asked: PaymentPageRequest): Stripe.Checkout.SessionCreateParams {
  const { amount_cents, currency, title, locale, expires_at, paid_url, left_url } = asked;
  const unit_amount = inSmallestUnits({ amount_cents, currency });
  if (unit_amount === null) throw new Refusal('amount_not_by_card');
  const price_data = { currency: currency.toLowerCase(), unit_amount, product_data: { name: title } };
  return {
    mode: 'payment',
    client_reference_id: key,
    line_items: [{ quantity: 1, price_data }],
    payment_intent_data: { metadata: { payment: key } },
    locale: localeOf(locale),
    expires_at: Math.floor(Date.parse(expires_at) / 1000),
    success_url: paid_url,
    cancel_url: left_url,
  };
}

/** `pending` and `requires_action` (waits for the customer) are in progress, and can still fail. */
function providerRefundOf({ id, status, amount, currency, payment_intent: intent }: Stripe.Refund): ProviderRefund {
  return {
    id,
    intent: typeof intent === 'string' ? intent : (intent?.id ?? null),
    result: status === 'succeeded' ? 'paid' : status === 'failed' || status === 'canceled' ? 'refused' : 'under_way',
    amount_cents: inHundredths(amount, currency.toUpperCase() as Currency),
  };
}

function providerPaymentOf(session: Stripe.Checkout.Session): ProviderPayment {
  const currency = (session.currency ?? 'eur').toUpperCase() as Currency;
  const { payment_intent: intent } = session;
  return {
    session: session.id,
    key: session.client_reference_id,
    url: session.url,
    intent: typeof intent === 'string' ? intent : (intent?.id ?? null),
    result: session.payment_status === 'paid' ? 'paid' : session.status === 'expired' ? 'over' : 'waiting',
    amount_cents: inHundredths(session.amount_total ?? 0, currency),
  };
}
