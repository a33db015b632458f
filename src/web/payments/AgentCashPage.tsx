/** The cash of a loft's agents: what each still has, and its arrival at the loft, with what proves it (1.3, 6.4). */
import type { ReactNode } from 'react';
import { redirect } from 'react-router';
import { sumsOfCash } from '#domain/payments/agent-cash.ts';
import { type AgentCash, handOverCash, readAgentCash, type TakenCash } from '#domain/payments/agent-cash-contract.ts';
import { loftAdminPath, seasonAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, type RefusedForm, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatMoney } from '#web/lib/intl.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { chosenIn } from '#web/lib/selected-rows.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { FormResult } from '#web/ui/FormResult.tsx';
import { Why } from '#web/ui/MarkPaid.tsx';
import panel from '#web/ui/panel.module.css';
import { Selection } from '#web/ui/Selection.tsx';
import type { Route } from './+types/AgentCashPage.ts';
import { CashSums, CashTable } from './CashTable.tsx';
import styles from './payments.module.css';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const loft_id = idFrom(params.loft_id);
  const view = await answers(() => context.get(callContext)(readAgentCash, { params: { loft_id } }));
  const title = [t('agent_cash.title'), view.loft.name];
  return { ...view, head: pageHead({ context, params, pattern }, title, t('agent_cash.lead')) };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData();
  const loft_id = idFrom(params.loft_id);
  return actOn(form, async () => {
    const file = textIn(form, 'file_id');
    const body = {
      payment_ids: chosenIn(form),
      reason: textIn(form, 'reason'),
      file_id: file === '' ? null : Number(file),
    };
    const agent_id = idFrom(textIn(form, 'agent_id'));
    await context.get(callContext)(handOverCash, { params: { loft_id, agent_id }, body });
    return redirect(`${loftAdminPath(loft_id)}/agents/cash?done`, 303);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function AgentCashPage({ loaderData: { loft, agents }, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const withCash = agents.filter(({ taken }) => taken.length > 0);
  return (
    <div className={styles.own}>
      <AdminHead title={t('agent_cash.title')} lead={t('agent_cash.lead')} />
      <FormResult refused={actionData?.refused} />
      {withCash.length === 0 && (
        <section className={panel.panel}>
          <Empty title={t('agent_cash.none')} text={t('agent_cash.none_text')} />
        </section>
      )}
      {withCash.map(({ agent_id, name, taken }) => {
        const arrived = taken.filter(({ state }) => state === 'handed_over').length;
        const table = { caption: name, taken, time_zone: loft.time_zone, pathOf };
        const answer = actionData?.typed.agent_id === String(agent_id) ? actionData : undefined;
        return (
          <section key={agent_id} className={panel.panel} aria-labelledby={`agent-${agent_id}`}>
            <div className={panel.head}>
              <h2 id={`agent-${agent_id}`}>
                <bdi>{name}</bdi>
              </h2>
            </div>
            <CashSums taken={taken} />
            {arrived === taken.length ? (
              <CashTable {...table} />
            ) : (
              // Keyed, so that what has arrived is no longer chosen, and its note is gone.
              <HandOver key={arrived} agent_id={agent_id} taken={taken} answer={answer}>
                <CashTable {...table} canChoose />
                <div className={styles.hand_over}>
                  <Why loft_id={loft.id} label={t('agent_cash.how')} hint={t('agent_cash.how_hint')} answer={answer} />
                  <button type="submit" className={panel.button_primary}>
                    {t('agent_cash.do_hand_over')}
                  </button>
                </div>
              </HandOver>
            )}
          </section>
        );
      })}
    </div>
  );
}

const pathOf = ({ season_id, order_id }: TakenCash) =>
  season_id === null ? null : `${seasonAdminPath(season_id)}/payments/${order_id}`;

type HandOverProps = Pick<AgentCash, 'agent_id' | 'taken'> & { answer: RefusedForm | undefined; children: ReactNode };

/** The form around the cash of an agent: what is chosen of it, with its sum, has arrived. */
function HandOver({ agent_id, taken, answer, children }: HandOverProps) {
  const { locale } = usePage();
  const sum = (ids: readonly number[]) =>
    sumsOfCash(taken.filter(({ payment_id }) => ids.includes(payment_id)))
      .map(({ owed, currency }) => formatMoney(locale, owed, currency))
      .join(' + ');
  return (
    <Selection sum={sum} chosen={answer?.chosen}>
      <input type="hidden" name="agent_id" value={agent_id} />
      {children}
    </Selection>
  );
}
