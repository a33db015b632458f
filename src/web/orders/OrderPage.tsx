/** One order (2.5): progress, positions, history; cancelled here, or cancelled to register again. */
import { useEffect } from 'react';
import { redirect, useSearchParams } from 'react-router';
import type { OrderView } from '#domain/orders/contract.ts';
import { cancelOrder, readOrder } from '#domain/orders/own-contract.ts';
import { keepRegistration } from '#domain/orders/registration-contract.ts';
import { listReceipts } from '#domain/payments/contract.ts';
import { readOrderRights } from '#domain/pigeons/rights-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatMoney } from '#web/lib/intl.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { orderPath, registerPath } from '#web/lib/paths.ts';
import { transferOf } from '#web/lib/transfer.server.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { BankTransfer } from '#web/ui/BankTransfer.tsx';
import { Wrong } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { PigeonCounts } from '#web/ui/PigeonCounts.tsx';
import panel from '#web/ui/panel.module.css';
import { Receipts } from '#web/ui/Receipts.tsx';
import { Shares } from '#web/ui/Shares.tsx';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/OrderPage.ts';
import { asSearch, quantityOf } from './choice.ts';
import { OrderCard } from './OrderCard.tsx';
import { OrderHistory } from './OrderHistory.tsx';
import styles from './orders.module.css';
import { forgetChoice } from './saved-choice.ts';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const order_id = idFrom(params.order_id);
  const call = context.get(callContext);
  const [view, { birds }, { receipts }] = await answers(() =>
    Promise.all([
      call(readOrder, { params: { order_id } }),
      call(readOrderRights, { params: { order_id } }),
      call(listReceipts, { params: { order_id } }),
    ]),
  );
  const { bank, ...order } = view;
  return {
    ...order,
    transfer: transferOf(bank, view.order),
    birds,
    receipts,
    head: pageHead({ context, params, pattern }, [t('orders.order', { number: view.order.number }), view.loft.name]),
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const order_id = idFrom(params.order_id);
  const form = await request.formData();
  const call = context.get(callContext);
  return actOn(form, async () => {
    await call(cancelOrder, { params: { order_id }, body: {} });
    const { order } = await call(readOrder, { params: { order_id } });
    if (textIn(form, 'intent') !== 'change' || !order.season)
      return redirect(`${orderPath(order_id)}?cancelled=1`, 303);
    const choice = {
      ...Object.fromEntries(order.positions.map((one) => [quantityOf(one.product_id!), String(one.quantity)])),
      // A team that was created for the order was removed with it, and is created again.
      ...(order.team?.id ? { team_id: String(order.team.id) } : newTeam(order.team)),
    };
    const season = { loft_id: order.loft.id, season_id: order.season.id };
    // Who leaves the form finds it under what is not sent yet.
    await call(keepRegistration, { params: season, body: { choice } });
    return redirect(`${registerPath(season)}?${asSearch(choice)}`, 303);
  });
}

const newTeam = (team: OrderView['team']) => ({ team_id: '', team: team?.name ?? '', country: team?.country ?? '' });

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [searchParams] = useSearchParams();
  const { order, collection, birds, receipts, is_mine, transfer, payment_text } = loaderData;
  const { loft, currency } = order;
  const isAlready = searchParams.has('already');
  const sent = isAlready || searchParams.has('sent');
  const season_id = order.season?.id;
  useEffect(() => {
    if (sent && season_id) forgetChoice(season_id);
  }, [sent, season_id]);
  const isConfirmed = order.status === 'confirmed';
  const done = isAlready
    ? 'orders.done_already'
    : sent
      ? isConfirmed
        ? 'orders.done_confirmed'
        : 'orders.done_sent'
      : searchParams.has('cancelled')
        ? 'orders.done_cancelled'
        : null;
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.list}>
        {done && !actionData && (
          <p role="status" className={`${panel.notice} ${styles.done}`}>
            <Icon name="check" />
            {t(done)}
          </p>
        )}
        <Wrong refused={actionData?.refused} />
        <OrderCard order={order} collection={collection} is_mine={is_mine} alone />
        {order.to_pay && order.amount_cents > 0 && (
          <BankTransfer order={order} transfer={transfer} payment_text={payment_text} />
        )}
        <Receipts order={order} receipts={receipts} time_zone={loft.time_zone} />
        <section className={panel.panel} aria-labelledby="positions">
          <div className={panel.head}>
            <h2 id="positions">{t('register.packages')}</h2>
          </div>
          <Table caption={t('register.packages')} cards>
            <thead>
              <tr>
                <th scope="col">{t('due_date.name')}</th>
                <th scope="col" className={table.figure}>
                  {t('product.pigeons')}
                </th>
                <th scope="col" className={table.figure}>
                  {t('product.price')}
                </th>
                <th scope="col" className={table.figure}>
                  {t('register.total')}
                </th>
              </tr>
            </thead>
            <tbody>
              {order.positions.map(({ product_id, name, quantity, amount_cents, ...birds }) => (
                <tr key={product_id}>
                  <th scope="row">
                    <bdi>{name}</bdi>
                  </th>
                  <td data-label={t('product.pigeons')} className={table.figure}>
                    <PigeonCounts {...birds} />
                  </td>
                  <td data-label={t('product.price')} className={table.figure}>
                    <bdi dir="ltr" className="num">{`${quantity} ×`}</bdi>{' '}
                    <bdi className="num">{formatMoney(locale, amount_cents, currency)}</bdi>
                  </td>
                  <td data-label={t('register.total')} className={table.figure}>
                    <bdi className="num">{formatMoney(locale, amount_cents * quantity, currency)}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </section>
        {birds.map(({ pigeon_id, ring, shares }) => (
          <Shares
            key={pigeon_id}
            id={`rights-${pigeon_id}`}
            ring={ring}
            shares={shares.map(({ is_mine: mine, ...one }) => ({
              ...one,
              who: t(mine ? 'shares.mine' : 'shares.other'),
            }))}
          />
        ))}
        <OrderHistory history={order.history} time_zone={loft.time_zone} />
      </div>
    </div>
  );
}
