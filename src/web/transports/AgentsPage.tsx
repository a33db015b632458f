/** The agents of a loft with the collections of each, for the loft's admins (1.3). */
import { redirect } from 'react-router';
import { listAgents } from '#domain/transports/agent-contract.ts';
import { loftAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { FormResult } from '#web/ui/FormResult.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/AgentsPage.ts';
import { OffersOf } from './OffersOf.tsx';
import { offer } from './offer.ts';
import styles from './transports.module.css';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const loft_id = idFrom(params.loft_id);
  const view = await answers(() => context.get(callContext)(listAgents, { params: { loft_id } }));
  const head = pageHead({ context, params, pattern }, [t('admin.agents'), view.loft.name], t('transports.agents_lead'));
  return { ...view, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData();
  return actOn(form, async () => {
    await offer(context.get(callContext), form);
    return redirect(`${loftAdminPath(idFrom(params.loft_id))}/agents?done`, 303);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function AgentsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { loft, currency, shipping, agents } = loaderData;
  return (
    <>
      <AdminHead
        title={t('admin.agents')}
        lead={t('transports.agents_lead')}
        actions={
          <Link className={panel.button} to={`${loftAdminPath(loft.id)}/agents/cash`}>
            <Icon name="money" />
            {t('agent_cash.title')}
          </Link>
        }
      />
      <FormResult refused={actionData?.refused} />
      {agents.length === 0 ? (
        <section className={panel.panel}>
          <Empty title={t('transports.no_agents')} text={t('transports.no_agents_text')} />
        </section>
      ) : (
        <div className={styles.parts}>
          {agents.map((offers) => (
            <OffersOf
              key={`${offers.agent_id} ${offers.collections.length}`}
              offers={offers}
              title={offers.name}
              loft_id={loft.id}
              currency={currency}
              shipping={shipping}
              answer={actionData}
            />
          ))}
        </div>
      )}
    </>
  );
}
