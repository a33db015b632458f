/** Transfers by Stripe Connect: express accounts, transfers to them, and their reversals. */
import Stripe from 'stripe';
import type { Currency } from '#domain/money.ts';
import { inHundredths, inSmallestUnits } from '#domain/payments/by-card.ts';
import type { Service } from '#server/outside/service.ts';
import { type StripeOptions, stripeClient } from './stripe.ts';
import type { ProviderAccount, ProviderTransfer, RefusedTransfer, Transfers } from './transfers.ts';

/** Transfers with the operator's keys. The balance of the operator's account is what is transferred. */
export function stripeTransfers(keys: Pick<StripeOptions, 'secret_key' | 'api_base'>, service: Service): Transfers {
  const { stripe, asked, ifThere } = stripeClient(keys, service);

  const find: Transfers['find'] = async ({ key, account }) => {
    const { data } = await stripe.transfers.list({ transfer_group: key, destination: account, limit: 1 });
    return data[0] ? transferOf(data[0]) : null;
  };

  return {
    openAccount: asked(async ({ key, country }) =>
      accountOf(
        await stripe.accounts.create(
          {
            type: 'express',
            ...(country !== null && { country }),
            capabilities: { transfers: { requested: true } },
            metadata: { payout_account: key },
          },
          { idempotencyKey: key },
        ),
      ),
    ),
    accountPage: asked(async (account, { done_url, again_url }) => {
      const type = 'account_onboarding';
      return (await stripe.accountLinks.create({ account, type, return_url: done_url, refresh_url: again_url })).url;
    }),
    readAccount: asked(async (account) => {
      const found = await ifThere(stripe.accounts.retrieve(account));
      return found && accountOf(found);
    }),
    send: asked(async ({ key, account: destination, amount_cents, currency }) => {
      const amount = inSmallestUnits({ amount_cents, currency: currency as Currency });
      if (amount === null) return { refused: 'amount' };
      const asks = { amount, currency: currency.toLowerCase(), destination, transfer_group: key };
      try {
        return transferOf(await stripe.transfers.create(asks, { idempotencyKey: key }));
      } catch (error) {
        // A simultaneous request under the key, or one that was made by another version of this program.
        if (error instanceof Stripe.errors.StripeIdempotencyError) {
          const found = error.statusCode === 409 ? null : await find({ key, account: destination });
          if (found) return found;
        }
        return refusedIn(error);
      }
    }),
    find: asked(find),
    read: asked(async (id) => {
      const found = await ifThere(stripe.transfers.retrieve(id));
      return found && transferOf(found);
    }),
    reverse: asked(async ({ key, id }) => {
      try {
        const {
          id: reversal,
          amount,
          currency,
        } = await stripe.transfers.createReversal(id, {}, { idempotencyKey: key });
        return { id: reversal, key, amount_cents: inHundredths(amount, currencyOf(currency)), is_reversed: true };
      } catch (error) {
        return refusedIn(error);
      }
    }),
  };
}

/** What the provider refuses for good, as the money or the account is missing; all else is unknown. */
function refusedIn(error: unknown): RefusedTransfer {
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return { refused: error.code ?? error.type };
  throw error;
}

const currencyOf = (currency: string) => currency.toUpperCase() as Currency;

const accountOf = ({ id, capabilities }: Stripe.Account): ProviderAccount => ({
  id,
  is_ready: capabilities?.transfers === 'active',
});

function transferOf({ id, amount, currency, reversed, transfer_group }: Stripe.Transfer): ProviderTransfer {
  return {
    id,
    key: transfer_group,
    amount_cents: inHundredths(amount, currencyOf(currency)),
    is_reversed: reversed,
  };
}
