/**
 * One request (6.5): place, time, customer and birds of a collection, and its possible answers; also the target of a
 * crate's code.
 */
import { Form, redirect, useSearchParams } from 'react-router';
import { listReceipts, markPaid } from '#domain/payments/contract.ts';
import { isGone } from '#domain/pigeons/status.ts';
import { isRefusal } from '#domain/refusal.ts';
import { type ListedTransport, readTransport } from '#domain/transports/agent-contract.ts';
import { cratesOf, transportMachine } from '#domain/transports/transport.ts';
import { addressLines } from '#web/lib/address.ts';
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
import { FormResult } from '#web/ui/FormResult.tsx';
import form from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import { MarkPaid } from '#web/ui/MarkPaid.tsx';
import { BirdPlace } from '#web/ui/PigeonState.tsx';
import panel from '#web/ui/panel.module.css';
import { Receipts } from '#web/ui/Receipts.tsx';
import { RejectReason } from '#web/ui/RejectReason.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { Sex } from '#web/ui/Sex.tsx';
import { useOwnZone } from '#web/ui/Times.tsx';
import type { Route } from './+types/TransportPage.ts';
import { answer } from './answer.ts';
import { CollectionFacts } from './CollectionFacts.tsx';
import { GiveBack } from './GiveBack.tsx';
import { History } from './History.tsx';
import { NothingHandedOver } from './NothingHandedOver.tsx';
import { canPickUp, PickUp } from './PickUp.tsx';
import { type Answer, AnswerNotice, Reopen } from './RequestAnswers.tsx';
import { TransportChip } from './TransportChip.tsx';
import styles from './transports.module.css';
import { WhatIsWrong } from './WhatIsWrong.tsx';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const transport_id = idFrom(params.transport_id);
  const view = await answers(() => context.get(callContext)(readTransport, { params: { transport_id } }));
  const { order } = view.transport;
  const title = [t('orders.order', { number: order.number }), order.loft.name];
  // Of money that this agent took; others have no right to them.
  const { receipts } = await context
    .get(callContext)(listReceipts, { params: { order_id: order.id } })
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
  const { transport, reached, to_pay, cash, currency, pigeons, history, receipts, can_reject, can_close, can_reopen } =
    loaderData;
  const { order, customer, collection, status, places } = transport;
  // Who collects works far from the loft, by their own clock.
  const time_zone = useOwnZone() ?? order.loft.time_zone;
  const [search] = useSearchParams();
  const crate = Number(search.get('crate'));
  const crates = cratesOf(pigeons.filter(({ health, location }) => location !== 'at_loft' && !isGone(health))).length;
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
            <WhatIsWrong transport={transport} />
            <Acts
              transport={transport}
              answer={marked ? undefined : actionData}
              canReject={can_reject}
              canClose={can_close}
            />
            {/* Just closed, the notice above has it. */}
            {can_reopen && !actionData && <Reopen ids={[transport.id]} />}
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
            {reached &&
              addressLines(locale, reached).map((line) => (
                <bdi key={line} suppressHydrationWarning>
                  {line}
                </bdi>
              ))}
          </address>
        </section>
        <section className={panel.panel} aria-labelledby="pigeons">
          <div className={panel.head}>
            <h2 id="pigeons">{t('pigeons.title')}</h2>
            <small>{t('transports.entered', { entered: pigeons.length, places })}</small>
          </div>
          {transport.not_entered > 0 && (
            <p className={styles.body}>{t('transports.not_entered_count', { n: transport.not_entered })}</p>
          )}
          <ul className={styles.birds}>
            {pigeons.map((bird) => (
              <li key={bird.pigeon_id}>
                <span>
                  <Ring ring={bird.ring} /> <Sex sex={bird.sex} />
                </span>
                <span>{aboutInLine(t, bird)}</span>
                <BirdPlace bird={bird} />
              </li>
            ))}
          </ul>
        </section>
        {cash && (
          <section aria-label={t('money.to_approve')}>
            <CashTaken cash={cash} currency={currency} time_zone={time_zone} note="agent" />
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
        <Receipts order={{ id: order.id, currency }} receipts={receipts} time_zone={time_zone} />
        <section className={panel.panel} aria-labelledby="history">
          <div className={panel.head}>
            <h2 id="history">{t('setup.history')}</h2>
          </div>
          <History history={history} time_zone={time_zone} />
        </section>
      </div>
    </div>
  );
}

interface ActsProps {
  transport: ListedTransport;
  answer: Answer;
  canReject: boolean;
  canClose: boolean;
}

/** The possible answers. */
function Acts({ transport, answer: given, canReject, canClose }: ActsProps) {
  const { t } = useTranslation();
  const { id, status, customer, to_give_back } = transport;
  const steps = transportMachine.steps[status];
  const refused = given?.refused ? given : undefined;
  if (!canReject && !canPickUp(transport) && !('confirm' in steps) && to_give_back === 0) return null;
  return (
    <>
      <Form method="post" className={`${form.form} ${styles.decide}`} preventScrollReset noValidate>
        <input type="hidden" name="chosen" value={id} />
        {'confirm' in steps && (
          <button type="submit" name="intent" value="confirm" className={panel.button_primary}>
            <Icon name="check" />
            {t('order_admin.confirm')}
          </button>
        )}
        {canPickUp(transport) && <PickUp transport={transport} word={t('transports.pick_up')} answer={given} />}
        {to_give_back > 0 && <GiveBack />}
      </Form>
      {canClose && <NothingHandedOver id={id} customer={customer} />}
      {canReject && (
        <Form method="post" className={`${form.form} ${styles.decide}`} preventScrollReset noValidate>
          <input type="hidden" name="chosen" value={id} />
          <RejectReason answer={refused} />
          <button type="submit" name="intent" value="reject" className={`${panel.button} ${form.danger}`}>
            {t('order_admin.reject')}
          </button>
        </Form>
      )}
    </>
  );
}
