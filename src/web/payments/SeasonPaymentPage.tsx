/** The money of one order: every payment attempt with its history, and the actions on it. */
import { redirect } from 'react-router';
import type { InputOf } from '#domain/contract.ts';
import { waitsForApproval } from '#domain/payments/by-hand.ts';
import { answerMark, markPaid, readPayments, revokePayment, sendRefund } from '#domain/payments/contract.ts';
import { isEntered } from '#domain/payments/payment.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatCalendarDay, formatMoney } from '#web/lib/intl.ts';
import { answers, idFrom, notFound } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { cameFrom, MarkPaid } from '#web/ui/MarkPaid.tsx';
import { MoneyChip } from '#web/ui/MoneyChip.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/SeasonPaymentPage.ts';
import { Attempts } from './Attempts.tsx';
import { Answer, Refunds, Revoke } from './PaymentActions.tsx';
import styles from './payments.module.css';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const [season_id, order_id] = [idFrom(params.season_id), idFrom(params.order_id)];
  const view = await answers(() => context.get(callContext)(readPayments, { params: { season_id, order_id } }));
  const title = t('pay.title', { order: view.order.label, season: view.season.name });
  return { ...view, title, head: pageHead({ context, params, pattern }, [title], view.loft.name) };
}

export async function action({ context, params: routeParams, request }: Route.ActionArgs) {
  const form = await request.formData();
  const call = context.get(callContext);
  const params = { season_id: idFrom(routeParams.season_id), order_id: idFrom(routeParams.order_id) };
  const reason = textIn(form, 'reason');
  const file = textIn(form, 'file_id');
  const file_id = file === '' ? null : Number(file);
  const actions: Record<string, () => Promise<unknown>> = {
    mark: () => call(markPaid, { params, body: { ...cameFrom(form), reason, file_id } }),
    approve: () => call(answerMark, { params, body: { is_approved: true } }),
    decline: () => call(answerMark, { params, body: { is_approved: false } }),
    revoke: () => call(revokePayment, { params, body: { reason } }),
    give_back: () =>
      call(sendRefund, {
        params: { season_id: params.season_id, refund_id: idFrom(textIn(form, 'refund_id')) },
        body: { method: textIn(form, 'method') as InputOf<typeof sendRefund>['body']['method'], reason, file_id },
      }),
  };
  const intent = actions[textIn(form, 'intent')] ?? notFound();
  return actOn(form, async () => {
    await intent();
    return redirect(`${seasonAdminPath(params.season_id)}/payments/${params.order_id}`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SeasonPaymentPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { loft, today, order, attempts, refunds, title } = loaderData;
  const { state, amount_cents, currency, last_day, customer } = order;
  const paidByHand = state === 'paid' && attempts.some((one) => one.status === 'succeeded' && isEntered(one.method));
  return (
    <>
      <AdminHead
        title={title}
        lead={
          <>
            <bdi>{nameOf(customer)}</bdi> · <bdi className="num">{formatMoney(locale, amount_cents, currency)}</bdi>{' '}
            <MoneyChip state={state} />
            {last_day && (
              <>
                {' '}
                {t('pay.until')} <time dateTime={last_day}>{formatCalendarDay(locale, last_day, 'words')}</time>
              </>
            )}
          </>
        }
      />
      <div className={styles.body}>
        <Refunds
          loft_id={loft.id}
          refunds={refunds}
          currency={currency}
          time_zone={loft.time_zone}
          answer={actionData}
        />
        {attempts.some(waitsForApproval) && <Answer answer={actionData} />}
        {(state === 'to_pay' || state === 'begun') && <MarkPaid loft_id={loft.id} today={today} answer={actionData} />}
        {attempts.length > 0 && (
          <section className={panel.panel} aria-labelledby="attempts">
            <div className={panel.head}>
              <h2 id="attempts">{t('pay.attempts')}</h2>
            </div>
            <Attempts attempts={attempts} currency={currency} time_zone={loft.time_zone} />
          </section>
        )}
        {paidByHand && <Revoke answer={actionData} />}
      </div>
    </>
  );
}
