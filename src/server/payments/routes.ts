/**
 * The calls about money. Those that ask the provider open their own transactions: none stays open during the request.
 */

import { agentOf, isMerchant } from '#domain/accounts/person.ts';
import { dayAt } from '#domain/day.ts';
import type { Currency } from '#domain/money.ts';
import { handOverCash, readAgentCash, readOwnCash } from '#domain/payments/agent-cash-contract.ts';
import {
  answerMark as answerCall,
  sendRefund as giveBackCall,
  limitAgents as limitCall,
  listPayments,
  listReceipts,
  lookAtPayment as lookCall,
  markPaid as markCall,
  readOrderMoney,
  readOwnStatement,
  readPayments,
  readReceipt,
  readSeasonStatement,
  revokePayment as revokeCall,
  startPayment as startCall,
} from '#domain/payments/contract.ts';
import { Refusal } from '#domain/refusal.ts';
import { writeAudit } from '#server/accounts/audit.ts';
import { personOf } from '#server/act.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { findLoft, loadLoft } from '#server/lofts/lofts.ts';
import { howToPay } from '#server/orders/how-to-pay.ts';
import { pageOf } from '#server/pagination.ts';
import { authorize, outside, type Route, route } from '#server/route.ts';
import { currencyOf, loadSeasonById } from '#server/seasons/seasons.ts';
import { sharedRun } from '#server/shared-run.ts';
import { words } from '#server/translations.ts';
import { cashOfAgents, handOver } from './agent-cash.ts';
import { lookAtPayment, openByCard, startPayment } from './by-card.ts';
import { agentLimitOf, answerMark, limitAgents, markPaid, revokePayment } from './by-hand.ts';
import type { Cards } from './cards.ts';
import { listOfMoney, moneyOfOrder, moneyOfOrders, sumsOfMoney } from './money.ts';
import { attemptsOf, refundsOf } from './payment-history.ts';
import { receiptOf, receiptsOf, takersOf } from './receipts.ts';
import { sendRefund } from './refunds.ts';
import { balancesOfSeason, linesOfStatement, listOfStatement, openOf, statementOf } from './statements.ts';

/** An order as the policy needs it. @throws Refusal `not_found`, also for one of another season. */
async function loadOrder(tx: Tx, { order_id, season_id }: { order_id: number; season_id?: number }) {
  const order = await tx
    .selectFrom('orders')
    .select(['loft_id', 'season_id', 'id', 'user_id', 'number'])
    .where('id', '=', order_id)
    .$if(season_id !== undefined, (query) => query.where('season_id', '=', season_id!))
    .executeTakeFirst();
  if (!order) throw new Refusal('not_found');
  return order;
}

/** The same for its receipts. */
async function loadReceipts(tx: Tx, order_id: number) {
  const order = await loadOrder(tx, { order_id });
  return { ...order, taken_by: await takersOf(tx, order) };
}

export interface PaymentsOptions {
  /** Null: this site takes no card payments. */
  cards: Cards | null;
  /** The public address of the site; without one, the address at which the reader found it. */
  address: (from: string | undefined) => string;
}

export function paymentRoutes({ cards, address }: PaymentsOptions): Route[] {
  const takingCards = () => {
    if (!cards) throw new Refusal('amount_not_by_card');
    return cards;
  };
  const looks = new Map<number, Promise<void>>();
  /** Checks the open attempts of an order. Simultaneous requests share one check. */
  const look = (db: Database, order_id: number, now_ms: number): Promise<void> =>
    sharedRun(looks, order_id, async () => {
      for (const payment of await openByCard(db, { order_id })) await lookAtPayment(db, takingCards(), payment, now_ms);
    });
  const moneyView = async (tx: Tx, order_id: number, now_ms: number) => ({
    order: await moneyOfOrder(tx, order_id, now_ms),
  });

  return [
    route(readOwnCash, {
      load: async () => null,
      act: async (tx, _own, _input, { actor }) => {
        const person = personOf(actor);
        const lofts = [];
        for (const loft_id of agentOf(person)) {
          const [own] = await cashOfAgents(tx, { loft_id, agent_id: person.user_id });
          if (own) lofts.push({ ...own, loft: (await loadLoft(tx, loft_id)).loft });
        }
        return { lofts };
      },
    }),
    route(readAgentCash, {
      load: (tx, { params }) => loadLoft(tx, params.loft_id),
      act: async (tx, { loft_id, loft }) => ({ loft, agents: await cashOfAgents(tx, { loft_id }) }),
    }),
    route(handOverCash, {
      load: async (tx, { params }) => ({ ...(await loadLoft(tx, params.loft_id)), ...params }),
      act: async (tx, key, { body }, { actor, now_ms }) => {
        await handOver(tx, key, body, { by: personOf(actor).user_id, now_ms });
        return {};
      },
    }),
    route(listReceipts, {
      load: (tx, { params }) => loadReceipts(tx, params.order_id),
      act: async (tx, order) => ({ receipts: await receiptsOf(tx, order) }),
    }),
    route(readReceipt, {
      load: (tx, { params }) => loadReceipts(tx, params.order_id),
      act: (tx, order, { params }, { actor, now_ms }) => receiptOf(tx, order, params.payment_id, { actor, now_ms }),
    }),
    route(readOrderMoney, {
      load: (tx, { params }) => loadOrder(tx, params),
      act: async (tx, { loft_id, season_id, id }, _input, { now_ms }) => {
        const { loft } = await loadLoft(tx, loft_id);
        const season = season_id === null ? null : (await loadSeasonById(tx, season_id)).season;
        return { loft, season, ...(await moneyView(tx, id, now_ms)), ...(await howToPay(tx, { loft_id, season_id })) };
      },
    }),
    outside(startCall, async (db, { params, body }, { actor, now_ms }) => {
      const order = await loadOrder(db, params);
      authorize(actor, startCall.access, order);
      const { label } = await moneyOfOrder(db, order.id, now_ms);
      const { loft_id, season_id } = order;
      const of = season_id === null ? (await loadLoft(db, loft_id)).loft : (await loadSeasonById(db, season_id)).season;
      const back = `${address(body.from)}/registrations/${order.id}`;
      const url = await startPayment(db, takingCards(), order.id, {
        by: personOf(actor).user_id,
        now_ms,
        words: {
          title: words(body.locale).t('pay.title', { order: label, season: of.name }),
          locale: body.locale,
          paid_url: `${back}/paid`,
          left_url: `${back}/pay`,
        },
      });
      return { url };
    }),
    outside(lookCall, async (db, { params }, { actor, now_ms }) => {
      const order = await loadOrder(db, params);
      authorize(actor, lookCall.access, order);
      await look(db, order.id, now_ms);
      return moneyView(db, order.id, now_ms);
    }),
    route(readOwnStatement, {
      load: async () => null,
      act: async (tx, _own, _input, { actor }) => {
        const lines = await statementOf(tx, personOf(actor).user_id);
        return { lines, open: openOf(lines) };
      },
    }),
    route(listPayments, {
      load: (tx, { params }) => loadSeasonById(tx, params.season_id),
      act: async (tx, { season, ...key }, { query }, { now_ms }) => {
        const { loft } = await loadLoft(tx, key.loft_id);
        const list = listOfMoney(key, { year: season.year, time_zone: loft.time_zone, state: query.state });
        const read = (ids: readonly number[]) => moneyOfOrders(tx, key, ids, now_ms);
        const page = await pageOf(tx, query, list, read, ({ order_id }) => order_id);
        return {
          loft,
          season,
          currency: (await currencyOf(tx, key)) as Currency,
          today: dayAt(now_ms, loft.time_zone),
          sums: await sumsOfMoney(tx, key),
          agent_limit_cents: await agentLimitOf(tx, key.loft_id),
          ...page,
        };
      },
    }),
    route(readPayments, {
      load: (tx, { params }) => loadOrder(tx, params),
      act: async (tx, { loft_id, id }, { params }, { now_ms }) => {
        const { loft } = await loadLoft(tx, loft_id);
        return {
          loft,
          season: (await loadSeasonById(tx, params.season_id)).season,
          today: dayAt(now_ms, loft.time_zone),
          order: await moneyOfOrder(tx, id, now_ms),
          attempts: await attemptsOf(tx, id),
          refunds: await refundsOf(tx, id),
        };
      },
    }),
    route(markCall, {
      load: (tx, { params }) => loadOrder(tx, params),
      act: async (tx, { loft_id, id }, { body }, { actor, now_ms }) => {
        const person = personOf(actor);
        const is_merchant = person.is_admin || isMerchant(person, loft_id);
        await markPaid(tx, id, { by: person.user_id, now_ms, is_merchant, ...body });
        return moneyView(tx, id, now_ms);
      },
    }),
    route(answerCall, {
      load: (tx, { params }) => loadOrder(tx, params),
      act: async (tx, { id }, { body }, { actor, now_ms }) => {
        await answerMark(tx, id, { by: personOf(actor).user_id, now_ms, ...body });
        return moneyView(tx, id, now_ms);
      },
    }),
    route(revokeCall, {
      load: (tx, { params }) => loadOrder(tx, params),
      act: async (tx, { id }, { body }, { actor, now_ms }) => {
        await revokePayment(tx, id, { by: personOf(actor).user_id, now_ms, ...body });
        return moneyView(tx, id, now_ms);
      },
    }),
    outside(giveBackCall, async (db, { params: { season_id, refund_id }, body }, { actor, now_ms }) => {
      const refund = await db
        .selectFrom('refunds')
        .select(['loft_id', 'order_id', 'id as refund_id'])
        .where('id', '=', refund_id)
        .where('season_id', '=', season_id)
        .executeTakeFirst();
      if (!refund) throw new Refusal('not_found');
      authorize(actor, giveBackCall.access, refund);
      await sendRefund(db, cards, refund, { by: personOf(actor).user_id, now_ms, ...body });
      return moneyView(db, refund.order_id, now_ms);
    }),
    route(limitCall, {
      load: async (tx, { params }) => {
        if (!(await findLoft(tx, params.loft_id))) throw new Refusal('not_found');
        return params;
      },
      act: async (tx, { loft_id }, { body }, { actor }) => {
        const before = { agent_limit_cents: await agentLimitOf(tx, loft_id) };
        await limitAgents(tx, { loft_id, ...body });
        const user_id = personOf(actor).user_id;
        await writeAudit(tx, { loft_id, user_id, action: 'payment.limit', before, after: body });
        return {};
      },
    }),
    route(readSeasonStatement, {
      load: (tx, { params }) => loadSeasonById(tx, params.season_id),
      act: async (tx, { season, ...key }, { query }) => {
        const list = listOfStatement(key, season.year);
        const read = (ids: readonly number[]) => linesOfStatement(tx, key, ids);
        const { rows: lines, ...page } = await pageOf(tx, { ...query, sort: 'at' }, list, read, ({ id }) => id);
        const currency = (await currencyOf(tx, key)) as Currency;
        const { loft } = await loadLoft(tx, key.loft_id);
        const { bank } = await howToPay(tx, key);
        return { loft, season, currency, bank, balances: await balancesOfSeason(tx, key), lines, ...page };
      },
    }),
  ];
}
