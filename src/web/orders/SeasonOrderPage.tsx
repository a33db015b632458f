/** One order for its loft: customer and contact, positions, history, the decision. */
import { readSeasonOrder } from '#domain/orders/admin-contract.ts';
import { orderMachine } from '#domain/orders/order.ts';
import { placesOfOrder } from '#domain/orders/timeline.ts';
import { addressLines } from '#web/lib/address.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatCalendarDay, formatMoney, formatNumber } from '#web/lib/intl.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { CashTaken } from '#web/ui/CashTaken.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import { PigeonCounts } from '#web/ui/PigeonCounts.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/SeasonOrderPage.ts';
import { DecideOne } from './DecideOne.tsx';
import { DecisionNotice } from './Decision.tsx';
import { OrderBirds } from './OrderBirds.tsx';
import { OrderChip } from './OrderChip.tsx';
import { OrderHistory } from './OrderHistory.tsx';
import { OrderTransport } from './OrderTransport.tsx';
import styles from './season-orders.module.css';
import { decide } from './season-orders.ts';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const key = { season_id: idFrom(params.season_id), order_id: idFrom(params.order_id) };
  const view = await answers(() => context.get(callContext)(readSeasonOrder, { params: key }));
  const head = pageHead(
    { context, params, pattern },
    [t('orders.order', { number: view.order.number }), view.order.season.name],
    view.order.loft.name,
  );
  return { ...view, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData();
  return actOn(form, () => decide(context.get(callContext), idFrom(params.season_id), form));
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SeasonOrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { order, customer, collection, may_manage_payments } = loaderData;
  const { loft, season, team, currency, to_pay } = order;
  const at = seasonAdminPath(season.id);
  const payments = may_manage_payments ? `${at}/payments/${order.id}` : null;
  const steps = orderMachine.steps[order.status];
  const isDecidable = 'reject' in steps || ('reopen' in steps && order.kind === 'registration');
  const named = [...order.activates, ...order.buys];
  const address = addressLines(locale, customer);
  return (
    <>
      <AdminHead
        title={t('orders.order', { number: order.number })}
        lead={
          <>
            <OrderChip status={order.status} hasCash={order.cash !== null} />{' '}
            {to_pay && (
              <span suppressHydrationWarning>
                {t('order_admin.pay_by', { day: formatCalendarDay(locale, to_pay.last_day, 'words') })}
              </span>
            )}
          </>
        }
      />
      <DecisionNotice answer={actionData} time_zone={loft.time_zone} />
      <div className={styles.parts}>
        {order.cash && (
          <section aria-label={t('money.to_approve')}>
            <CashTaken
              cash={order.cash}
              currency={currency}
              time_zone={loft.time_zone}
              note={order.status === 'paid' ? 'twice' : undefined}
            />
            {payments && (
              <p className={styles.answer}>
                <Link className={panel.button_primary} to={payments}>
                  {t('overview.cash')}
                </Link>
              </p>
            )}
          </section>
        )}
        {/* Whether the cash arrived has to be decided first. */}
        {!order.cash && isDecidable && (
          <DecideOne order={order} payments={payments} answer={actionData?.refused ? actionData : undefined} />
        )}
        <section className={panel.panel} aria-labelledby="customer">
          <div className={panel.head}>
            <h2 id="customer">{t('people.customer')}</h2>
          </div>
          <address className={styles.contact}>
            <strong>
              <bdi>{nameOf(customer) ?? t('rights.unnamed')}</bdi>
            </strong>
            {team?.id && (
              <Link to={`${at}/teams/${team.id}`}>
                <Flag country={team.country} width={20} /> <bdi>{team.name}</bdi>
              </Link>
            )}
            {team?.id === null && (
              <span>
                <Flag country={team.country} width={20} /> <bdi>{team.name}</bdi>
              </span>
            )}
            {address.length > 0 && (
              <span className={styles.address}>
                {address.map((line) => (
                  <bdi key={line} suppressHydrationWarning>
                    {line}
                  </bdi>
                ))}
              </span>
            )}
            {customer.email && (
              <a href={`mailto:${customer.email}`}>
                <bdi>{customer.email}</bdi>
              </a>
            )}
            {customer.phone && (
              <a href={`tel:${customer.phone}`}>
                <bdi dir="ltr">{customer.phone}</bdi>
              </a>
            )}
          </address>
        </section>
        {named.length === 0 && placesOfOrder(order) > 0 && (
          <section className={panel.panel} aria-labelledby="transport">
            <div className={panel.head}>
              <h2 id="transport">{t('register.transport')}</h2>
            </div>
            <p className={styles.transport}>
              <OrderTransport order={order} collection={collection} />
            </p>
          </section>
        )}
        {named.length > 0 && (
          <section className={panel.panel} aria-labelledby="pigeons">
            <div className={panel.head}>
              <h2 id="pigeons">{t('admin.pigeons')}</h2>
            </div>
            <ul className={styles.rings}>
              {named.map(({ pigeon_id, ring }) => (
                <li key={pigeon_id}>
                  <Link to={`${at}/pigeons/${pigeon_id}`}>
                    <Ring ring={ring} />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
        <section className={panel.panel} aria-labelledby="positions">
          <div className={panel.head}>
            <h2 id="positions">{t('admin.products')}</h2>
          </div>
          <Table caption={t('admin.products')} cards>
            <thead>
              <tr>
                <th scope="col">{t('product.name')}</th>
                <th scope="col" className={table.figure}>
                  {t('product.pigeons')}
                </th>
                <th scope="col" className={table.figure}>
                  {t('product.price')}
                </th>
                <th scope="col" className={table.figure}>
                  {t('order_admin.amount')}
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
                  <td data-label={t('order_admin.amount')} className={table.figure}>
                    <bdi className="num">{formatMoney(locale, amount_cents * quantity, currency)}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={3}>
                  {t('register.total')}
                </th>
                <td className={table.figure}>
                  <strong>
                    <bdi className="num">{formatMoney(locale, order.amount_cents, currency)}</bdi>
                  </strong>
                </td>
              </tr>
            </tfoot>
          </Table>
        </section>
        {order.pigeons.length > 0 && (
          <section className={`${panel.panel} ${styles.pigeons}`} aria-labelledby="pigeons">
            <div className={panel.head}>
              <h2 id="pigeons">{t('loft.pigeons')}</h2>
              <small>
                {t('orders.birds', {
                  birds: formatNumber(locale, order.pigeons.length),
                  places: formatNumber(locale, placesOfOrder(order)),
                })}
              </small>
            </div>
            <OrderBirds order={order} />
          </section>
        )}
        <OrderHistory history={order.history} time_zone={loft.time_zone} program={t('rights.program')} />
      </div>
    </>
  );
}
