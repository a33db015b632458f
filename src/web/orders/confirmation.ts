/** The confirmation of one order or of all, as a PDF in the reader's language (2.6). */
import { redirectDocument } from 'react-router';
import { renderSVG } from 'uqr';
import { fileHeaders } from '#domain/csv.ts';
import { localeFacts } from '#domain/locales.ts';
import type { Confirmation, ConfirmationPage } from '#domain/orders/confirmation.ts';
import { listOwnOrders, type ReadOrder, readOrder } from '#domain/orders/own-contract.ts';
import { isRefusal } from '#domain/refusal.ts';
import { makeAs } from '#domain/table.ts';
import { addressLines } from '#web/lib/address.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, type PageFacts, pageContext } from '#web/lib/context.ts';
import { formatCalendarDay, formatMoney } from '#web/lib/intl.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { linesOf, loftLines, orderFacts, paperMoment, positionRows } from '#web/lib/order-paper.server.ts';
import { orderStates } from '#web/lib/order-words.ts';
import { orderPath } from '#web/lib/paths.ts';
import { transferOf } from '#web/lib/transfer.server.ts';
import type { Route } from './+types/confirmation.ts';

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const facts = context.get(pageContext);
  const { t } = speaker(facts.locale);
  const call = context.get(callContext);
  const requested_id = params.order_id === undefined ? null : idFrom(params.order_id);
  const ids = requested_id === null ? await answers(() => call(listOwnOrders, {})) : null;
  const order_ids = ids ? ids.orders.map(({ id }) => id) : [requested_id!];
  const orders: ReadOrder[] = [];
  try {
    for (const order_id of order_ids) orders.push(await call(readOrder, { params: { order_id } }));
  } catch (error) {
    // The page of the order shows the reason.
    if (isRefusal(error)) throw redirectDocument(orderPath(requested_id!));
    throw error;
  }
  if (!orders.length) throw redirectDocument('/registrations');
  const title =
    requested_id === null
      ? t('home.my_registrations')
      : `${orders[0]!.loft.name} ${t('orders.order', orders[0]!.order)}`;
  const { lang, dir } = localeFacts[facts.locale];
  const pages = orders.map((one) => pageOf(one, facts));
  return Response.json({ title, pages, lang, dir } satisfies Confirmation, {
    headers: { ...fileHeaders(title, 'pdf'), [makeAs]: 'confirmation' },
  });
}

function pageOf(
  { order, customer, loft, contract, payment_text, bank }: ReadOrder,
  facts: PageFacts,
): ConfirmationPage {
  const { locale, public_url } = facts;
  const { t } = speaker(locale);
  const { number, currency, to_pay } = order;
  const money = (cents: number) => formatMoney(locale, cents, currency);
  const moment = (at: string) => paperMoment(locale, at, loft.time_zone);
  const address = public_url + orderPath(order.id);
  const transfer = to_pay && order.amount_cents > 0 ? transferOf(bank, order) : null;
  return {
    title: t('orders.order', { number }),
    accent: loft.accent ?? null,
    loft: loftLines(locale, loft),
    customer: linesOf(customer.name, ...addressLines(locale, customer), customer.email),
    facts: [
      [t('admin.state'), t(order.cash ? 'money.to_approve' : orderStates[order.status])],
      ...orderFacts(locale, order),
      ...(contract
        ? [[t('contracts.one'), `${contract.title}, ${t('contracts.version', { version: contract.version })}`] as const]
        : []),
    ],
    positions: positionRows(locale, order),
    total: [t('register.total'), money(order.amount_cents)],
    pay: order.cash
      ? [
          t('money.cash_taken', {
            agent: order.cash.by,
            amount: money(order.cash.amount_cents),
            time: moment(order.cash.at),
          }),
          order.cash.reason,
          t(order.status === 'paid' ? 'money.cash_twice' : 'money.cash_customer'),
        ].join(' · ')
      : to_pay
        ? t('orders.pay_by', {
            amount: money(order.amount_cents),
            day: formatCalendarDay(locale, to_pay.last_day, 'words'),
          })
        : null,
    how: to_pay ? payment_text : null,
    transfer: transfer && {
      facts: [
        [t('bank.holder'), transfer.holder],
        [t('bank.iban'), transfer.iban],
        ...(transfer.bic ? [[t('bank.bic'), transfer.bic] as const] : []),
        ...(transfer.name ? [[t('bank.name'), transfer.name] as const] : []),
        [t('pay.amount'), money(transfer.amount_cents)],
        [t('bank.reference'), transfer.reference],
      ],
      lead: [t('bank.lead'), transfer.code && t('bank.scan')].filter(Boolean).join(' '),
      code: transfer.code,
    },
    history: order.history.map(({ status, at, by, reason }) => [
      t(`orders.${status}`),
      [moment(at), by, reason].filter(Boolean).join(' · '),
    ]),
    code: renderSVG(address, { border: 0 }),
    address,
  };
}
