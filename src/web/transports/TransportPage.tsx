/**
 * One request (6.5): place, time, customer and birds of a collection, and its possible answers; also the target of a
 * crate's code.
 */
import { Form, redirect, useSearchParams } from 'react-router';
import { markPaid, readReceipts } from '#domain/payments/contract.ts';
import { isRefusal } from '#domain/refusal.ts';
import { type ListedTransport, readTransport } from '#domain/transports/agent-contract.ts';
import { cratesOf, transportMachine } from '#domain/transports/transport.ts';
import { aboutInLine } from '#web/lib/bird-facts.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatMoney } from '#web/lib/intl.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { CashTaken } from '#web/ui/CashTaken.tsx';
import { Area } from '#web/ui/Field.tsx';
import { FormResult } from '#web/ui/FormResult.tsx';
import form from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import { MarkPaid } from '#web/ui/MarkPaid.tsx';
import { LocationWord } from '#web/ui/PigeonState.tsx';
import panel from '#web/ui/panel.module.css';
import { Receipts } from '#web/ui/Receipts.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { Sex } from '#web/ui/Sex.tsx';
import type { Route } from './+types/TransportPage.ts';
import { answer } from './answer.ts';
import { CollectionFacts } from './CollectionFacts.tsx';
import { History } from './History.tsx';
import { type Answer, AnswerNotice } from './RequestAnswers.tsx';
import { TransportChip } from './TransportChip.tsx';
import styles from './transports.module.css';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const transport_id = idFrom(params.transport_id);
  const view = await answers(() => context.get(callContext)(readTransport, { params: { transport_id } }));
  const { order } = view.transport;
  const title = [t('orders.order', { number: order.number }), order.loft.name];
  // Of money that this agent took; others have no right to them.
  const { receipts } = await context
    .get(callContext)(readReceipts, { params: { order_id: order.id } })
    .catch((error) => {
      if (isRefusal(error)) return { receipts: [] };
      throw error;
    });
  return { ...view, receipts, head: pageHead({ context, params, pattern }, title) };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData();
  const call = context.get(callContext);
  const transport_id = idFrom(params.transport_id);
  return actOn(form, async () => {
    if (textIn(form, 'intent') !== 'mark') return answer(call, form);
    const { transport } = await call(readTransport, { params: { transport_id } });
    const { id: order_id, season } = transport.order;
    const file = textIn(form, 'file_id');
    const body = { reason: textIn(form, 'reason'), file_id: file === '' ? null : Number(file) };
    await call(markPaid, { params: { season_id: season.id, order_id }, body });
    return redirect(`/transports/${transport_id}?done`, 303);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function TransportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { transport, reached, to_pay, cash, currency, pigeons, history, receipts } = loaderData;
  const { order, customer, collection, status, places } = transport;
  const [search] = useSearchParams();
  const crate = Number(search.get('crate'));
  const crates = cratesOf(pigeons.filter(({ location }) => location !== 'at_loft')).length;
  const marked = actionData?.refused && actionData.typed.intent === 'mark' ? actionData : undefined;
  return (
    <div className={`wrap ${styles.page}`}>
      <AdminHead
        title={t('orders.order', { number: order.number })}
        lead={
          <>
            <TransportChip status={status} /> <bdi>{order.loft.name}</bdi> · <bdi>{order.season.name}</bdi>
            {crate >= 1 && crate <= crates && <> · {t('transports.crate', { n: crate, of: crates })}</>}
          </>
        }
      />
      {!marked && <AnswerNotice answer={actionData} />}
      {!actionData && <FormResult refused={undefined} />}
      <div className={styles.parts}>
        <section className={panel.panel} aria-labelledby="where">
          <div className={panel.head}>
            <h2 id="where">{t('transports.where')}</h2>
          </div>
          <div className={styles.body}>
            <CollectionFacts collection={collection} />
            <Acts transport={transport} answer={marked ? undefined : actionData} />
          </div>
        </section>
        <section className={panel.panel} aria-labelledby="customer">
          <div className={panel.head}>
            <h2 id="customer">{t('people.customer')}</h2>
          </div>
          <address className={`${styles.body} ${styles.contact}`}>
            <strong>
              <bdi>{customer}</bdi>
            </strong>
            {reached?.phone && (
              <a href={`tel:${reached.phone}`}>
                <bdi dir="ltr">{reached.phone}</bdi>
              </a>
            )}
            {reached?.street && <bdi>{reached.street}</bdi>}
            {reached && <bdi>{[reached.zipcode, reached.city].filter(Boolean).join(' ')}</bdi>}
          </address>
        </section>
        <section className={panel.panel} aria-labelledby="pigeons">
          <div className={panel.head}>
            <h2 id="pigeons">{t('pigeons.title')}</h2>
            <small>{t('transports.entered', { entered: pigeons.length, places })}</small>
          </div>
          <ul className={styles.birds}>
            {pigeons.map((bird) => (
              <li key={bird.pigeon_id}>
                <span>
                  <Ring ring={bird.ring} /> <Sex sex={bird.sex} />
                </span>
                <bdi>{aboutInLine(t, bird)}</bdi>
                <LocationWord location={bird.location} />
              </li>
            ))}
          </ul>
        </section>
        {cash && (
          <section aria-label={t('money.to_approve')}>
            <CashTaken cash={cash} currency={currency} time_zone={order.loft.time_zone} note="agent" />
          </section>
        )}
        {to_pay && (
          <div>
            <p className={styles.notice}>
              {t('transports.by_hand')}:{' '}
              <bdi className="num">{formatMoney(locale, to_pay.amount_cents, to_pay.currency)}</bdi>
            </p>
            <MarkPaid loft_id={order.loft.id} answer={marked} />
          </div>
        )}
        <Receipts order={{ id: order.id, currency }} receipts={receipts} time_zone={order.loft.time_zone} />
        <section className={panel.panel} aria-labelledby="history">
          <div className={panel.head}>
            <h2 id="history">{t('setup.history')}</h2>
          </div>
          <History history={history} time_zone={order.loft.time_zone} />
        </section>
      </div>
    </div>
  );
}

interface ActsProps {
  transport: ListedTransport;
  answer: Answer;
}

/** The possible answers; a request cannot be rejected once birds have left home. */
function Acts({ transport, answer: given }: ActsProps) {
  const { t } = useTranslation();
  const { id, status, at_home, in_transit, at_loft } = transport;
  const steps = transportMachine.steps[status];
  const refused = given?.refused ? given : undefined;
  const canReject = 'reject' in steps && in_transit + at_loft === 0;
  const canPickUp = status === 'confirmed' && at_home > 0;
  if (!canReject && !canPickUp && !('confirm' in steps)) return null;
  return (
    <Form method="post" className={`${form.form} ${styles.decide}`} preventScrollReset noValidate>
      <input type="hidden" name="chosen" value={id} />
      {'confirm' in steps && (
        <button type="submit" name="intent" value="confirm" className={panel.button_primary}>
          <Icon name="check" />
          {t('order_admin.confirm')}
        </button>
      )}
      {canPickUp && (
        <button type="submit" name="intent" value="pick_up" className={panel.button_primary}>
          <Icon name="truck" />
          {t('transports.pick_up')}
        </button>
      )}
      {canReject && (
        <>
          <Area
            label={t('order_admin.reason')}
            name="reason"
            rows={2}
            maxLength={1000}
            defaultValue={refused?.typed.reason}
            errors={refused?.refused.errors?.reason}
          />
          <button type="submit" name="intent" value="reject" className={`${panel.button} ${form.danger}`}>
            {t('order_admin.reject')}
          </button>
        </>
      )}
    </Form>
  );
}
