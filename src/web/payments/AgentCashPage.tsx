/** The cash of a loft's agents: what each still has, and its arrival at the loft, with what proves it (1.3, 6.4). */
import { redirect } from 'react-router';
import { orderNumber } from '#domain/orders/order.ts';
import { handOverCash, readAgentCash } from '#domain/payments/agent-cash-contract.ts';
import { loftAdminPath, seasonAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { chosenIn } from '#web/lib/selected-rows.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { FormResult } from '#web/ui/FormResult.tsx';
import { Why } from '#web/ui/MarkPaid.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/AgentCashPage.ts';
import { CashTable } from './CashTable.tsx';
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
      {withCash.map(({ agent_id, name, taken }) => (
        <section key={agent_id} className={panel.panel} aria-labelledby={`agent-${agent_id}`}>
          <form method="post">
            <input type="hidden" name="agent_id" value={agent_id} />
            <div className={panel.head}>
              <h2 id={`agent-${agent_id}`}>
                <bdi>{name}</bdi>
              </h2>
            </div>
            <CashTable
              caption={name}
              taken={taken}
              time_zone={loft.time_zone}
              pathOf={({ season_id, order_id }) =>
                season_id === null ? null : `${seasonAdminPath(season_id)}/payments/${order_id}`
              }
              before={(one) =>
                one.state !== 'handed_over' && (
                  <input type="checkbox" name="chosen" value={one.payment_id} aria-label={orderNumber(one)} />
                )
              }
            />
            {taken.some(({ state }) => state !== 'handed_over') && (
              <div className={styles.hand_over}>
                <Why
                  loft_id={loft.id}
                  answer={actionData?.typed.agent_id === String(agent_id) ? actionData : undefined}
                />
                <button type="submit" className={panel.button_primary}>
                  {t('agent_cash.do_hand_over')}
                </button>
              </div>
            )}
          </form>
        </section>
      ))}
    </div>
  );
}
