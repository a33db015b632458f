/** What an agent took in cash and owes to each loft, with the receipts of what was accepted (6.5). */
import { readOwnCash } from '#domain/payments/agent-cash-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers } from '#web/lib/loader.ts';
import { orderPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/OwnCashPage.ts';
import { CashSums, CashTable } from './CashTable.tsx';
import styles from './payments.module.css';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const { lofts } = await answers(() => context.get(callContext)(readOwnCash, {}));
  const head = pageHead({ context, params, pattern }, [t('agent_cash.own')], t('agent_cash.own_lead'));
  return { lofts: lofts.filter(({ taken }) => taken.length > 0), head };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function OwnCashPage({ loaderData: { lofts } }: Route.ComponentProps) {
  const { t } = useTranslation();
  return (
    <div className={`wrap ${styles.own}`}>
      <AdminHead title={t('agent_cash.own')} lead={t('agent_cash.own_lead')} />
      {lofts.length === 0 && (
        <section className={panel.panel}>
          <Empty title={t('agent_cash.none')} text={t('agent_cash.none_text')} />
        </section>
      )}
      {lofts.length > 0 && (
        <p className={panel.notice}>
          <Icon name="info" size={20} />
          <span>{t('agent_cash.how_handed_over', { list: t('agent_cash.title') })}</span>
        </p>
      )}
      {lofts.map(({ loft, taken }) => (
        <section key={loft.id} className={panel.panel} aria-labelledby={`loft-${loft.id}`}>
          <div className={panel.head}>
            <h2 id={`loft-${loft.id}`}>
              <bdi>{loft.name}</bdi>
            </h2>
          </div>
          <CashSums taken={taken} />
          <CashTable
            caption={loft.name}
            taken={taken}
            time_zone={loft.time_zone}
            pathOf={({ transport_id }) => (transport_id === null ? null : `/transports/${transport_id}`)}
            behind={({ order_id, payment_id, state }) =>
              state !== 'waits' && <a href={`${orderPath(order_id)}/receipts/${payment_id}`}>PDF</a>
            }
          />
        </section>
      ))}
    </div>
  );
}
